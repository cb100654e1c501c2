#include "blueprint/engine/engine.h"

#include <algorithm>

#include "base/check.h"

namespace dps::engine {

using blueprint::CountedTag;
using blueprint::Functionality;
using blueprint::kNextComplete;
using blueprint::kNextSame;
using blueprint::kNone;
using blueprint::Output;
using blueprint::Receivers;
using blueprint::Unit;

Engine::Engine(const blueprint::Program& program, ProcessId self, Chance chance)
    : program_(program),
      random_(seed_of(seed_of(chance.seed, chance.run), index(self))),
      self_(self) {
  for (const std::uint32_t unit : program.units_of(program.plan(self))) {
    for (const std::uint32_t id : program.functionalities_of(program.units[unit])) {
      const Functionality& functionality = program.functionalities[id];
      if (functionality.collection != kNone) {
        for (const auto& pair : program.pairs_of(program.collections[functionality.collection])) {
          table_.add_type(pair.mid, program.units[unit].early);
        }
      }
    }
  }
}

Step Engine::next(Detail detail) {
  const bool is_detailed = detail == Detail::kFunctionalities;
  Step step{StepKind::kComplete};
  while (!proceed(step, is_detailed)) {
  }
  step.unit = unit_;
  return step;
}

/// The cases stand in the order in which a functionality passes through its phases.
bool Engine::proceed(Step& step, bool is_detailed) {
  switch (phase_) {
    case Phase::kStart:
      activate(0, step);
      return true;
    case Phase::kFire:
      if (!fire(step)) {
        return choose(step);
      }
      if (is_detailed) {
        return true;
      }
      [[fallthrough]];
    case Phase::kCompute:
      if (compute(step)) {
        return true;
      }
      [[fallthrough]];
    case Phase::kSend:
      if (send(step)) {
        return true;
      }
      end_functionality(step);
      return is_detailed;
    case Phase::kReceive:
      return receive(step);
    case Phase::kComplete:
      step.kind = StepKind::kComplete;
      return true;
  }
  return true;
}

void Engine::deliver(MessageId mid, ProcessId from, std::uint64_t stamp) {
  DPS_CHECK(phase_ == Phase::kReceive);
  const Taken message{++sequence_, stamp, from, unit_, 1};
  fire_for(mid, message, table_.take(mid, message));
}

void Engine::finish() {
  if (phase_ != Phase::kComplete) {
    table_.leave_unit();
    phase_ = Phase::kComplete;
  }
}

std::vector<Progress> Engine::progress() const {
  std::vector<Progress> list;
  const auto functionalities = program_.functionalities_of(active_line());
  for (std::uint32_t position = 0; position < functionalities.size(); ++position) {
    const Functionality& functionality = program_.functionalities[functionalities[position]];
    if (functionality.collection == kNone) {
      continue;
    }
    for (const auto& pair : program_.pairs_of(program_.collections[functionality.collection])) {
      const TypeRow& row = *table_.find(pair.mid);
      const std::uint64_t used = places_.empty() ? 0 : places_[position].completed * pair.count;
      list.push_back({position, pair.mid, row.taken - row.snapshot - used, pair.count});
    }
  }
  return list;
}

const Unit& Engine::active_line() const {
  return program_.units[program_.units_of(program_.plan(self_))[unit_]];
}

// --- units --------------------------------------------------------------------------------------

void Engine::activate(std::uint32_t unit, Step& step) {
  table_.leave_unit();
  unit_ = unit;
  const Unit& line = active_line();
  functionalities_ = program_.functionalities_of(line);
  places_.assign(functionalities_.size(), Place{});
  for (std::uint32_t position = 0; position < functionalities_.size(); ++position) {
    const Functionality& functionality = program_.functionalities[functionalities_[position]];
    if (functionality.collection == kNone) {
      places_[position].fires = true;
      continue;
    }
    for (const auto& pair : program_.pairs_of(program_.collections[functionality.collection])) {
      table_.find(pair.mid)->listed = true;
    }
  }
  table_.take_snapshot(line.early);
  cause_ = Cause{};
  start_firing();
  step.kind = StepKind::kBeginUnit;
}

void Engine::start_firing() {
  position_ = 0;
  chosen_ = kNextSame;
  phase_ = Phase::kFire;
}

bool Engine::receive(Step& step) {
  Taken early;
  TypeRow* row = table_.take_again(early);
  if (row == nullptr) {
    step.kind = StepKind::kReceive;
    return true;
  }
  fire_for(row->mid, early, row);
  return false;
}

/// `row` is the row of the message's type; nullptr if the unit does not list it.
void Engine::fire_for(MessageId mid, const Taken& message, TypeRow* row) {
  cause_ = Cause{true, mid, message.from, message.stamp};
  start_firing();
  if (row == nullptr) {
    return;
  }
  std::uint64_t used = 0;
  bool has_other_types = false;
  for (std::uint32_t position = 0; position < functionalities_.size(); ++position) {
    const auto pairs = pairs_at(position);
    const std::uint64_t wants = count_in(pairs, mid);
    if (wants == 0) {
      continue;
    }
    Place& place = places_[position];
    if (is_complete_again(pairs, place.completed, *row)) {
      ++place.completed;
      place.fires = true;
      has_other_types |= pairs.size() > 1;
    }
    used = std::max(used, place.completed * wants);
  }
  MessageTable::keep(*row, message, used);
  if (has_other_types) {
    use_other_types(mid);
  }
}

/// A completed collection uses messages of all its types, not only of the type that completed it.
void Engine::use_other_types(MessageId mid) {
  for (std::uint32_t position = 0; position < places_.size(); ++position) {
    if (!places_[position].fires) {
      continue;
    }
    for (const CountedTag& pair : pairs_at(position)) {
      if (pair.mid != mid) {
        MessageTable::use(*table_.find(pair.mid), places_[position].completed * pair.count);
      }
    }
  }
}

/// The pairs of the collection at that position of the U line; empty without a collection.
std::span<const CountedTag> Engine::pairs_at(std::uint32_t position) const {
  const Functionality& functionality = program_.functionalities[functionalities_[position]];
  return functionality.collection == kNone
             ? std::span<const CountedTag>{}
             : program_.pairs_of(program_.collections[functionality.collection]);
}

std::uint64_t Engine::count_in(std::span<const CountedTag> pairs, MessageId mid) {
  for (const CountedTag& pair : pairs) {
    if (pair.mid == mid) {
      return pair.count;
    }
  }
  return 0;
}

/// `newest` is the row of the type that has just been taken.
bool Engine::is_complete_again(std::span<const CountedTag> pairs, std::uint64_t completed,
                               const TypeRow& newest) const {
  return std::all_of(pairs.begin(), pairs.end(), [&](const CountedTag& pair) {
    const TypeRow& row = pair.mid == newest.mid ? newest : *table_.find(pair.mid);
    return row.taken - row.snapshot - completed * pair.count >= pair.count;
  });
}

// --- firing -------------------------------------------------------------------------------------

/// False if no functionality is left that fires.
bool Engine::fire(Step& step) {
  while (position_ < places_.size() && !places_[position_].fires) {
    ++position_;
  }
  if (position_ == places_.size()) {
    return false;
  }
  places_[position_].fires = false;
  firing_ = functionalities_[position_];
  phase_ = Phase::kCompute;
  component_ = 0;
  set_step(StepKind::kBeginFunctionality, step);
  return true;
}

/// A step of the functionality that fires.
void Engine::set_step(StepKind kind, Step& step) const {
  step.kind = kind;
  step.position = position_;
  step.functionality = firing_;
}

bool Engine::compute(Step& step) {
  const auto computations = program_.computations_of(program_.functionalities[firing_]);
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
  step.draw = draw();
  return true;
}

bool Engine::send(Step& step) {
  const auto outputs = program_.outputs_of(program_.functionalities[firing_]);
  for (; component_ < outputs.size(); ++component_, copy_ = 0) {
    const Output& output = program_.outputs[outputs[component_]];
    for (; copy_ < output.copies; ++copy_, element_ = 0) {
      if (const auto receiver = next_receiver(output)) {
        set_step(StepKind::kSend, step);
        step.output = outputs[component_];
        step.receiver = *receiver;
        step.copy = copy_;
        step.fired_by_message = cause_.is_message;
        step.stamp = cause_.stamp;
        step.draw = draw();
        return true;
      }
    }
  }
  return false;
}

/// Returns the next receiver of this copy, from (element_, offset_) on, and moves past it.
std::optional<ProcessId> Engine::next_receiver(const Output& output) {
  const auto elements = program_.receivers_of(output);
  while (element_ < elements.size()) {
    const Receivers& element = elements[element_];
    const ProcessId receiver =
        element.is_ack() ? cause_.from : ProcessId{index(element.first) + offset_ * element.step};
    const bool is_left_out =
        (output.others && receiver == self_) || is_repeated(elements, receiver);
    if (++offset_ >= element.count) {
      ++element_;
      offset_ = 0;
    }
    if (!is_left_out) {
      return receiver;
    }
  }
  return std::nullopt;
}

/// Only ACK can name a process a second time; the other elements never name the same process twice.
bool Engine::is_repeated(std::span<const Receivers> elements, ProcessId receiver) const {
  if (elements.size() == 1) {
    return false;
  }
  const bool is_ack = elements[element_].is_ack();
  for (const Receivers& earlier : elements.first(element_)) {
    if (earlier.is_ack()
            ? receiver == cause_.from
            : is_ack && index(receiver) >= index(earlier.first) &&
                  (index(receiver) - index(earlier.first)) % earlier.step == 0 &&
                  (index(receiver) - index(earlier.first)) / earlier.step < earlier.count) {
      return true;
    }
  }
  return false;
}

void Engine::end_functionality(Step& step) {
  set_step(StepKind::kEndFunctionality, step);
  const std::uint32_t next = next_of(firing_);
  const bool is_unit = next != kNextSame && next != kNextComplete;
  if (next == kNextComplete || (is_unit && chosen_ == kNextSame)) {
    chosen_ = next;
  }
  ++position_;
  phase_ = Phase::kFire;
}

std::uint32_t Engine::next_of(std::uint32_t functionality) {
  const auto legs = program_.nexts_of(program_.functionalities[functionality]);
  if (legs.size() == 1) {
    return legs[0].target;
  }
  auto found = std::find_if(firings_.begin(), firings_.end(), [&](const Firings& firings) {
    return firings.functionality == functionality;
  });
  if (found == firings_.end()) {
    found = firings_.insert(found, {functionality, 0, 0});
  }
  const std::uint32_t target = legs[found->leg].target;
  if (++found->count == legs[found->leg].firings) {
    found->count = 0;
    found->leg = (found->leg + 1) % static_cast<std::uint32_t>(legs.size());
  }
  return target;
}

/// All have fired: the process completes, another unit becomes active, or it takes a message.
bool Engine::choose(Step& step) {
  if (chosen_ == kNextComplete) {
    finish();
    return false;
  }
  if (chosen_ != kNextSame) {
    activate(chosen_, step);
    return true;
  }
  phase_ = Phase::kReceive;
  return receive(step);
}

}  // namespace dps::engine
