/// The behaviour of one process of a blueprint as a pure state machine: no I/O, no threads, no
/// clock. The caller pulls the next step, executes it in real or virtual time, and delivers a
/// message when a step requires one. Source: docs/language.md, "How a process behaves"; paper 5.2.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/random.h"
#include "blueprint/engine/message_table.h"
#include "blueprint/engine/operations.h"
#include "blueprint/engine/picks.h"
#include "blueprint/engine/progress.h"
#include "blueprint/engine/requests.h"
#include "blueprint/program.h"

namespace dps::engine {

enum class StepKind : std::uint8_t {
  kBeginUnit,           ///< a unit becomes active: `unit`
  kBeginFunctionality,  ///< `functionality` fires
  kCompute,             ///< run `computation`
  kSend,                ///< send one message of `output` to `receiver`
  kQueue,               ///< one message of `output` waits in the process (-window): hold() it
  kContribute,          ///< contribute to the collective operation of `output`; nothing to execute
  kEndFunctionality,    ///< `functionality` is done
  kReceive,   ///< take a message and deliver() it; until then next() returns the same step
  kDrain,     ///< like kReceive, but the process is complete otherwise: is_late() messages are late
  kComplete,  ///< the process is complete; all further steps are kComplete
};

/// One step. `unit` is always set, `position` and `functionality` in every step of a functionality;
/// they are kNone in a step of a collective operation that follows a message. The other fields
/// depend on the kind of step.
struct Step {
  StepKind kind;
  std::uint32_t unit = 0;           ///< position among the units of the process's plan
  std::uint32_t position = 0;       ///< of the functionality on the U line
  std::uint32_t functionality = 0;  ///< position in Program::functionalities
  std::uint32_t computation = 0;    ///< position in Program::computations
  std::uint32_t output = 0;         ///< position in Program::outputs
  /// kUnknownOrigin: ORIGIN, but the message belongs to no request, or it begins one too many; or,
  /// in kQueue, the receiver is picked later.
  ProcessId receiver{};
  std::uint64_t copy = 0;  ///< kSend: its number among the copies (-n), from 0
  /// kSend: a message fired the functionality, and `stamp` is its stamp; else the activation of the
  /// unit did.
  bool fired_by_message = false;
  std::uint64_t stamp = 0;
  /// kCompute, kSend, if the component varies: decides its values (Program::amount_of and so on).
  /// A random number, or the position of the receiver's share, or the bytes of a message inside a
  /// collective operation. kContribute: -b; `receiver` is then the root, or the process itself.
  std::uint64_t draw = 0;
  /// kCompute: the part of the amount that is executed. A combination of x bytes is x / -b of it.
  double part = 1;
  /// kSend: the message is the completion of a collective operation, which arrives now, like a
  /// timer.
  bool completes = false;
  /// kContribute, and kSend of an output with -collective: the number of the operation, from 1,
  /// among those of the O line with the same members.
  std::uint64_t operation = 0;

  [[nodiscard]] bool in_functionality() const { return position != blueprint::kNone; }
};

/// The receiver of a step that cannot be executed; unknown_origin_text() gives the reason.
inline constexpr ProcessId kUnknownOrigin{Request::kNobody};
/// The most requests that one process begins.
inline constexpr std::uint64_t kMostRequests = (std::uint64_t{1} << 48) - 1;

/// With kFunctionalities, next() returns the start and the end of functionalities as steps.
enum class Detail : std::uint8_t { kUnits, kFunctionalities };

/// The seed of the draws of a run. It is the same for all processes. A draw depends on it, on the
/// name of the process, on the tag of the C or O line, and on how often the process has used the
/// line; on nothing else. Source: docs/language.md, "Variation".
struct Chance {
  std::uint64_t seed = 1;
  std::uint32_t run = 0;
};

/// The message that fired the running functionality; user functions can request it.
struct Cause {
  bool is_message = false;
  MessageId mid{};
  ProcessId from{};
  std::uint64_t stamp = 0;
};

/// A message that waits in the process because of -window.
struct HeldMessage {
  MessageRequest request;    ///< in a program with requests
  std::uint64_t number = 0;  ///< from 1, among all messages that have waited in the process
  std::uint64_t length = 0;  ///< of its queue, with this message
};

/// The wait of a message in the process because of -window.
struct MessageWait {
  std::uint64_t number = 0;  ///< HeldMessage::number; 0 if it has not waited
  std::int64_t since = 0;    ///< the instant of hold(); now if it has not waited
};

class Engine {
 public:
  /// `program` is borrowed, outlives the engine, and contains at least the plan of `self`.
  Engine(const blueprint::Program& program, ProcessId self, Chance chance = {});

  /// The next step. Takes constant time, apart from the collections that a message belongs to.
  Step next(Detail detail = Detail::kFunctionalities);

