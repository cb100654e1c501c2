/// The part of Engine for collective operations.
#include "blueprint/engine/engine.h"

namespace dps::engine {

using blueprint::Computation;
using blueprint::kNone;
using blueprint::Output;

/// The output contributes when it comes first; then its steps follow. Returns false after the last.
bool Engine::contribute(std::uint32_t output, Step& step) {
  if (!contributes_) {
    contributes_ = true;
    set_step(StepKind::kContribute, step);
    const Output& line = program_.outputs[output];
    const collectives::Collective of = operations_->collective_of(line);
    step.output = output;
    step.receiver = collectives::has_root(of.operation) ? program_.member(line, of.root) : self_;
    step.draw = of.bytes;
    step.operation =
        operations_->contribute(output, requests_ ? requests_->cause.request : Request{});
    return true;
  }
  contributes_ = next_operation_step(step);
  return contributes_;
}

/// The next step of the operation to which the process has contributed, or of which it has taken a
/// message. Returns false if there is none.
bool Engine::next_operation_step(Step& step) {
  using Kind = OperationStep::Kind;
  while (const auto next = operations_->next()) {
    const Output& output = program_.outputs[next->output];
    if (next->kind == Kind::kCombine && output.combination == kNone) {
      continue;
    }
    const bool computes = next->kind == Kind::kCombine;
    set_step(computes ? StepKind::kCompute : StepKind::kSend, step);
    if (phase_ == Phase::kOperate) {
      step.position = kNone;
      step.functionality = kNone;
    }
    if (computes) {
      const Computation& line = program_.computations[output.combination];
      const std::uint64_t whole = operations_->collective_of(output).bytes;
      step.computation = output.combination;
      step.draw = line.varies() ? draw(line.definition) : 0;
      step.part = whole == 0 ? 0 : static_cast<double>(next->bytes) / static_cast<double>(whole);
      return true;
    }
    step.output = next->output;
    step.receiver = next->peer;
    step.copy = 0;
    step.fired_by_message = cause_.is_message;
    step.stamp = cause_.stamp;
    step.draw = next->bytes;
    step.completes = next->kind == Kind::kComplete;
    step.operation = operations_->current().number;
    return true;
  }
  return false;
}

/// The operation waits for a message again, or is done.
void Engine::end_operation_steps() {
  if (ends_) {
    drain_or_finish();
  } else {
    phase_ = Phase::kReceive;
  }
}

/// A completion is no timer that begins a request, nor an answer that frees a place.
void Engine::deliver_completion(MessageId mid, ProcessId from, std::uint64_t stamp,
                                const TakenFor& of) {
  const Taken message{++sequence_, stamp, from, unit_, 1};
  if (requests_) {
    const TakenFor taken{of.request, false};
    fire_for_request(mid, message, taken, table_.take(mid, message, &taken));
  } else {
    fire_for(mid, message, table_.take(mid, message));
  }
}

}  // namespace dps::engine
