#include "tests/profiles/traces/naive_totals.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>

#include "base/check.h"
#include "profiles/traces/message_ends.h"

namespace dps::traces {
namespace {

using Begins = OpenMessages<Ticks>;

Begins begins_of(const Trace& trace) {
  Begins begins;
  for (std::uint32_t p = 0; p < trace.head().processes.size(); ++p) {
    DPS_CHECK(for_each_event(trace, p, [&](const Event& event) {
                if (event.kind == EventKind::kSendBegin) {
                  begins[key_of(trace.head(), p, event)] = event.time;
                }
              }).has_value());
  }
  return begins;
}

/// A message that a process has taken.
struct TakenMessage {
  std::uint32_t mid = 0;
  bool is_timer = false;
  Ticks begun = 0;
  bool is_used = false;
  bool counts = false;  ///< in the active unit
};

/// Stores every message of a process, and examines all of them at each event.
class NaiveProcess {
 public:
  NaiveProcess(const blueprint::Program& program, std::uint32_t self,
               std::vector<NaiveTotals>& totals)
      : program_(program), plan_(program.plan(ProcessId{self})), totals_(totals) {}

  void begin_unit(std::uint32_t unit) {
    unit_ = &program_.units[program_.units_of(plan_)[unit]];
    completed_.assign(program_.functionalities_of(*unit_).size(), 0);
    for (TakenMessage& message : taken_) {
      message.counts = unit_->early && !message.is_used && lists(message.mid);
    }
  }

  void take(TakenMessage message) {
    message.counts = lists(message.mid);
    taken_.push_back(message);
  }

  /// The functionality at this position among those of all units fires.
  void fire(std::uint32_t functionality, Ticks time) {
    for (const std::uint32_t position : program_.units_of(plan_)) {
      const blueprint::Unit& unit = program_.units[position];
      if (functionality < unit.functionalities.count) {
        break;
      }
      functionality -= unit.functionalities.count;
    }
    ++completed_[first_of_choice(functionality)];
    for (const blueprint::CountedTag& pair : pairs_at(functionality)) {
      use(index(pair.mid), time);
    }
  }

  void end(Ticks time) {
    for (const TakenMessage& message : taken_) {
      if (!message.is_used && !message.is_timer) {
        totals_[message.mid].unclaimed.add(1, static_cast<std::uint64_t>(time - message.begun));
      }
    }
  }

 private:
  std::span<const blueprint::CountedTag> pairs_at(std::size_t position) const {
    const auto& functionality =
        program_.functionalities[program_.functionalities_of(*unit_)[position]];
    return functionality.collection == blueprint::kNone
               ? std::span<const blueprint::CountedTag>{}
               : program_.pairs_of(program_.collections[functionality.collection]);
  }
  /// The first of the alternatives of a functionality; itself if it has none.
  std::size_t first_of_choice(std::size_t position) const {
    const auto alternatives = program_.alternatives_of(*unit_);
    while (!alternatives.empty() && position > 0 &&
           alternatives[position - 1].choice == alternatives[position].choice) {
      --position;
    }
    return position;
  }
  bool lists(std::uint32_t mid) const { return largest(mid, false) > 0; }
  /// The largest count of this type, of a collection or of its completions.
  std::uint64_t largest(std::uint32_t mid, bool of_completions) const {
    std::uint64_t most = 0;
    for (std::size_t position = 0; position < completed_.size(); ++position) {
      for (const blueprint::CountedTag& pair : pairs_at(position)) {
        if (index(pair.mid) == mid) {
          const std::uint64_t completed = completed_[first_of_choice(position)];
          most = std::max(most, pair.count * (of_completions ? completed : 1));
        }
      }
    }
    return most;
  }
  void use(std::uint32_t mid, Ticks time) {
    std::uint64_t used = largest(mid, true);
    for (TakenMessage& message : taken_) {
      if (!message.counts || message.mid != mid || used == 0) {
        continue;
      }
      --used;
      if (!message.is_used) {
        message.is_used = true;
        if (!message.is_timer) {
          totals_[mid].totals.push_back(static_cast<std::uint64_t>(time - message.begun));
        }
      }
    }
  }

  const blueprint::Program& program_;
  const blueprint::Plan& plan_;
  std::vector<NaiveTotals>& totals_;
  const blueprint::Unit* unit_ = nullptr;
  std::vector<std::uint64_t> completed_;  // by functionality of the unit
  std::vector<TakenMessage> taken_;
};

}  // namespace

std::vector<NaiveTotals> naive_totals(const blueprint::Program& program, const Trace& trace) {
  const Begins begins = begins_of(trace);
  std::vector<NaiveTotals> totals(program.message_types.size());
  for (std::uint32_t p = 0; p < trace.head().processes.size(); ++p) {
    NaiveProcess process(program, p, totals);
    DPS_CHECK(for_each_event(trace, p, [&](const Event& event) {
                if (event.kind == EventKind::kUnitBegin) {
                  process.begin_unit(event.element);
                } else if (event.kind == EventKind::kFunctionalityBegin) {
                  process.fire(event.element, event.time);
                } else if (event.kind == EventKind::kTake) {
                  process.take({event.element, event.has(Flag::kTimer),
                                begins.at(key_of(trace.head(), p, event)), false, false});
                } else if (event.kind == EventKind::kProcessEnd) {
                  process.end(event.time);
                }
              }).has_value());
  }
  return totals;
}

}  // namespace dps::traces
