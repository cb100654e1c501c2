/// The checked, immutable program that a blueprint describes.
///
/// It consists of flat tables that refer to each other by position. A line that is the same for all
/// clones is stored once; a line with `self` is stored once per different *instance*, the result of
/// evaluating it for a process. So a million processes fit into memory. A whole Program describes
/// all processes; a slice (blueprint/slice.h) has the same tables for one process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/diagnostic.h"
#include "base/expression/instruction.h"
#include "base/ids.h"
#include "base/message_route.h"
#include "base/operations/operation_count.h"
#include "blueprint/collectives/operation.h"

namespace dps::blueprint {

/// "None" wherever a position is optional.
inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

/// `count` consecutive entries of another table, from `first`.
struct Extent {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  bool operator==(const Extent&) const = default;
};

/// The sections whose lines define a tag.
enum class Section : char {
  kInput = 'I',
  kComputation = 'C',
  kOutput = 'O',
  kFunctionality = 'F',
  kUnit = 'U',
  kProcess = 'P',
};

/// A line that defines a tag, whether or not a process reaches it. All instances of the line refer
/// to it for the tag and the position in the text.
struct Definition {
  Section section;
  std::string tag;
  Span tag_span;
  bool mentioned = false;  ///< some other line of the blueprint names the tag

  bool operator==(const Definition&) const = default;
};

/// A message type; its position in Program::message_types is its mid.
struct MessageType {
  std::string mtag;
  Span awaited_at;  ///< first mention on an I line; line 0 if none
  Span sent_at;     ///< first mention on an O line; line 0 if none

  bool operator==(const MessageType&) const = default;
};

struct CountedTag {
  MessageId mid;
  std::uint64_t count;  ///< at least 1
  /// -each: the messages that every request sends; at least `count`, which it is without `/`.
  std::uint64_t of;

  bool operator==(const CountedTag&) const = default;
};

/// An instance of an I line. Without pairs (if all counts are 0) it never becomes complete.
struct Collection {
  std::uint32_t definition;
  Extent pairs;       ///< of Program::pairs
  bool each = false;  ///< -each: counts the messages of each request apart

  bool operator==(const Collection&) const = default;
};

enum class ComputationKind : std::uint8_t {
  kSleep,
  kBusywait,
  kCompute,
  kWork,
  kCall,
  kExec,
  kOps,
};

/// An instance of a C line.
struct Computation {
  std::uint32_t definition;
  ComputationKind kind;
  /// sleep, busywait, compute: seconds; work: multiplications; ops: seconds in the slice of a
  /// process whose host is known (coordinator/placement/operation_times.h)
  double amount = 0;
  Extent words;                ///< call, exec: its name, then its arguments; of Program::words
  std::optional<double> cost;  ///< seconds that a prediction charges instead
  Extent amount_variate;       ///< if it is random; `amount` is then the mean
  Extent cost_variate;         ///< likewise; both of Program::computation_variates
  Extent operations{};         ///< ops: its sum; of Program::operation_counts
  /// ops: the instructions of its loop, which may be in the cache; 0 if it is, nullopt if the cache
  /// has no effect.
  std::optional<double> loop{};

  [[nodiscard]] bool varies() const { return amount_variate.count + cost_variate.count > 0; }

  bool operator==(const Computation&) const = default;
};

/// One element of a receiver list: the processes first, first+step, …, `count` of them. A count of
/// 0 denotes a process that only the message which completed the collection determines: ACK, its
/// sender; or, with the step 2, ORIGIN, the process that began its request.
struct Receivers {
  static constexpr std::uint32_t kOriginStep = 2;

  ProcessId first{};
  std::uint32_t count = 0;
  std::uint32_t step = 1;

  [[nodiscard]] static Receivers origin() { return {ProcessId{}, 0, kOriginStep}; }

