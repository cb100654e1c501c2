#include "engine/engine.h"

#include <algorithm>

#include "base/check.h"

namespace dps::engine {

using blueprint::Functionality;
using blueprint::kNextComplete;
using blueprint::kNextSame;
using blueprint::kNone;
using blueprint::Output;
using blueprint::Receivers;
using blueprint::Unit;

Engine::Engine(const blueprint::Program& program, ProcessId self, Chance chance)
    : program_(program),
      self_(self),
      random_(seed_of(seed_of(chance.seed, chance.run), index(self))) {
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

Step Engine::next() {
  for (;;) {
    std::optional<Step> made;
    switch (phase_) {
      case Phase::kStart:
        made = activate(0);
        break;
      case Phase::kFire:
        made = fire_or_choose();
        break;
      case Phase::kCompute:
        made = compute();
        break;
      case Phase::kSend:
        made = send();
        break;
      case Phase::kEnd:
        made = step(StepKind::kEndFunctionality);
        end_functionality();
        break;
      case Phase::kReceive:
        made = receive();
        break;
      case Phase::kComplete:
        made = step(StepKind::kComplete);
        break;
    }
    if (made) {
      return *made;
    }
  }
}

void Engine::deliver(MessageId mid, ProcessId from, std::uint64_t stamp) {
  DPS_CHECK(phase_ == Phase::kReceive);
  const Taken message{++sequence_, stamp, from, unit_, 1};
  table_.take(mid, message);
  fire_for(mid, message);
}

void Engine::finish() {
  if (phase_ != Phase::kComplete) {
    table_.leave_unit();
    phase_ = Phase::kComplete;
  }
}

std::vector<Progress> Engine::progress() const {
  std::vector<Progress> list;
  const auto functionalities = program_.functionalities_of(unit_reading());
  for (std::uint32_t position = 0; position < functionalities.size(); ++position) {
    const Functionality& functionality = program_.functionalities[functionalities[position]];
    if (functionality.collection == kNone) {
      continue;
    }
    for (const auto& pair : program_.pairs_of(program_.collections[functionality.collection])) {
      const TypeRow& row = *table_.find(pair.mid);
      const std::uint64_t used = completed_.empty() ? 0 : completed_[position] * pair.count;
      list.push_back({position, pair.mid, row.taken - row.snapshot - used, pair.count});
    }
  }
  return list;
}

const Unit& Engine::unit_reading() const {
  return program_.units[program_.units_of(program_.plan(self_))[unit_]];
}

std::uint32_t Engine::firing() const {
  return functionalities_[to_fire_[fired_]];
}

Step Engine::step(StepKind kind) const {
  Step step{kind};
  step.unit = unit_;
  if (fired_ < to_fire_.size()) {
    step.position = to_fire_[fired_];
    step.functionality = firing();
  }
  return step;
}

// --- units --------------------------------------------------------------------------------------

Step Engine::activate(std::uint32_t unit) {
  table_.leave_unit();
  unit_ = unit;
  const Unit& reading = unit_reading();
  functionalities_ = program_.functionalities_of(reading);
  completed_.assign(functionalities_.size(), 0);
  to_fire_.clear();
  for (std::uint32_t position = 0; position < functionalities_.size(); ++position) {
    const Functionality& functionality = program_.functionalities[functionalities_[position]];
    if (functionality.collection == kNone) {
      to_fire_.push_back(position);
      continue;
    }
    for (const auto& pair : program_.pairs_of(program_.collections[functionality.collection])) {
      table_.find(pair.mid)->listed = true;
    }
  }
  table_.take_snapshot(reading.early);
  cause_ = Cause{};
  start_firing();
  Step begin{StepKind::kBeginUnit};
  begin.unit = unit_;
  return begin;
}

void Engine::start_firing() {
  fired_ = 0;
  chosen_ = kNextSame;
  phase_ = Phase::kFire;
}

std::optional<Step> Engine::receive() {
  Taken early;
  const TypeRow* row = table_.take_again(early);
  if (row == nullptr) {
    return step(StepKind::kReceive);
  }
  fire_for(row->mid, early);
  return std::nullopt;
}

void Engine::fire_for(MessageId mid, const Taken& message) {
  cause_ = Cause{true, mid, message.from, message.stamp};
  to_fire_.clear();
  start_firing();
  TypeRow* row = table_.find(mid);
  if (row == nullptr || !row->listed) {
    return;
  }
  std::uint64_t used = 0;
  for (std::uint32_t position = 0; position < functionalities_.size(); ++position) {
    const Functionality& functionality = program_.functionalities[functionalities_[position]];
    if (functionality.collection == kNone) {
      continue;
    }
    const auto& collection = program_.collections[functionality.collection];
    const std::uint64_t wants = count_in(collection, mid);
    if (wants > 0 && is_complete(collection, completed_[position] + 1)) {
      ++completed_[position];
      to_fire_.push_back(position);
    }
    used = std::max(used, completed_[position] * wants);
  }
  MessageTable::use(*row, used);
  use_other_types(mid);
}

// A completed collection uses messages of all its types, not only of the one that came last.
void Engine::use_other_types(MessageId mid) {
  for (const std::uint32_t position : to_fire_) {
    const Functionality& functionality = program_.functionalities[functionalities_[position]];
    for (const auto& pair : program_.pairs_of(program_.collections[functionality.collection])) {
      if (pair.mid != mid) {
        MessageTable::use(*table_.find(pair.mid), completed_[position] * pair.count);
      }
    }
  }
}

std::uint64_t Engine::count_in(const blueprint::Collection& collection, MessageId mid) const {
  for (const auto& pair : program_.pairs_of(collection)) {
    if (pair.mid == mid) {
      return pair.count;
    }
  }
  return 0;
}

bool Engine::is_complete(const blueprint::Collection& collection, std::uint64_t times) const {
  const auto pairs = program_.pairs_of(collection);
  return std::all_of(pairs.begin(), pairs.end(), [&](const blueprint::CountedTag& pair) {
    const TypeRow& row = *table_.find(pair.mid);
    // "arrived >= times * count" without its overflow
    return (row.taken - row.snapshot) / pair.count >= times;
  });
}

// --- firing -------------------------------------------------------------------------------------

std::optional<Step> Engine::fire_or_choose() {
  if (fired_ == to_fire_.size()) {
    return choose();
  }
  phase_ = Phase::kCompute;
  component_ = 0;
  return step(StepKind::kBeginFunctionality);
}

std::optional<Step> Engine::compute() {
  const auto computations = program_.computations_of(program_.functionalities[firing()]);
  if (component_ == computations.size()) {
    phase_ = Phase::kSend;
    component_ = 0;
    copy_ = 0;
    element_ = 0;
    offset_ = 0;
    return std::nullopt;
  }
  Step made = step(StepKind::kCompute);
  made.computation = computations[component_++];
  made.draw = draw();
  return made;
}

std::optional<Step> Engine::send() {
  const auto outputs = program_.outputs_of(program_.functionalities[firing()]);
  for (; component_ < outputs.size(); ++component_, copy_ = 0) {
    const Output& output = program_.outputs[outputs[component_]];
    for (; copy_ < output.copies; ++copy_, element_ = 0) {
      if (const auto receiver = next_receiver(output)) {
        Step made = step(StepKind::kSend);
        made.output = outputs[component_];
        made.receiver = *receiver;
        made.copy = copy_;
        made.fired_by_message = cause_.is_message;
        made.stamp = cause_.stamp;
        made.draw = draw();
        return made;
      }
    }
  }
  phase_ = Phase::kEnd;
  return std::nullopt;
}

/// The next receiver of this copy, from (element_, offset_) on, and moves past it.
std::optional<ProcessId> Engine::next_receiver(const Output& output) {
  const auto elements = program_.receivers_of(output);
  for (; element_ < elements.size(); ++element_, offset_ = 0) {
    const Receivers& element = elements[element_];
    const std::uint32_t count = element.is_ack() ? 1 : element.count;
    while (offset_ < count) {
      const ProcessId receiver =
          element.is_ack() ? cause_.from : ProcessId{index(element.first) + offset_ * element.step};
      ++offset_;
      if (!(output.others && receiver == self_) && !is_repeated(elements, receiver)) {
        return receiver;
      }
    }
  }
  return std::nullopt;
}

/// Only ACK can name a process a second time: the other elements name each once among themselves.
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

void Engine::end_functionality() {
  const std::uint32_t next = next_of(firing());
  const bool is_unit = next != kNextSame && next != kNextComplete;
  if (next == kNextComplete || (is_unit && chosen_ == kNextSame)) {
    chosen_ = next;
  }
  ++fired_;
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

std::optional<Step> Engine::choose() {
  if (chosen_ == kNextComplete) {
    finish();
    return std::nullopt;
  }
  if (chosen_ != kNextSame) {
    return activate(chosen_);
  }
  to_fire_.clear();
  fired_ = 0;
  phase_ = Phase::kReceive;
  return std::nullopt;
}

}  // namespace dps::engine
