/// What one process of a blueprint does (docs/language.md, "How a process behaves"; paper 5.2), as a
/// pure state machine: no I/O, no threads, no clock. Whoever runs it pulls the next step, carries
/// it out in his own time, real or virtual, and delivers messages when it asks for one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/random.h"
#include "blueprint/program.h"
#include "engine/message_table.h"

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
  std::uint64_t copy = 0;  ///< from 0
  /// kSend: the stamp of the message that fired the functionality; nothing for an activation.
  bool fired_by_message = false;
  std::uint64_t stamp = 0;
  std::uint32_t draw = 0;  ///< kCompute, kSend: decides what varies (Program::amount_of and so on)
};

/// Whether next() tells when a functionality begins and ends; some who run it need not know.
enum class Detail : std::uint8_t { kUnits, kFunctionalities };

/// What decides the draws of a run: the same for all processes, each of which has its own of it.
struct Chance {
  std::uint64_t seed = 1;
  std::uint32_t run = 0;
};

/// The message that fired what runs now, for a user function that wants to know.
struct Cause {
  bool is_message = false;
  MessageId mid{};
  ProcessId from{};
  std::uint64_t stamp = 0;
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
  Engine(const blueprint::Program& program, ProcessId self, Chance chance = {});

  /// The next step. Constant time but for the collections that one message touches.
  Step next(Detail detail = Detail::kFunctionalities);

  /// The message that the process takes after kReceive. `stamp` is the caller's own (when it was
  /// due, say); it comes back with what the message fires. A mid or a moment that nobody asked for
  /// is a bug (DPS_CHECK).
  void deliver(MessageId mid, ProcessId from, std::uint64_t stamp = 0);

  /// Leaves the active unit for good, as the end of the run does; next() is kComplete from then on.
  void finish();

  [[nodiscard]] bool complete() const { return phase_ == Phase::kComplete; }
  /// Position among the units of the plan; the last one when complete.
  [[nodiscard]] std::uint32_t active_unit() const { return unit_; }
  [[nodiscard]] const Cause& cause() const { return cause_; }
  /// The pairs of the active unit's collections, in the order of the U line.
  [[nodiscard]] std::vector<Progress> progress() const;
  /// In the order of mid, sender, unit. Complete only after kComplete or finish().
  [[nodiscard]] std::vector<Unclaimed> unclaimed() const { return table_.unclaimed(); }

 private:
  /// What next() does next. A unit that became active fires its NULL functionalities, then, like
  /// one that took a message, chooses where to go on.
  enum class Phase : std::uint8_t { kStart, kFire, kCompute, kSend, kEnd, kReceive, kComplete };

  /// A position on the active unit's line.
  struct Place {
    std::uint64_t completed = 0;  ///< how often its collection was
    bool fires = false;           ///< for the message or activation of now
  };

  /// Where a functionality with several next legs is: `count` firings into `leg`.
  struct Firings {
    std::uint32_t functionality;
    std::uint32_t leg;
    std::uint64_t count;
  };

  [[nodiscard]] const blueprint::Unit& unit_reading() const;

  // What says bool tells whether it has made a step to be carried out; if not, the phase goes on.

  bool proceed(Step& step, bool is_detailed);
  bool activate(std::uint32_t unit, Step& step);
  bool receive(Step& step);
  void fire_for(MessageId mid, const Taken& message, TypeRow* row);
  void use_other_types(MessageId mid);
  [[nodiscard]] std::uint64_t count_in(const blueprint::Collection& collection,
                                       MessageId mid) const;
  [[nodiscard]] bool is_complete_again(const blueprint::Collection& collection,
                                       std::uint64_t completed) const;

  void start_firing();
  bool fire_or_choose(Step& step, bool is_detailed);
  bool compute(Step& step);
  bool send(Step& step);
  void end_functionality(Step& step);
  void tell(StepKind kind, Step& step) const;
  std::optional<ProcessId> next_receiver(const blueprint::Output& output);
  [[nodiscard]] bool is_repeated(std::span<const blueprint::Receivers> elements,
                                 ProcessId receiver) const;
  std::uint32_t next_of(std::uint32_t functionality);
  bool choose(Step& step);

  std::uint32_t draw() { return static_cast<std::uint32_t>(random_.next() >> 32); }

  const blueprint::Program& program_;  // borrowed
  Random random_;
  std::span<const std::uint32_t> functionalities_;  // of the active unit's line
  std::vector<Place> places_;                       // likewise
  MessageTable table_;
  std::vector<Firings> firings_;  // of functionalities with several legs
  std::uint64_t sequence_ = 0;    // messages taken so far
  Cause cause_;
  ProcessId self_;
  std::uint32_t unit_ = 0;
  std::uint32_t chosen_ = blueprint::kNextSame;  // the best next of what fired so far
  std::uint32_t position_ = 0;                   // of the functionality that fires, or the next to
  std::uint32_t firing_ = 0;                     // the functionality that fires
  std::uint32_t component_ = 0;  // computation or output of the functionality that fires
  std::uint64_t copy_ = 0;       // of the output
  std::uint32_t element_ = 0;    // of the output's receivers
  std::uint32_t offset_ = 0;     // in the element
  Phase phase_ = Phase::kStart;
};

}  // namespace dps::engine