  [[nodiscard]] bool is_ack() const { return count == 0 && step != kOriginStep; }
  [[nodiscard]] bool is_origin() const { return count == 0 && step == kOriginStep; }
  [[nodiscard]] bool depends_on_message() const { return count == 0; }
  bool operator==(const Receivers&) const = default;
};

/// The messages for one receiver, if their size or number depends on the receiver (`to`).
struct Share {
  std::uint64_t bytes = 0;   ///< of each message's body
  std::uint64_t copies = 1;  ///< -n, at least 1

  bool operator==(const Share&) const = default;
};

/// -pick: how each message finds its receiver among those of the line, its candidates.
enum class Pick : std::uint8_t {
  kAll,  ///< no -pick: all of them get one
  kRandom,
  kRoundRobin,
  kLeast,  ///< the one with the fewest unanswered messages
};

/// An instance of an O line. Its elements name each process at most once, except ACK and ORIGIN.
struct Output {
  std::uint32_t definition;
  MessageId mid;
  std::uint64_t bytes = 0;                      ///< of each message's body
  std::uint64_t copies = 1;                     ///< -n
  Extent receivers;                             ///< of Program::receivers, in the order of sending
  bool packed = true;                           ///< -p
  bool xdr = true;                              ///< -e
  bool others = false;                          ///< -others: the sender is left out
  bool begins = false;                          ///< -new: its messages begin a request
  MessageRoute route = MessageRoute::kDefault;  ///< -X
  std::optional<double> delay;                  ///< -d, seconds: a timer to oneself
  Extent bytes_variate;                         ///< if it is random; `bytes` is then the maximum
  Extent delay_variate;  ///< likewise, `delay` the mean; both of Program::output_variates
  /// Empty, or one for each process of `receivers`, in their order; of Program::shares. `bytes` and
  /// `copies` are then the largest ones.
  Extent shares;
  Pick pick = Pick::kAll;    ///< with shares, which then have equal copies: of the picked receiver
  std::uint64_t window = 0;  ///< -window: unanswered messages at a receiver; 0: any number
  /// -collective: the operation to which an execution contributes; of Program::collectives, one or
  /// none. `receivers` are then its members in the order of their ranks, and `bytes` is the size of
  /// the largest message inside; -b is that of the collective.
  Extent collective{};
  std::uint32_t combination = kNone;  ///< -combine: position in Program::computations

  /// True if the messages of the line count as unanswered until their receiver sends one.
  [[nodiscard]] bool counts_unanswered() const { return window > 0 || pick == Pick::kLeast; }
  /// True if a message may go to one receiver of several, or wait in the sender.
  [[nodiscard]] bool is_controlled() const { return window > 0 || pick != Pick::kAll; }
  [[nodiscard]] bool is_collective() const { return collective.count > 0; }
  /// True if size or delay differ between the messages of an execution.
  [[nodiscard]] bool varies() const {
    return bytes_variate.count + delay_variate.count + shares.count + collective.count > 0;
  }

  bool operator==(const Output&) const = default;
};

/// The next unit of a functionality: a position in the list of units of the P line, or one of
/// these.
inline constexpr std::uint32_t kNextSame = kNone - 1;
inline constexpr std::uint32_t kNextComplete = kNone - 2;  ///< the blueprint's NULL

/// One leg of `a*K,b`: the following `firings` firings have the next unit `target`. A next without
/// K is a single leg with one firing.
struct NextLeg {
  std::uint32_t target;
  std::uint64_t firings = 1;

  bool operator==(const NextLeg&) const = default;
};

/// An instance of an F line, for the processes of one P line.
struct Functionality {
  std::uint32_t definition;
  std::uint32_t collection = kNone;  ///< kNone: itag NULL, fires when its unit becomes active
  Extent computations;               ///< of Program::computation_lists
  Extent outputs;                    ///< of Program::output_lists
  Extent nexts;                      ///< of Program::next_legs; at least one
  /// The firings of a cycle of `nexts` if a component depends on `step`, else 1. The lists of
  /// computations and outputs then have as many parts of equal length, one for each step.
  std::uint32_t steps = 1;

