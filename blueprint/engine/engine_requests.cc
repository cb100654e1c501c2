/// The part of Engine for programs with requests, and for collections with -each.
#include <algorithm>
#include <vector>

#include "blueprint/engine/engine.h"

namespace dps::engine {

using blueprint::Collection;
using blueprint::kNone;

MessageRequest Engine::request_of_message(const Step& step, std::int64_t now) {
  if (const WaitingMessage* waited = released()) {
    return {waited->request, false};
  }
  Requests& known = *requests_;
  if (program_.outputs[step.output].is_collective()) {
    return {step.completes ? operations_->current().request : Request{}, false};
  }
  if (!program_.outputs[step.output].begins) {
    return {known.cause.request, false};
  }
  const bool has_begun = known.own_cause == known.causes && known.own_position == step.position;
  if (!has_begun) {
    known.own = {known.own.number + 1,
                 known.cause.is_timer ? static_cast<std::int64_t>(cause_.stamp) : now,
                 index(self_)};
    known.own_cause = known.causes;
    known.own_position = step.position;
  }
  return {known.own, !has_begun};
}

/// The firing would begin a request that no number is left for.
bool Engine::begins_too_many() const {
  return requests_->own.number >= kMostRequests &&
         !(requests_->own_cause == requests_->causes && requests_->own_position == position_);
}

/// ORIGIN is kUnknownOrigin without a request.
ProcessId Engine::named_by_message(const blueprint::Receivers& element) const {
  return element.is_origin() ? ProcessId{requests_->cause.request.origin} : cause_.from;
}

/// The unit has become active.
void Engine::add_joins() {
  requests_->joins.clear();
  requests_->cause = {};
  ++requests_->causes;
  std::vector<blueprint::JoinedPair> pairs;
  for (std::uint32_t position = 0; position < functionalities_.size(); ++position) {
    const std::uint32_t collection =
        program_.functionalities[functionalities_[position]].collection;
    if (collection == kNone || !program_.collections[collection].each) {
      continue;
    }
    pairs.clear();
    for (const auto& pair : program_.pairs_of(program_.collections[collection])) {
      pairs.push_back({index(pair.mid), pair.count, pair.of});
    }
    requests_->joins.add_collection(position, pairs);
  }
  for (std::uint32_t position = 0; position < functionalities_.size(); ++position) {
    for (const auto& pair : pairs_at(position)) {
      if (!is_each(position)) {
        requests_->joins.add_other(index(pair.mid));
      }
    }
  }
}

/// The messages that no firing of the unit has used are held, as those of other types.
void Engine::leave_joins() {
  if (requests_ && !requests_->joins.empty()) {
    requests_->joins.for_each_left(
        [&](std::uint32_t mid, const JoinedMessage& message, const Request& request) {
          MessageTable::hold(*table_.find(MessageId{mid}), message.taken(),
                             {request, message.is_timer != 0});
        });
    requests_->joins.clear();
  }
}

std::vector<Unclaimed> Engine::unclaimed() const {
  std::vector<Unclaimed> joined;
  if (requests_ && !requests_->joins.empty()) {
    requests_->joins.for_each_left(
        [&](std::uint32_t mid, const JoinedMessage& message, const Request& /*request*/) {
          joined.push_back({MessageId{mid}, message.from, message.unit, 1});
        });
  }
  return table_.unclaimed_at_end(joined);
}

void Engine::fire_for_request(MessageId mid, const Taken& message, const TakenFor& of,
                              TypeRow* row) {
  cause_ = Cause{true, mid, message.from, message.stamp};
  Requests& known = *requests_;
  known.cause = of;
  ++known.causes;
  start_firing();
  if (row == nullptr) {
    return;
  }
  const bool is_joined = known.joins.lists(index(mid));
  if (is_joined) {
    known.joins.take(of.request, index(mid), JoinedMessage::of(message, of));
    const auto forget = [](std::uint32_t /*mid*/, const JoinedMessage& /*message*/) {};
    for (const std::uint32_t position : known.joins.completed()) {
      listed_[position].fires = true;
      known.joins.fire(position, forget);
    }
  }
  std::uint64_t used = 0;
  bool has_other_types = false;
  for (std::uint32_t position = 0; position < listed_.size(); ++position) {
    const auto pairs = pairs_at(position);
    const std::uint64_t wants = is_each(position) ? 0 : count_in(pairs, mid);
    if (wants == 0) {
      continue;
    }
    Listed& listed = listed_[position];
    if (is_complete_again(pairs, listed.completed, *row)) {
      ++listed.completed;
      listed.fires = true;
      has_other_types |= pairs.size() > 1;
    }
    used = std::max(used, listed.completed * wants);
  }
  if (is_joined) {
    use_joined(mid, used);
  } else {
    MessageTable::keep(*row, message, used, &of);
  }
  if (has_other_types) {
    use_other_types(mid);
  }
  if (!alternatives_.empty()) {
    choose_alternatives();
  }
}

bool Engine::is_each(std::uint32_t position) const {
  const std::uint32_t collection = program_.functionalities[functionalities_[position]].collection;
  return collection != kNone && program_.collections[collection].each;
}

/// Collections without -each have used the oldest `used` messages of the type.
void Engine::use_joined(MessageId mid, std::uint64_t used) {
  requests_->joins.use_oldest(index(mid), used,
                              [](std::uint32_t /*mid*/, const JoinedMessage& /*message*/) {});
}

/// Adds the oldest requests that a collection with -each waits for. Returns false if none exist.
bool Engine::add_open(std::uint32_t position, std::vector<Progress>& list) const {
  constexpr std::size_t kMostListed = 3;
  if (listed_.empty()) {
    return false;  // the unit has not become active
  }
  const auto open = requests_->joins.open_at(position);
  const auto pairs = pairs_at(position);
  const std::size_t listed = std::min(open.size(), kMostListed);
  for (std::size_t i = 0; i < listed; ++i) {
    for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
      const std::uint64_t others = i + 1 == listed ? open.size() - listed : 0;
      list.push_back({position, pairs[pair].mid, open[i].has[pair], pairs[pair].count,
                      open[i].origin, open[i].number, others, true});
    }
  }
  return !open.empty();
}

}  // namespace dps::engine
