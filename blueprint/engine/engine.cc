#include "blueprint/engine/engine.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace dps::engine {

using blueprint::CountedTag;
using blueprint::Functionality;
using blueprint::kNextComplete;
using blueprint::kNextSame;
using blueprint::kNone;
using blueprint::Output;
using blueprint::Unit;

Engine::Engine(const blueprint::Program& program, ProcessId self, Chance chance)
    : program_(program),
      seed_(seed_of(
          seed_of(seed_of(chance.seed, chance.run), program.tag(program.group_of(self).definition)),
          program.index_in_group(self))),
      self_(self) {
  bool counts_requests = program.has_requests;
  bool is_controlled = false;
  for (const std::uint32_t unit : program.units_of(program.plan(self))) {
    for (const std::uint32_t id : program.functionalities_of(program.units[unit])) {
      const Functionality& functionality = program.functionalities[id];
      for (const std::uint32_t output : program.outputs_of(functionality)) {
        is_controlled |= program.outputs[output].is_controlled();
      }
      if (functionality.collection != kNone) {
        counts_requests |= program.collections[functionality.collection].each;
        for (const auto& pair : program.pairs_of(program.collections[functionality.collection])) {
          table_.add_type(pair.mid, program.units[unit].early);
        }
      }
    }
  }
  if (counts_requests) {
    requests_ = std::make_unique<Requests>();
  }
  if (is_controlled) {
    picks_ = std::make_unique<Picks>();
  }
  if (program.has_collectives()) {
    operations_ = std::make_unique<Operations>(program, self);
  }
}

/// A consumer that stops after one step and stores it.
struct Engine::OneStep {
  Engine& engine;
  Step& step;

  bool begin_unit(std::uint32_t unit) const {
    step = Step{StepKind::kBeginUnit, unit};
    return false;
  }
  bool begin_functionality(std::uint32_t /*position*/) const {
    engine.set_step(StepKind::kBeginFunctionality, step);
    return false;
  }
  bool compute(const Step& next) const {
    step = next;
    return false;
  }
  bool contribute(const Step& next) const {
    step = next;
    return false;
  }
  bool send(const Step& next) const {
    step = next;
    return false;
  }
  bool queue(const Step& next) const {
    step = next;
    return false;
  }
  bool end_functionality() const {
    engine.set_step(StepKind::kEndFunctionality, step);
    --step.position;  // it has moved on
    return false;
  }
  bool receive() const {
    step = Step{StepKind::kReceive, engine.unit_};
    return false;
  }
  bool drain() const {
    step = Step{StepKind::kDrain, engine.unit_};
    return false;
  }
  void complete() const { step = Step{StepKind::kComplete, engine.unit_}; }
};

Step Engine::next(Detail detail) {
  Step step{StepKind::kComplete};
  run(detail, OneStep{*this, step});
  return step;
}

void Engine::deliver(MessageId mid, ProcessId from, std::uint64_t stamp, const TakenFor& of) {
  DPS_CHECK(phase_ == Phase::kReceive || (phase_ == Phase::kDrain && !is_late(mid, from)));
  if (operations_ && operations_->has_type(mid)) [[unlikely]] {
    if (operations_->contains(mid, from)) {
      operations_->take(mid, from);
      phase_ = Phase::kOperate;
      return;
    }
    deliver_completion(mid, from, stamp, of);
    return;
  }
  const Taken message{++sequence_, stamp, from, unit_, 1};
  if (requests_) [[unlikely]] {
    fire_for_request(mid, message, of, table_.take(mid, message, &of));
  } else {
    fire_for(mid, message, table_.take(mid, message));
  }
  if (picks_) [[unlikely]] {
    free_place(from, of.is_timer);
  }
}

void Engine::finish() {
  if (phase_ != Phase::kComplete) {
    leave_joins();
    table_.leave_unit();
    phase_ = Phase::kComplete;
  }
}

std::vector<Progress> Engine::progress() const {
  std::vector<Progress> list;
  if (phase_ == Phase::kDrain) {
    return list;  // nothing fires any more
  }
  const auto functionalities = program_.functionalities_of(active_line());
  for (std::uint32_t position = 0; position < functionalities.size(); ++position) {
    const Functionality& functionality = program_.functionalities[functionalities[position]];
    if (functionality.collection == kNone) {
      continue;
    }
    if (program_.collections[functionality.collection].each && add_open(position, list)) {
      continue;
    }
    for (const auto& pair : program_.pairs_of(program_.collections[functionality.collection])) {
      const TypeRow& row = *table_.find(pair.mid);
      const std::uint64_t used = listed_.empty() ? 0 : listed_[position].completed * pair.count;
      const bool is_each = program_.collections[functionality.collection].each;
      list.push_back(
          {position, pair.mid, is_each ? 0 : row.taken - row.snapshot - used, pair.count});
    }
  }
  return list;
}

