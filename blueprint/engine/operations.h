/// The collective operations of one process: its contributions, the rounds that it is in, and the
/// messages that came before their rounds. Source: docs/language.md, "Collective operations".
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "base/request.h"
#include "blueprint/collectives/schedule.h"
#include "blueprint/engine/progress.h"
#include "blueprint/program.h"

namespace dps::engine {

/// The next action of a process for an operation.
struct OperationStep {
  enum class Kind : std::uint8_t {
    kSend,      ///< sends `bytes` to `peer`
    kCombine,   ///< combines `bytes`: executes the combination of the output, if it has one
    kComplete,  ///< its part is done: it sends the completion to itself
  };

  Kind kind;
  std::uint32_t output;  ///< position in Program::outputs
  ProcessId peer{};
  std::uint64_t bytes = 0;
};

/// A contribution and the operation that it belongs to.
struct NumberedContribution {
  std::uint32_t output = 0;
  std::uint64_t number = 0;  ///< of the operation of this line and these members, from 1
  Request request{};         ///< of the firing that contributed
};

class Operations {
 public:
  /// `program` is borrowed, and contains at least the plan of `self`.
  Operations(const blueprint::Program& program, ProcessId self);

  /// True for a message inside an operation, and for a completion.
  [[nodiscard]] bool has_type(MessageId mid) const {
    return index(mid) < line_of_.size() && line_of_[index(mid)] != kOtherType;
  }
  /// True for a message inside an operation: of the type of a collective, from another process.
  [[nodiscard]] bool contains(MessageId mid, ProcessId from) const {
    return from != self_ && has_type(mid);
  }

  /// Leaves the operations with -alg native to the caller, which performs them by a library and
  /// calls end_native() when the part of the process in the oldest one of a type is done. These
  /// operations have no steps.
  void leave_native() { leaves_native_ = true; }
  /// True if the caller performs the operations of the output.
  [[nodiscard]] bool leaves(std::uint32_t output) const {
    return leaves_native_ && program_.collective_of(program_.outputs[output]).native;
  }

  /// The process executes the O line. Returns the number of the operation. The steps of next()
  /// follow.
  std::uint64_t contribute(std::uint32_t output, const Request& request);
  /// The process has taken a message for which contains() is true. The steps of next() follow.
  void take(MessageId mid, ProcessId from);
  /// The next step after the last call of contribute() or take(); nullopt if the process has to
  /// wait for a message, or has done all that it has contributed to.
  std::optional<OperationStep> next();

  /// The operation of the newest step: also after its last one.
  [[nodiscard]] const NumberedContribution& current() const { return lines_[active_].current; }
  /// The part of the process in the oldest operation of a type, which the caller performs, is done.
  NumberedContribution end_native(MessageId mid);
  /// Changes -b of the operations of an O line to `scaled(-b)`; their algorithm remains the same.
  void scale(std::uint32_t definition, std::function<std::uint64_t(std::uint64_t)> scaled);

  /// The collective of an output, with -b as scale() has changed it.
  [[nodiscard]] collectives::Collective collective_of(const blueprint::Output& output) const;

  /// True if the process has done its part of all operations to which it has contributed.
  [[nodiscard]] bool are_done() const { return open_ == 0; }
  /// For the report of a deadlock, in the order of the types and of the first contributions.
  [[nodiscard]] std::vector<Contributions> contributions() const;

 private:
  static constexpr std::uint32_t kOtherType = blueprint::kNone;   ///< of no collective
  static constexpr std::uint32_t kNoLine = blueprint::kNone - 1;  ///< the process has no such line

  /// The part of a round that is next.
  enum class Part : std::uint8_t { kSend, kTake, kCombine };

  /// Operations with the same members.
  struct Group {
    std::uint32_t output;  ///< one that has these members
    std::uint64_t contributed = 0;
    std::uint64_t done = 0;
  };

  /// An O line: its operations follow one another.
  struct Line {
    std::vector<NumberedContribution> waiting;  ///< not begun or, if the caller performs them, not
                                                ///< done; the oldest at `first`
    std::size_t first = 0;
    NumberedContribution current;
    std::optional<collectives::Schedule> schedule;  ///< of the operation that has begun
    std::uint64_t round_number = 0;
    collectives::Round round{};
    Part part = Part::kSend;
    bool awaits = false;  ///< the process waits for `awaited`
    ProcessId awaited{};
    std::unordered_map<ProcessId, std::uint64_t>
        early;  ///< messages before their rounds, by sender
    std::vector<Group> groups;
  };

  void add_line(const blueprint::Output& output);
  bool begin_next(Line& line);
  static NumberedContribution pop_oldest(Line& line);
  void load_round(Line& line);
  bool take_early(Line& line, ProcessId from);
  [[nodiscard]] Group& group_of(Line& line, std::uint32_t output) const;
  [[nodiscard]] bool have_same_group(std::uint32_t a, std::uint32_t b) const;

  const blueprint::Program& program_;
  ProcessId self_;
  std::vector<std::uint32_t> line_of_;  // by mid, as far as there are types of collectives
  std::vector<Line> lines_;
  std::uint32_t active_ = 0;  // the line of the newest contribution or message
  std::uint32_t scaled_definition_ = blueprint::kNone;
  std::function<std::uint64_t(std::uint64_t)> scaled_;
  bool leaves_native_ = false;
  std::uint64_t open_ = 0;  // contributions whose operations are not done
};

}  // namespace dps::engine
