#include "blueprint/engine/play.h"

#include <cmath>
#include <deque>
#include <optional>
#include <queue>
#include <utility>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/engine/engine.h"
#include "blueprint/engine/open_operations.h"
#include "blueprint/engine/unknown_origin.h"
#include "blueprint/engine/waiting_process.h"

namespace dps::engine {
namespace {

/// Steps per message that are allowed on average, so that a process that never needs a message
/// ends.
constexpr std::uint64_t kStepsPerMessage = 16;
constexpr std::uint64_t kStepsBetweenQuestions = 1024;

struct SentMessage {
  ProcessId from{};
  ProcessId to{};
  MessageId mid{};
  std::uint64_t bytes = 0;
  std::uint64_t due_ns = 0;
  std::uint64_t sequence = 0;
  TakenFor of{};
};

struct DueLater {
  bool operator()(const SentMessage& a, const SentMessage& b) const {
    return a.due_ns != b.due_ns ? a.due_ns > b.due_ns : a.sequence > b.sequence;
  }
};

std::uint64_t nanoseconds(double seconds) {
  return static_cast<std::uint64_t>(std::llround(seconds * 1e9));
}

class Player {
 public:
  Player(const blueprint::Program& program, const PlayLimits& limits)
      : program_(program), limits_(limits) {}

  PlayResult play() {
    if (make_engines() && start_all()) {
      while (!gave_up_ && deliver_next()) {
      }
    }
    result_.end = !result_.failure.empty() ? PlayEnd::kFailed
                  : gave_up_               ? PlayEnd::kGaveUp
                  : still_wanted_ > 0      ? PlayEnd::kDeadlock
                                           : PlayEnd::kFinished;
    if (result_.end == PlayEnd::kDeadlock) {
      describe_waiting();
    }
    finish_counts();
    return std::move(result_);
  }

 private:
  bool make_engines() {
    const std::uint32_t count = program_.process_count();
    engines_.reserve(count);
    result_.processes.resize(count);
    result_.inboxes.resize(count);
    first_messages_.resize(count);
    for (std::uint32_t p = 0; p < count && within_limits(); ++p) {
      engines_.emplace_back(program_, ProcessId{p});
      still_wanted_ += program_.is_server(ProcessId{p}) ? 0 : 1;
      for (const std::uint32_t unit : program_.units_of(program_.plan(ProcessId{p}))) {
        UnitCount counts;
        counts.functionalities.resize(program_.units[unit].functionalities.count);
        result_.processes[p].units.push_back(std::move(counts));
      }
    }
    return !gave_up_;
  }

  bool start_all() {
    for (std::uint32_t p = 0; p < engines_.size() && !gave_up_; ++p) {
      go_on(ProcessId{p});
    }
    return !gave_up_;
  }

  /// Counts a step; false from the first one beyond a limit on.
  bool within_limits() {
    ++steps_;
    if (steps_ / kStepsPerMessage > limits_.messages ||
        (steps_ % kStepsBetweenQuestions == 0 && limits_.expired && limits_.expired())) {
      gave_up_ = true;
    }
    return !gave_up_;
  }

  /// Advances a process until it waits for a message or is complete.
  void go_on(ProcessId self) {
    Engine& engine = engines_[index(self)];
    ProcessCount& counts = result_.processes[index(self)];
    while (within_limits()) {
      const Step step = engine.next();
      switch (step.kind) {
        case StepKind::kBeginUnit:
          ++counts.units[step.unit].active;
          break;
        case StepKind::kBeginFunctionality:
          ++counts.units[step.unit].functionalities[step.position].triggered;
          break;
        case StepKind::kSend:
          send(self, step, counts);
          break;
        case StepKind::kQueue:
          engine.hold(step, static_cast<std::int64_t>(now_ns_));
          break;
        case StepKind::kCompute:
        case StepKind::kContribute:
        case StepKind::kEndFunctionality:
          break;
        case StepKind::kDrain:
        case StepKind::kReceive:
          return;
        case StepKind::kComplete:
          counts.complete = true;
          still_wanted_ -= program_.is_server(self) ? 0 : 1;
          return;
      }
    }
  }

  void send(ProcessId self, const Step& step, ProcessCount& counts) {
    if (step.receiver == kUnknownOrigin) {
      result_.failure = printable(program_.process_name(self)) + ": " +
                        unknown_origin_text(program_, step, engines_[index(self)].cause());
    }
    if (result_.messages == limits_.messages || !result_.failure.empty()) {
      gave_up_ = true;
      return;
    }
    const blueprint::Output& output = program_.outputs[step.output];
    UnitCount& unit = counts.units[step.unit];
    FunctionalityCount in_none;  // for messages that have waited, and those inside operations
    const bool is_outside = !step.in_functionality() || engines_[index(self)].released() != nullptr;
    FunctionalityCount& functionality = is_outside ? in_none : unit.functionalities[step.position];
    for (auto* place : {&counts.msgs_out, &unit.msgs_out, &functionality.msgs_out}) {
      ++*place;
    }
    const std::uint64_t bytes =
        output.bytes_variate.count == 0 ? program_.bytes_of(output, step.draw) : output.bytes;
    for (auto* place : {&counts.bytes_out, &unit.bytes_out, &functionality.bytes_out}) {
      *place += bytes;
    }
    SentMessage message{self, step.receiver, output.mid, bytes, now_ns_, result_.messages++};
    enter_in_inbox(message, output.delay.has_value());
    message.of.is_timer = output.delay.has_value() || step.completes;
    if (program_.has_requests) {
      const auto now = static_cast<std::int64_t>(now_ns_);
      message.of.request = engines_[index(self)].request_of_message(step, now).request;
    }
    if (output.delay) {
      message.due_ns = (step.fired_by_message ? step.stamp : now_ns_) + nanoseconds(*output.delay);
    }
    if (message.due_ns > now_ns_) {
      wanted_timers_ += program_.is_server(self) ? 0 : 1;
      timers_.push(message);
    } else {
      under_way_.push_back(message);
    }
  }