  /// Passes the next steps to `consumer` until one of its calls returns false; the same as next()
  /// in a loop with a switch, and faster. The calls are begin_unit(unit),
  /// begin_functionality(position), compute(step), contribute(step), send(step), queue(step),
  /// end_functionality(), receive(), drain() and complete(). receive() may deliver() a message and
  /// return true, and drain() may pass_late() one, or deliver() it if it is not is_late();
  /// complete() is the last one.
  template <typename Consumer>
  void run(Detail detail, Consumer consumer);

  /// Describes a message that belongs to no request and is no timer.
  static constexpr TakenFor kNoRequest{};

  /// Delivers the message that the process takes; only after kReceive (DPS_CHECK). `stamp` means
  /// nothing to the engine (callers use the instant at which the message was due); the steps of the
  /// functionalities that the message fires return it. `of` has its request, and is_timer if the
  /// stamp is the instant at which a timer was due.
  void deliver(MessageId mid, ProcessId from, std::uint64_t stamp = 0,
               const TakenFor& of = kNoRequest);

  /// The request of the message that fired the running functionality; only in a program with
  /// requests, as the next one.
  [[nodiscard]] const Request& request() const { return requests_->cause.request; }
  /// The request of the message of the last step, which is kSend. The first one that begins a
  /// request in a firing has `begins`; the request begins at `now`, or when the timer was due that
  /// fired the functionality.
  MessageRequest request_of_message(const Step& step, std::int64_t now);

  /// The message of the last step, which is kQueue, waits from `now` on; in a program with requests
  /// the instant also counts as that of request_of_message().
  HeldMessage hold(const Step& step, std::int64_t now);
  /// The message of the last step, which is kSend, if it has waited; else null.
  [[nodiscard]] const WaitingMessage* released() const {
    return phase_ == Phase::kRelease ? &picks_->released() : nullptr;
  }
  /// The wait of the message of the last step, which is kSend.
  [[nodiscard]] MessageWait wait_of_message(std::int64_t now) const {
    const WaitingMessage* waited = released();
    return waited == nullptr ? MessageWait{0, now} : MessageWait{waited->number, waited->since};
  }
  /// True for a message that the process takes without using it, because it is complete but for
  /// messages that wait in it and its parts of collective operations: then pass_late() must be
  /// called instead of deliver().
  [[nodiscard]] bool is_late(MessageId mid, ProcessId from) const {
    return ends_ && !(operations_ && operations_->contains(mid, from));
  }
  /// A message that the process takes as late; only after kDrain (DPS_CHECK).
  void pass_late(ProcessId from, bool is_timer);
  /// The messages that wait in the process.
  [[nodiscard]] std::vector<QueuedMessages> queued() const {
    return picks_ ? picks_->queued(program_) : std::vector<QueuedMessages>{};
  }
  /// Null for a process without collective operations.
  [[nodiscard]] const Operations* operations() const { return operations_.get(); }
  [[nodiscard]] Operations* operations() { return operations_.get(); }

  /// For tests: the process has begun this number of requests. Only in a program with requests.
  void pretend_begun(std::uint64_t requests) { requests_->own.number = requests; }

  /// Leaves the active unit at the end of the run; next() returns kComplete from then on.
  void finish();

  [[nodiscard]] bool complete() const { return phase_ == Phase::kComplete; }
  /// Position among the units of the plan; the last one when complete.
  [[nodiscard]] std::uint32_t active_unit() const { return unit_; }
  [[nodiscard]] const Cause& cause() const { return cause_; }
  /// The pairs of the active unit's collections, in the order of the U line.
  [[nodiscard]] std::vector<Progress> progress() const;
  /// The messages that are unclaimed, or would be if the active unit ended now, by mid,
  /// sender, unit.
  [[nodiscard]] std::vector<Unclaimed> unclaimed() const;

 private:
  /// The phase of the next call of next(). A unit that became active fires its NULL functionalities
  /// and then selects the next unit, as it does after each message.
  enum class Phase : std::uint8_t {
    kStart,
    kFire,
    kCompute,
    kSend,
    kReceive,
    kRelease,  ///< sends messages that have waited, after a take
    kOperate,  ///< a message inside a collective operation has been taken
    kDrain,    ///< complete but for messages that wait and parts of collective operations
    kComplete,
  };

  /// A functionality on the active unit's line.
  struct Listed {
    static constexpr std::uint32_t kMostCount = 0x7fffffff;

    std::uint64_t completed = 0;  ///< number of times that its collection has been completed
    /// The only type of the collection, and its number of messages. The count is 0 if there are
    /// several types, or if the number does not fit; without a collection the type is kNone.
    MessageId mid{blueprint::kNone};
    std::uint32_t count : 31 = 0;
    std::uint32_t fires : 1 = false;  ///< has yet to fire for the current message or activation
  };

