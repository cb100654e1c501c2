#include "commands/studio/prediction_child.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/processes/new_process.h"
#include "base/processes/process_end.h"
#include "base/units.h"
#include "commands/studio/studio_prediction.h"
#include "commands/studio/worker_lines.h"

namespace dps::commands {
namespace {

void limit_memory(std::uint64_t bytes) {
  if (bytes > 0) {
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_AS, &limit);
  }
  const rlimit no_dump{0, 0};
  setrlimit(RLIMIT_CORE, &no_dump);
}

/// Reads a line; returns "" at the end of the input.
std::string read_line(int input) {
  std::string line;
  std::array<char, 1 << 16> bytes{};
  while (!line.ends_with('\n')) {
    const ssize_t got = ::read(input, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return "";
    }
    line.append(bytes.data(), static_cast<std::size_t>(got));
  }
  return line;
}

ExitStatus answer(const std::string& line) {
  const auto message = nlohmann::json::parse(line, nullptr, false);
  const auto request = read_request(message);
  if (!request) {
    std::fprintf(stderr, "dps studio-worker: wrong request: %s\n", request.error().c_str());
    return ExitStatus::kInputWrong;
  }
  limit_memory(request->memory);
  bool has_memory = true;
  try {
    answer_request(*request, print_line);
  } catch (const std::bad_alloc&) {
    has_memory = false;
  }
  if (!has_memory) {
    print_line(
        failed_line(request->key, request->part,
                    fmt::format("the prediction needs more memory than the {} MB of --memory",
                                format_count(request->memory / 1'000'000))));
  }
  return ExitStatus::kDone;
}

/// Runs in the child. The names are for `ps`.
[[noreturn]] void serve(int input, pid_t worker) {
  end_with(worker);
  prctl(PR_SET_NAME, "dps-waits");
  predict_small_program();
  const std::string line = read_line(input);
  if (line.empty()) {
    _exit(static_cast<int>(ExitStatus::kDone));
  }
  prctl(PR_SET_NAME, "dps-predicts");
  _exit(static_cast<int>(answer(line)));  // without the destructors of the parent's objects
}

}  // namespace

std::optional<PredictionChild> PredictionChild::start() {
  auto request = make_pipe();
  if (!request) {
    return std::nullopt;
  }
  const pid_t self = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    request->write.close();
    serve(request->read.get(), self);
  }
  Descriptor end = pid < 0 ? Descriptor() : watch_end(pid);
  PredictionChild child(pid, std::move(end), std::move(request->write));
  return child.end_.is_open() ? std::optional(std::move(child)) : std::nullopt;
}

PredictionChild::PredictionChild(PredictionChild&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      end_(std::move(other.end_)),
      request_(std::move(other.request_)) {}

PredictionChild& PredictionChild::operator=(PredictionChild&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(end_, other.end_);
  std::swap(request_, other.request_);
  return *this;
}

PredictionChild::~PredictionChild() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    reap();
  }
}

bool PredictionChild::has_ended() const {
  pollfd end{end_.get(), POLLIN, 0};
  return ::poll(&end, 1, 0) > 0;
}

void PredictionChild::give(const std::string& line) {
  write_all(request_.get(), line + "\n");
  request_.close();
}

int PredictionChild::reap() {
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

void predict_small_program() {
  StudioRequest request;
  request.blueprint = {"warm-up",
                       "V n 1\nI A.i 1 A.m\nC A.c compute {n*1e-6}\nO A.o B.p -t A.m -b 8\n"
                       "F a.f NULL A.c A.o NULL\nF b.f A.i NULL NULL NULL\n"
                       "U a.u a.f\nU b.u b.f\nP A.p 1 a.u\nP B.p 1 b.u\n"};
  request.machine = {"warm-up",
                     "name = \"m\"\n[[host]]\nname = \"localhost\"\n[network]\n"
                     "bandwidth = \"1GB/s\"\nlatency = \"1us\"\n"};
  for (const char* part : {"summary", "timeline"}) {
    request.part = part;
    answer_request(request, [](const nlohmann::ordered_json& answer) {
      static_cast<void>(
          answer.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    });
  }
}

}  // namespace dps::commands
