#include "coordinator/agents/agent_link.h"

#include <algorithm>
#include <csignal>

#include <boost/asio/buffer.hpp>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/processes/process_end.h"
#include "base/version.h"

namespace dps::coordinator {

using boost::system::error_code;

namespace {

constexpr std::size_t kMostErrorsText = 4 << 10;
/// The delay between the end of an agent's output and the report of its loss, in which its wait
/// status may become available.
constexpr std::chrono::milliseconds kStatusTime{300};

void take_over(boost::asio::posix::stream_descriptor& stream, Descriptor& descriptor) {
  if (descriptor.get() >= 0) {
    stream.assign(descriptor.release());
  }
}

}  // namespace

std::optional<Error> refuse(const control::HelloFrame& hello) {
  if (hello.protocol == control::kProtocolVersion && hello.version == dps_version()) {
    return std::nullopt;
  }
  return Error{ErrorCode::kVersion,
               fmt::format("its dps-simulator is version {} (protocol {}), this dps is version {} "
                           "(protocol {}); install the same version on both",
                           printable(hello.version), hello.protocol, dps_version(),
                           control::kProtocolVersion)};
}

AgentLink::AgentLink(boost::asio::io_context& io, std::uint32_t host, LaunchedAgent agent,
                     AgentEvents& events)
    : host_(host),
      events_(events),
      input_(io),
      output_(io),
      errors_(io),
      child_(io),
      exit_timer_(io),
      pid_(agent.pid),
      has_child_(agent.pid > 0),
      leads_away_(agent.leads_away),
      down_(input_, [this] { finish(); }) {  // the end of the output gives the reason
  take_over(input_, agent.input);
  error_code ignored;
  input_.non_blocking(true, ignored);
  take_over(output_, agent.output);
  take_over(errors_, agent.errors);
  read_frames();
  read_errors();
  watch_child();
}

// --- down ----------------------------------------------------------------------------------------

void AgentLink::send(std::vector<std::byte> frame) {
  if (input_.is_open()) {
    down_.push(std::move(frame));
  }
}

void AgentLink::finish() {
  down_.finish();
}

void AgentLink::dismiss() {
  send(control::encode(control::ByeFrame{}));
  finish();
  retire();
}

// --- up ------------------------------------------------------------------------------------------

void AgentLink::read_frames() {
  output_.async_read_some(boost::asio::buffer(piece_),
                          [this](const error_code& error, std::size_t bytes) {
                            if (error == boost::asio::error::operation_aborted) {
                              return;
                            }
                            if (error) {
                              on_end_of_output();
                              return;
                            }
                            reader_.feed(std::span(piece_).first(bytes));
                            if (deliver_frames()) {
                              read_frames();
                            }
                          });
}

bool AgentLink::deliver_frames() {
  for (;;) {
    auto next = reader_.next();
    if (!next) {
      lose(next.error());
      return false;
    }
    if (!*next) {
      return true;
    }
    if (!deliver(**std::move(next))) {
      return false;
    }
  }
}

bool AgentLink::deliver(control::ReceivedFrame frame) {
  if (lost_) {
    return true;
  }
  if (!has_hello_) {
    const auto* hello = std::get_if<control::HelloFrame>(&frame.frame);
    const auto refused = hello != nullptr
                             ? refuse(*hello)
                             : Error{ErrorCode::kProtocol, "the agent did not send HELLO"};
    if (refused) {
      lose(*refused);
      return false;
    }
    has_hello_ = true;
    reader_.accept();
  }
  const auto* lost = std::get_if<control::AgentLostFrame>(&frame.frame);
  if (lost != nullptr && lost->half == "guardian" && lost->signal == 0 && lost->status == 0) {
    lost_guardian_ = std::move(frame);  // if it is our child, its wait status shows how it ended
    return true;
  }
  events_.on_frame(host_, frame);
  return true;
}

void AgentLink::report_guardian_loss() {
  if (!lost_guardian_) {
    return;
  }
  auto& lost = std::get<control::AgentLostFrame>(lost_guardian_->frame);
  if (wait_status_ && WIFSIGNALED(*wait_status_)) {
    lost.signal = WTERMSIG(*wait_status_);
  }
  const auto report = *std::exchange(lost_guardian_, std::nullopt);
  if (!lost_) {
    events_.on_frame(host_, report);
  }
}

void AgentLink::read_errors() {
  if (!errors_.is_open()) {
    return;
  }
  errors_.async_read_some(boost::asio::buffer(errors_piece_),
                          [this](const error_code& error, std::size_t bytes) {
                            if (error) {
                              return;
                            }
                            keep_errors({errors_piece_.data(), bytes});
                            read_errors();
                          });
}

void AgentLink::keep_errors(std::string_view text) {
  errors_text_.append(text);
  if (errors_text_.size() > kMostErrorsText) {
    errors_text_.erase(0, errors_text_.size() - kMostErrorsText);
  }
}

/// Reads the rest of stderr: the child may have written to it just before it closed its output.
void AgentLink::read_last_errors() {
  if (!errors_.is_open()) {
    return;
  }
  decltype(errors_piece_) piece;
  error_code error;
  errors_.non_blocking(true, error);
  while (!error) {
    const std::size_t bytes = errors_.read_some(boost::asio::buffer(piece), error);
    keep_errors({piece.data(), bytes});
  }
}

// --- the end -------------------------------------------------------------------------------------

void AgentLink::watch_child() {
  if (pid_ < 0) {
    return;
  }
  Descriptor end = watch_end(pid_);
  if (!end.is_open()) {
    return;  // no pidfd_open(2): reap() is called when the output ends
  }
  child_.assign(end.release());
  child_.async_wait(Stream::wait_read, [this](const error_code& error) {
    if (!error) {
      reap();
    }
  });
}

void AgentLink::reap() {
  int status = 0;
  if (pid_ < 0 || waitpid(pid_, &status, WNOHANG) != pid_) {
    return;
  }
  pid_ = -1;
  wait_status_ = status;
  if (output_ended_) {
    await_last_output(std::chrono::milliseconds(0));
  }
  events_.on_exit(host_);
}

/// The output has ended. The reason is made from the child's wait status and its last output.
void AgentLink::on_end_of_output() {
  output_ended_ = true;
  await_last_output(kStatusTime);
  reap();
  if (pid_ < 0) {
    await_last_output(std::chrono::milliseconds(0));
  }
}

/// Reports the end after this delay and after all pending handlers, one of which may read the
/// child's last output.
void AgentLink::await_last_output(std::chrono::milliseconds time) {
  exit_timer_.expires_after(time);
  exit_timer_.async_wait([this](const error_code& error) {
    if (!error) {
      reap();
      report_end();
      if (!has_child_) {
        events_.on_exit(host_);
      }
    }
  });
}

void AgentLink::report_end() {
  report_guardian_loss();
  std::string how = has_hello_ ? "agent lost" : "no agent answered";
  if (wait_status_ && WIFSIGNALED(*wait_status_)) {
    how += " (" + signal_text(WTERMSIG(*wait_status_)) + ")";
  } else if (wait_status_) {
    how += fmt::format(" (exit status {})", WEXITSTATUS(*wait_status_));
  }
  read_last_errors();
  std::string words = this->words();
  if (words.empty() && !has_hello_) {
    words = last_words(reader_.noise());
  }
  if (words.empty() && !wait_status_) {
    how += " (it closed its output)";
  }
  lose({ErrorCode::kSystem, words.empty() ? how : how + ": " + words});
}

void AgentLink::lose(const Error& why) {
  if (lost_) {
    return;
  }
  lost_ = true;
  error_code ignored;
  exit_timer_.cancel(ignored);
  output_.close(ignored);
  events_.on_lost(host_, why);
}

void AgentLink::signal_group(int signal) {
  if (pid_ > 0) {
    ::kill(-pid_, signal);
  }
}

}  // namespace dps::coordinator
