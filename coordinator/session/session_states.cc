// From phase to phase, when nothing goes wrong.
#include "coordinator/session/session_states.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "coordinator/session/books.h"
#include "coordinator/session/profile_maker.h"
#include "coordinator/session/server_ends.h"

namespace dps::coordinator {

using control::SimulatorState;
using std::chrono::microseconds;
using std::chrono::milliseconds;

namespace {

/// From the decision to BEGIN to its instant: time for the frames to reach every process.
constexpr milliseconds kBeginLead{10};
constexpr microseconds kBeginLeadPerProcess{100};
constexpr milliseconds kReportPause{100};
/// How often a clock is read in a series; after that few answers are quicker than the quickest.
constexpr std::uint32_t kExchanges = 16;

}  // namespace

SessionStates::SessionStates(const SessionScene& scene, Outbox& outbox, ProgressListener& listener)
    : scene_(scene),
      outbox_(outbox),
      listener_(listener),
      frames_(scene.program, scene.placement, scene.options, scene.flows),
      needs_(needs_of(scene.program, scene.placement, scene.flows)),
      hosts_(scene.placement.hosts.size()),
      lost_hosts_(hosts_.size()),
      clocks_(hosts_.size()),
      clocks_after_(hosts_.size()),
      exchanges_to_go_(hosts_.size()),
      heartbeats_(hosts_.size(), scene.options.deadlines.silence),
      roster_(scene.placement.host_of.size()),
      quiet_(scene.program, scene.placement.host_of, hosts_.size()),
      servers_(roster_.size()) {}

void SessionStates::start(TimePoint now) {
  now_ = started_ = last_tick_ = now;
  secret_.draw();
  enter(Phase::kHello, now + scene_.options.deadlines.hello);
}

void SessionStates::enter(Phase phase, std::optional<TimePoint> deadline) {
  phase_ = phase;
  deadline_ = deadline;
  report_progress(true);
}

void SessionStates::on_hello(std::uint32_t host, const control::HelloFrame& hello) {
  hosts_[host].hello = hello;
  heartbeats_.watch(host, now_);
  if (const auto excess = exceeds_host(needs_[host], hello)) {
    blame({CauseKind::kReport, host, std::nullopt, *excess, {}});
    return;
  }
  if (const auto warning = crowded(needs_[host], hello)) {
    notes_.push_back(scene_.placement.hosts[host].name + ": " + *warning);
  }
  const bool all = std::all_of(hosts_.begin(), hosts_.end(),
                               [](const HostFacts& facts) { return facts.hello.has_value(); });
  if (all && phase_ == Phase::kHello && causes_.empty()) {
    launch();
  }
}

void SessionStates::launch() {
  check_addresses();
  if (!causes_.empty()) {
    return;
  }
  enter(Phase::kLaunch, now_ + scene_.options.deadlines.launch);
  ping_all();
  for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
    send(host, frames_.launch(host));
  }
  for (std::uint32_t p = 0; p < roster_.size(); ++p) {
    control::Frame plan = frames_.plan(ProcessId{p}, secret_);
    send(ProcessId{p}, plan);
    control::wipe(std::as_writable_bytes(std::span(std::get<control::PlanFrame>(plan).secret)));
  }
  secret_.forget();
}

void SessionStates::send_peers() {
  const Deadlines& deadlines = scene_.options.deadlines;
  std::uint64_t busiest = 0;
  for (const Needs& needs : needs_) {
    busiest = std::max(busiest, needs.connections);
  }
  const auto patience = std::chrono::ceil<milliseconds>(
      deadlines.ready + deadlines.per_connection * static_cast<std::int64_t>(busiest));
  // The simulators give up first: they know whom they could not reach.
  enter(Phase::kConnect, now_ + patience + deadlines.failure_report);
  ping_all();
  for (std::uint32_t p = 0; p < roster_.size(); ++p) {
    send(ProcessId{p}, frames_.peers(ProcessId{p}, roster_.ports(),
                                     static_cast<std::uint32_t>(patience.count())));
  }
}

