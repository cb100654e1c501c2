/// The execution simulator: one pass over the streams of all processors in virtual time.
/// Source: docs/estimate.md, "The simulator"; the paper's two queues.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "predictor/estimator/simulation/communications.h"
#include "predictor/estimator/simulation/estimate.h"
#include "predictor/estimator/simulation/event_lines.h"
#include "predictor/estimator/streams/streams.h"
#include "predictor/machines/kinds/architecture/architecture_machine.h"
#include "predictor/machines/wide.h"

namespace dps::estimator {

/// An observer that ignores everything. `at` and the ends of spans are instants.
struct NoObserver {
  /// A latency or work of the processor begins now.
  void busy(std::uint32_t /*processor*/, const StreamInstruction& /*instruction*/,
            Picoseconds /*from*/, Picoseconds /*to*/) {}
  /// The processor was held in this span, in a transmission or waiting.
  void held(std::uint32_t /*processor*/, TimePart /*part*/, Picoseconds /*from*/,
            Picoseconds /*to*/) {}
  /// A half has been posted, after its latency (busy()) if that took time.
  void posted(std::uint32_t /*processor*/, const StreamInstruction& /*half*/, Picoseconds /*at*/,
              bool /*took_time*/) {}
  void begun(const Communication& /*communication*/, Picoseconds /*at*/) {}
  void transmitted(const Communication& /*communication*/, Picoseconds /*at*/) {}
  void ended(std::uint32_t /*processor*/, Picoseconds /*at*/) {}
};

template <typename Observer>
class StreamSimulation {
 public:
  using Picoseconds = dps::Picoseconds;
  using Architecture = machines::ArchitectureDescription;

  /// The arguments are borrowed.
  StreamSimulation(const Streams& streams, const Architecture& machine, Observer& observer);

  /// Runs to the last event; calls `is_to_stop` now and then. Returns false if it was stopped, or
  /// if an event lies beyond virtual time.
  template <typename IsToStop>
  bool run(const IsToStop& is_to_stop);

  [[nodiscard]] StreamEstimate take_estimate();

 private:
  enum class Held : std::uint8_t { kNot, kByCommunication, kByWait, kEnded };

  struct Processor {
    const StreamInstruction* begin = nullptr;
    /// Is serviced, or held if there is no event, or scheduled.
    const StreamInstruction* next = nullptr;
    const StreamInstruction* end = nullptr;
    Held held = Held::kNot;
    CommunicationId awaited = kNone;
    std::uint32_t incomplete = 0;  ///< communications of which it has posted a half
    Picoseconds since;             ///< while it is held: the start of the current part
    std::uint64_t last_multiplies = 0;
    Picoseconds last_work;
  };

  [[nodiscard]] Picoseconds cost(Processor& processor, const StreamInstruction& instruction) const;
  void end_transmissions();
  void end_transmission(const Communication& ended, CommunicationId id);
  void begin(CommunicationId id);
  void complete(std::uint32_t p, CommunicationId id);
  /// next_instruction() of the specification, and service() of instructions that take no time.
  void go_on(std::uint32_t p);
  void service(std::uint32_t p);
  void hold(std::uint32_t p, Held held, CommunicationId awaited);
  /// Ends a part of the time for which the processor is held.
  void account(std::uint32_t p);
  [[nodiscard]] bool is_held(const Processor& processor) const {
    return processor.held == Held::kByCommunication || processor.held == Held::kByWait;
  }
  void schedule(std::uint32_t p, TimePart part, Picoseconds time);
  [[nodiscard]] std::vector<Blocked> blocked() const;

