#include "fake_launcher.h"

#include <cerrno>
#include <cstdlib>
#include <memory>

#include <unistd.h>

#include "base/version.h"

namespace dps::coordinator {
namespace {

/// Writes all bytes, unless the reader closes its end.
void write_all(int fd, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t written = ::write(fd, bytes, count);
    if (written < 0 && errno != EINTR) {
      return;
    }
    bytes += written > 0 ? written : 0;
    count -= written > 0 ? static_cast<std::size_t>(written) : 0;
  }
}

}  // namespace

FakeAgent::FakeAgent(Descriptor input, Descriptor output, Descriptor errors)
    : input_(std::move(input)), output_(std::move(output)), errors_(std::move(errors)) {}

void FakeAgent::write(std::string_view text) {
  write_all(output_.get(), text.data(), text.size());
}

void FakeAgent::write_error(std::string_view text) {
  write_all(errors_.get(), text.data(), text.size());
}

void FakeAgent::say(const control::Frame& frame, std::uint32_t process, std::uint32_t run) {
  const std::vector<std::byte> bytes = control::encode(frame, process, run);
  write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void FakeAgent::greet() {
  write(control::kMarker);
  say(own_hello());
}

std::optional<control::ReceivedFrame> FakeAgent::hear() {
  for (;;) {
    auto next = reader_.next();
    if (!next) {
      std::abort();  // the coordinator broke the protocol
    }
    if (*next) {
      return **std::move(next);
    }
    std::array<std::byte, 4096> piece{};
    const ssize_t count = read(input_.get(), piece.data(), piece.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count <= 0) {
      return std::nullopt;
    }
    reader_.feed(std::span(piece).first(static_cast<std::size_t>(count)));
  }
}

void FakeAgent::hear_to_the_end() {
  while (hear()) {
  }
}

FakeLauncher::~FakeLauncher() {
  for (std::thread& thread : threads_) {
    thread.join();
  }
}

Result<LaunchedAgent> FakeLauncher::start(const Host& /*host*/) {
  Pipe down = *make_pipe();
  Pipe up = *make_pipe();
  Pipe errors = *make_pipe();
  auto agent = std::make_shared<FakeAgent>(std::move(down.read), std::move(up.write),
                                           std::move(errors.write));
  threads_.emplace_back([script = script_, agent = std::move(agent)]() mutable {
    script(*agent);
    agent.reset();
  });
  LaunchedAgent launched;
  launched.input = std::move(down.write);
  launched.output = std::move(up.read);
  launched.errors = std::move(errors.read);
  return launched;
}

control::HelloFrame own_hello() {
  control::HelloFrame hello;
  hello.version = dps_version();
  hello.host = "fake";
  hello.machine = "x86_64";
  hello.cores = 4;
  hello.memory = 1ULL << 36;
  return hello;
}

}  // namespace dps::coordinator
