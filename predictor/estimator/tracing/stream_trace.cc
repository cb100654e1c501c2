#include "predictor/estimator/tracing/stream_trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "predictor/estimator/simulation/run_observed.h"
#include "profiles/traces/record.h"
#include "profiles/traces/spool.h"

namespace dps::estimator {
namespace {

using traces::EventKind;

/// The functionalities of a trace.
enum class State : std::uint32_t { kWork, kSend, kReceive, kTransmission, kWaiting };
constexpr std::array kStates{"WORK", "SEND", "RECEIVE", "TRANSMISSION", "WAITING"};

/// The computations of a trace: the times that occupy a processor, other than sends.
enum class Occupation : std::uint32_t { kWork, kReceiveLatency };
constexpr std::array kOccupations{"work", "receive-latency"};

constexpr const char* kMessageType = "words.m";

State state_of(StreamOperation operation) {
  return operation == StreamOperation::kWork ? State::kWork
         : is_send(operation)                ? State::kSend
                                             : State::kReceive;
}

std::optional<Occupation> occupation_in(State state) {
  return state == State::kWork      ? std::optional(Occupation::kWork)
         : state == State::kReceive ? std::optional(Occupation::kReceiveLatency)
                                    : std::nullopt;
}

traces::TraceHead head_of(std::size_t processors, const TraceNames& names) {
  traces::TraceHead head;
  head.version = names.version;
  head.blueprint = names.source;
  head.machine = names.machine;
  head.limits = names.limits;
  head.message_types = {kMessageType};
  traces::TracePlan plan;
  for (const char* state : kStates) {
    plan.functionalities.push_back(static_cast<std::uint32_t>(head.lines.size()));
    head.lines.push_back({'F', 0, state});
  }
  const auto add_line = [&](char section, const char* tag) {
    head.lines.push_back({section, 0, tag});
    return static_cast<std::uint32_t>(head.lines.size() - 1);
  };
  for (const char* occupation : kOccupations) {
    head.computations.push_back(add_line('C', occupation));
  }
  plan.units.push_back({add_line('U', "stream"), 0});
  head.plans.push_back(std::move(plan));
  head.outputs.push_back({add_line('O', "send"), 0});
  head.groups.push_back({add_line('P', "p"), static_cast<std::uint32_t>(processors), false});
  head.hosts.push_back({names.machine, 0, 0});
  head.processes.resize(processors);
  return head;
}

/// Records the events of all processors. An activity of a processor is recorded when it begins and,
/// since messages may arrive meanwhile, closed when another one begins.
class TraceObserver {
 public:
  TraceObserver(traces::Spool& spool, std::size_t processors)
      : spool_(spool), processors_(processors) {
    for (std::uint32_t p = 0; p < processors; ++p) {
      nesting(p, EventKind::kProcessBegin, 0, Picoseconds{});
      nesting(p, EventKind::kUnitBegin, 0, Picoseconds{});
    }
  }

  void busy(std::uint32_t p, const StreamInstruction& instruction, Picoseconds from,
            Picoseconds to) {
    close(p);
    const State state = state_of(instruction.operation());
    open(p, state, from, to);
    if (state == State::kSend) {
      Processor& one = processors_[p];
      one.sent = {0, instruction.processor(), ++sent_[pair_of(p, instruction.processor())]};
      message(p, EventKind::kSendBegin, one.sent, from, instruction.words() * kWordBytes);
    }
  }
  void held(std::uint32_t p, TimePart part, Picoseconds from, Picoseconds to) {
    close(p);
    open(p, part == TimePart::kTransmission ? State::kTransmission : State::kWaiting, from, to);
  }
  void posted(std::uint32_t p, const StreamInstruction& half, Picoseconds at, bool took_time) {
    if (is_send(half.operation()) && !took_time) {  // without a latency
      close(p);
      const traces::RecordedMessage sent{0, half.processor(),
                                         ++sent_[pair_of(p, half.processor())]};
      message(p, EventKind::kSendBegin, sent, at, half.words() * kWordBytes);
      message(p, EventKind::kSendEnd, sent, at, 0);
    }
  }
  void begun(const Communication& communication, Picoseconds at) {
    const std::uint64_t number = ++begun_[pair_of(communication.from, communication.to)];
    Processor& receiver = processors_[communication.to];
    receiver.taken = {0, communication.from, number};
    message(communication.to, EventKind::kArrival, receiver.taken, at,
            communication.words * kWordBytes);
  }
  void transmitted(const Communication& communication, Picoseconds at) {
    const std::uint32_t p = communication.to;
    Processor& receiver = processors_[p];
    if (receiver.is_open && receiver.state == State::kTransmission && receiver.end == at) {
      take(p, receiver.taken, at, at - receiver.begin);
    } else {
      receiver.to_take.push_back(receiver.taken);
    }
  }
  void ended(std::uint32_t p, Picoseconds at) { end(p, at, 0); }