/// Between hosts only addresses that other hosts can reach.
void SessionStates::check_addresses() {
  for (std::uint32_t host = 0; host < hosts_.size() && hosts_.size() > 1; ++host) {
    const std::string& address = scene_.placement.hosts[host].address;
    if (!scene_.shares_clock && address.starts_with("127.")) {
      blame({CauseKind::kReport, host, std::nullopt,
             fmt::format("has no address that other hosts can reach ({} leads to itself)", address),
             "give it an address= in the hosts file"});
    }
  }
}

/// PINGs in close order, the next when the one before is answered: the quickest answer says most.
void SessionStates::read_clocks() {
  if (!scene_.shares_clock) {
    exchanges_to_go_.assign(hosts_.size(), kExchanges);
  }
  ping_all();
}

bool SessionStates::clocks_are_known() const {
  return std::all_of(exchanges_to_go_.begin(), exchanges_to_go_.end(),
                     [](std::uint32_t to_go) { return to_go == 0; });
}

/// All are ready, so the hosts are idle: now an answer is as quick as it can be.
void SessionStates::begin_when_clocks_are_known() {
  if (!std::exchange(reads_clocks_, true)) {
    read_clocks();
  }
  if (clocks_are_known()) {
    begin_run();
  }
}

void SessionStates::begin_run() {
  std::uint32_t fullest = 0;
  for (const Needs& needs : needs_) {
    fullest = std::max(fullest, needs.processes);
  }
  ++run_;
  roster_.begin_run(run_);
  quiet_.restart();
  servers_end_ns_.reset();
  servers_.assign(roster_.size(), std::nullopt);
  const Deadlines& deadlines = scene_.options.deadlines;
  std::int64_t farthest_ns = 0;  // of half the way there and back
  for (const HostClock& clock : clocks_) {
    farthest_ns = std::max(farthest_ns, clock.error_ns());
  }
  begin_ = now_ + kBeginLead + kBeginLeadPerProcess * fullest +
           std::chrono::nanoseconds(2 * farthest_ns);
  begun_by_ = begin_ + deadlines.begin + deadlines.per_process * fullest;
  timeout_.reset();
  if (scene_.options.timeout) {
    timeout_ = begin_ + std::chrono::ceil<milliseconds>(*scene_.options.timeout);
  }
  enter(Phase::kRun, std::nullopt);
  send_begin(begin_);
}

void SessionStates::send_begin(TimePoint instant) {
  for (std::uint32_t p = 0; p < roster_.size(); ++p) {
    const HostClock& clock = clocks_[host_of(ProcessId{p})];
    const std::int64_t offset_ns = scene_.shares_clock ? 0 : clock.offset_ns();
    send(ProcessId{p}, control::BeginFrame{nanoseconds_of(instant) + offset_ns});
  }
}

/// Some time after BEGIN every process has been seen beyond it. Of a host that is silent now
/// nothing can be said: it is asked again, or is lost.
void SessionStates::check_begun() {
  begun_by_.reset();
  for (std::uint32_t p = 0; p < roster_.size(); ++p) {
    const ProcessId process{p};
    const auto& newest = quiet_.newest(process);
    const bool has_begun = newest && newest->state > profiles::ProcessState::kReady;
    if (has_begun || !roster_.is_playing(process)) {
      continue;
    }
    if (!heartbeats_.is_fresh(host_of(process), now_, scene_.options.deadlines.ping)) {
      begun_by_ = now_ + scene_.options.deadlines.ping;
    } else {
      blame({CauseKind::kReport, host_of(process), process, "did not begin with the others",
             "the host may be overloaded"});
    }
  }
}

/// Only servers are left and nothing is under way.
void SessionStates::stop_servers() {
  servers_end_ns_ = quiet_.quiet_since_ns();
  std::map<std::uint32_t, control::StopFrame> orders;
  for (std::uint32_t p = 0; p < roster_.size(); ++p) {
    const ProcessId process{p};
    if (roster_.is_playing(process)) {
      servers_[p] = quiet_.newest(process);
      orders[host_of(process)].processes.push_back(process);
    }
  }
  for (auto& [host, order] : orders) {
    order.grace_ms = static_cast<std::uint32_t>(scene_.options.deadlines.grace.count());
    send(host, order);
  }
}