  const Architecture& machine_;  // borrowed
  Observer& observer_;           // borrowed
  Picoseconds send_latency_;
  Picoseconds receive_latency_;
  Picoseconds now_;
  Communications communications_;
  std::vector<Processor> processors_;
  EventLines own_events_;
  EventLines transmissions_;                // by receiver
  std::vector<CommunicationId> under_way_;  // by receiver
  std::uint64_t last_words_ = 0;            // and the time of their transmission
  Picoseconds last_transmission_;
  std::vector<std::uint32_t> going_on_;  // processors that nothing holds any more
  StreamEstimate estimate_;
};

template <typename Observer>
StreamSimulation<Observer>::StreamSimulation(const Streams& streams, const Architecture& machine,
                                             Observer& observer)
    : machine_(machine),
      observer_(observer),
      send_latency_(machines::rounded(machine.send_latency)),
      receive_latency_(machines::rounded(machine.receive_latency)),
      communications_(streams.processors(), machine.has_bus),
      processors_(streams.processors()),
      own_events_(streams.processors()),
      transmissions_(streams.processors()),
      under_way_(streams.processors(), kNone) {
  estimate_.processors.resize(streams.processors());
  for (std::size_t p = 0; p < streams.processors(); ++p) {
    const std::span<const StreamInstruction> stream = streams.of(p);
    Processor& processor = processors_[p];
    processor.begin = processor.next = stream.data();
    processor.end = stream.data() + stream.size();
  }
}

template <typename Observer>
template <typename IsToStop>
bool StreamSimulation<Observer>::run(const IsToStop& is_to_stop) {
  constexpr std::uint32_t kInstants = 4096;
  std::uint32_t instants = 0;
  for (std::uint32_t p = 0; p < processors_.size(); ++p) {
    go_on(p);
  }
  while (!own_events_.empty() || !transmissions_.empty()) {
    const Picoseconds next = std::min(own_events_.next(), transmissions_.next());
    if (next == machines::kNever || (++instants % kInstants == 0 && is_to_stop())) {
      return false;
    }
    now_ = next;
    if (transmissions_.next() == now_) {
      end_transmissions();
    }
    if (own_events_.next() == now_) {
      for (const std::uint32_t p : own_events_.take(now_)) {
        service(p);
        go_on(p);
      }
    }
  }
  return true;
}

template <typename Observer>
Picoseconds StreamSimulation<Observer>::cost(Processor& processor,
                                             const StreamInstruction& instruction) const {
  const StreamOperation operation = instruction.operation();
  if (operation != StreamOperation::kWork) {
    return is_send(operation) ? send_latency_ : receive_latency_;
  }
  if (processor.last_multiplies != instruction.bits()) {
    processor.last_multiplies = instruction.bits();
    processor.last_work = machines::product(instruction.multiplies(), machine_.multiply);
  }
  return processor.last_work;
}

template <typename Observer>
void StreamSimulation<Observer>::end_transmissions() {
  going_on_.clear();
  for (const std::uint32_t receiver : transmissions_.take(now_)) {
    const CommunicationId id = under_way_[receiver];
    end_transmission(communications_.at(id), id);
    communications_.forget(id);
  }
  communications_.begin_potential([this](CommunicationId id) { begin(id); });
  if (!std::is_sorted(going_on_.begin(), going_on_.end())) {
    std::sort(going_on_.begin(), going_on_.end());
  }
  for (const std::uint32_t p : going_on_) {
    go_on(p);
  }
}

template <typename Observer>
void StreamSimulation<Observer>::end_transmission(const Communication& ended, CommunicationId id) {
  account(ended.from);
  account(ended.to);
  communications_.end(id);
  ++estimate_.messages;
  estimate_.words += ended.words;
  observer_.transmitted(ended, now_);
  complete(ended.from, id);
  complete(ended.to, id);
}

/// One half of the communication is complete. A processor that sends to itself has two of them.
template <typename Observer>
void StreamSimulation<Observer>::complete(std::uint32_t p, CommunicationId id) {
  Processor& processor = processors_[p];
  --processor.incomplete;
  const bool is_free = (processor.held == Held::kByCommunication && processor.awaited == id) ||
                       (processor.held == Held::kByWait && processor.incomplete == 0);
  if (is_free) {
    processor.held = Held::kNot;
    going_on_.push_back(p);
  }
}

template <typename Observer>
void StreamSimulation<Observer>::begin(CommunicationId id) {
  const Communication& communication = communications_.at(id);
  // Until now neither end took part in a transmission.
  for (const std::uint32_t p : {communication.from, communication.to}) {
    Processor& processor = processors_[p];
    if (is_held(processor) && processor.since < now_) {
      estimate_.processors[p][TimePart::kWaiting] += now_ - processor.since;
      observer_.held(p, TimePart::kWaiting, processor.since, now_);
      processor.since = now_;
    }
  }
  if (communication.room < communication.words) {
    const std::uint64_t number = communication.receive;
    estimate_.short_receives.push_back({communication.from, communication.to, communication.words,
                                        number, processors_[communication.to].begin[number - 1]});
  }
  observer_.begun(communication, now_);
  under_way_[communication.to] = id;
  if (communication.words != last_words_) {
    last_words_ = communication.words;
    last_transmission_ = machines::product(last_words_, machine_.word);
  }
  transmissions_.add(communication.to, later(now_, last_transmission_));
}

template <typename Observer>
void StreamSimulation<Observer>::account(std::uint32_t p) {
  Processor& processor = processors_[p];
  if (is_held(processor) && processor.since < now_) {
    const TimePart part =
        communications_.transmits(p) ? TimePart::kTransmission : TimePart::kWaiting;
    estimate_.processors[p][part] += now_ - processor.since;
    observer_.held(p, part, processor.since, now_);
    processor.since = now_;
  }
}

template <typename Observer>
void StreamSimulation<Observer>::hold(std::uint32_t p, Held held, CommunicationId awaited) {
  Processor& processor = processors_[p];
  processor.held = held;
  processor.awaited = awaited;
  processor.since = now_;
}

template <typename Observer>
void StreamSimulation<Observer>::service(std::uint32_t p) {
  Processor& processor = processors_[p];
  const StreamInstruction instruction = *processor.next++;
  if (instruction.operation() == StreamOperation::kWork) {
    return;
  }
  const auto number = static_cast<std::uint32_t>(processor.next - processor.begin);
  ++processor.incomplete;
  bool begins = false;
  CommunicationId begun = kNone;
  const CommunicationId id =
      communications_.post(p, instruction, number, [&](CommunicationId first) {
        begins = true;
        begun = first;
      });
  observer_.posted(p, instruction, now_, cost(processor, instruction) > Picoseconds{});
  if (begins) {
    begin(begun);
  }
  if (is_blocking(instruction.operation())) {
    hold(p, Held::kByCommunication, id);
  }
}

template <typename Observer>
void StreamSimulation<Observer>::schedule(std::uint32_t p, TimePart part, Picoseconds time) {
  Picoseconds& sum = estimate_.processors[p][part];
  sum = later(sum, time);
  const Picoseconds end = later(now_, time);
  observer_.busy(p, *processors_[p].next, now_, end);
  own_events_.add(p, end);
}

template <typename Observer>
void StreamSimulation<Observer>::go_on(std::uint32_t p) {
  Processor& processor = processors_[p];
  while (processor.held == Held::kNot) {
    if (processor.next == processor.end) {
      processor.held = Held::kEnded;
      estimate_.processors[p].end = now_;
      observer_.ended(p, now_);
      return;
    }
    const StreamOperation operation = processor.next->operation();
    if (operation == StreamOperation::kWait) {
      ++processor.next;
      if (processor.incomplete > 0) {
        hold(p, Held::kByWait, kNone);
      }
      continue;
    }
    const Picoseconds time = cost(processor, *processor.next);
    if (time > Picoseconds{}) {
      schedule(p,
               operation == StreamOperation::kWork ? TimePart::kWork
               : is_send(operation)                ? TimePart::kSend
                                                   : TimePart::kReceive,
               time);
      return;
    }
    service(p);
  }
}

template <typename Observer>
std::vector<Blocked> StreamSimulation<Observer>::blocked() const {
  std::vector<Blocked> all;
  for (std::uint32_t p = 0; p < processors_.size(); ++p) {
    const Processor& processor = processors_[p];
    if (processor.held == Held::kEnded) {
      continue;
    }
    const auto number = static_cast<std::uint64_t>(processor.next - processor.begin);
    Blocked one{p, number, *(processor.next - 1), {}};
    for (Awaited half : communications_.awaited_by(p)) {
      half.has_ended = processors_[half.processor].held == Held::kEnded;
      if (processor.held == Held::kByWait || half.instruction == number) {
        one.awaits.push_back(half);
      }
    }
    all.push_back(std::move(one));
  }
  return all;
}

template <typename Observer>
StreamEstimate StreamSimulation<Observer>::take_estimate() {
  estimate_.time = now_;
  estimate_.blocked = blocked();
  if (estimate_.is_complete()) {
    estimate_.unmet = communications_.unmet();
  }
  for (std::uint32_t p = 0; p < processors_.size(); ++p) {
    account(p);
    ProcessorTimes& times = estimate_.processors[p];
    if (processors_[p].held == Held::kEnded) {
      times[TimePart::kIdle] = now_ - times.end;
    } else {
      times.end = now_;
    }
  }
  return std::move(estimate_);
}

}  // namespace dps::estimator