const Unit& Engine::active_line() const {
  return program_.units[program_.units_of(program_.plan(self_))[unit_]];
}

// --- units --------------------------------------------------------------------------------------

void Engine::activate(std::uint32_t unit) {
  leave_joins();
  table_.leave_unit();
  unit_ = unit;
  const Unit& line = active_line();
  functionalities_ = program_.functionalities_of(line);
  listed_.assign(functionalities_.size(), Listed{});
  for (std::uint32_t position = 0; position < functionalities_.size(); ++position) {
    const Functionality& functionality = program_.functionalities[functionalities_[position]];
    if (functionality.collection == kNone) {
      listed_[position].fires = true;
      listed_[position].count = 1;  // of no type
      continue;
    }
    const auto pairs = program_.pairs_of(program_.collections[functionality.collection]);
    for (const auto& pair : pairs) {
      table_.find(pair.mid)->listed = true;
    }
    if (pairs.size() == 1 && pairs[0].count <= Listed::kMostCount) {
      listed_[position].mid = pairs[0].mid;
      listed_[position].count = static_cast<std::uint32_t>(pairs[0].count) & Listed::kMostCount;
    }
  }
  alternatives_ = program_.alternatives_of(line);
  if (!alternatives_.empty()) {
    choose_alternatives();
  }
  table_.take_snapshot(line.early);
  if (requests_) {
    add_joins();
  }
  cause_ = Cause{};
  start_firing();
}

void Engine::start_firing() {
  position_ = 0;
  chosen_ = kNextSame;
  phase_ = Phase::kFire;
}

/// Takes an early message again. Returns false if there is none.
bool Engine::take_early() {
  Taken early;
  TakenFor of;
  TypeRow* row = table_.take_again(early, requests_ ? &of : nullptr);
  if (row == nullptr) {
    return false;
  }
  if (requests_) {
    fire_for_request(row->mid, early, of, row);
    return true;
  }
  fire_for(row->mid, early, row);
  return true;
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
  for (std::uint32_t position = 0; position < listed_.size(); ++position) {
    Listed& listed = listed_[position];
    std::uint64_t wants = listed.count;
    if (wants > 0) {
      if (listed.mid != mid) {
        continue;
      }
      if (row->taken - row->snapshot - listed.completed * wants >= wants) {
        ++listed.completed;
        listed.fires = true;
      }
    } else {
      const auto pairs = pairs_at(position);
      wants = count_in(pairs, mid);
      if (wants > 0 && is_complete_again(pairs, listed.completed, *row)) {
        ++listed.completed;
        listed.fires = true;
        has_other_types |= pairs.size() > 1;
      }
    }
    used = std::max(used, listed.completed * wants);
  }
  MessageTable::keep(*row, message, used);
  if (has_other_types) {
    use_other_types(mid);
  }
  if (!alternatives_.empty()) {
    choose_alternatives();
  }
}

/// Selects the alternative that fires in each choice whose alternatives would all fire.
void Engine::choose_alternatives() {
  const Unit& line = active_line();
  for (std::uint32_t first = 0, end = 0; first < listed_.size(); first = end) {
    end = program_.end_of_choice(line, first);
    if (end - first == 1 || !listed_[first].fires) {
      continue;
    }
    const std::uint64_t number = draw(line.definition, alternatives_[first].choice) >> 32;
    const double limit = alternatives_[end - 1].weights * static_cast<double>(number) / 0x1p32;
    std::uint32_t chosen = first;
    while (alternatives_[chosen].weights <= limit) {
      ++chosen;
    }
    for (std::uint32_t position = first; position < end; ++position) {
      listed_[position].fires = position == chosen;
    }
  }
}