  /// The position of a functionality with several next legs: `count` firings into `leg`.
  struct Firings {
    std::uint32_t functionality;
    std::uint32_t leg;
    std::uint64_t count;
  };

  [[nodiscard]] const blueprint::Unit& active_line() const;
  bool add_open(std::uint32_t position, std::vector<Progress>& list) const;
  [[nodiscard]] bool is_each(std::uint32_t position) const;
  void use_joined(MessageId mid, std::uint64_t used);

  struct OneStep;

  void activate(std::uint32_t unit);
  void add_joins();
  void leave_joins();
  bool take_early();
  void fire_for(MessageId mid, const Taken& message, TypeRow* row);
  void fire_for_request(MessageId mid, const Taken& message, const TakenFor& of, TypeRow* row);
  void use_other_types(MessageId mid);
  [[nodiscard]] std::span<const blueprint::CountedTag> pairs_at(std::uint32_t position) const;
  void choose_alternatives();
  static std::uint64_t count_in(std::span<const blueprint::CountedTag> pairs, MessageId mid);
  [[nodiscard]] bool is_complete_again(std::span<const blueprint::CountedTag> pairs,
                                       std::uint64_t completed, const TypeRow& newest) const;

  void start_firing();
  bool fire();
  template <typename Consumer>
  bool await(Consumer& consumer);
  template <typename Consumer>
  bool follow_take(Consumer& consumer, Step& step);
  bool next_computation(Step& step);
  bool next_output(Step& step);
  bool find_output(std::span<const std::uint32_t> outputs, Step& step);
  bool find_controlled(const blueprint::Output& output, Step& step);
  bool send_controlled(const blueprint::Output& output, Picks::Line& line,
                       std::optional<ProcessId> receiver, Step& step);
  void free_place(ProcessId sender, bool is_timer);
  bool next_released(Step& step);
  bool contribute(std::uint32_t output, Step& step);
  bool next_operation_step(Step& step);
  void end_operation_steps();
  void deliver_completion(MessageId mid, ProcessId from, std::uint64_t stamp, const TakenFor& of);
  void drain_or_finish();
  template <typename Consumer>
  static bool execute(Consumer& consumer, const Step& step) {
    return step.kind == StepKind::kSend      ? consumer.send(step)
           : step.kind == StepKind::kQueue   ? consumer.queue(step)
           : step.kind == StepKind::kCompute ? consumer.compute(step)
                                             : consumer.contribute(step);
  }
  void end_functionality();
  void set_step(StepKind kind, Step& step) const;
  void next_component();
  [[nodiscard]] bool begins_too_many() const;
  [[nodiscard]] ProcessId named_by_message(const blueprint::Receivers& element) const;
  std::optional<ProcessId> next_receiver(const blueprint::Output& output);
  std::optional<ProcessId> next_share(const blueprint::Output& output);
  void begin_round(const blueprint::Output& output);
  [[nodiscard]] bool is_repeated(std::span<const blueprint::Receivers> elements,
                                 ProcessId receiver) const;
  Firings& firings_of(std::uint32_t functionality);
  std::uint32_t cycle_step(std::uint32_t functionality);
  std::uint32_t next_of(std::uint32_t functionality);
  bool choose();

  std::uint64_t draw(std::uint32_t definition, std::uint32_t choice = blueprint::kNone);
  std::uint64_t draw_of(const blueprint::Output& output);

  /// A receiver that gets a message in the current round of an output with shares.
  struct Recipient {
    ProcessId process;
    std::uint32_t share;
  };

  /// The draws of a line that varies, of a choice of a unit, or of -pick, from the first use on.
  static constexpr std::uint32_t kPickStream = blueprint::kNone - 1;
  struct Stream {
    std::uint32_t definition;
    std::uint32_t choice;  ///< kNone: the whole line; kPickStream: -pick
    Random draws;
  };

