// The rank of an agent. Its frames are sent over MPI to the agent of rank 0, which has the pipe to
// the coordinator.
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/processes/process_end.h"
#include "simulator/agent/agent.h"
#include "simulator/mpi/meeting.h"
#include "simulator/mpi/mpi_ranks.h"
#include "simulator/mpi/rank_pair.h"
#include "simulator/mpi/trunk_hub.h"
#include "transport/control/frame_stream.h"
#include "transport/mpi/mail.h"
#include "transport/mpi/world.h"

namespace dps::simulator {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// MPI has no descriptor for poll(), so the agent polls for messages at intervals: long ones while
/// processes run, which need the cores, and short ones for a while after a message, so that clock
/// offsets are measured accurately.
constexpr std::chrono::microseconds kPoll(25'000);
constexpr std::chrono::microseconds kQuickPoll(100);
constexpr milliseconds kStaysQuick(100);
/// Time limit for sending the last frames and for MPI_Finalize.
constexpr milliseconds kFlush(800);
constexpr milliseconds kLeaving(500);
constexpr int kHub = 0;

class MpiAgent {
 public:
  MpiAgent(const RankPlace& place, const Channels& channels, const ParentEnds& parents,
           Descriptor meeting, const transport::MpiWorld& world);

  int run();

 private:
  using Stream = asio::posix::stream_descriptor;

  [[nodiscard]] bool is_hub() const { return trunk_.has_value(); }
  void send_up(std::vector<std::byte> frame);
  void send_piece(std::span<const std::byte> piece);
  void take_mail();
  void await_mail();
  void on_mail(int from, std::span<const std::byte> piece);
  void on_down(std::uint32_t host, std::span<const std::byte> piece);
  void on_own_stream(std::span<const std::byte> piece);
  void await_end_of(Stream& parent, const char* half);
  void flush_streams();

  RankPlace place_;
  asio::io_context io_{1};
  asio::steady_timer next_poll_{io_};
  Clock::time_point busy_;
  Stream guardian_;  ///< readable when it has ended; then this process ends too
  Stream launcher_;
  transport::MpiMail mail_;
  std::optional<TrunkHub> trunk_;
  Ranks ranks_;
  Agent agent_;
  control::FrameReader reader_{{.down = true, .trusted = true}};
  std::optional<std::string> lost_;  ///< `half` of AGENT_LOST
  bool is_clean_ = false;  ///< the names of shared files have been removed, at the first run
};

MpiAgent::MpiAgent(const RankPlace& place, const Channels& channels, const ParentEnds& parents,
                   Descriptor meeting, const transport::MpiWorld& world)
    : place_(place),
      guardian_(io_, fcntl(parents.guardian, F_DUPFD_CLOEXEC, 0)),
      launcher_(io_, fcntl(parents.launcher, F_DUPFD_CLOEXEC, 0)),
      mail_(world.group()),
      ranks_(io_, std::move(meeting), place.ranks,
             {.died = [this](pid_t pid, int status) { agent_.died(pid, status); },
              .leaves = [this](pid_t pid) { agent_.leaves(pid); }}),
      agent_(io_,
             {.send = [this](std::vector<std::byte> frame) { send_up(std::move(frame)); },
              .idle = [this] { return is_hub() ? trunk_->idle() : mail_.idle(); }},
             [this](const std::string& name, const SimulatorEnds& ends) {
               return ranks_.start(name, ends);
             }) {
  if (world.rank() == kHub) {
    trunk_.emplace(
        io_, channels, place.hosts,
        TrunkHub::Events{.down = [this](std::uint32_t host, auto piece) { on_down(host, piece); },
                         .lost =
                             [this] {
                               for (std::uint32_t h = 0; h < place_.hosts; ++h) {
                                 on_down(h, {});
                               }
                             }});
  }
}

int MpiAgent::run() {
  send_piece(std::as_bytes(std::span(control::kMarker)));
  await_end_of(guardian_, "guardian");
  await_end_of(launcher_, "starter");
  agent_.start();
  await_mail();
  io_.run();
  if (lost_) {
    send_up(control::encode(control::AgentLostFrame{*lost_, 0, 0}));
  }
  end_descendants();
  flush_streams();
  if (lost_) {
    clean_up(place_, false);
  }
  return agent_.status().value_or(1);
}

/// Sends the frame in parts, each with one write: if this process is killed, the report of its
/// guardian follows a complete part.
void MpiAgent::send_up(std::vector<std::byte> frame) {
  for (const std::vector<std::byte>& part : control::in_parts(std::move(frame))) {
    send_piece(part);
  }
}

void MpiAgent::send_piece(std::span<const std::byte> piece) {
  if (is_hub()) {
    trunk_->up(place_.host, piece);
  } else {
    mail_.send(kHub, {piece.begin(), piece.end()});
  }
}

void MpiAgent::await_mail() {
  const bool is_quick = Clock::now() - busy_ < kStaysQuick && !agent_.playing();
  next_poll_.expires_after(is_quick ? kQuickPoll : kPoll);
  next_poll_.async_wait([this](const error_code& error) {
    if (!error) {
      take_mail();
      if (agent_.playing() && !std::exchange(is_clean_, true)) {
        clean_up(place_, false);
      }
      await_mail();
    }
  });
}

void MpiAgent::take_mail() {
  const bool any =
      mail_.poll([this](int from, std::span<std::byte> piece) { on_mail(from, piece); });
  if (any) {
    busy_ = Clock::now();
  }
}

void MpiAgent::on_mail(int from, std::span<const std::byte> piece) {
  if (is_hub()) {
    trunk_->up(static_cast<std::uint32_t>(from), piece);
  } else if (from == kHub) {
    on_own_stream(piece);
  }
}

void MpiAgent::on_down(std::uint32_t host, std::span<const std::byte> piece) {
  if (host == place_.host) {
    on_own_stream(piece);
  } else {
    busy_ = Clock::now();
    mail_.send(static_cast<int>(host), {piece.begin(), piece.end()});
  }
}

/// The end of the stream after BYE has no effect, since the simulators are already leaving.
void MpiAgent::on_own_stream(std::span<const std::byte> piece) {
  if (piece.empty()) {
    if (!agent_.ending() && !agent_.status()) {
      agent_.end(1);
    }
    return;
  }
  reader_.feed(piece);
  agent_.receive(reader_);
}

void MpiAgent::await_end_of(Stream& parent, const char* half) {
  parent.async_wait(Stream::wait_read, [this, half](const error_code& error) {
    if (!error) {
      lost_ = lost_.value_or(half);
      agent_.end(1);
    }
  });
}

/// Ends the stream to the coordinator. The hub waits until all other agents have ended theirs.
void MpiAgent::flush_streams() {
  send_piece({});
  const auto until = Clock::now() + kFlush;
  const auto is_done = [this] { return is_hub() ? trunk_->all_ended() : mail_.idle(); };
  while (!is_done() && Clock::now() < until) {
    io_.restart();
    io_.run_for(kQuickPoll);
    take_mail();
  }
  if (is_hub()) {
    trunk_->flush(kFlush);
  }
}

int run_inner(const RankPlace& place, const Channels& channels, const ParentEnds& parents,
              Descriptor meeting) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // not inherited from the guardian
  auto world = transport::MpiWorld::join(static_cast<int>(place.hosts));
  if (!world) {
    std::fprintf(stderr, "dps-simulator-mpi: %s\n", world.error().message.c_str());
    return 1;
  }
  try {
    const int status = MpiAgent(place, channels, parents, std::move(meeting), **world).run();
    transport::MpiWorld::leave(kLeaving);
    return status;
  } catch (const boost::system::system_error& error) {  // standard input or output is closed
    std::fprintf(stderr, "dps-simulator-mpi: the agent needs standard input and output: %s\n",
                 error.what());
    return 1;
  }
}

int guard(const RankPlace& place, const Descriptor& launcher, const CleanRank& clean) {
  raise_descriptor_limit();
  const Channels channels = take_standard_streams();
  auto meeting = open_meeting(place.secret, place.host);
  if (!meeting) {
    std::fprintf(stderr, "dps-simulator-mpi: %s\n", meeting.error().message.c_str());
    return 1;
  }
  return guard_agent(
      place.host, launcher,
      [&](const ParentEnds& parents) {
        return run_inner(place, channels, parents, *std::move(meeting));
      },
      clean);
}

}  // namespace

/// Removes the shared files: all ranks of the host have opened them and no longer need their names.
void clean_up(const RankPlace& place, bool launcher_died) {
  std::error_code ignored;
  std::filesystem::remove_all(place.scratch, ignored);
  if (launcher_died && !place.session.empty()) {
    const std::filesystem::path session(place.session);
    std::filesystem::remove_all(session, ignored);
    std::filesystem::remove(session.parent_path(), ignored);  // if no other run uses it
  }
}

int run_agent_rank(const RankPlace& place) {
  prctl(PR_SET_DUMPABLE, 0);  // a PLAN, which is forwarded, may contain a secret
  const auto clean = [&](bool launcher_died) { clean_up(place, launcher_died); };
  return run_detached_rank(
      [&](const Descriptor& launcher) { return guard(place, launcher, clean); }, clean, kReportMs);
}

}  // namespace dps::simulator