/// A completed collection uses messages of all its types, not only of the type that completed it.
void Engine::use_other_types(MessageId mid) {
  for (std::uint32_t position = 0; position < listed_.size(); ++position) {
    if (!listed_[position].fires) {
      continue;
    }
    for (const CountedTag& pair : pairs_at(position)) {
      const std::uint64_t used = listed_[position].completed * pair.count;
      if (pair.mid == mid) {
        continue;
      }
      if (requests_ && requests_->joins.lists(index(pair.mid))) {
        use_joined(pair.mid, used);
      } else {
        MessageTable::use(*table_.find(pair.mid), used);
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

bool Engine::find_output(std::span<const std::uint32_t> outputs, Step& step) {
  while (component_ < outputs.size()) {
    const std::uint32_t number = outputs[component_];
    const Output& output = program_.outputs[number];
    const std::uint64_t copy = copy_;
    if (copy == output.copies) {
      next_component();
      continue;
    }
    if (output.is_collective()) [[unlikely]] {
      if (contribute(number, step)) {
        return true;
      }
      next_component();
      continue;
    }
    set_step(StepKind::kSend, step);
    step.output = number;
    step.copy = copy;
    step.completes = false;
    if (output.is_controlled()) [[unlikely]] {
      if (find_controlled(output, step)) {
        return true;
      }
      continue;
    }
    const auto receiver = output.shares.count == 0 ? next_receiver(output) : next_share(output);
    if (!receiver) {
      continue;
    }
    step.receiver = output.begins && begins_too_many() ? kUnknownOrigin : *receiver;
    step.fired_by_message = cause_.is_message;
    step.stamp = cause_.stamp;
    step.draw = output.varies() ? draw_of(output) : 0;
    step.completes = false;
    return true;
  }
  return false;
}

std::uint64_t Engine::draw(std::uint32_t definition, std::uint32_t choice) {
  auto stream = std::ranges::lower_bound(
      streams_, std::pair(definition, choice), {},
      [](const Stream& each) { return std::pair(each.definition, each.choice); });
  if (stream == streams_.end() || stream->definition != definition || stream->choice != choice) {
    const blueprint::Definition& line = program_.definitions[definition];
    const auto section = static_cast<std::uint64_t>(line.section);  // a ctag may be an otag, too
    const std::uint64_t seed = seed_of(seed_of(seed_, line.tag), section);
    const std::uint64_t own = choice == kNone         ? seed
                              : choice == kPickStream ? seed_of(seed, "-pick")
                                                      : seed_of(seed, choice);
    stream = streams_.insert(stream, {definition, choice, Random(own)});
  }
  return stream->draws.next();
}

std::uint64_t Engine::draw_of(const Output& output) {
  const bool has_sizes = output.shares.count > 0 && output.bytes_variate.count == 0;
  return has_sizes ? share_ : draw(output.definition);
}

void Engine::next_component() {
  ++component_;
  copy_ = 0;
}

void Engine::end_functionality() {
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
  Firings& firings = firings_of(functionality);
  const std::uint32_t target = legs[firings.leg].target;
  if (++firings.count == legs[firings.leg].firings) {
    firings.count = 0;
    firings.leg = (firings.leg + 1) % static_cast<std::uint32_t>(legs.size());
  }
  return target;
}

Engine::Firings& Engine::firings_of(std::uint32_t functionality) {
  const auto found = std::ranges::find(firings_, functionality, &Firings::functionality);
  return found == firings_.end() ? firings_.emplace_back(Firings{functionality, 0, 0}) : *found;
}

/// The number of earlier firings of the functionality in the cycle of its nexts.
std::uint32_t Engine::cycle_step(std::uint32_t functionality) {
  const Firings& firings = firings_of(functionality);
  std::uint64_t step = firings.count;
  for (const auto& leg :
       program_.nexts_of(program_.functionalities[functionality]).first(firings.leg)) {
    step += leg.firings;
  }
  return static_cast<std::uint32_t>(step);
}

/// All have fired: the process completes, another unit becomes active, or it takes a message.
/// Returns true if a unit has become active.
bool Engine::choose() {
  if (chosen_ == kNextComplete) {
    drain_or_finish();
    return false;
  }
  if (chosen_ != kNextSame) {
    activate(chosen_);
    return true;
  }
  phase_ = Phase::kReceive;
  return false;
}

/// The process is complete as soon as no message waits in it, and its parts of all collective
/// operations are done. A message that it sends may end a part, and a take free a place, so both
/// are checked after each.
void Engine::drain_or_finish() {
  const bool has_more =
      (picks_ && picks_->has_waiting()) || (operations_ && !operations_->are_done());
  if (!has_more) {
    finish();
    return;
  }
  ends_ = true;
  phase_ = Phase::kDrain;
}

}  // namespace dps::engine
