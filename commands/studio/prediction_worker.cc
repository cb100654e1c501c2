#include "commands/studio/prediction_worker.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "commands/studio/prediction_child.h"
#include "commands/studio/worker_lines.h"

namespace dps::commands {
namespace {

/// The pause after a request, in which the page and the other worker need the cores.
constexpr int kPauseMs = 100;

class Worker {
 public:
  ExitStatus serve() {
    while (true) {
      std::array<pollfd, 2> watched{
          {{STDIN_FILENO, POLLIN, 0}, {busy_ ? busy_->child.end() : -1, POLLIN, 0}}};
      const bool needs_spare = !busy_ && !spare_;
      const int ready = ::poll(watched.data(), watched.size(), needs_spare ? kPauseMs : -1);
      if (ready < 0 && errno != EINTR) {
        return ExitStatus::kFailed;
      }
      if (ready == 0) {
        spare_ = PredictionChild::start();
      }
      if (watched[1].revents != 0) {
        finish();
      }
      if (watched[0].revents != 0 && !read_more()) {
        return ExitStatus::kDone;
      }
    }
  }

 private:
  struct Busy {
    RequestKey key;
    PredictionChild child;
  };

  /// Reads more input. Returns false at its end.
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
    } else if (message.is_object() && message.contains("id") && !busy_) {
      start(line, {message["id"], message.value("number", std::uint64_t{0})});
    } else {
      std::fprintf(stderr, "dps studio-worker: a request is not JSON, or comes too early\n");
    }
  }

  void start(const std::string& line, RequestKey key) {
    auto child = std::exchange(spare_, std::nullopt);
    if (!child || child->has_ended()) {
      child = PredictionChild::start();
    }
    if (!child) {
      print_line(failed_line(key, "", "the system has no process or descriptor left"));
      print_line(line_of("done", key));
      return;
    }
    busy_.emplace(Busy{key, std::move(*child)});
    busy_->child.give(line);  // if it has ended, finish() reports that
  }

  void finish() {
    const int status = busy_->child.reap();
    if (WIFSIGNALED(status)) {
      write_all(STDOUT_FILENO, "\n");  // the child may have written a part of a line
      print_line(failed_line(
          busy_->key, "",
          fmt::format("the process of the prediction was ended by signal {}{}", WTERMSIG(status),
                      WTERMSIG(status) == SIGKILL
                          ? ", probably because the machine's memory was full"
                          : "")));
    }
    print_line(line_of("done", busy_->key));
    busy_.reset();
  }

  void cancel(std::uint64_t id) {
    if (busy_ && busy_->key.id == id) {
      const RequestKey key = busy_->key;
      busy_.reset();
      write_all(STDOUT_FILENO, "\n");
      print_line(line_of("cancelled", key));
    }
  }

  std::string input_;
  std::optional<PredictionChild> spare_;  // waits for the next request
  std::optional<Busy> busy_;
};

}  // namespace

ExitStatus serve_predictions() {
  constexpr int kBehindTheEditor = 5;
  setpriority(PRIO_PROCESS, 0, kBehindTheEditor);
  predict_small_program();
  return Worker().serve();
}

}  // namespace dps::commands