  bool operator==(const Functionality&) const = default;
};

/// A functionality of a U line with a choice: of several alternatives, one fires.
struct Alternative {
  std::uint32_t choice = 0;  ///< the position on the line of the choice to which it belongs
  double weights = 0;        ///< its weight and those of the alternatives of its choice before it

  bool operator==(const Alternative&) const = default;
};

/// An instance of a U line.
struct Unit {
  std::uint32_t definition;
  bool early = false;
  Extent functionalities;  ///< of Program::functionality_lists, in the order of the U line
  Extent alternatives;     ///< of Program::alternatives: one for each functionality, or none if the
                           ///< line has no choice

  bool operator==(const Unit&) const = default;
};

/// The units of a P line, evaluated for processes with equal instances. The first unit is active at
/// the start.
struct Plan {
  Extent units;  ///< of Program::unit_lists

  bool operator==(const Plan&) const = default;
};

/// A P line.
struct ProcessGroup {
  std::uint32_t definition;
  ProcessId first;
  std::uint32_t count;
  bool server = false;

  bool operator==(const ProcessGroup&) const = default;
};

enum class HostVariable : std::uint8_t { kName, kType, kSpeed, kCores, kMemory };
enum class Comparison : std::uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kGreater,
  kLessEqual,
  kGreaterEqual
};

struct Constraint {
  HostVariable variable;
  Comparison comparison;
  std::string text;          ///< NAME and TYPE: the value as written
  std::uint64_t number = 0;  ///< SPEED, CORES, MEMORY (bytes)
  Span span;                 ///< the three fields

  bool operator==(const Constraint&) const = default;
};

/// An htag with the constraints of all its T lines.
struct LogicalHost {
  std::string htag;
  Span span;  ///< first mention
  std::vector<Constraint> constraints;

  bool operator==(const LogicalHost&) const = default;
};

/// A blueprint variable with its value (after --set), in the order of the V lines.
struct Variable {
  std::string name;
  double value;

  bool operator==(const Variable&) const = default;
};

struct Program {
  std::vector<Definition> definitions;
  std::vector<MessageType> message_types;  ///< by mid
  std::vector<ProcessGroup> groups;        ///< in the order of the P lines
  std::vector<Plan> plans;
  std::vector<std::uint32_t> plan_of;      ///< by process; a slice: kNone for all but its own
  std::vector<LogicalHost> logical_hosts;  ///< in the order of first mention
  std::vector<std::uint32_t>
      logical_host_of;  ///< by process, kNone without a T line; empty if no T
  std::vector<Variable> variables;
  bool has_requests = false;  ///< some O line has -new, also in a slice
  /// The types of the O lines with -collective, ascending; also in a slice: a process may get
  /// messages inside an operation to which it never contributes.
  std::vector<MessageId> collective_types;

  std::vector<Collection> collections;
  std::vector<Computation> computations;
  std::vector<Output> outputs;
  std::vector<Functionality> functionalities;
  std::vector<Unit> units;

  // The lists that the extents above refer to.
  std::vector<CountedTag> pairs;
  std::vector<std::string> words;
  std::vector<operations::OperationCount> operation_counts;
  std::vector<Receivers> receivers;
  std::vector<Share> shares;
  std::vector<collectives::Collective> collectives;
  std::vector<NextLeg> next_legs;
  std::vector<Alternative> alternatives;
  std::vector<expression::Instruction> computation_variates;
  std::vector<expression::Instruction> output_variates;
  std::vector<std::uint32_t> computation_lists;    ///< positions in computations
  std::vector<std::uint32_t> output_lists;         ///< positions in outputs
  std::vector<std::uint32_t> functionality_lists;  ///< positions in functionalities
  std::vector<std::uint32_t> unit_lists;           ///< positions in units

