#include "predictor/machines/flows/routes.h"

#include <algorithm>

namespace dps::machines {
namespace {

constexpr std::size_t kFewestChains = 64;

std::uint64_t hash_of(std::span<const std::uint32_t> links) {
  std::uint64_t hash = links.size();
  for (const std::uint32_t link : links) {
    hash = (hash ^ link) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

std::uint32_t Routes::position_of(std::span<const std::uint32_t> links) {
  if (count() >= chains_.size()) {
    grow();
  }
  const std::uint64_t hash = hash_of(links);
  for (std::uint32_t at = chain_of(hash); at != kNone; at = list_[at].next) {
    if (list_[at].hash == hash &&
        std::equal(links.begin(), links.end(), list_[at].links.begin(), list_[at].links.end())) {
      ++list_[at].users;
      return at;
    }
  }
  if (unused_.empty()) {
    unused_.push_back(static_cast<std::uint32_t>(list_.size()));
    list_.emplace_back();
  }
  const std::uint32_t position = unused_.back();
  unused_.pop_back();
  Sequence& made = list_[position];
  made.links.assign(links.begin(), links.end());
  made.hash = hash;
  made.users = 1;
  made.next = chain_of(hash);
  chain_of(hash) = position;
  return position;
}

void Routes::leave(std::uint32_t position) {
  if (--list_[position].users > 0) {
    return;
  }
  std::uint32_t* place = &chain_of(list_[position].hash);
  while (*place != position) {
    place = &list_[*place].next;
  }
  *place = list_[position].next;
  unused_.push_back(position);
}

void Routes::grow() {
  chains_.assign(std::max(kFewestChains, chains_.size() * 2), kNone);
  for (std::uint32_t at = 0; at < list_.size(); ++at) {
    if (list_[at].users > 0) {
      list_[at].next = chain_of(list_[at].hash);
      chain_of(list_[at].hash) = at;
    }
  }
}

}  // namespace dps::machines
