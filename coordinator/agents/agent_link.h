/// The line to one agent: frames down and up over the pipes of the launcher's child, and the child.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "base/result.h"
#include "control/frame_stream.h"
#include "coordinator/launch/child_words.h"
#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

/// Whom a link tells. Hosts are positions in Placement::hosts.
class AgentEvents {
 public:
  virtual ~AgentEvents() = default;
  /// The first is HELLO, with our protocol and our version.
  virtual void on_frame(std::uint32_t host, const control::ReceivedFrame& frame) = 0;
  /// No frame will come any more; once. The words are the launcher's own where there are any.
  virtual void on_lost(std::uint32_t host, const Error& why) = 0;
  /// The launcher's child has ended and been reaped; once.
  virtual void on_exit(std::uint32_t host) = 0;
};

/// Nothing, or why we cannot work with this agent: both versions, and what to do.
std::optional<Error> refuse(const control::HelloFrame& hello);

class AgentLink {
 public:
  AgentLink(boost::asio::io_context& io, std::uint32_t host, LaunchedAgent agent,
            AgentEvents& events);
  AgentLink(const AgentLink&) = delete;
  AgentLink& operator=(const AgentLink&) = delete;
  ~AgentLink() = default;

  /// Queued; nothing blocks. The bytes are wiped when they have been written.
  void send(std::vector<std::byte> frame);
  /// No more frames: when all is written the agent reads the end of its input, and ends.
  void finish();
  /// Without a child of ours the agent has gone when it has no more to say.
  [[nodiscard]] bool has_exited() const {
    return pid_ < 0 && (has_child_ || output_ended_ || !output_.is_open());
  }
  [[nodiscard]] std::string words() const { return last_words(errors_text_); }
  /// The host has another position from now on.
  void set_host(std::uint32_t host) { host_ = host; }
  /// Nobody wants to know any more what comes from it; its exit is still told.
  void retire() { lost_ = true; }
  /// Tells the agent to end, and retires.
  void dismiss();
  /// The child is not the agent itself.
  [[nodiscard]] bool leads_away() const { return leads_away_; }
  /// To the launcher's child and all of its process group, which it leads.
  void signal_group(int signal);

 private:
  using Stream = boost::asio::posix::stream_descriptor;

  void write_next();
  void read_frames();
  void read_errors();
  void read_last_errors();
  void keep_errors(std::string_view text);
  bool deliver_frames();
  bool deliver(control::ReceivedFrame frame);
  void watch_child();
  void reap();
  void on_end_of_output();
  void lose(const Error& why);
  void tell_guardian();
  void tell_end();

  std::uint32_t host_;
  AgentEvents& events_;  // borrowed
  Stream input_, output_, errors_, child_;
  boost::asio::steady_timer last_moment_;
  pid_t pid_;
  bool has_child_;
  bool leads_away_;
  std::optional<int> wait_status_;

  std::deque<std::vector<std::byte>> queue_;  // the front is being written
  std::size_t written_ = 0;                   // of the front
  bool finishing_ = false;
  control::FrameReader reader_{{.down = false, .marker = true, .trusted = false}};
  std::array<std::byte, 64 << 10> piece_{};
  std::array<char, 4 << 10> errors_piece_{};
  std::string errors_text_;
  std::optional<control::ReceivedFrame> lost_guardian_;  // to be told with its signal
  bool has_hello_ = false;
  bool output_ended_ = false;
  bool lost_ = false;  // or retired
};

}  // namespace dps::coordinator
