/// The messages that a process has taken: the paper's message table and its snapshot, and the
/// messages that no collection has used, which units with -early may still use. Source: paper 5.2;
/// docs/language.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "base/ids.h"
#include "base/request.h"
#include "blueprint/engine/progress.h"

namespace dps::engine {

/// A taken message that no collection has used. If no unit may claim it later, several in a row
/// are one entry, since only their number and sender matter.
struct Taken {
  std::uint64_t sequence = 0;  ///< order of first taking, over all types
  std::uint64_t stamp = 0;
  ProcessId from{};
  std::uint32_t unit = 0;  ///< that took it first
  std::uint64_t count = 1;
};

/// The additional properties of a taken message in a program with requests.
struct TakenFor {
  Request request;
  bool is_timer = false;
};

/// First in, first out; removed messages can be put back in front. A queue that was always empty is
/// only a pointer, since each type of each process has two queues, and most messages are used at
/// once.
class TakenQueue {
 public:
  [[nodiscard]] bool empty() const { return begin() == end(); }
  [[nodiscard]] const Taken& front() const { return *begin(); }
  /// The second argument of the push() of the front; null without one.
  [[nodiscard]] const TakenFor* front_for() const {
    return store_->known.empty() ? nullptr : &store_->known[store_->head];
  }
  [[nodiscard]] std::uint64_t messages() const { return store_ ? store_->messages : 0; }

  /// `of`: null for all items of a queue, or for none.
  void push(const Taken& item, const TakenFor* of);
  /// Adds the message to the last entry if it has the same sender and unit, else as a new entry.
  void push_merged(const Taken& item);
  /// Removes the oldest `messages` messages; the last entry may be removed in part.
  void pop(std::uint64_t messages);
  /// Moves all messages of `older` to the front.
  void prepend(TakenQueue& older);

  [[nodiscard]] const Taken* begin() const {
    return store_ ? store_->items.data() + store_->head : nullptr;
  }
  [[nodiscard]] const Taken* end() const {
    return store_ ? store_->items.data() + store_->items.size() : nullptr;
  }
  void clear();

 private:
  struct Store {
    std::vector<Taken> items;     // those before head have been removed
    std::vector<TakenFor> known;  // likewise; empty without requests
    std::size_t head = 0;
    std::uint64_t messages = 0;
  };

  Store& store();

  std::unique_ptr<Store> store_;  // from the first push on
};

/// One type that some unit of the process lists.
struct TypeRow {
  MessageId mid{};
  bool claimable = false;      ///< an -early unit of the process lists it
  bool listed = false;         ///< the active unit lists it
  std::uint64_t taken = 0;     ///< MT: number of messages that the process has taken
  std::uint64_t snapshot = 0;  ///< SS: the same when the unit became active
  std::uint64_t used = 0;      ///< of taken - snapshot, the oldest: the largest completed * count
  TakenQueue held;             ///< taken while the unit is active and not (yet) used, oldest first
  TakenQueue unclaimed;        ///< claimable and left over by earlier units, oldest first
};

/// The rows of one process, and its messages of types that none of its units lists.
class MessageTable {
 public:
  /// Adds a type, possibly several times; the type is claimable if any call sets `claimable`.
  void add_type(MessageId mid, bool claimable);

  /// The row of the type; nullptr if no unit of the process lists it.
  [[nodiscard]] TypeRow* find(MessageId mid);
  [[nodiscard]] const TypeRow* find(MessageId mid) const;
  [[nodiscard]] std::vector<TypeRow>& rows() { return rows_; }

  /// Adds one to MT. Returns the row of the type if the active unit lists it; the caller must then
  /// call keep(). Otherwise returns nullptr, and the message is unclaimed.
  TypeRow* take(MessageId mid, const Taken& message, const TakenFor* known = nullptr);
  /// Adds the newest message of the row to `held`; then calls use().
  static void keep(TypeRow& row, const Taken& newest, std::uint64_t used,
                   const TakenFor* known = nullptr);
  /// Adds a message of a listed type that no collection with -each has used, at the end of a unit.
  static void hold(TypeRow& row, const Taken& message, const TakenFor& known);
  /// Marks the oldest `used` messages of the row, counted since the snapshot, as used.
  static void use(TypeRow& row, std::uint64_t used);

  /// Leaves the active unit: the messages that it took and did not use are unclaimed from now on.
  void leave_unit();
  /// Takes the snapshot. If `early`, the unclaimed messages of the listed types are subtracted from
  /// MT before.
  void take_snapshot(bool early);
  /// Takes the oldest unclaimed message of a listed type again: stores it in `message` and returns
  /// its row, as take() does; nullptr if there is none.
  TypeRow* take_again(Taken& message, TakenFor* known = nullptr);

  /// The unclaimed messages by mid, sender, unit.
  [[nodiscard]] std::vector<Unclaimed> unclaimed() const { return list_of(claimed_by_none()); }
  /// The messages that would be unclaimed if the active unit left now: with those that it holds,
  /// and with `joined`, those that its collections with -each hold.
  [[nodiscard]] std::vector<Unclaimed> unclaimed_at_end(std::span<const Unclaimed> joined) const;

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // mid, sender, unit
  using Counts = std::map<Key, std::uint64_t>;

  void count_never_used(MessageId mid, const Taken& message);
  [[nodiscard]] Counts claimed_by_none() const;
  static std::vector<Unclaimed> list_of(const Counts& counts);

  std::vector<TypeRow> rows_;           // in the order of mid
  std::unique_ptr<Counts> never_used_;  // messages that no unit can claim any more; null: none
  bool early_ = false;                  // the active unit counts early messages
};

}  // namespace dps::engine
