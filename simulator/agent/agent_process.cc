#include "simulator/agent/agent_process.h"

#include <array>
#include <cstdio>

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/processes/process_end.h"
#include "simulator/agent/agent.h"
#include "simulator/agent/asio.h"
#include "simulator/agent/guardian.h"
#include "simulator/agent/spawn.h"
#include "transport/control/frame_stream.h"
#include "transport/control/write_queue.h"

namespace dps::simulator {

namespace {

constexpr std::size_t kReadFromCoordinator = 64 << 10;
constexpr std::chrono::seconds kLastWords(1);

/// The inner half: an Agent with two streams. Ends when a stream or the guardian has ended.
class PipedAgent {
 public:
  PipedAgent(const Channels& channels, int lifeline)
      : up_fd_(channels.up),
        down_(io_, channels.down),
        up_(io_, channels.up),
        guardian_(io_, fcntl(lifeline, F_DUPFD_CLOEXEC, 0)),
        queue_(up_, [this] { agent_.end(1); }),
        agent_(io_, {.send = [this](std::vector<std::byte> frame) { send(std::move(frame)); },
                     .idle = [this] { return queue_.empty(); }}) {}

  int run() {
    up_.non_blocking(true);
    await_frames();
    await_guardian();
    agent_.start();
    io_.run();
    if (guardian_lost_) {  // AGENT_LOST is the last frame; only the parent gets the wait status
      report_loss_and_end_descendants(up_fd_, "guardian", 0);
      return 1;
    }
    end_descendants();
    queue_.flush(kLastWords);
    return agent_.status().value_or(1);
  }

 private:
  using Stream = asio::posix::stream_descriptor;

  /// Sends the frame in parts that the kernel writes completely or not at all: if this process is
  /// killed, the guardian can still append AGENT_LOST.
  void send(std::vector<std::byte> frame) {
    for (std::vector<std::byte>& part : control::in_parts(std::move(frame))) {
      queue_.push(std::move(part));
    }
  }

  void await_frames() {
    down_.async_wait(Stream::wait_read, [this](const error_code& error) {
      if (error == asio::error::operation_aborted) {
        return;
      }
      if (error) {  // epoll refuses it: standard input is a file
        agent_.fail({ErrorCode::kInput, "the agent needs a pipe or a socket as standard input"});
      } else if (read_frames()) {
        await_frames();
      }
    });
  }

  bool read_frames() {
    const auto outcome = control::read_into(reader_, down_.native_handle(), buffer_);
    if (outcome == control::Transfer::kEnd) {  // the coordinator has ended
      agent_.end(1);
      return false;
    }
    agent_.receive(reader_);
    return !agent_.status();
  }

  void await_guardian() {
    guardian_.async_wait(Stream::wait_read, [this](const error_code& error) {
      if (!error) {
        guardian_lost_ = true;
        agent_.end(1);
      }
    });
  }

  int up_fd_;
  asio::io_context io_{1};
  Stream down_;
  Stream up_;
  Stream guardian_;
  control::WriteQueue queue_;
  Agent agent_;
  control::FrameReader reader_{{.down = true, .trusted = true}};
  std::array<std::byte, kReadFromCoordinator> buffer_{};
  bool guardian_lost_ = false;
};

int run_inner(const Channels& channels, int lifeline) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // not inherited from the guardian
  try {
    return PipedAgent(channels, lifeline).run();
  } catch (const boost::system::system_error& error) {  // standard input or output is closed
    std::fprintf(stderr, "dps-simulator: the agent needs standard input and output: %s\n",
                 error.what());
    return 1;
  }
}

}  // namespace

int run_agent(const std::function<void()>& clean) {
  umask(S_IRWXG | S_IRWXO);
  prctl(PR_SET_DUMPABLE, 0);  // a PLAN, which is forwarded, contains the secret of the run
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  signal(SIGPIPE, SIG_IGN);
  raise_descriptor_limit();
  const Channels channels = take_standard_streams();
  const int status = guard(channels, [&](int lifeline) {
    const int inner_status = run_inner(channels, lifeline);
    clean();
    return inner_status;
  });
  clean();
  return status;
}

}  // namespace dps::simulator