  void enter_in_inbox(const SentMessage& message, bool is_timer) {
    InboxTraits& inbox = result_.inboxes[index(message.to)];
    std::optional<SentMessage>& first = first_messages_[index(message.to)];
    if (!first) {
      first = message;
    }
    inbox.is_of_one_sender = inbox.is_of_one_sender && first->from == message.from;
    inbox.is_of_one_type = inbox.is_of_one_type && first->mid == message.mid;
    inbox.has_timers = inbox.has_timers || is_timer;
  }

  /// Returns false if nothing except timers of servers is in transit.
  bool deliver_next() {
    if (!under_way_.empty()) {
      const SentMessage message = under_way_.front();
      under_way_.pop_front();
      deliver(message);
      return true;
    }
    if (timers_.empty() || (still_wanted_ == 0 && wanted_timers_ == 0)) {
      return false;
    }
    const SentMessage timer = timers_.top();
    timers_.pop();
    wanted_timers_ -= program_.is_server(timer.to) ? 0 : 1;
    now_ns_ = timer.due_ns;
    deliver(timer);
    return true;
  }

  void deliver(const SentMessage& message) {
    Engine& engine = engines_[index(message.to)];
    ProcessCount& counts = result_.processes[index(message.to)];
    if (engine.complete() || engine.is_late(message.mid, message.from)) {
      ++counts.late;
      within_limits();
      if (!engine.complete()) {
        engine.pass_late(message.from, message.of.is_timer);
        go_on(message.to);
      }
      return;
    }
    UnitCount& unit = counts.units[engine.active_unit()];
    ++counts.msgs_in;
    counts.bytes_in += message.bytes;
    ++unit.msgs_in;
    unit.bytes_in += message.bytes;
    engine.deliver(message.mid, message.from, message.due_ns, message.of);
    go_on(message.to);
  }

  void describe_waiting() {
    AllContributions all(engines_.size());
    for (std::uint32_t p = 0; p < engines_.size() && program_.has_collectives(); ++p) {
      if (engines_[p].operations() != nullptr) {
        all[p] = engines_[p].operations()->contributions();
      } else {
        all[p].emplace();
      }
    }
    OpenOperations operations(program_, std::move(all));
    for (std::uint32_t p = 0; p < engines_.size(); ++p) {
      if (!engines_[p].complete() && !program_.is_server(ProcessId{p})) {
        result_.waiting.push_back(waiting_process(program_, ProcessId{p}, engines_[p]));
        result_.waiting.back().operations = operations.of(ProcessId{p});
      }
    }
  }

  void finish_counts() {
    for (std::uint32_t p = 0; p < engines_.size(); ++p) {
      engines_[p].finish();
      result_.processes[p].unclaimed = engines_[p].unclaimed();
    }
  }

  const blueprint::Program& program_;
  const PlayLimits& limits_;
  PlayResult result_;
  std::vector<Engine> engines_;
  std::vector<std::optional<SentMessage>> first_messages_;  ///< sent to each process
  std::deque<SentMessage> under_way_;
  std::priority_queue<SentMessage, std::vector<SentMessage>, DueLater> timers_;
  std::uint64_t now_ns_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t wanted_timers_ = 0;  ///< of processes that are not servers
  std::uint32_t still_wanted_ = 0;   ///< processes that are neither servers nor complete
  bool gave_up_ = false;
};

}  // namespace

std::uint64_t late_messages(const PlayResult& result) {
  std::uint64_t late = 0;
  for (const ProcessCount& process : result.processes) {
    late += process.late;
  }
  return late;
}

std::uint64_t unclaimed_messages(const PlayResult& result) {
  std::uint64_t count = 0;
  for (const ProcessCount& process : result.processes) {
    for (const Unclaimed& left : process.unclaimed) {
      count += left.count;
    }
  }
  return count;
}

PlayResult play(const blueprint::Program& program, const PlayLimits& limits) {
  return Player(program, limits).play();
}

std::vector<std::string> play_report(const PlayResult& result) {
  const std::string messages = counted(result.messages, "message");
  switch (result.end) {
    case PlayEnd::kFinished:
      return {"played in zero time: ends after " + messages + ", " +
              format_count(late_messages(result)) + " late, " +
              format_count(unclaimed_messages(result)) + " unclaimed"};
    case PlayEnd::kGaveUp:
      return {"played in zero time: given up after " + messages +
              "; it is not known if the program ends"};
    case PlayEnd::kFailed:
      return {"played in zero time: " + result.failure};
    case PlayEnd::kDeadlock:
      break;
  }
  std::vector<std::string> lines = deadlock_report(result.waiting);
  lines.insert(lines.begin(), result.is_certain
                                  ? "played in zero time: a certain deadlock; no order of arrival "
                                    "avoids it"
                                  : "played in zero time: a deadlock in the order of arrival that "
                                    "was played; another order may avoid it");
  return lines;
}

}  // namespace dps::engine
