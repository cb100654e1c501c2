#include "predictor/estimator/simulation/communications.h"

#include <algorithm>

namespace dps::estimator {

Communications::Communications(std::size_t processors, bool has_bus)
    : processors_(processors),
      has_bus_(has_bus),
      pair_index_(processors * processors, kNone),
      transmits_(processors),
      candidates_(processors) {}

std::uint32_t Communications::pair_of(std::uint32_t from, std::uint32_t to) {
  std::uint32_t& index = pair_index_[from * processors_ + to];
  if (index == kNone) {
    index = static_cast<std::uint32_t>(pairs_.size());
    pairs_.push_back({from, to});
  }
  return index;
}

CommunicationId Communications::join(Pair& pair, bool is_send) {
  if (pair.half != kNone) {
    const Communication& half = records_[pair.half];
    if ((is_send ? half.send : half.receive) == 0) {
      const CommunicationId id = pair.half;
      pair.half = half.next;
      return id;
    }
  }
  CommunicationId id = static_cast<CommunicationId>(records_.size());
  if (free_.empty()) {
    records_.emplace_back();
  } else {
    id = free_.back();
    free_.pop_back();
  }
  records_[id] = Communication{.from = pair.from, .to = pair.to};
  (pair.first == kNone ? pair.first : records_[pair.last].next) = id;
  pair.last = id;
  pair.half = pair.half == kNone ? id : pair.half;
  return id;
}

bool Communications::can_begin(const Pair& pair) const {
  return has_bus_ ? !bus_is_busy_ : !transmits(pair.from) && !transmits(pair.to);
}

CommunicationId Communications::take(std::uint32_t pair) {
  Pair& of = pairs_[pair];
  const CommunicationId id = of.first;
  remove(of.from, pair);
  remove(of.to, pair);
  of.first = records_[id].next;
  of.last = of.first == kNone ? kNone : of.last;
  transmits_[of.from] = transmits_[of.to] = 1;
  bus_is_busy_ = has_bus_;
  if (of.first != of.half) {
    enlist(pair);
  }
  return id;
}

void Communications::enlist(std::uint32_t pair) {
  const Pair& of = pairs_[pair];
  const Candidate candidate{records_[of.first].sequence, pair};
  if (has_bus_) {
    bus_queue_.push(candidate);
    return;
  }
  const auto insert = [&](std::vector<Candidate>& list) {
    auto at = list.end();
    while (at != list.begin() && *(at - 1) > candidate) {
      --at;
    }
    list.insert(at, candidate);
  };
  insert(candidates_[of.from]);
  if (of.to != of.from) {
    insert(candidates_[of.to]);
  }
}

void Communications::remove(std::uint32_t processor, std::uint32_t pair) {
  auto& list = candidates_[processor];
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const Candidate& one) { return one.pair == pair; });
  if (found != list.end()) {
    list.erase(found);
  }
}

std::optional<Communications::Candidate> Communications::first_candidate(
    std::uint32_t processor) const {
  if (transmits(processor)) {
    return std::nullopt;
  }
  for (const Candidate& candidate : candidates_[processor]) {
    if (can_begin(pairs_[candidate.pair])) {
      return candidate;
    }
  }
  return std::nullopt;
}

void Communications::end(CommunicationId id) {
  const Communication& ended = records_[id];
  transmits_[ended.from] = transmits_[ended.to] = 0;
  bus_is_busy_ = false;
  for (const std::uint32_t processor : {ended.from, ended.to}) {
    if (!candidates_[processor].empty()) {
      freed_.push_back(processor);
    }
  }
}

std::vector<Unmet> Communications::unmet() const {
  std::vector<Unmet> all;
  for (const Pair& pair : pairs_) {
    std::uint64_t count = 0;
    for (CommunicationId id = pair.half; id != kNone; id = records_[id].next) {
      ++count;
    }
    if (count > 0) {
      all.push_back({pair.from, pair.to, count, records_[pair.half].send != 0});
    }
  }
  return all;
}

std::vector<Awaited> Communications::awaited_by(std::uint32_t processor) const {
  std::vector<Awaited> all;
  for (const Pair& pair : pairs_) {
    for (CommunicationId id = pair.half; id != kNone; id = records_[id].next) {
      const Communication& half = records_[id];
      if (half.send != 0 && half.from == processor) {
        all.push_back({half.to, false, false, half.send});
      } else if (half.receive != 0 && half.to == processor) {
        all.push_back({half.from, true, false, half.receive});
      }
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Awaited& a, const Awaited& b) { return a.instruction < b.instruction; });
  return all;
}

}  // namespace dps::estimator
