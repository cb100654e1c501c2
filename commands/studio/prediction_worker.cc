#include "commands/studio/prediction_worker.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/file_bytes.h"
#include "base/processes/new_process.h"
#include "base/processes/process_end.h"
#include "base/units.h"
#include "commands/studio/studio_prediction.h"

namespace dps::commands {
namespace {

using Json = nlohmann::ordered_json;

/// The end of a line that no kill has cut.
constexpr std::string_view kEndOfLine = "\x1e\n";

/// Text that is no UTF-8 comes from a file and is replaced.
void print_line(const Json& message) {
  std::string line = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (!write_all(STDOUT_FILENO, line.append(kEndOfLine))) {
    _exit(static_cast<int>(ExitStatus::kFailed));  // the studio is gone
  }
}

Json line_of(std::string_view kind, RequestKey key) {
  return {{"kind", kind}, {"id", key.id}, {"number", key.number}};
}

Json failed(RequestKey key, std::string_view part, const std::string& text) {
  Json line = line_of("failed", key);
  line["part"] = part;
  line["text"] = text;
  line["details"] = Json::array();
  return line;
}

void limit_memory(std::uint64_t bytes) {
  if (bytes > 0) {
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_AS, &limit);
  }
  const rlimit no_dump{0, 0};
  setrlimit(RLIMIT_CORE, &no_dump);
}

/// In the child.
[[noreturn]] void answer_in_child(const std::string& line, pid_t worker) {
  end_with(worker);
  const auto message = nlohmann::json::parse(line, nullptr, false);
  const auto request = read_request(message);
  if (!request) {
    std::fprintf(stderr, "dps studio-worker: wrong request: %s\n", request.error().c_str());
    _exit(static_cast<int>(ExitStatus::kInputWrong));
  }
  limit_memory(request->memory);
  bool has_memory = true;
  try {
    answer_request(*request, print_line);
  } catch (const std::bad_alloc&) {
    has_memory = false;
  }
  if (!has_memory) {
    print_line(failed(request->key, request->part,
                      fmt::format("the prediction needs more memory than the {} MB of --memory",
                                  format_count(request->memory / 1'000'000))));
  }
  _exit(static_cast<int>(ExitStatus::kDone));  // without the destructors of the parent's objects
}

/// Predicts a small program once, so that the children find what is initialised by the first use:
/// the symbols of libraries, hash functions, tables, memory.
void warm_up() {
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
    answer_request(request, [](const Json& answer) {
      static_cast<void>(answer.dump(-1, ' ', false, Json::error_handler_t::replace));
    });
  }
}

class Worker {
 public:
  ExitStatus serve() {
    while (true) {
      std::array<pollfd, 2> watched{
          {{STDIN_FILENO, POLLIN, 0}, {child_ ? child_->end.get() : -1, POLLIN, 0}}};
      if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) {
        return ExitStatus::kFailed;
      }
      if (watched[1].revents != 0) {
        finish();
      }
      if (watched[0].revents != 0 && !read_more()) {
        kill_child();
        return ExitStatus::kDone;
      }
    }
  }

 private:
  struct Child {
    pid_t pid;
    RequestKey key;
    Descriptor end;
  };

  /// False at the end of the input.
  bool read_more() {
    std::array<char, 1 << 16> bytes{};
    const ssize_t got = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (got <= 0) {
      return got < 0 && errno == EINTR;
    }
    const std::size_t searched = input_.size();
    input_.append(bytes.data(), static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = input_.find('\n', searched); end != std::string::npos;
         end = input_.find('\n', begin)) {
      take(input_.substr(begin, end - begin));
      begin = end + 1;
    }
    input_.erase(0, begin);
    return true;
  }

  void take(const std::string& line) {
    const auto message = nlohmann::json::parse(line, nullptr, false);
    if (message.is_object() && message.contains("cancel")) {
      cancel(message["cancel"]);
    } else if (message.is_object() && message.contains("id") && !child_) {
      start(line, {message["id"], message.value("number", std::uint64_t{0})});
    } else {
      std::fprintf(stderr, "dps studio-worker: a request is no JSON, or comes too early\n");
    }
  }

  void start(const std::string& line, RequestKey key) {
    const pid_t self = getpid();
    const pid_t pid = fork();
    if (pid == 0) {
      answer_in_child(line, self);
    }
    Descriptor end = pid < 0 ? Descriptor() : watch_end(pid);
    if (!end.is_open()) {
      print_line(failed(key, "", "the system has no process or descriptor left"));
      if (pid > 0) {
        kill(pid, SIGKILL);
        waitpid(pid, nullptr, 0);
      }
      print_line(line_of("done", key));
      return;
    }
    child_ = Child{pid, key, std::move(end)};
  }

  /// Returns the wait status.
  int reap() {
    int status = 0;
    while (waitpid(child_->pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  void finish() {
    const int status = reap();
    if (WIFSIGNALED(status)) {
      write_all(STDOUT_FILENO, "\n");  // the child may have written a part of a line
      print_line(failed(
          child_->key, "",
          fmt::format("the process of the prediction was ended by signal {}{}", WTERMSIG(status),
                      WTERMSIG(status) == SIGKILL ? ", probably since the machine's memory was full"
                                                  : "")));
    }
    print_line(line_of("done", child_->key));
    child_.reset();
  }

  void cancel(std::uint64_t id) {
    if (child_ && child_->key.id == id) {
      const RequestKey key = child_->key;
      kill_child();
      write_all(STDOUT_FILENO, "\n");
      print_line(line_of("cancelled", key));
    }
  }

  void kill_child() {
    if (child_) {
      kill(child_->pid, SIGKILL);
      reap();
      child_.reset();
    }
  }

  std::string input_;
  std::optional<Child> child_;
};

}  // namespace

ExitStatus serve_predictions() {
  constexpr int kBehindTheEditor = 5;
  setpriority(PRIO_PROCESS, 0, kBehindTheEditor);
  warm_up();
  return Worker().serve();
}

}  // namespace dps::commands
