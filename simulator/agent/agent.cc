#include "simulator/agent/agent.h"

#include <algorithm>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include "base/processes/process_end.h"
#include "simulator/agent/host_facts.h"
#include "simulator/agent/spawn.h"

namespace dps::simulator {

namespace {

using control::FrameKind;
using control::SimulatorState;
using std::chrono::milliseconds;

constexpr milliseconds kBeat(500);
constexpr milliseconds kQuickBeat(10);
constexpr int kReadingsAfterChange = 3;  // the detection of quiescence needs two equal ones
constexpr milliseconds kByeGrace(500);
constexpr std::size_t kDescriptorsPerChild = 2;
constexpr std::size_t kOtherDescriptors = 32;

profiles::ProcessDeath::CpuTime cpu_time_in(const rusage& usage) {
  const auto nanoseconds = [](const timeval& time) {
    return Nanoseconds(std::chrono::seconds(time.tv_sec)) + std::chrono::microseconds(time.tv_usec);
  };
  return {nanoseconds(usage.ru_utime), nanoseconds(usage.ru_stime)};
}

/// Returns nullopt if no events are to be recorded.
std::optional<traces::Limits> limits_of(const control::TraceOrder& order) {
  if (order.events == 0) {
    return std::nullopt;
  }
  return traces::Limits{.events = std::min(order.events, traces::kMostEvents),
                        .keep = order.keeps_last ? traces::Keep::kLast : traces::Keep::kFirst,
                        .from = order.from,
                        .to = order.to};
}

}  // namespace

Agent::Agent(asio::io_context& io, Upward upward, StartSimulator start)
    : io_(io),
      upward_(std::move(upward)),
      start_(std::move(start)),
      watch_(children_),
      deaths_(io),
      next_beat_(io) {
  events_.frame = [this](SimulatorChild& child, const control::ReceivedFrame& frame) {
    pass_up(child, frame);
  };
  events_.output = [this](SimulatorChild& child, const control::OutputFrame& output) {
    send(child, output);
  };
  events_.violation = [this](SimulatorChild& child, const Error& why) {
    kill_for_violation(child, why);
  };
}

void Agent::start() {
  last_counters_ = Clock::now();
  lease_.renew(last_counters_);
  error_code ignored;
  deaths_.add(SIGCHLD, ignored);
  await_deaths();
  send(host_facts());
  await_beat(kBeat);
}

void Agent::send(const control::Frame& frame) {
  upward_.send(control::encode(frame));
}

void Agent::send(const SimulatorChild& child, const control::Frame& frame) {
  upward_.send(control::encode(frame, index(child.process()), child.run));
}

void Agent::fail(const Error& why) {
  send(control::FailedFrame{why.code, "control", why.message});
  end(1);
}

void Agent::end(int status) {
  status_ = status;
  io_.stop();
}

void Agent::violation(const control::FrameHeader& header, const std::string& what) {
  fail({ErrorCode::kProtocol, fmt::format("a {} frame {}", control::name(header.kind), what)});
}

// --- frames for the agent itself ----------------------------------------------------------------

void Agent::receive(control::FrameReader& frames) {
  while (!status_) {
    auto frame = frames.next_raw();
    if (!frame) {
      fail(frame.error());
    } else if (*frame) {
      receive(**std::move(frame));
    } else {
      break;
    }
  }
}

void Agent::receive(control::RawFrame frame) {
  if (status_) {
    return;
  }
  if (frame.header.process != control::kAgentItself) {
    pass_down(std::move(frame));
    return;
  }
  const auto decoded = control::decode_body(frame.header, frame.body);
  if (!decoded) {
    fail(decoded.error());
    return;
  }
  handle_agent_frame(frame.header, *decoded);
}

void Agent::handle_agent_frame(const control::FrameHeader& header, const control::Frame& frame) {
  if (const auto* ping = std::get_if<control::PingFrame>(&frame)) {
    const auto now = Clock::now();
    lease_.renew(now);
    send(control::PongFrame{ping->sent, now.time_since_epoch()});
  } else if (std::holds_alternative<control::ByeFrame>(frame)) {
    bye();
  } else if (ending_) {
    violation(header, "after BYE");
  } else if (const auto* launch_order = std::get_if<control::Launch>(&frame)) {
    launch(*launch_order);
  } else if (const auto* stop_order = std::get_if<control::StopFrame>(&frame)) {
    stop(*stop_order);
  } else if (const auto* fetch_order = std::get_if<control::FetchFrame>(&frame)) {
    fetch(header, *fetch_order);
  } else {
    violation(header, "is not for an agent");
  }
}

void Agent::launch(const control::Launch& order) {
  if (!enough_descriptors(order.processes.size())) {
    return;
  }
  for (const control::Launch::One& process : order.processes) {
    if (children_.contains(process.process)) {
      fail({ErrorCode::kProtocol, fmt::format("'{}' is launched twice", process.name)});
      return;
    }
    launch_one(process, {order.level, limits_of(order.trace)});
  }
}

bool Agent::enough_descriptors(std::size_t more) {
  const std::size_t needed = kDescriptorsPerChild * (children_.size() + more) + kOtherDescriptors;
  const std::uint64_t limit = raise_descriptor_limit();
  if (needed <= limit) {
    return true;
  }
  send(control::FailedFrame{
      ErrorCode::kLimit, "launch",
      fmt::format("{} simulators need {} open files, the limit is {}; raise it (ulimit -Hn)",
                  children_.size() + more, needed, limit)});
  return false;
}

void Agent::launch_one(const control::Launch::One& process, const Recording& recording) {
  auto child = SimulatorChild::launch(io_, process, recording, events_, start_);
  if (!child) {
    upward_.send(
        control::encode(control::FailedFrame{child.error().code, "launch", child.error().message},
                        index(process.process)));
    return;
  }
  send(**child, control::LaunchedFrame{static_cast<std::uint32_t>((*child)->pid())});
  children_.emplace(process.process, *std::move(child));
}

void Agent::stop(const control::StopFrame& order) {
  // With the number of the stopped run.
  std::vector<std::pair<SimulatorChild*, std::uint32_t>> stopped;
  for (const auto& [process, child] : children_) {
    const auto& named = order.processes;
    if (named.empty() || std::find(named.begin(), named.end(), process) != named.end()) {
      stop_one(*child);
      stopped.emplace_back(child.get(), child->run);
    }
  }
  asio::steady_timer& grace = grace_periods_.emplace_back(io_, milliseconds(order.grace_ms));
  grace.async_wait([stopped](const error_code& error) {
    for (const auto& [child, run] : stopped) {
      if (!error && child->state == SimulatorState::kRunning && child->run == run) {
        child->kill_group();
      }
    }
  });
}

void Agent::stop_one(SimulatorChild& child) {
  if (child.state == SimulatorState::kRunning) {
    child.terminate();
  } else if (child.run == 0) {
    child.kill_group();
  }
}

/// Sends the events in as many frames as they need. The simulator may have died, or begun an
/// earlier run last.
void Agent::fetch(const control::FrameHeader& header, const control::FetchFrame& order) {
  const auto found = children_.find(order.process);
  const traces::EventMemory* const events =
      found == children_.end() ? nullptr : found->second->recorded_events();
  if (events == nullptr) {
    violation(header,
              fmt::format("for process {}, which records no events here", index(order.process)));
    return;
  }
  const SimulatorChild& child = *found->second;
  const bool is_of_this_run = events->run() == child.run;
  const traces::EventCounts counts = is_of_this_run ? events->counts() : traces::EventCounts{};
  std::uint64_t position = std::min(order.position, counts.recorded);
  const std::uint64_t end =
      position + std::min<std::uint64_t>(order.most, counts.recorded - position);
  do {
    const std::uint64_t most = std::min<std::uint64_t>(control::kEventsOfAFrame, end - position);
    const std::vector<traces::Record> records = events->read(position, most);
    control::EventsFrame frame{
        position, counts.recorded, counts.left_out_before, counts.left_out_after, {}};
    frame.records.resize(records.size() * traces::kRecordBytes);
    traces::store(records, frame.records);
    send(child, frame);
    position += records.size();
  } while (position < end);
}

void Agent::bye() {
  if (ending_) {
    return;
  }
  ending_ = true;
  for (const auto& [process, child] : children_) {
    if (child->state == SimulatorState::kRunning || child->run == 0) {
      child->kill_group();
    } else {
      child->send(control::encode(control::ByeFrame{}, index(process), child->run));
    }
    child->state = SimulatorState::kEnding;
  }
  asio::steady_timer& grace = grace_periods_.emplace_back(io_, kByeGrace);
  grace.async_wait([this](const error_code& error) {
    if (!error) {
      end(0);
    }
  });
  reap();
}

// --- frames that are forwarded ------------------------------------------------------------------

void Agent::pass_down(control::RawFrame frame) {
  const auto found = children_.find(ProcessId{frame.header.process});
  if (found == children_.end()) {
    violation(frame.header, fmt::format("for process {}, which is not here", frame.header.process));
    return;
  }
  SimulatorChild& child = *found->second;
  if (!child.alive()) {
    return;  // DIED has been sent
  }
  const auto state = control::after(child.state, frame.header.kind);
  const bool is_begin = frame.header.kind == FrameKind::kBegin;
  if (!state || (is_begin ? frame.header.run <= child.run : frame.header.run != child.run)) {
    violation(frame.header, fmt::format("of run {} for '{}', {} in run {}", frame.header.run,
                                        child.name(), control::phase_name(child.state), child.run));
    return;
  }
  child.state = *state;
  child.run = frame.header.run;
  child.send(control::encode(frame));
  control::wipe(frame.body);
}

void Agent::pass_up(SimulatorChild& child, const control::ReceivedFrame& frame) {
  const auto state = control::after(child.state, frame.header.kind);
  if (child.state == SimulatorState::kEnding) {
    return;
  }
  if (!state || frame.header.run != child.run || frame.header.process != index(child.process())) {
    kill_for_violation(
        child, {ErrorCode::kProtocol,
                fmt::format("'{}' sent a {} frame while {}", child.name(),
                            control::name(frame.header.kind), control::phase_name(child.state))});
    return;
  }
  child.state = *state;
  if (child.state == SimulatorState::kDone || child.state == SimulatorState::kDrained) {
    child.read_output();
    send_record(child, child.page().read());
    send_counters_soon();
  }
  send(child, frame.frame);
}

void Agent::send_record(const SimulatorChild& child,
                        const Result<profiles::ProcessRecord>& record) {
  if (!record) {
    send(child, control::FailedFrame{record.error().code, "collect",
                                     fmt::format("the record of '{}' is damaged: {}", child.name(),
                                                 record.error().message)});
    return;
  }
  send(child, control::RecordFrame{profiles::encode_record(*record)});
}

void Agent::kill_for_violation(SimulatorChild& child, const Error& why) {
  send(child, control::FailedFrame{why.code, "control", why.message});
  child.kill_group();
}

// --- events of the host -------------------------------------------------------------------------

void Agent::await_deaths() {
  deaths_.async_wait([this](const error_code& error, int) {
    if (!error) {
      reap();
      await_deaths();
    }
  });
}

/// Reaps every child that has ended, including adopted orphans of `exec` components. A child's
/// process group is killed while the child is a zombie, so that its pid cannot have been reused.
void Agent::reap() {
  siginfo_t dead{};
  while (waitid(P_ALL, 0, &dead, WEXITED | WNOHANG | WNOWAIT) == 0 && dead.si_pid != 0) {
    SimulatorChild* const child = find(dead.si_pid);
    if (child != nullptr) {
      child->ended();
    }
    int wait_status = 0;
    rusage usage{};
    wait4(dead.si_pid, &wait_status, 0, &usage);
    if (child != nullptr) {
      report_death(*child, wait_status, cpu_time_in(usage));
    }
    dead.si_pid = 0;
  }
  end_if_alone();
}

SimulatorChild* Agent::find(pid_t simulator) const {
  const auto found = std::find_if(children_.begin(), children_.end(), [&](const auto& entry) {
    return entry.second->alive() && entry.second->pid() == simulator;
  });
  return found == children_.end() ? nullptr : found->second.get();
}

void Agent::end_if_alone() {
  const bool any_left = std::any_of(children_.begin(), children_.end(),
                                    [](const auto& entry) { return entry.second->alive(); });
  if (ending_ && !any_left) {
    end(0);
  }
}

bool Agent::playing() const {
  return std::any_of(children_.begin(), children_.end(), [](const auto& entry) {
    return entry.second->alive() && entry.second->state == SimulatorState::kRunning;
  });
}

void Agent::died(pid_t simulator, int wait_status) {
  if (SimulatorChild* const child = find(simulator)) {
    child->ended();
    report_death(*child, wait_status, std::nullopt);
  }
  end_if_alone();
}

void Agent::leaves(pid_t simulator) {
  SimulatorChild* const child = find(simulator);
  if (child != nullptr && child->state == SimulatorState::kEnding) {
    child->left();
  }
  end_if_alone();
}

void Agent::report_death(SimulatorChild& child, int wait_status,
                         const std::optional<profiles::ProcessDeath::CpuTime>& cpu_time) {
  if (child.state == SimulatorState::kEnding) {
    return;
  }
  send_record(child, child.page().read({Clock::now().time_since_epoch(), cpu_time}));
  const profiles::PageCounters last = child.page().counters();
  send(child, control::DiedFrame{.state = last.state,
                                 .signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0,
                                 .status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 0,
                                 .unit = last.unit,
                                 .position = last.position});
  send_counters_soon();
}

/// Runs twice a second; every 10 ms while only servers run or COUNTERS are due.
void Agent::beat() {
  if (lease_.has_expired(next_beat_.expiry(), Clock::now())) {
    fail({ErrorCode::kTimeout,
          fmt::format("no heartbeat from the coordinator for {} s", kLease.count())});
    end(kLeaseExpired);
    return;
  }
  if (!children_.empty()) {
    send_counters();
  }
  const bool quick = readings_due_ > 0 || watch_.only_servers_run();
  await_beat(quick ? kQuickBeat : kBeat);
}

void Agent::await_beat(milliseconds pause) {
  next_beat_.expires_after(pause);  // cancels a pending wait
  next_beat_.async_wait([this](const error_code& error) {
    if (!error) {
      beat();
    }
  });
}

/// Called when the run of a process has ended: the coordinator needs the counters at once.
void Agent::send_counters_soon() {
  readings_due_ = std::max(readings_due_, 1);
  if (next_beat_.expiry() > Clock::now() + kQuickBeat) {
    await_beat(kQuickBeat);
  }
}

void Agent::send_counters() {
  const auto now = Clock::now();
  const control::CountersFrame counters = watch_.read(now);
  if (watch_.moved() && watch_.only_servers_run()) {
    readings_due_ = kReadingsAfterChange;
  }
  const bool due = readings_due_ > 0 || now - last_counters_ >= kBeat;
  if (due && upward_.idle()) {  // not idle: the coordinator has not read the last ones
    send(counters);
    last_counters_ = now;
    readings_due_ = std::max(0, readings_due_ - 1);
  }
  for (const Watch::Stuck& stuck : watch_.stuck(now)) {
    send(*stuck.child, control::StuckFrame{stuck.what});
  }
}

}  // namespace dps::simulator
