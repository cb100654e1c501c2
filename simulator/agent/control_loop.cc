#include "simulator/agent/control_loop.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <sys/prctl.h>

#include "blueprint/codec.h"
#include "simulator/process/core_binding.h"
#include "transport/control/stream_io.h"

namespace dps::simulator {

namespace {

constexpr std::size_t kReadFromAgent = 16 << 10;
constexpr std::uint64_t kEndlessly = std::numeric_limits<std::uint64_t>::max();

control::DoneFrame done_frame(const ProcessOutcome& outcome) {
  control::DoneFrame done;
  done.ending = outcome.ending;
  done.waiting = outcome.waiting;
  done.unit = outcome.unit;
  done.failure = outcome.failure;
  done.progress = outcome.progress;
  done.contributions = outcome.contributions;
  done.unclaimed = outcome.unclaimed;
  done.queued = outcome.queued;
  done.switches = outcome.interference.switches;
  done.steal = outcome.interference.steal;
  return done;
}

/// Flushes the output of user functions, so that it precedes the frame that ends the run.
void flush_output() {
  std::fflush(nullptr);
}

}  // namespace

int ControlLoop::serve() {
  const Result<void> played = play_part();
  if (played || over_) {
    return 0;
  }
  flush_output();
  send(control::FailedFrame{played.error().code, phase_, played.error().message});
  return 1;
}

Result<void> ControlLoop::play_part() {
  Result<void> step = prepare();
  if (step) {
    step = connect();
  }
  while (step) {
    step = play_run();
  }
  return step;
}

// --- before the first run -----------------------------------------------------------------------

Result<void> ControlLoop::prepare() {
  prctl(PR_SET_DUMPABLE, 0);  // until the secret has been wiped
  auto plan = receive<control::PlanFrame>();
  if (!plan) {
    return tl::unexpected(plan.error());
  }
  return take_plan(*std::move(plan));
}

Result<void> ControlLoop::take_plan(control::PlanFrame plan) {
  auto program = blueprint::decode_program(plan.program);
  if (!program) {
    return tl::unexpected(program.error());
  }
  program_ = *std::move(program);
  if (index(self_) >= program_.plan_of.size() ||
      program_.plan_of[index(self_)] == blueprint::kNone || plan.level != memory_.page.level() ||
      plan.traces != memory_.events.has_value()) {
    return failure(ErrorCode::kProtocol, "the plan is not for this process");
  }
  if (plan.core != control::kAnyCore) {
    if (auto bound = bind_to_core(plan.core); !bound) {
      return bound;
    }
  }
  for (const std::string& library : plan.userfuncs) {
    if (auto loaded = functions_.load(library); !loaded) {
      return loaded;
    }
  }
  phase_ = "listen";
  auto transport = maker_(plan, self_, program_, stop_.signal());
  control::wipe(plan.secret);
  if (!transport) {
    return tl::unexpected(transport.error());
  }
  transport_ = *std::move(transport);
  const auto port = transport_->listen();
  if (!port) {
    return tl::unexpected(port.error());
  }
  send(control::ListeningFrame{*port});
  phase_ = "plan";  // allocates buffers and finds programs while other processes begin to listen
  traces::EventMemory* const events = memory_.events ? &*memory_.events : nullptr;
  auto simulation =
      Simulation::prepare({program_, self_, *transport_, memory_.page, functions_, events},
                          {.level = plan.level,
                           .speed = plan.speed,
                           .folder = plan.folder,
                           .seed = plan.seed,
                           .largest_arrival = plan.largest_arrival,
                           .stop = stop_.signal()});
  if (!simulation) {
    return tl::unexpected(simulation.error());
  }
  simulation_ = *std::move(simulation);
  return {};
}

Result<void> ControlLoop::connect() {
  phase_ = "connect";
  const auto order = receive<control::PeersFrame>();
  if (!order) {
    return tl::unexpected(order.error());
  }
  const std::vector<bool> direct = direct_receivers(program_, self_);
  std::vector<transport::Peer> peers;
  peers.reserve(order->peers.size());
  for (const control::PeersFrame::One& peer : order->peers) {
    const bool is_direct = index(peer.process) < direct.size() && direct[index(peer.process)];
    peers.push_back({peer.process, peer.address, peer.port,
                     is_direct ? MessageRoute::kDirect : MessageRoute::kDefault});
  }
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(order->timeout_ms);
  if (auto connected = transport_->connect(peers, deadline); !connected) {
    return connected;
  }
  prctl(PR_SET_DUMPABLE, 1);
  send(control::ReadyFrame{});
  return {};
}

// --- a run --------------------------------------------------------------------------------------

Result<void> ControlLoop::play_run() {
  phase_ = "run";
  const auto begin = receive<control::BeginFrame>();
  if (!begin) {
    return tl::unexpected(begin.error());
  }
  const std::chrono::steady_clock::time_point instant{begin->instant};
  const ProcessOutcome outcome = simulation_->run(run_, instant);
  stop_.clear();
  flush_output();
  send(done_frame(outcome));
  phase_ = "collect";
  return take_late_messages(outcome.ending == Ending::kStopped);
}

/// Runs between DONE and DRAINED. Ignores SIGTERM, since the run has ended already.
Result<void> ControlLoop::take_late_messages(bool was_stopped) {
  auto next = reader_.next();
  if (next && *next) {
    read_ahead_ = **std::move(next);
  }
  Result<void> drained;
  while (!read_ahead_) {
    drained = was_stopped ? simulation_->discard(frames_) : simulation_->drain(frames_, kEndlessly);
    if (drained || drained.error().code != ErrorCode::kInterrupted) {
      break;
    }
    stop_.clear();
  }
  if (!drained) {
    return drained;
  }
  const auto order = receive<control::DrainFrame>();
  if (!order) {
    return tl::unexpected(order.error());
  }
  stop_.clear();
  if (drained = simulation_->drain(frames_, order->expected); !drained) {
    return drained;
  }
  const profiles::PageCounters counters = memory_.page.counters();
  if (counters.taken + counters.late >= order->expected) {
    print_remarks();
    send(control::DrainedFrame{});
  }
  return {};  // a frame has arrived before, which is BYE
}

/// Prints on stderr, which the coordinator prints with the name of the process.
/// Source: docs/reliability.md, S9.
void ControlLoop::print_remarks() {
  std::vector<std::string> remarks = transport_->remarks();
  if (remarks != printed_) {
    for (const std::string& remark : remarks) {
      fmt::print(stderr, "dps: note: {}\n", remark);
    }
    flush_output();
    printed_ = std::move(remarks);
  }
}

// --- frames -------------------------------------------------------------------------------------

/// Returns the next frame if it is a T. All other frames except BYE are violations.
template <typename T>
Result<T> ControlLoop::receive() {
  auto received = next_frame();
  if (!received) {
    return tl::unexpected(received.error());
  }
  if (T* frame = std::get_if<T>(&received->frame)) {
    self_ = ProcessId{received->header.process};
    run_ = received->header.run;
    return std::move(*frame);
  }
  over_ = std::holds_alternative<control::ByeFrame>(received->frame);
  return failure(ErrorCode::kProtocol, fmt::format("received a {} frame, expected {}",
                                                   control::name(received->header.kind),
                                                   control::name(control::kind_of(T{}))));
}

Result<control::ReceivedFrame> ControlLoop::next_frame() {
  if (read_ahead_) {
    return *std::exchange(read_ahead_, std::nullopt);
  }
  while (true) {
    auto next = reader_.next();
    if (!next) {
      return tl::unexpected(next.error());
    }
    if (*next) {
      return **std::move(next);
    }
    if (auto read = read_more(); !read) {
      return tl::unexpected(read.error());
    }
  }
}

Result<void> ControlLoop::read_more() {
  std::array<std::byte, kReadFromAgent> buffer;
  if (control::read_into(reader_, frames_, buffer) == control::Transfer::kEnd) {
    over_ = true;
    return failure(ErrorCode::kSystem, "the agent has ended");
  }
  return {};
}

/// Ignores an error: if the agent has ended, the next read ends this process.
void ControlLoop::send(const control::Frame& frame) {
  control::send_all(frames_, control::encode(frame, index(self_), run_));
}

}  // namespace dps::simulator
