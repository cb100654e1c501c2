// Random small programs: no order of arrival avoids a deadlock that is called certain.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/random.h"
#include "blueprint/engine/certain_deadlock.h"
#include "blueprint/engine/firing_bounds.h"
#include "blueprint/reading/reader.h"
#include "tests/blueprint/engine/all_orders.h"

namespace dps::engine {
namespace {

constexpr std::size_t kMostStates = 500;
const PlayLimits kLimits{200, {}};
const BoundLimits kBoundLimits{20'000, {}};

/// Three processes go through a few stages each, one unit per stage: a stage waits for messages and
/// then sends some. About as many messages of each type are awaited as are sent, but not always by
/// the stage in which they arrive, so that some orders of arrival end and others do not.
class RandomBlueprint {
 public:
  explicit RandomBlueprint(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    for (Process& process : processes_) {
      process.stages.resize(any(2, 3));
    }
    for (std::size_t self = 0; self < processes_.size(); ++self) {
      for (std::size_t stage = 0; stage < processes_[self].stages.size(); ++stage) {
        choose_outputs(self, stage);
      }
    }
    for (Process& process : processes_) {
      distribute(process);
    }
    for (std::size_t self = 0; self < processes_.size(); ++self) {
      write(self);
    }
    return text_;
  }

 private:
  static constexpr std::size_t kTypes = 2;

  struct Output {
    std::string fields;  ///< the fields of its O line, without -n
    int copies;
  };
  struct Stage {
    std::array<int, kTypes> awaits{};
    std::vector<Output> outputs;
    bool extra = false;  ///< a second functionality, which stays in the unit
  };
  struct Process {
    std::vector<Stage> stages;
    std::array<int, kTypes> receives{};
  };

  std::size_t any(std::size_t low, std::size_t high) {  // both included
    return low + random_.next() % (high - low + 1);
  }
  bool one_in(std::size_t n) { return any(1, n) == 1; }

  void choose_outputs(std::size_t self, std::size_t stage) {
    for (std::size_t o = any(0, 2); o > 0; --o) {
      const std::size_t to = one_in(8) ? self : (self + any(1, 2)) % processes_.size();
      const std::size_t type = any(0, kTypes - 1);
      const int copies = one_in(4) ? 2 : 1;
      processes_[to].receives[type] += copies;
      processes_[self].stages[stage].outputs.push_back(
          {fmt::format("P{}.p -t m{}{}", to, type, to == self && one_in(2) ? " -d 1ms" : ""),
           copies});
    }
    processes_[self].stages[stage].extra = one_in(5);
  }

  void distribute(Process& process) {
    for (std::size_t type = 0; type < kTypes; ++type) {
      int left = process.receives[type];
      left += one_in(12) ? 1 : one_in(12) && left > 0 ? -1 : 0;
      for (; left > 0; --left) {
        ++process.stages[any(one_in(8) ? 0 : 1, process.stages.size() - 1)].awaits[type];
      }
    }
  }

  void write(std::size_t self) {
    std::string units;
    const auto& stages = processes_[self].stages;
    for (std::size_t at = 0; at < stages.size(); ++at) {
      const std::string name = fmt::format("{}_{}", self, at);
      const bool waits = write_collection(stages[at], name);
      const bool repeats = one_in(6);
      std::vector<std::string> otags;
      for (const Output& output : stages[at].outputs) {
        otags.push_back(fmt::format("o{}_{}", name, otags.size()));
        text_ += fmt::format("O {} {} -n {}\n", otags.back(), output.fields,
                             number(output.copies, repeats));
      }
      if (waits && one_in(6)) {
        otags.push_back(fmt::format("ack{}", name));
        text_ +=
            fmt::format("O ack{} ACK -t m{} -n {}\n", name, any(0, kTypes - 1), number(1, repeats));
      }
      const std::string next =
          at + 1 == stages.size() ? "NULL" : fmt::format("u{}_{}", self, at + 1);
      text_ += fmt::format("F f{} {} NULL {} {}\n", name, waits ? "i" + name : "NULL",
                           otags.empty() ? "NULL" : fmt::format("{}", fmt::join(otags, ",")),
                           repeats ? "SAME*1," + next : next);
      text_ += fmt::format("U u{}{} f{}{}\n", name, one_in(3) ? "" : " -early", name,
                           stages[at].extra ? " x" + name : "");
      units += " u" + name;
      write_extra(stages[at], name);
    }
    text_ += fmt::format("P P{}.p 1 {}{}\n", self, self == 2 && one_in(6) ? "-server" : "", units);
  }

  /// A number of copies, for each firing or for only one of the two steps of a functionality that
  /// repeats.
  std::string number(int copies, bool repeats) {
    return repeats && one_in(2) ? fmt::format("{{{}*(step=={})}}", copies, any(0, 1))
                                : std::to_string(copies);
  }

  bool write_collection(const Stage& stage, const std::string& name) {
    std::string pairs;
    for (std::size_t type = 0; type < kTypes; ++type) {
      if (stage.awaits[type] > 0) {
        pairs += fmt::format(" {} m{}", stage.awaits[type], type);
      }
    }
    text_ += pairs.empty() ? "" : fmt::format("I i{}{}\n", name, pairs);
    return !pairs.empty();
  }

  void write_extra(const Stage& stage, const std::string& name) {
    if (stage.extra) {
      text_ += fmt::format("I xi{0} {1} m{2}\nO xo{0} {3} -t m{4}\nF x{0} xi{0} NULL xo{0} SAME\n",
                           name, any(1, 2), any(0, kTypes - 1),
                           one_in(2) ? "ACK" : fmt::format("P{}.p", any(0, 2)), any(0, kTypes - 1));
    }
  }

  Random random_;
  std::array<Process, 3> processes_;
  std::string text_;
};

/// A program that ends in a deadlock although its messages are enough for every process, if one of
/// a few attempts yields one: then the order of arrival matters more often.
std::string any_blueprint(std::uint64_t seed) {
  constexpr std::uint64_t kAttempts = 12;
  std::string text;
  for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    text = RandomBlueprint(seed_of(seed, attempt)).text();
    const auto reading = blueprint::read_blueprint({"random", text});
    if (!reading.program || play(*reading.program, kLimits).end != PlayEnd::kDeadlock) {
      continue;
    }
    const auto bounds =
        firing_bounds(*reading.program, blueprint::Reach(*reading.program), kBoundLimits);
    if (!bounds || std::ranges::all_of(bounds->may_complete, [](bool may) { return may; })) {
      break;
    }
  }
  return text;
}

RC_GTEST_PROP(CertainDeadlock, NoOrderOfArrivalAvoidsIt, (std::uint64_t seed)) {
  const std::string text = any_blueprint(seed);
  const auto reading = blueprint::read_blueprint({"random", text});
  RC_LOG() << text;
  RC_ASSERT(reading.program.has_value());
  const blueprint::Program& program = *reading.program;
  const PlayResult played = play(program, kLimits);
  const bool is_certain = is_certain_deadlock(program, played, kBoundLimits);
  if (played.end != PlayEnd::kDeadlock) {
    RC_ASSERT(!is_certain);
    RC_TAG(std::string("no deadlock"));
    return;
  }
  const AllOrders orders = explore(program, kMostStates);
  RC_TAG(fmt::format("{}, {}", is_certain ? "certain" : "not certain",
                     orders.some_end        ? "some order ends"
                     : !orders.is_exhausted ? "too many orders"
                                            : "no order ends"));
  RC_ASSERT((orders.some_deadlock || !orders.is_exhausted));
  RC_ASSERT((!is_certain || !orders.some_end));
}

}  // namespace
}  // namespace dps::engine