  /// Ends the processors whose streams have not ended.
  void finish(const StreamEstimate& estimate) {
    for (const Blocked& blocked : estimate.blocked) {
      end(blocked.processor, estimate.time, traces::Flag::kStopped);
    }
  }

 private:
  struct Processor {
    bool is_open = false;
    State state = State::kWork;
    Picoseconds begin;
    Picoseconds end;
    traces::RecordedMessage sent;
    traces::RecordedMessage taken;
    std::vector<traces::RecordedMessage> to_take;  ///< arrived during another activity
  };

  [[nodiscard]] std::uint64_t pair_of(std::uint64_t from, std::uint64_t to) const {
    return from * processors_.size() + to;
  }

  void open(std::uint32_t p, State state, Picoseconds from, Picoseconds to) {
    Processor& one = processors_[p];
    one.is_open = true;
    one.state = state;
    one.begin = from;
    one.end = to;
    nesting(p, EventKind::kFunctionalityBegin, static_cast<std::uint32_t>(state), from);
    if (const auto occupation = occupation_in(state)) {
      computation(p, EventKind::kComputationBegin, *occupation, from);
    }
  }

  void close(std::uint32_t p) {
    Processor& one = processors_[p];
    if (!one.is_open) {
      return;
    }
    one.is_open = false;
    if (const auto occupation = occupation_in(one.state)) {
      computation(p, EventKind::kComputationEnd, *occupation, one.end);
    }
    if (one.state == State::kSend) {
      message(p, EventKind::kSendEnd, one.sent, one.end, 0);
    }
    for (const traces::RecordedMessage& came : one.to_take) {
      take(p, came, one.end, Picoseconds{});
    }
    one.to_take.clear();
    nesting(p, EventKind::kFunctionalityEnd, static_cast<std::uint32_t>(one.state), one.end);
  }

  void end(std::uint32_t p, Picoseconds at, std::uint8_t flags) {
    close(p);
    nesting(p, EventKind::kUnitEnd, 0, at);
    spool_.add(p, traces::nesting_record(EventKind::kProcessEnd, flags, 0, at.count(), {0, 0}));
    spool_.ended(p, at.count());
  }

  void take(std::uint32_t p, const traces::RecordedMessage& came, Picoseconds at,
            Picoseconds duration) {
    message(p, EventKind::kTake, came, at, static_cast<std::uint64_t>(duration.count()));
  }
  void nesting(std::uint32_t p, EventKind kind, std::uint32_t position, Picoseconds at) {
    spool_.add(p, traces::nesting_record(kind, 0, position, at.count(), {0, 0}));
  }
  void computation(std::uint32_t p, EventKind kind, Occupation occupation, Picoseconds at) {
    spool_.add(p, traces::plain_record(kind, static_cast<std::uint32_t>(occupation), at.count()));
  }
  void message(std::uint32_t p, EventKind kind, const traces::RecordedMessage& of, Picoseconds at,
               std::uint64_t value) {
    spool_.add(p, traces::message_record(kind, 0, of, at.count(), value));
  }

  traces::Spool& spool_;
  std::vector<Processor> processors_;
  std::unordered_map<std::uint64_t, std::uint64_t> sent_;   // by pair
  std::unordered_map<std::uint64_t, std::uint64_t> begun_;  // by pair
};

}  // namespace

Result<traces::Trace> trace_of(const Streams& streams,
                               const machines::ArchitectureDescription& machine,
                               const TraceNames& names, const std::string& reason,
                               const StopRequest& is_to_stop) {
  auto spool = traces::Spool::make(head_of(streams.processors(), names));
  if (!spool) {
    return tl::unexpected(spool.error());
  }
  TraceObserver observer(*spool, streams.processors());
  const auto estimate = run_observed(streams, machine, observer, is_to_stop);
  if (!estimate) {
    return tl::unexpected(estimate.error());
  }
  observer.finish(*estimate);
  return spool->finish(reason);
}

}  // namespace dps::estimator
