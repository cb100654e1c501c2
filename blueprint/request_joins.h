/// Counts the messages of each request apart, for the collections with -each of one unit.
/// Source: docs/language.md, "Requests".
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/request.h"

namespace dps::blueprint {

/// A pair of a collection with -each: it needs `count` of the `of` messages of a type that every
/// request sends.
struct JoinedPair {
  std::uint32_t mid = 0;
  std::uint64_t count = 0;  ///< at least 1
  std::uint64_t of = 0;     ///< at least `count`
};

/// The requests under way in the collections with -each of the active unit, and their messages that
/// no firing has used. `Item` is what the owner knows of a message.
///
/// A message takes constant time, however many requests are under way. A request has an entry from
/// its first message until each pair has got its `of` messages: 24 bytes for a collection with one
/// pair, and the key; the table is at most three quarters full.
template <typename Item>
class RequestJoins {
 public:
  /// Forgets the unit.
  void clear();
  /// Adds a collection with -each; positions ascend.
  void add_collection(std::uint32_t position, std::span<const JoinedPair> pairs);
  [[nodiscard]] bool empty() const { return collections_.empty(); }
  /// True if a collection lists the type.
  [[nodiscard]] bool lists(std::uint32_t mid) const { return find_type(mid) < types_.size(); }

  /// Counts a message of a listed type. Returns false if it is the rest of a quorum, which is used
  /// without effect. Messages of firings that were not reported by fire() are forgotten.
  bool take(const Request& request, std::uint32_t mid, Item item);
  /// The positions of the collections that the last message has completed, in order.
  [[nodiscard]] std::span<const std::uint32_t> completed() const { return completed_; }
  /// The functionality at this position fires; calls `use(mid, item)` for each message that it uses
  /// first. Does nothing if the last message has not completed its collection.
  template <typename Use>
  void fire(std::uint32_t position, const Use& use);
  /// Another collection has used the oldest `count` messages of the type since the unit became
  /// active.
  template <typename Use>
  void use_oldest(std::uint32_t mid, std::uint64_t count, const Use& use);

  /// Calls `visit(mid, item)` for the messages that were not used: by type, the oldest first.
  template <typename Visit>
  void for_each_left(const Visit& visit) const;

  /// A request whose messages do not complete a collection.
  struct Open {
    std::uint32_t origin = 0;
    std::uint64_t number = 0;
    std::vector<std::uint64_t> has;  ///< by pair
    std::uint64_t since = 0;         ///< the order of its oldest message
  };
  /// Those of the collection at this position, in the order of their oldest messages.
  [[nodiscard]] std::vector<Open> open_at(std::uint32_t position) const;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint64_t kFired = std::uint64_t{1} << 63;
  static constexpr std::size_t kFewest = 16;  // slots; a power of two

  /// The request of a slot; a slot without one has the number kFree.
  struct Key {
    static constexpr std::uint64_t kFree = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t number = kFree;
    std::uint32_t origin = 0;

    bool operator==(const Key&) const = default;
  };
  struct Type {
    std::uint32_t mid = 0;
    std::uint64_t taken = 0;  // since the unit became active
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
  };
  struct Pair {
    std::uint32_t type = 0;
    std::uint64_t count = 0;
    std::uint64_t of = 0;
  };
  struct Collection {
    std::uint32_t position = 0;
    std::uint32_t first = 0;  // of pairs_
    std::uint32_t count = 0;
  };
  /// A message that no firing has used: in the order of its type, and of its request and type.
  struct Node {
    Item item;
    Key key;
    std::uint64_t order = 0;       // over all types
    std::uint64_t ordinal = 0;     // of its type, from 1
    std::uint64_t of_request = 0;  // the same of its request
    std::uint32_t before = kNone;
    std::uint32_t after = kNone;
    std::uint32_t next = kNone;  // of its request
  };

