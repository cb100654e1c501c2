/// A real `dps-simulator --agent` for tests, which communicate over its pipes like a launcher.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <sys/types.h>

#include "base/processes/process_end.h"
#include "transport/control/frame_stream.h"

namespace dps::simulator {

/// Processes whose end a test awaits; they need not be its children.
class AwaitedProcesses {
 public:
  /// `pid` must be alive.
  void add(pid_t pid);
  /// Adds `ancestor` and all its current descendants, as listed in /proc.
  void add_tree(pid_t ancestor);
  [[nodiscard]] std::size_t count() const { return ends_.size(); }
  /// Waits until all have ended. Returns false after 30 s, which only a faulty agent exceeds.
  [[nodiscard]] bool all_end();

 private:
  std::vector<Descriptor> ends_;
};

class AgentDriver {
 public:
  AgentDriver();
  /// Closes the stream to the agent and waits for its end. If it hangs, kills it and fails the
  /// test.
  ~AgentDriver();
  AgentDriver(const AgentDriver&) = delete;
  AgentDriver& operator=(const AgentDriver&) = delete;

  [[nodiscard]] pid_t guardian() const { return pid_; }

  void send(const control::Frame& frame, std::uint32_t process = control::kAgentItself,
            std::uint32_t run = 0);
  void write_down(std::string_view bytes);
  void close_down();

  /// The next frame other than PONG, COUNTERS and OUTPUT, whose times vary; output is kept. Returns
  /// nullopt at the end of the stream. A protocol violation or 30 s of silence fails the test.
  std::optional<control::ReceivedFrame> next();
  /// The next frame, which must be a T, from this process.
  template <typename T>
  T expect(std::uint32_t process = control::kAgentItself) {
    const auto received = next();
    if (received && received->header.process == process &&
        std::holds_alternative<T>(received->frame)) {
      return std::get<T>(received->frame);
    }
    complain(control::name(control::kind_of(T{})), process, received);
    return T{};
  }
  /// Reads until a T arrives, from any process.
  template <typename T>
  std::optional<T> await() {
    while (auto received = read_frame()) {
      if (const T* frame = std::get_if<T>(&received->frame)) {
        return *frame;
      }
    }
    return std::nullopt;
  }

  /// Waits until bytes have arrived, and leaves them unread.
  void await_part();

  [[nodiscard]] const std::string& output() const { return output_; }
  [[nodiscard]] std::uint64_t suppressed() const { return suppressed_; }
  /// Reads until the output contains the text.
  bool await_output(std::string_view text);

  /// Reads to the end of the stream, then the exit status; a signal is 128 + its number.
  int wait_exit();

 private:
  std::optional<control::ReceivedFrame> read_frame();
  void complain(const char* wanted, std::uint32_t process,
                const std::optional<control::ReceivedFrame>& got);

  pid_t pid_ = 0;
  int down_ = -1;
  int up_ = -1;
  bool ended_ = false;
  control::FrameReader reader_{{.marker = true, .trusted = true}};
  std::string output_;
  std::uint64_t suppressed_ = 0;
};

/// Runs dps-simulator with these arguments and without input.
struct Finished {
  int status;
  std::string output;  ///< standard output and error
};
Finished run_simulator_program(const std::vector<std::string>& arguments);

}  // namespace dps::simulator
