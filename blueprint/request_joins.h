/// Counts the messages of each request apart, for the collections with -each of one unit.
/// Source: docs/language.md, "Requests".
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/paged.h"
#include "base/request.h"
#include "blueprint/request_entries.h"

namespace dps::blueprint {

/// A pair of a collection with -each: it needs `count` of the `of` messages of a type that every
/// request sends.
struct JoinedPair {
  std::uint32_t mid = 0;
  std::uint64_t count = 0;  ///< at least 1
  std::uint64_t of = 0;     ///< at least `count`
};

/// The requests under way in the collections with -each of the active unit, and their messages that
/// no firing has used. `Item` is the owner's description of a message, without its request; its
/// `sequence` grows from message to message of a type.
///
/// A message takes constant time, however many requests are under way. A request has an entry from
/// its first message until each pair has got its `of` messages: at most 48 bytes for a collection
/// with one pair, 16 more for each further one. A message that waits takes its item and 8 bytes,
/// and 24 more if another collection lists its type without -each.
template <typename Item>
class RequestJoins {
 public:
  /// Removes the collections and all messages of the unit.
  void clear();
  /// Adds a collection with -each; positions ascend.
  void add_collection(std::uint32_t position, std::span<const JoinedPair> pairs);
  /// A collection without -each lists the type, too; after all add_collection().
  void add_other(std::uint32_t mid);
  [[nodiscard]] bool empty() const { return collections_.empty(); }
  /// True if a collection lists the type.
  [[nodiscard]] bool lists(std::uint32_t mid) const { return find_type(mid) < types_.size(); }

  /// Counts a message of a listed type. Returns false if it is the rest of a quorum, which is used
  /// without effect. Messages of firings that were not reported by fire() are dropped.
  bool take(const Request& request, std::uint32_t mid, Item item);
  /// The positions of the collections that the last message has completed, in order.
  [[nodiscard]] std::span<const std::uint32_t> completed() const { return completed_; }
  /// The functionality at this position fires; calls `use(mid, item)` for each message that it uses
  /// first. Does nothing if the last message has not completed its collection.
  template <typename Use>
  void fire(std::uint32_t position, const Use& use);
  /// Another collection has used the oldest `count` messages of the type since the unit became
  /// active. The type is one of add_other().
  template <typename Use>
  void use_oldest(std::uint32_t mid, std::uint64_t count, const Use& use);

  /// Calls `visit(mid, item, request)` for the messages that were not used: by type, the oldest
  /// first.
  template <typename Visit>
  void for_each_left(const Visit& visit) const;

  /// A request whose messages do not complete a collection.
  struct Open {
    std::uint32_t origin = 0;
    std::uint64_t number = 0;
    std::vector<std::uint64_t> has;  ///< by pair
    std::uint64_t since = 0;         ///< the sequence of its oldest message
  };
  /// The open requests of the collection at this position, in the order of their oldest messages.
  [[nodiscard]] std::vector<Open> open_at(std::uint32_t position) const;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint64_t kFired = std::uint64_t{1} << 63;

  struct Type {
    std::uint32_t mid = 0;
    bool is_ordered = false;  // add_other()
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
  /// A message that no firing has used, in the order of its request and type.
  struct Node {
    Item item;
    std::uint32_t of_request = 0;  // the low bits of its ordinal in its request and type
    std::uint32_t next = kNone;    // of its request and type; of the last one, the first
  };
  /// Its place in the order of its type, if that is_ordered.
  struct Link {
    std::uint64_t ordinal = 0;  // of its type, from 1
    std::uint32_t before = kNone;
    std::uint32_t after = kNone;
    std::uint32_t entry = kNone;
  };

  // The words of an entry: of each pair the messages that came and were not used, with kFired at
  // the first pair of a collection that has fired and still expects messages; of each type the
  // number of messages that came and, in the high half, the last one that was not used, or 0; its
  // number is one less. Only the low 32 bits of the number that came matter, since it is compared
  // with those of messages that wait.
  using Words = std::uint64_t*;
  std::uint64_t& has(Words words, std::size_t pair) const { return words[pair]; }
  [[nodiscard]] std::uint32_t came(const std::uint64_t* words, std::size_t type) const {
    return static_cast<std::uint32_t>(words[pairs_.size() + type]);
  }
  std::uint32_t count_came(Words words, std::size_t type) const {
    std::uint64_t& word = words[pairs_.size() + type];
    const std::uint32_t number = static_cast<std::uint32_t>(word) + 1;
    word = word >> 32 << 32 | number;
    return number;
  }
  [[nodiscard]] std::uint32_t last_of(const std::uint64_t* words, std::size_t type) const {
    return static_cast<std::uint32_t>(words[pairs_.size() + type] >> 32) - 1;
  }
  void set_last(Words words, std::size_t type, std::uint32_t id) const {
    words[pairs_.size() + type] = came(words, type) | std::uint64_t{id + 1} << 32;
  }
  [[nodiscard]] std::size_t find_type(std::uint32_t mid) const {
    std::size_t type = 0;
    while (type < types_.size() && types_[type].mid != mid) {
      ++type;
    }
    return type;
  }