void SessionStates::collect() {
  timeout_.reset();
  begun_by_.reset();
  enter(Phase::kCollect, now_ + scene_.options.deadlines.collect);
  read_clocks();
  const std::vector<std::uint64_t> expected = sent_to(roster_.run().records);
  for (std::uint32_t p = 0; p < roster_.size(); ++p) {
    send(ProcessId{p}, control::DrainFrame{expected[p]});
  }
}

void SessionStates::close_books() {
  const std::vector<BookRow> rows = books_of(roster_.run().records);
  const auto wrong =
      std::find_if(rows.begin(), rows.end(), [](const BookRow& row) { return !row.balances(); });
  if (wrong == rows.end()) {
    finish_run();
    return;
  }
  const blueprint::Program& program = scene_.program;
  Failure unbalanced;
  unbalanced.reason = fmt::format(
      "the books do not balance in run {}: '{}' sent {} '{}' to '{}', which took {} and had {} "
      "late",
      run_, program.process_name(wrong->from), wrong->sent, program.mtag(wrong->mid),
      program.process_name(wrong->to), wrong->taken, wrong->late);
  unbalanced.next_step = "this is a mistake of dps or of its transport; please report it";
  stop(unbalanced);
}

void SessionStates::finish_run() {
  for (std::uint32_t p = 0; p < roster_.size() && servers_end_ns_; ++p) {
    auto& record = roster_.run().records[p];
    if (record && servers_[p]) {
      end_with_run(*record, *servers_[p], *servers_end_ns_);
    }
  }
  const Repetition& repetition = scene_.options.repetition;
  if (run_ > repetition.warmup) {
    makespans_.push_back(makespan_of(roster_.run()));
    runs_.push_back(std::move(roster_.run()));
    if (is_enough(repetition, makespans_)) {
      is_done_ = true;
      end();
      return;
    }
  }
  begin_run();
}

void SessionStates::report_progress(bool at_once) {
  if (!at_once && now_ - last_report_ < kReportPause) {
    return;
  }
  last_report_ = now_;
  Progress progress;
  progress.phase = phase_;
  progress.run = run_;
  progress.runs = scene_.options.repetition.runs + scene_.options.repetition.warmup;
  progress.processes = static_cast<std::uint32_t>(roster_.size());
  progress.elapsed_s = std::chrono::duration<double>(now_ - started_).count();
  switch (phase_) {
    case Phase::kLaunch:
      progress.ready = roster_.count_in(SimulatorState::kListening);
      break;
    case Phase::kConnect:
      progress.ready = roster_.count_in(SimulatorState::kReady);
      break;
    case Phase::kRun:
      progress.ready = roster_.count_in(SimulatorState::kDone);
      break;
    case Phase::kCollect:
      progress.ready = roster_.count_in(SimulatorState::kDrained);
      break;
    case Phase::kHello:
    case Phase::kStop:
    case Phase::kEnd:
      break;
  }
  for (std::uint32_t p = 0; p < roster_.size(); ++p) {
    const auto& newest = quiet_.newest(ProcessId{p});
    progress.messages += newest ? newest->taken : 0;
  }
  listener_.on_progress(progress);
}

void SessionStates::ping_all() {
  for (std::uint32_t host = 0; host < hosts_.size(); ++host) {
    if (hosts_[host].hello) {
      send(host, control::PingFrame{nanoseconds_of(now_)});
    }
  }
  next_ping_ = now_ + scene_.options.deadlines.ping;
}

void SessionStates::send(std::uint32_t host, const control::Frame& frame) {
  if (!lost_hosts_[host]) {
    outbox_.send(host, frame, control::kAgentItself, run_);
  }
}

void SessionStates::send(ProcessId process, const control::Frame& frame) {
  const std::uint32_t host = host_of(process);
  if (!lost_hosts_[host] && !roster_.is_lost(process)) {
    roster_.advance(process, control::kind_of(frame));
    outbox_.send(host, frame, index(process), run_);
  }
}

}  // namespace dps::coordinator