  // The words of a slot: of each pair the messages that came and were not used, with kFired at the
  // first pair of a collection that has fired and still expects messages; of each type the messages
  // that came, and the first and the last one that was not used.
  [[nodiscard]] std::size_t width() const { return pairs_.size() + 2 * types_.size(); }
  std::uint64_t& has(std::size_t slot, std::size_t pair) { return words_[slot * width() + pair]; }
  [[nodiscard]] std::uint64_t has(std::size_t slot, std::size_t pair) const {
    return words_[slot * width() + pair];
  }
  std::uint64_t& came(std::size_t slot, std::size_t type) {
    return words_[slot * width() + pairs_.size() + 2 * type];
  }
  std::uint64_t& chain(std::size_t slot, std::size_t type) {
    return words_[slot * width() + pairs_.size() + 2 * type + 1];
  }
  static constexpr std::uint64_t kNoChain = std::numeric_limits<std::uint64_t>::max();
  static std::uint32_t first_of(std::uint64_t chain) { return static_cast<std::uint32_t>(chain); }
  static std::uint32_t last_of(std::uint64_t chain) {
    return static_cast<std::uint32_t>(chain >> 32);
  }
  static std::uint64_t chain_of(std::uint32_t first, std::uint32_t last) {
    return first | std::uint64_t{last} << 32;
  }

  static Key key_of(const Request& request) { return {request.number, request.origin}; }
  [[nodiscard]] std::size_t home_of(const Key& key) const {
    std::uint64_t mixed = key.number * 0x9e3779b97f4a7c15U + key.origin * 0xc2b2ae3d27d4eb4fU;
    mixed ^= mixed >> 32;
    return static_cast<std::size_t>((mixed * 0x9e3779b97f4a7c15U) >> shift_);
  }
  [[nodiscard]] std::size_t find_type(std::uint32_t mid) const {
    std::size_t type = 0;
    while (type < types_.size() && types_[type].mid != mid) {
      ++type;
    }
    return type;
  }

  std::size_t slot_of(const Key& key);
  std::size_t insert(const Key& key);
  void grow();
  void erase(std::size_t slot);
  void erase_if_done(std::size_t slot);
  [[nodiscard]] bool is_complete(std::size_t slot, const Collection& collection) const;
  void settle(std::size_t slot, const Collection& collection);
  bool count(std::size_t slot, std::size_t type);
  void keep(const Key& key, std::size_t slot, std::size_t type, Item item);
  template <typename Use>
  void use_of_request(std::size_t slot, std::size_t type, std::uint64_t last, const Use& use);
  void unlink(std::size_t type, std::uint32_t node);

  std::vector<Collection> collections_;
  std::vector<Pair> pairs_;
  std::vector<Type> types_;
  std::vector<Key> keys_;  // of the slots
  std::vector<std::uint64_t> words_;
  std::size_t used_ = 0;
  unsigned shift_ = 64;
  std::vector<Node> nodes_;
  std::uint32_t free_ = kNone;  // the first free node
  std::uint64_t order_ = 0;
  Key newest_;                            // of the last message
  std::vector<std::uint32_t> completed_;  // positions
  std::vector<std::uint32_t> to_fire_;    // likewise, those that have not fired
};

template <typename Item>
void RequestJoins<Item>::clear() {
  collections_.clear();
  pairs_.clear();
  types_.clear();
  keys_.clear();
  words_.clear();
  used_ = 0;
  nodes_.clear();
  free_ = kNone;
  completed_.clear();
  to_fire_.clear();
}

template <typename Item>
void RequestJoins<Item>::add_collection(std::uint32_t position, std::span<const JoinedPair> pairs) {
  collections_.push_back({position, static_cast<std::uint32_t>(pairs_.size()),
                          static_cast<std::uint32_t>(pairs.size())});
  for (const JoinedPair& pair : pairs) {
    const std::size_t type = find_type(pair.mid);
    if (type == types_.size()) {
      types_.push_back({pair.mid});
    }
    pairs_.push_back({static_cast<std::uint32_t>(type), pair.count, pair.of});
  }
}

/// The slot of the request, or the free one in which the search ends.
template <typename Item>
std::size_t RequestJoins<Item>::slot_of(const Key& key) {
  std::size_t slot = home_of(key);
  while (keys_[slot].number != Key::kFree && keys_[slot] != key) {
    slot = (slot + 1) & (keys_.size() - 1);
  }
  return slot;
}

template <typename Item>
std::size_t RequestJoins<Item>::insert(const Key& key) {
  if (keys_.empty() || 4 * (used_ + 1) > 3 * keys_.size()) {
    grow();
  }
  const std::size_t slot = slot_of(key);
  if (keys_[slot].number == Key::kFree) {
    keys_[slot] = key;
    ++used_;
    std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(slot * width()), width(), 0);
    for (std::size_t type = 0; type < types_.size(); ++type) {
      chain(slot, type) = kNoChain;
    }
  }
  return slot;
}

