#include "simulator/agent/child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "transport/control/stream_io.h"

namespace dps::simulator {

namespace {

using control::Transfer;

constexpr std::size_t kReadFromChild = 16 << 10;
constexpr std::size_t kPipeHolds = 64 << 10;
constexpr std::size_t kLongestLine = 16 << 10;
constexpr std::size_t kOutputKept = 1 << 20;  // Source: docs/reliability.md, limits

tl::unexpected<Error> refused(const std::string& what) {
  const bool descriptors = errno == EMFILE || errno == ENFILE;
  return failure(descriptors ? ErrorCode::kLimit : ErrorCode::kSystem,
                 what + ": " + std::strerror(errno));
}

void close_quietly(asio::posix::stream_descriptor& descriptor) {
  error_code ignored;
  descriptor.close(ignored);
}

}  // namespace

SimulatorChild::SimulatorChild(asio::io_context& io, const control::Launch::One& process,
                               const Events& events)
    : process_(process.process),
      name_(process.name),
      server_(process.server),
      events_(events),
      frames_(io),
      output_(io),
      to_simulator_(frames_, [] {}) {}  // ended() or the end of its frames reports its end

SimulatorChild::~SimulatorChild() {
  if (!memory_.empty()) {
    munmap(memory_.data(), memory_.size());
  }
}

Result<std::unique_ptr<SimulatorChild>> SimulatorChild::launch(asio::io_context& io,
                                                               const control::Launch::One& process,
                                                               const Recording& recording,
                                                               const Events& events,
                                                               const StartSimulator& start) {
  std::unique_ptr<SimulatorChild> child(new SimulatorChild(io, process, events));
  Result<void> done = child->make_memory(process, recording);
  if (done) {
    done = child->start(start);
  }
  if (!done) {
    return tl::unexpected(done.error());
  }
  return child;
}

Result<void> SimulatorChild::make_memory(const control::Launch::One& process,
                                         const Recording& recording) {
  const profiles::PageShape shape{
      .level = recording.level, .functionalities = process.functionalities, .flows = process.flows};
  const std::size_t size = SharedMemory::size_for(shape, recording.trace);
  record_ = Descriptor(memfd_create("dps-record", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  // Sealed: if the simulator could shrink the page, a read by the agent would raise SIGBUS.
  if (!record_.is_open() || ftruncate(record_.get(), static_cast<off_t>(size)) != 0 ||
      fcntl(record_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return refused("cannot make the record page of '" + name_ + "'");
  }
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, record_.get(), 0);
  if (memory == MAP_FAILED) {
    return refused("cannot map the record page of '" + name_ + "'");
  }
  memory_ = {static_cast<std::byte*>(memory), size};
  shared_ = SharedMemory::create(memory_, shape, recording.trace);
  return {};
}

Result<void> SimulatorChild::start(const StartSimulator& start_simulator) {
  error_code error;
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return refused("cannot make a socket pair for '" + name_ + "'");
  }
  frames_.assign(ends[0], error);
  const Descriptor frames(ends[1]);
  if (error || pipe2(ends.data(), O_CLOEXEC) != 0) {
    return refused("cannot make a pipe for '" + name_ + "'");
  }
  output_.assign(ends[0], error);
  const Descriptor output(ends[1]);
  frames_.non_blocking(true, error);
  output_.non_blocking(true, error);
  const auto pid = start_simulator(
      name_, {.frames = frames.get(), .record = record_.get(), .output = output.get()});
  if (!pid) {
    return tl::unexpected(pid.error());
  }
  pid_ = *pid;
  record_.close();
  await_frames();
  await_output();
  return {};
}

void SimulatorChild::terminate() const {
  if (alive_) {
    kill(pid_, SIGTERM);
  }
}

void SimulatorChild::kill_group() const {
  if (alive_) {
    kill(-pid_, SIGKILL);
  }
}

void SimulatorChild::await_frames() {
  frames_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const error_code& error) {
    if (!error && alive_ && read_frames() != Transfer::kEnd) {
      await_frames();
    }
  });
}

void SimulatorChild::await_output() {
  output_.async_wait(asio::posix::stream_descriptor::wait_read, [this](const error_code& error) {
    if (!error && alive_ && read_output_once() != Transfer::kEnd) {
      await_output();
    }
  });
}

Transfer SimulatorChild::read_frames() {
  std::array<std::byte, kReadFromChild> buffer;
  const Transfer outcome = control::read_into(reader_, frames_.native_handle(), buffer);
  if (outcome != Transfer::kSome) {
    return outcome;
  }
  while (!violated_) {
    auto frame = reader_.next();
    if (!frame) {
      violated_ = true;
      events_.violation(*this, frame.error());
    } else if (*frame) {
      events_.frame(*this, **frame);
    } else {
      return Transfer::kSome;
    }
  }
  return Transfer::kEnd;
}

Transfer SimulatorChild::read_output_once() {
  std::array<std::byte, kReadFromChild> buffer;
  const auto [outcome, bytes] = control::read_once(output_.native_handle(), buffer);
  if (outcome == Transfer::kSome) {
    take_output({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  return outcome;
}

void SimulatorChild::take_output(std::string_view text) {
  const std::size_t taken = std::min(text.size(), kOutputKept - forwarded_ - lines_.size());
  lines_.append(text.substr(0, taken));
  suppressed_ += text.size() - taken;
  const std::size_t end_of_lines = lines_.rfind('\n') + 1;  // npos + 1 is 0
  if (end_of_lines > 0) {
    forward(end_of_lines);
  }
  if (lines_.size() > kLongestLine) {
    forward(lines_.size());
  }
}

void SimulatorChild::forward(std::size_t length) {
  suppressed_reported_ = suppressed_;
  forwarded_ += length;
  events_.output(*this, {lines_.substr(0, length), suppressed_});
  lines_.erase(0, length);
}

void SimulatorChild::read_output() {
  std::size_t read_at_most = kPipeHolds;
  while (read_at_most > 0 && read_output_once() == Transfer::kSome) {
    read_at_most -= kReadFromChild;
  }
  if (suppressed_ != suppressed_reported_) {
    forward(0);
  }
}

void SimulatorChild::ended() {
  kill(-pid_, SIGKILL);
  while (read_frames() == Transfer::kSome) {
  }
  read_output();
  if (!lines_.empty()) {
    forward(lines_.size());
  }
  left();
}

void SimulatorChild::left() {
  alive_ = false;
  close_quietly(frames_);
  close_quietly(output_);
}

}  // namespace dps::simulator