  /// The processes of the whole program, also in a slice.
  [[nodiscard]] std::uint32_t process_count() const;
  [[nodiscard]] const ProcessGroup& group_of(ProcessId process) const;  ///< O(log groups)
  [[nodiscard]] std::string process_name(ProcessId process) const;      ///< "Worker.p[3]"
  [[nodiscard]] std::uint32_t index_in_group(ProcessId process) const;  ///< self
  [[nodiscard]] bool is_server(ProcessId process) const { return group_of(process).server; }
  [[nodiscard]] const Plan& plan(ProcessId process) const;

  [[nodiscard]] const std::string& tag(std::uint32_t definition) const {
    return definitions[definition].tag;
  }
  [[nodiscard]] const std::string& mtag(MessageId mid) const {
    return message_types[index(mid)].mtag;
  }

  [[nodiscard]] std::span<const CountedTag> pairs_of(const Collection& collection) const;
  [[nodiscard]] std::span<const std::string> words_of(const Computation& computation) const;
  [[nodiscard]] std::span<const operations::OperationCount> operations_of(
      const Computation& computation) const;
  [[nodiscard]] std::span<const Receivers> receivers_of(const Output& output) const;
  [[nodiscard]] std::span<const NextLeg> nexts_of(const Functionality& functionality) const;
  [[nodiscard]] std::span<const Share> shares_of(const Output& output) const;
  /// Requires an output that is_collective().
  [[nodiscard]] const collectives::Collective& collective_of(const Output& output) const;
  /// The member with that rank, and the rank of a process; nullopt if it is no member. The output
  /// must be one that is_collective().
  [[nodiscard]] ProcessId member(const Output& output, std::uint32_t rank) const;
  [[nodiscard]] std::optional<std::uint32_t> rank_of(const Output& output, ProcessId process) const;
  // The components of all steps, or of one.
  [[nodiscard]] std::span<const std::uint32_t> computations_of(const Functionality& f) const;
  [[nodiscard]] std::span<const std::uint32_t> outputs_of(const Functionality& f) const;
  [[nodiscard]] std::span<const std::uint32_t> computations_of(const Functionality& f,
                                                               std::uint64_t step) const;
  [[nodiscard]] std::span<const std::uint32_t> outputs_of(const Functionality& f,
                                                          std::uint64_t step) const;
  [[nodiscard]] std::span<const std::uint32_t> functionalities_of(const Unit& unit) const;
  [[nodiscard]] std::span<const Alternative> alternatives_of(const Unit& unit) const;
  [[nodiscard]] std::span<const std::uint32_t> units_of(const Plan& plan) const;

  /// The position after the last alternative of the choice that begins at `first`.
  [[nodiscard]] std::uint32_t end_of_choice(const Unit& unit, std::uint32_t first) const;
  /// The weight of the functionality at that position; 1 if the unit has no alternatives.
  [[nodiscard]] double weight_of(const Unit& unit, std::uint32_t position) const;

  // The value of a component in a use; `draw` decides it (engine::Step::draw). The draw of a
  // message inside a collective operation is its size.
  [[nodiscard]] double amount_of(const Computation& computation, std::uint64_t draw) const;
  [[nodiscard]] std::optional<double> cost_of(const Computation& computation,
                                              std::uint64_t draw) const;
  [[nodiscard]] std::uint64_t bytes_of(const Output& output, std::uint64_t draw) const;
  [[nodiscard]] std::optional<double> delay_of(const Output& output, std::uint64_t draw) const;
  /// True if the whole program has collectives, even in a slice.
  [[nodiscard]] bool has_collectives() const { return !collective_types.empty(); }
  /// True if some amount, cost, size or delay is random.
  [[nodiscard]] bool varies() const {
    return !computation_variates.empty() || !output_variates.empty();
  }

  bool operator==(const Program&) const = default;

 private:
  [[nodiscard]] std::uint64_t varying_bytes(const Output& output, std::uint64_t draw) const;
};

// Inline: an engine calls these functions at every step.