template <typename Item>
void RequestJoins<Item>::grow() {
  const std::vector<Key> keys = std::exchange(keys_, {});
  const std::vector<std::uint64_t> words = std::exchange(words_, {});
  keys_.resize(std::max(kFewest, 2 * keys.size()));
  words_.resize(keys_.size() * width());
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(keys_.size()));
  for (std::size_t old = 0; old < keys.size(); ++old) {
    if (keys[old].number != Key::kFree) {
      const std::size_t slot = slot_of(keys[old]);
      keys_[slot] = keys[old];
      std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(old * width()), width(),
                  words_.begin() + static_cast<std::ptrdiff_t>(slot * width()));
    }
  }
}

/// Moves later entries of the same probe sequence up.
template <typename Item>
void RequestJoins<Item>::erase(std::size_t slot) {
  const std::size_t mask = keys_.size() - 1;
  --used_;
  for (std::size_t next = (slot + 1) & mask; keys_[next].number != Key::kFree;
       next = (next + 1) & mask) {
    const std::size_t home = home_of(keys_[next]);
    if (((next - home) & mask) >= ((next - slot) & mask)) {
      keys_[slot] = keys_[next];
      std::copy_n(words_.begin() + static_cast<std::ptrdiff_t>(next * width()), width(),
                  words_.begin() + static_cast<std::ptrdiff_t>(slot * width()));
      slot = next;
    }
  }
  keys_[slot] = Key{};
}

template <typename Item>
void RequestJoins<Item>::erase_if_done(std::size_t slot) {
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    if (has(slot, pair) != 0) {
      return;
    }
  }
  erase(slot);
}

template <typename Item>
bool RequestJoins<Item>::is_complete(std::size_t slot, const Collection& collection) const {
  for (std::size_t pair = collection.first; pair < collection.first + collection.count; ++pair) {
    if ((has(slot, pair) & ~kFired) < pairs_[pair].count) {
      return false;
    }
  }
  return collection.count > 0;
}

/// A collection that has fired is forgotten when all its messages have come.
template <typename Item>
void RequestJoins<Item>::settle(std::size_t slot, const Collection& collection) {
  for (std::size_t pair = collection.first; pair < collection.first + collection.count; ++pair) {
    if ((has(slot, pair) & ~kFired) < pairs_[pair].of) {
      return;
    }
  }
  has(slot, collection.first) &= ~kFired;
  for (std::size_t pair = collection.first; pair < collection.first + collection.count; ++pair) {
    has(slot, pair) -= pairs_[pair].of;
  }
}

template <typename Item>
bool RequestJoins<Item>::take(const Request& request, std::uint32_t mid, Item item) {
  while (!to_fire_.empty()) {
    fire(to_fire_.front(), [](std::uint32_t /*mid*/, const Item& /*item*/) {});
  }
  completed_.clear();
  newest_ = key_of(request);
  ++order_;
  const std::size_t type = find_type(mid);
  ++types_[type].taken;
  const std::size_t slot = insert(newest_);
  ++came(slot, type);
  if (count(slot, type)) {
    keep(newest_, slot, type, std::move(item));
    return true;
  }
  erase_if_done(slot);
  return false;
}

/// Counts the newest message in all collections. Returns false if it is the rest of one.
template <typename Item>
bool RequestJoins<Item>::count(std::size_t slot, std::size_t type) {
  bool is_rest = false;
  for (const Collection& collection : collections_) {
    std::size_t at = collection.first;
    while (at < collection.first + collection.count && pairs_[at].type != type) {
      ++at;
    }
    if (at == collection.first + collection.count) {
      continue;
    }
    ++has(slot, at);
    if ((has(slot, collection.first) & kFired) != 0) {
      is_rest = is_rest || (has(slot, at) & ~kFired) <= pairs_[at].of;
      settle(slot, collection);
    } else if (is_complete(slot, collection)) {
      has(slot, collection.first) |= kFired;
      completed_.push_back(collection.position);
      to_fire_.push_back(collection.position);
    }
  }
  return !is_rest;
}

template <typename Item>
void RequestJoins<Item>::keep(const Key& key, std::size_t slot, std::size_t type, Item item) {
  std::uint32_t id = free_;
  if (id == kNone) {
    id = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    free_ = nodes_[id].next;
  }
  Type& of = types_[type];
  nodes_[id] = {std::move(item), key, order_, of.taken, came(slot, type), of.last, kNone, kNone};
  (of.last == kNone ? of.first : nodes_[of.last].after) = id;
  of.last = id;
  std::uint64_t& own = chain(slot, type);
  if (own == kNoChain) {
    own = chain_of(id, id);
  } else {
    nodes_[last_of(own)].next = id;
    own = chain_of(first_of(own), id);
  }
}

