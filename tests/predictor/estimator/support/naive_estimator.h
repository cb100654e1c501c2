/// The model with which the simulator is compared: its rules, implemented literally with lists that
/// are searched from the front.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "predictor/estimator/streams/streams.h"
#include "predictor/machines/kinds/architecture/architecture_machine.h"
#include "predictor/machines/wide.h"

namespace dps::estimator {

class NaiveEstimator {
 public:
  NaiveEstimator(const Streams& streams, const machines::ArchitectureDescription& machine)
      : streams_(streams), machine_(machine), processors_(streams.processors()) {}

  /// Returns the time. Streams that have not ended are not counted in `ended`.
  Picoseconds run() {
    for (std::size_t p = 0; p < processors_.size(); ++p) {
      next_instruction(p);
    }
    while (const auto at = next_event()) {
      add_parts(*at - now_);
      now_ = *at;
      play_instant();
    }
    return now_;
  }

  struct Processor {
    std::size_t next = 0;
    std::optional<Picoseconds> event;
    std::optional<std::size_t> awaited;  ///< held by this communication
    bool waits = false;                  ///< held by WAIT
    bool has_ended = false;
    Picoseconds end;
    Picoseconds parts[6];  ///< in the order of Part
  };
  [[nodiscard]] const Processor& processor(std::size_t p) const { return processors_[p]; }

 private:
  struct Half {
    std::size_t order;
    std::uint64_t words;
  };
  struct Communication {
    std::size_t from;
    std::size_t to;
    std::optional<Half> send;
    bool is_received = false;  ///< the receive is posted
    std::optional<Picoseconds> ends;
    bool is_complete = false;
  };

  [[nodiscard]] bool is_held(std::size_t p) const {
    return processors_[p].awaited || processors_[p].waits;
  }
  [[nodiscard]] bool transmits(std::size_t p) const {
    return std::any_of(all_.begin(), all_.end(), [p](const Communication& one) {
      return one.ends && !one.is_complete && (one.from == p || one.to == p);
    });
  }
  [[nodiscard]] bool anybody_transmits() const {
    return std::any_of(all_.begin(), all_.end(),
                       [](const Communication& one) { return one.ends && !one.is_complete; });
  }
  [[nodiscard]] bool has_incomplete(std::size_t p) const {
    return std::any_of(all_.begin(), all_.end(), [p](const Communication& one) {
      return !one.is_complete && ((one.from == p && one.send) || (one.to == p && one.is_received));
    });
  }

  [[nodiscard]] std::optional<Picoseconds> next_event() const {
    std::optional<Picoseconds> least;
    const auto add = [&](const std::optional<Picoseconds>& at) {
      least = at && (!least || *at < *least) ? at : least;
    };
    for (const Processor& one : processors_) {
      add(one.event);
    }
    for (const Communication& one : all_) {
      if (!one.is_complete) {
        add(one.ends);
      }
    }
    return least;
  }

  void add_parts(Picoseconds time) {
    for (std::size_t p = 0; p < processors_.size(); ++p) {
      Processor& one = processors_[p];
      std::size_t part = 5;
      if (one.event) {
        const StreamOperation operation = streams_.of(p)[one.next].operation();
        part = operation == StreamOperation::kWork ? 0 : is_send(operation) ? 1 : 2;
      } else if (is_held(p)) {
        part = transmits(p) ? 3 : 4;
      }
      one.parts[part] += time;
    }
  }

  void play_instant() {
    std::vector<std::size_t> ends;
    for (std::size_t p = 0; p < processors_.size(); ++p) {
      for (Communication& one : all_) {
        if (one.to == p && one.ends == now_ && !one.is_complete) {
          one.is_complete = true;
          ends.push_back(one.from);
          ends.push_back(one.to);
        }
      }
    }
    next_communication();
    std::sort(ends.begin(), ends.end());
    for (const std::size_t p : ends) {
      Processor& one = processors_[p];
      if (one.awaited && all_[*one.awaited].is_complete) {
        one.awaited.reset();
        next_instruction(p);
      } else if (one.waits && !has_incomplete(p)) {
        one.waits = false;
        next_instruction(p);
      }
    }
    for (std::size_t p = 0; p < processors_.size(); ++p) {
      if (processors_[p].event == now_) {
        processors_[p].event.reset();
        service(p);
      }
    }
  }

  void next_instruction(std::size_t p) {
    Processor& one = processors_[p];
    if (one.event || is_held(p)) {
      return;
    }
    if (one.next == streams_.of(p).size()) {
      one.has_ended = true;
      one.end = now_;
      return;
    }
    const StreamInstruction instruction = streams_.of(p)[one.next];
    if (instruction.operation() == StreamOperation::kWait) {
      ++one.next;
      one.waits = has_incomplete(p);
      next_instruction(p);
      return;
    }
    const Picoseconds time = cost(instruction);
    if (time == Picoseconds{}) {
      service(p);
    } else {
      one.event = now_ + time;
    }
  }

  [[nodiscard]] Picoseconds cost(const StreamInstruction& instruction) const {
    const StreamOperation operation = instruction.operation();
    return operation == StreamOperation::kWork
               ? machines::product(instruction.multiplies(), machine_.multiply)
           : is_send(operation) ? machines::rounded(machine_.send_latency)
                                : machines::rounded(machine_.receive_latency);
  }

  void service(std::size_t p) {
    const StreamInstruction instruction = streams_.of(p)[processors_[p].next++];
    const StreamOperation operation = instruction.operation();
    if (operation != StreamOperation::kWork) {
      const std::size_t posted = post(p, instruction);
      if (is_blocking(operation)) {
        processors_[p].awaited = posted;
      }
      next_communication();
    }
    next_instruction(p);
  }

  std::size_t post(std::size_t p, const StreamInstruction& half) {
    const bool sends = is_send(half.operation());
    const std::size_t from = sends ? p : half.processor();
    const std::size_t to = sends ? half.processor() : p;
    std::size_t i = 0;
    for (; i < all_.size(); ++i) {
      const bool is_taken = sends ? all_[i].send.has_value() : all_[i].is_received;
      if (all_[i].from == from && all_[i].to == to && !is_taken) {
        break;
      }
    }
    if (i == all_.size()) {
      all_.push_back({from, to, {}, false, {}, false});
    }
    if (sends) {
      all_[i].send = Half{sends_++, half.words()};
    } else {
      all_[i].is_received = true;
    }
    return i;
  }

  void next_communication() {
    std::vector<Communication*> queue;
    for (Communication& one : all_) {
      if (one.send && one.is_received && !one.ends) {
        queue.push_back(&one);
      }
    }
    std::sort(queue.begin(), queue.end(), [](const Communication* a, const Communication* b) {
      return a->send->order < b->send->order;
    });
    for (Communication* one : queue) {
      const bool can_begin =
          machine_.has_bus ? !anybody_transmits() : !transmits(one->from) && !transmits(one->to);
      if (can_begin) {
        one->ends = now_ + machines::product(one->send->words, machine_.word);
      }
    }
  }

  const Streams& streams_;
  const machines::ArchitectureDescription& machine_;
  std::vector<Processor> processors_;
  std::vector<Communication> all_;
  std::size_t sends_ = 0;
  Picoseconds now_;
};

}  // namespace dps::estimator