  void erase_if_done(std::uint32_t entry);
  [[nodiscard]] bool is_complete(Words words, const Collection& collection) const;
  void settle(Words words, const Collection& collection);
  bool count(Words words, std::size_t type);
  void keep(std::uint32_t entry, std::size_t type, std::uint32_t of_request, Item item);
  std::uint32_t new_node();
  void pop_first(Words words, std::size_t type);
  void link(std::uint32_t entry, std::size_t type, std::uint32_t id);
  void unlink(std::size_t type, std::uint32_t id);
  template <typename Use>
  void use_of_request(std::uint32_t entry, std::size_t type, std::uint32_t last, const Use& use);

  std::vector<Collection> collections_;
  std::vector<Pair> pairs_;
  std::vector<Type> types_;
  RequestEntries entries_;
  bool is_ready_ = false;  // entries_ have the words of these collections
  Paged<Node> nodes_;
  std::vector<Link> links_;               // by node; empty without an ordered type
  std::uint32_t made_ = 0;                // nodes, also free ones
  std::uint32_t free_ = kNone;            // the first free node
  std::uint32_t newest_ = kNone;          // the entry of the last message
  std::vector<std::uint32_t> completed_;  // positions
  std::vector<std::uint32_t> to_fire_;    // likewise, those that have not fired
};

template <typename Item>
void RequestJoins<Item>::clear() {
  collections_.clear();
  pairs_.clear();
  types_.clear();
  is_ready_ = false;
  nodes_.shrink();  // units change often
  links_.clear();
  made_ = 0;
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

template <typename Item>
void RequestJoins<Item>::add_other(std::uint32_t mid) {
  if (const std::size_t type = find_type(mid); type < types_.size()) {
    types_[type].is_ordered = true;
  }
}

template <typename Item>
void RequestJoins<Item>::erase_if_done(std::uint32_t entry) {
  const Words words = entries_.words_of(entry);
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    if (has(words, pair) != 0) {
      return;
    }
  }
  entries_.erase(entry);
}

template <typename Item>
bool RequestJoins<Item>::is_complete(Words words, const Collection& collection) const {
  for (std::size_t pair = collection.first; pair < collection.first + collection.count; ++pair) {
    if ((has(words, pair) & ~kFired) < pairs_[pair].count) {
      return false;
    }
  }
  return collection.count > 0;
}

/// Drops a collection that has fired once all its messages have arrived.
template <typename Item>
void RequestJoins<Item>::settle(Words words, const Collection& collection) {
  for (std::size_t pair = collection.first; pair < collection.first + collection.count; ++pair) {
    if ((has(words, pair) & ~kFired) < pairs_[pair].of) {
      return;
    }
  }
  has(words, collection.first) &= ~kFired;
  for (std::size_t pair = collection.first; pair < collection.first + collection.count; ++pair) {
    has(words, pair) -= pairs_[pair].of;
  }
}

template <typename Item>
bool RequestJoins<Item>::take(const Request& request, std::uint32_t mid, Item item) {
  while (!to_fire_.empty()) {
    fire(to_fire_.front(), [](std::uint32_t /*mid*/, const Item& /*item*/) {});
  }
  if (!is_ready_) {
    entries_.reset(pairs_.size() + types_.size());
    is_ready_ = true;
  }
  completed_.clear();
  const std::size_t type = find_type(mid);
  ++types_[type].taken;
  newest_ = entries_.insert(request);
  const Words words = entries_.words_of(newest_);
  const std::uint32_t of_request = count_came(words, type);
  if (count(words, type)) {
    keep(newest_, type, of_request, std::move(item));
    return true;
  }
  erase_if_done(newest_);
  return false;
}

/// Counts the newest message in all collections. Returns false if it is the rest of one.
template <typename Item>
bool RequestJoins<Item>::count(Words words, std::size_t type) {
  bool is_rest = false;
  for (const Collection& collection : collections_) {
    std::size_t at = collection.first;
    while (at < collection.first + collection.count && pairs_[at].type != type) {
      ++at;
    }
    if (at == collection.first + collection.count) {
      continue;
    }
    ++has(words, at);
    if ((has(words, collection.first) & kFired) != 0) {
      is_rest = is_rest || (has(words, at) & ~kFired) <= pairs_[at].of;
      settle(words, collection);
    } else if (is_complete(words, collection)) {
      has(words, collection.first) |= kFired;
      completed_.push_back(collection.position);
      to_fire_.push_back(collection.position);
    }
  }
  return !is_rest;
}

template <typename Item>
std::uint32_t RequestJoins<Item>::new_node() {
  if (free_ != kNone) {
    return std::exchange(free_, nodes_[free_].next);
  }
  nodes_.reach(made_);
  return made_++;
}

template <typename Item>
void RequestJoins<Item>::keep(std::uint32_t entry, std::size_t type, std::uint32_t of_request,
                              Item item) {
  const std::uint32_t id = new_node();
  const Words words = entries_.words_of(entry);
  const std::uint32_t last = last_of(words, type);
  const std::uint32_t first = last == kNone ? id : std::exchange(nodes_[last].next, id);
  nodes_[id] = {std::move(item), of_request, first};
  set_last(words, type, id);
  if (types_[type].is_ordered) {
    link(entry, type, id);
  }
}

/// Removes the first message of the request and type that waits.
template <typename Item>
void RequestJoins<Item>::pop_first(Words words, std::size_t type) {
  const std::uint32_t last = last_of(words, type);
  const std::uint32_t id = nodes_[last].next;
  if (id == last) {
    set_last(words, type, kNone);
  } else {
    nodes_[last].next = nodes_[id].next;
  }
  if (types_[type].is_ordered) {
    unlink(type, id);
  }
  nodes_[id].next = free_;
  free_ = id;
}

template <typename Item>
void RequestJoins<Item>::link(std::uint32_t entry, std::size_t type, std::uint32_t id) {
  Type& of = types_[type];
  links_.resize(std::max<std::size_t>(links_.size(), id + std::size_t{1}));
  links_[id] = {of.taken, of.last, kNone, entry};
  (of.last == kNone ? of.first : links_[of.last].after) = id;
  of.last = id;
}

template <typename Item>
void RequestJoins<Item>::unlink(std::size_t type, std::uint32_t id) {
  const Link& of = links_[id];
  (of.before == kNone ? types_[type].first : links_[of.before].after) = of.after;
  (of.after == kNone ? types_[type].last : links_[of.after].before) = of.before;
}

/// Uses the messages of the request up to the `last`-th of the type.
template <typename Item>
template <typename Use>
void RequestJoins<Item>::use_of_request(std::uint32_t entry, std::size_t type, std::uint32_t last,
                                        const Use& use) {
  const Words words = entries_.words_of(entry);
  while (last_of(words, type) != kNone) {
    const Node& first = nodes_[nodes_[last_of(words, type)].next];
    if (static_cast<std::int32_t>(last - first.of_request) < 0) {
      return;
    }
    use(types_[type].mid, first.item);
    pop_first(words, type);
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
  const Words words = entries_.words_of(newest_);
  for (std::size_t at = collection.first; at < collection.first + collection.count; ++at) {
    const std::uint64_t came_of_round = has(words, at) & ~kFired;
    const std::uint64_t of_next_round =
        came_of_round > pairs_[at].of ? came_of_round - pairs_[at].of : 0;
    use_of_request(newest_, pairs_[at].type,
                   came(words, pairs_[at].type) - static_cast<std::uint32_t>(of_next_round), use);
  }
  settle(words, collection);
  if (to_fire_.empty()) {
    erase_if_done(newest_);
  }
}

template <typename Item>
template <typename Use>
void RequestJoins<Item>::use_oldest(std::uint32_t mid, std::uint64_t count, const Use& use) {
  const std::size_t type = find_type(mid);
  while (types_[type].first != kNone && links_[types_[type].first].ordinal <= count) {
    const std::uint32_t id = types_[type].first;
    use(mid, nodes_[id].item);
    pop_first(entries_.words_of(links_[id].entry), type);  // it is the first of its request
  }
}

template <typename Item>
template <typename Visit>
void RequestJoins<Item>::for_each_left(const Visit& visit) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> left;  // nodes and entries
  for (std::size_t type = 0; type < types_.size() && is_ready_; ++type) {
    left.clear();
    entries_.for_each([&](std::uint32_t entry) {
      const std::uint32_t last = last_of(entries_.words_of(entry), type);
      if (last == kNone) {
        return;
      }
      std::uint32_t id = last;
      do {
        id = nodes_[id].next;
        left.emplace_back(id, entry);
      } while (id != last);
    });
    std::ranges::sort(left, {}, [&](const auto& each) { return nodes_[each.first].item.sequence; });
    for (const auto& [id, entry] : left) {
      visit(types_[type].mid, nodes_[id].item, entries_.request_of(entry));
    }
  }
}

template <typename Item>
std::vector<typename RequestJoins<Item>::Open> RequestJoins<Item>::open_at(
    std::uint32_t position) const {
  std::vector<Open> list;
  for (const Collection& collection : collections_) {
    if (collection.position != position || !is_ready_) {
      continue;
    }
    entries_.for_each([&](std::uint32_t entry) {
      const std::uint64_t* words = entries_.words_of(entry);
      if ((words[collection.first] & kFired) != 0) {
        return;
      }
      const Request request = entries_.request_of(entry);
      Open open{request.origin, request.number, {}, kFired};
      bool has_any = false;
      for (std::size_t at = collection.first; at < collection.first + collection.count; ++at) {
        open.has.push_back(words[at]);
        has_any = has_any || words[at] > 0;
        if (const std::uint32_t last = last_of(words, pairs_[at].type); last != kNone) {
          open.since = std::min(open.since, nodes_[nodes_[last].next].item.sequence);
        }
      }
      if (has_any) {
        list.push_back(std::move(open));
      }
    });
  }
  std::sort(list.begin(), list.end(), [](const Open& a, const Open& b) {
    return std::tie(a.since, a.number, a.origin) < std::tie(b.since, b.number, b.origin);
  });
  return list;
}

}  // namespace dps::blueprint