/// Removes a node from the order of its type, and frees it.
template <typename Item>
void RequestJoins<Item>::unlink(std::size_t type, std::uint32_t node) {
  Node& of = nodes_[node];
  (of.before == kNone ? types_[type].first : nodes_[of.before].after) = of.after;
  (of.after == kNone ? types_[type].last : nodes_[of.after].before) = of.before;
  of.next = free_;
  free_ = node;
}

/// Uses the messages of the request up to the `last`-th of the type.
template <typename Item>
template <typename Use>
void RequestJoins<Item>::use_of_request(std::size_t slot, std::size_t type, std::uint64_t last,
                                        const Use& use) {
  std::uint64_t& own = chain(slot, type);
  while (own != kNoChain && nodes_[first_of(own)].of_request <= last) {
    const std::uint32_t id = first_of(own);
    own = id == last_of(own) ? kNoChain : chain_of(nodes_[id].next, last_of(own));
    use(types_[type].mid, nodes_[id].item);
    unlink(type, id);
  }
}

template <typename Item>
template <typename Use>
void RequestJoins<Item>::fire(std::uint32_t position, const Use& use) {
  const auto found = std::find(to_fire_.begin(), to_fire_.end(), position);
  if (found == to_fire_.end()) {
    return;
  }
  to_fire_.erase(found);
  const Collection& collection =
      *std::find_if(collections_.begin(), collections_.end(),
                    [&](const Collection& each) { return each.position == position; });
  const std::size_t slot = slot_of(newest_);
  for (std::size_t at = collection.first; at < collection.first + collection.count; ++at) {
    const std::uint64_t came_of_round = has(slot, at) & ~kFired;
    const std::uint64_t of_next_round =
        came_of_round > pairs_[at].of ? came_of_round - pairs_[at].of : 0;
    use_of_request(slot, pairs_[at].type, came(slot, pairs_[at].type) - of_next_round, use);
  }
  settle(slot, collection);
  if (to_fire_.empty()) {
    erase_if_done(slot);
  }
}

template <typename Item>
template <typename Use>
void RequestJoins<Item>::use_oldest(std::uint32_t mid, std::uint64_t count, const Use& use) {
  const std::size_t type = find_type(mid);
  while (types_[type].first != kNone && nodes_[types_[type].first].ordinal <= count) {
    const std::uint32_t id = types_[type].first;
    std::uint64_t& own = chain(slot_of(nodes_[id].key), type);  // it is the first of its request
    own = id == last_of(own) ? kNoChain : chain_of(nodes_[id].next, last_of(own));
    use(mid, nodes_[id].item);
    unlink(type, id);
  }
}

template <typename Item>
template <typename Visit>
void RequestJoins<Item>::for_each_left(const Visit& visit) const {
  for (const Type& type : types_) {
    for (std::uint32_t id = type.first; id != kNone; id = nodes_[id].after) {
      visit(type.mid, nodes_[id].item);
    }
  }
}

template <typename Item>
std::vector<typename RequestJoins<Item>::Open> RequestJoins<Item>::open_at(
    std::uint32_t position) const {
  std::vector<Open> list;
  for (const Collection& collection : collections_) {
    if (collection.position != position) {
      continue;
    }
    for (std::size_t slot = 0; slot < keys_.size(); ++slot) {
      if (keys_[slot].number == Key::kFree || (has(slot, collection.first) & kFired) != 0) {
        continue;
      }
      Open open{keys_[slot].origin, keys_[slot].number, {}, kFired};
      bool has_any = false;
      for (std::size_t at = collection.first; at < collection.first + collection.count; ++at) {
        open.has.push_back(has(slot, at));
        has_any = has_any || has(slot, at) > 0;
        const std::uint64_t own =
            words_[slot * width() + pairs_.size() + 2 * std::size_t{pairs_[at].type} + 1];
        if (own != kNoChain) {
          open.since = std::min(open.since, nodes_[first_of(own)].order);
        }
      }
      if (has_any) {
        list.push_back(std::move(open));
      }
    }
  }
  std::sort(list.begin(), list.end(), [](const Open& a, const Open& b) {
    return std::tie(a.since, a.number, a.origin) < std::tie(b.since, b.number, b.origin);
  });
  return list;
}

}  // namespace dps::blueprint
