/// What one process of a blueprint does (docs/language.md, "What a process does"; paper 5.2), as a
/// pure state machine: no I/O, no threads, no clock. Whoever runs it pulls the next step, carries it
/// out in his own time, real or virtual, and delivers messages when it asks for one.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"

namespace dps::engine {

enum class StepKind : std::uint8_t {
  kBeginUnit,           ///< a unit becomes active: `unit`
  kBeginFunctionality,  ///< `functionality` fires
  kCompute,             ///< run `computation`
  kSend,                ///< send one message of `output` to `receiver`
  kEndFunctionality,    ///< `functionality` is done
  kReceive,             ///< take a message and deliver() it; until then next() says the same
  kComplete,            ///< the process is complete; for ever
};

/// One step. Only the fields that the kind names mean anything; `unit` and `position` always tell
/// where the process is.
struct Step {
  StepKind kind;
  std::uint32_t unit = 0;           ///< position among the units of the process's plan
  std::uint32_t position = 0;       ///< of the functionality on the U line
  std::uint32_t functionality = 0;  ///< position in Program::functionalities
  std::uint32_t computation = 0;    ///< position in Program::computations
  std::uint32_t output = 0;         ///< position in Program::outputs
  ProcessId receiver{};
  std::uint64_t copy = 0;           ///< from 0
  /// kSend: the stamp of the message that fired the functionality; nothing for an activation.
  bool fired_by_message = false;
  std::uint64_t stamp = 0;
};

/// The message that fired what runs now, for a user function that wants to know.
struct Cause {
  bool is_message = false;
  MessageId mid{};
  ProcessId from{};
  std::uint64_t stamp = 0;
};

/// Messages of one type and sender that were taken and never used, by the unit that took them first.
struct Unclaimed {
  MessageId mid;
  ProcessId from;
  std::uint32_t unit;  ///< position in the plan
  std::uint64_t count;

  bool operator==(const Unclaimed&) const = default;
};

/// How far one pair of a collection of the active unit is: what a deadlock report shows.
struct Progress {
  std::uint32_t position;  ///< of the functionality on the U line
  MessageId mid;
  std::uint64_t has;    ///< taken since the collection last became complete
  std::uint64_t wants;  ///< its count
};

class Engine {
 public:
  /// `program` is borrowed and outlives the engine; it holds at least the plan of `self`.
  Engine(const blueprint::Program& program, ProcessId self);

  /// The next step. Constant time but for the collections that one message touches.
  Step next();

  /// The message that the process takes after kReceive. `stamp` is the caller's own (when it was
  /// due, say); it comes back with what the message fires. A mid or a moment that nobody asked for
  /// is a bug (DPS_CHECK).
  void deliver(MessageId mid, ProcessId from, std::uint64_t stamp = 0);

  /// Leaves the active unit for good, as the end of the run does; next() is kComplete from then on.
  void finish();

  [[nodiscard]] bool complete() const;
  [[nodiscard]] std::uint32_t active_unit() const;
  [[nodiscard]] const Cause& cause() const;
  /// True if the active unit, or one that the process may yet enter, lists the type.
  [[nodiscard]] std::vector<Progress> progress() const;
  /// In the order of mid, sender, unit. Complete only after kComplete or finish().
  [[nodiscard]] std::vector<Unclaimed> unclaimed() const;
};

}  // namespace dps::engine