  const blueprint::Program& program_;                     // borrowed
  std::uint64_t seed_;                                    // of all draws of this process
  std::vector<Stream> streams_;                           // in the order of definition and choice
  std::span<const std::uint32_t> functionalities_;        // of the active unit's line
  std::vector<Listed> listed_;                            // likewise
  std::span<const blueprint::Alternative> alternatives_;  // likewise; empty: no choice
  MessageTable table_;
  std::unique_ptr<Requests> requests_;  // null: requests and -each have no effect on the process
  std::unique_ptr<Picks> picks_;        // null: no output of the process has -pick or -window
  std::unique_ptr<Operations> operations_;  // null: the program has no collective operations
  std::vector<Firings> firings_;            // of functionalities with several legs
  std::vector<Recipient> round_;            // of an output with shares
  std::uint64_t sequence_ = 0;              // messages taken so far
  Cause cause_;
  ProcessId self_;
  std::uint32_t unit_ = 0;
  std::uint32_t chosen_ = blueprint::kNextSame;  // the best next of those that have fired
  std::uint32_t position_ = 0;   // of the functionality that fires, or the next that may
  std::uint32_t firing_ = 0;     // the functionality that fires
  std::uint32_t step_ = 0;       // `step` of its firing; 0 if no component depends on it
  std::uint32_t component_ = 0;  // its computation or output that comes next
  std::uint64_t copy_ = 0;       // of the output
  std::uint32_t element_ = 0;    // of the output's receivers
  std::uint32_t offset_ = 0;     // in the element, or in the round
  std::uint32_t share_ = 0;      // of the receiver
  Phase phase_ = Phase::kStart;
  bool contributes_ = false;  // the output that comes next has contributed
  bool ends_ = false;         // complete but for messages that wait and parts of operations
};

/// Takes a message: one that the process has already, or the next one. Returns false to stop.
template <typename Consumer>
bool Engine::await(Consumer& consumer) {
  return phase_ == Phase::kDrain ? consumer.drain() : take_early() || consumer.receive();
}

/// After a take: sends messages that have waited, or executes the steps of a collective operation.
/// Returns false to stop.
template <typename Consumer>
bool Engine::follow_take(Consumer& consumer, Step& step) {
  const bool operates = phase_ == Phase::kOperate;
  while (operates ? next_operation_step(step) : next_released(step)) {
    if (!execute(consumer, step)) {
      return false;
    }
  }
  if (operates) {
    end_operation_steps();
  }
  return true;
}

/// The cases are in the order in which a functionality passes through its phases.
template <typename Consumer>
void Engine::run(Detail detail, Consumer consumer) {
  const bool is_detailed = detail == Detail::kFunctionalities;
  Step step{StepKind::kComplete};
  for (;;) {
    switch (phase_) {
      case Phase::kStart:
        activate(0);
        if (!consumer.begin_unit(unit_)) {
          return;
        }
        break;
      case Phase::kFire:
        if (!fire()) {
          if (choose() && !consumer.begin_unit(unit_)) {
            return;
          }
          break;
        }
        if (is_detailed && !consumer.begin_functionality(position_)) {
          return;
        }
        [[fallthrough]];
      case Phase::kCompute:
        while (next_computation(step)) {
          if (!consumer.compute(step)) {
            return;
          }
        }
        [[fallthrough]];
      case Phase::kSend:
        while (next_output(step)) {
          if (!execute(consumer, step)) {
            return;
          }
        }
        end_functionality();
        if (is_detailed && !consumer.end_functionality()) {
          return;
        }
        break;
      case Phase::kReceive:
      case Phase::kDrain:
        if (!await(consumer)) {
          return;
        }
        break;
      case Phase::kRelease:
      case Phase::kOperate:
        if (!follow_take(consumer, step)) {
          return;
        }
        break;
      case Phase::kComplete:
        consumer.complete();
        return;
    }
  }
}

/// Returns false if no functionality is left that fires.
inline bool Engine::fire() {
  while (position_ < listed_.size() && !listed_[position_].fires) {
    ++position_;
  }
  if (position_ == listed_.size()) {
    return false;
  }
  listed_[position_].fires = false;
  firing_ = functionalities_[position_];
  step_ = program_.functionalities[firing_].steps == 1 ? 0 : cycle_step(firing_);
  phase_ = Phase::kCompute;
  component_ = 0;
  return true;
}

/// Returns false if the functionality has no more computations.
inline bool Engine::next_computation(Step& step) {
  const auto computations = program_.computations_of(program_.functionalities[firing_], step_);
  if (component_ == computations.size()) {
    phase_ = Phase::kSend;
    component_ = 0;
    copy_ = 0;
    element_ = 0;
    offset_ = 0;
    return false;
  }
  set_step(StepKind::kCompute, step);
  step.computation = computations[component_++];
  const blueprint::Computation& line = program_.computations[step.computation];
  step.draw = line.varies() ? draw(line.definition) : 0;
  step.part = 1;
  return true;
}

/// Returns false if the functionality has no more messages to send.
inline bool Engine::next_output(Step& step) {
  const auto outputs = program_.outputs_of(program_.functionalities[firing_], step_);
  return component_ < outputs.size() && find_output(outputs, step);
}

/// Sets the fields that all steps of the firing functionality share.
inline void Engine::set_step(StepKind kind, Step& step) const {
  step.kind = kind;
  step.unit = unit_;
  step.position = position_;
  step.functionality = firing_;
}

}  // namespace dps::engine