namespace detail {

template <typename T>
std::span<const T> run_of(const std::vector<T>& table, Extent extent) {
  return {table.data() + extent.first, extent.count};
}

/// The part of a list for one of `steps`.
inline Extent part_of(Extent list, std::uint32_t steps, std::uint64_t step) {
  const std::uint32_t count = steps == 1 ? list.count : list.count / steps;
  return {list.first + static_cast<std::uint32_t>(step) * count, count};
}

/// The value of the first or the second field of a component that varies.
double drawn(const std::vector<expression::Instruction>& table, Extent variate, std::uint64_t draw,
             std::uint64_t field);

}  // namespace detail

inline double Program::amount_of(const Computation& computation, std::uint64_t draw) const {
  const Extent variate = computation.amount_variate;
  return variate.count == 0 ? computation.amount
                            : detail::drawn(computation_variates, variate, draw, 0);
}
inline std::optional<double> Program::cost_of(const Computation& computation,
                                              std::uint64_t draw) const {
  const Extent variate = computation.cost_variate;
  return variate.count == 0 ? computation.cost
                            : detail::drawn(computation_variates, variate, draw, 1);
}
inline std::uint64_t Program::bytes_of(const Output& output, std::uint64_t draw) const {
  return output.varies() ? varying_bytes(output, draw) : output.bytes;
}
inline std::optional<double> Program::delay_of(const Output& output, std::uint64_t draw) const {
  const Extent variate = output.delay_variate;
  return variate.count == 0 ? output.delay : detail::drawn(output_variates, variate, draw, 1);
}

inline const Plan& Program::plan(ProcessId process) const {
  DPS_CHECK(index(process) < plan_of.size() && plan_of[index(process)] != kNone);
  return plans[plan_of[index(process)]];
}
inline std::span<const CountedTag> Program::pairs_of(const Collection& collection) const {
  return detail::run_of(pairs, collection.pairs);
}
inline std::span<const std::string> Program::words_of(const Computation& computation) const {
  return detail::run_of(words, computation.words);
}
inline std::span<const operations::OperationCount> Program::operations_of(
    const Computation& computation) const {
  return detail::run_of(operation_counts, computation.operations);
}
inline std::span<const Receivers> Program::receivers_of(const Output& output) const {
  return detail::run_of(receivers, output.receivers);
}
inline std::span<const NextLeg> Program::nexts_of(const Functionality& functionality) const {
  return detail::run_of(next_legs, functionality.nexts);
}
inline std::span<const std::uint32_t> Program::computations_of(const Functionality& f) const {
  return detail::run_of(computation_lists, f.computations);
}
inline std::span<const std::uint32_t> Program::outputs_of(const Functionality& f) const {
  return detail::run_of(output_lists, f.outputs);
}
inline std::span<const std::uint32_t> Program::computations_of(const Functionality& f,
                                                               std::uint64_t step) const {
  return detail::run_of(computation_lists, detail::part_of(f.computations, f.steps, step));
}
inline std::span<const std::uint32_t> Program::outputs_of(const Functionality& f,
                                                          std::uint64_t step) const {
  return detail::run_of(output_lists, detail::part_of(f.outputs, f.steps, step));
}
inline std::span<const Share> Program::shares_of(const Output& output) const {
  return detail::run_of(shares, output.shares);
}
inline const collectives::Collective& Program::collective_of(const Output& output) const {
  return collectives[output.collective.first];
}
inline std::span<const std::uint32_t> Program::functionalities_of(const Unit& unit) const {
  return detail::run_of(functionality_lists, unit.functionalities);
}
inline std::span<const Alternative> Program::alternatives_of(const Unit& unit) const {
  return detail::run_of(alternatives, unit.alternatives);
}
inline std::span<const std::uint32_t> Program::units_of(const Plan& plan) const {
  return detail::run_of(unit_lists, plan.units);
}

}  // namespace dps::blueprint
