/// The link to one agent: frames in both directions over the pipes of the launcher's child, and the
/// child itself.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/result.h"
#include "coordinator/launch/child_words.h"
#include "coordinator/launch/launcher.h"
#include "transport/control/frame_stream.h"
#include "transport/control/write_queue.h"

namespace dps::coordinator {

/// Receives the events of links. Hosts are indices in Placement::hosts.
class AgentEvents {
 public:
  virtual ~AgentEvents() = default;
  /// A frame has arrived. The first one is HELLO, with our protocol and our version.
  virtual void on_frame(std::uint32_t host, const control::ReceivedFrame& frame) = 0;
  /// The link has failed; called once. The message contains the child's last output on stderr, if
  /// there is any.
  virtual void on_lost(std::uint32_t host, const Error& why) = 0;
  /// The launcher's child has ended and has been reaped; called once.
  virtual void on_exit(std::uint32_t host) = 0;
};

/// The error for an agent of another protocol or version, which names both; nullopt if they match.
std::optional<Error> refuse(const control::HelloFrame& hello);

/// The connection to the agent of one host, or to the child that leads to it (ssh): frames over its
/// standard streams, its last words, its end.
class AgentLink {
 public:
  AgentLink(boost::asio::io_context& io, std::uint32_t host, LaunchedAgent agent,
            AgentEvents& events);
  AgentLink(const AgentLink&) = delete;
  AgentLink& operator=(const AgentLink&) = delete;
  ~AgentLink() = default;

  /// Queues the frame; never blocks. Its bytes are wiped when they have been written.
  void send(std::vector<std::byte> frame);
  /// Closes the agent's input after all frames have been written. The agent ends then.
  void finish();
  /// True if the child has been reaped or, without a child, the agent has closed its output.
  [[nodiscard]] bool has_exited() const {
    return pid_ < 0 && (has_child_ || output_ended_ || !output_.is_open());
  }
  [[nodiscard]] std::string words() const { return last_words(errors_text_); }
  /// Changes the host's position.
  void set_host(std::uint32_t host) { host_ = host; }
  /// Reports no events from now on, except the exit.
  void retire() { lost_ = true; }
  /// Sends BYE, closes the input and retires.
  void dismiss();
  /// True if the child is not the agent itself (ssh).
  [[nodiscard]] bool leads_away() const { return leads_away_; }
  /// Sends a signal to the process group of the child.
  void signal_group(int signal);

 private:
  using Stream = boost::asio::posix::stream_descriptor;

  void read_frames();
  void read_errors();
  void read_last_errors();
  void keep_errors(std::string_view text);
  bool deliver_frames();
  bool deliver(control::ReceivedFrame frame);
  void watch_child();
  void reap();
  void on_end_of_output();
  void await_last_output(std::chrono::milliseconds time);
  void lose(const Error& why);
  void report_guardian_loss();
  void report_end();

  std::uint32_t host_;
  AgentEvents& events_;  // borrowed
  Stream input_, output_, errors_, child_;
  boost::asio::steady_timer exit_timer_;
  pid_t pid_;
  bool has_child_;
  bool leads_away_;
  std::optional<int> wait_status_;

  control::WriteQueue down_;
  control::FrameReader reader_{{.down = false, .marker = true, .trusted = false}};
  std::array<std::byte, 64 << 10> piece_{};
  std::array<char, 4 << 10> errors_piece_{};
  std::string errors_text_;
  std::optional<control::ReceivedFrame>
      lost_guardian_;  // held back until the wait status of the guardian is known
  bool has_hello_ = false;
  bool output_ended_ = false;
  bool lost_ = false;  // on_lost() was called, or the link is retired
};

}  // namespace dps::coordinator
