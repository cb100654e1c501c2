/// What a process has taken: the paper's message table and its snapshot (5.2), and, for units that
/// count early messages (docs/language.md), which messages nobody has used yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "base/ids.h"

namespace dps::engine {

/// Messages of one type and sender that were taken and never used, by the unit that took them
/// first.
struct Unclaimed {
  MessageId mid;
  ProcessId from;
  std::uint32_t unit;  ///< position in the plan
  std::uint64_t count;

  bool operator==(const Unclaimed&) const = default;
};

/// A taken message that no collection has used: or several in a row, where nobody may claim them
/// and so only their number and sender matter.
struct Taken {
  std::uint64_t sequence = 0;  ///< order of first taking, over all types
  std::uint64_t stamp = 0;
  ProcessId from{};
  std::uint32_t unit = 0;  ///< that took it first
  std::uint64_t count = 1;
};

/// First in, first out, with room in front for what was taken out and comes back. One that never
/// held anything is no more than a pointer: there are two for each type of each process, and most
/// messages are used as they come.
class TakenQueue {
 public:
  [[nodiscard]] bool empty() const { return begin() == end(); }
  [[nodiscard]] const Taken& front() const { return *begin(); }
  [[nodiscard]] std::uint64_t messages() const { return store_ ? store_->messages : 0; }

  void push(const Taken& item);
  /// Adds to the newest entry if it has the same sender and unit, else as a new one.
  void push_merged(const Taken& item);
  /// Takes the oldest `messages` out; part of an entry stays.
  void pop(std::uint64_t messages);
  /// Puts all of `older` before everything here; `older` is empty afterwards.
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
    std::vector<Taken> items;  // those before head are gone
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
  std::uint64_t taken = 0;     ///< MT: how many the process has taken so far
  std::uint64_t snapshot = 0;  ///< SS: the same when the unit became active
  std::uint64_t used = 0;      ///< of taken - snapshot, the oldest: completed * count, largest
  TakenQueue held;             ///< taken while the unit is active and not (yet) used, oldest first
  TakenQueue unclaimed;        ///< claimable and left over by earlier units, oldest first
};

/// The rows of one process, and what it took of types that no unit of it lists.
class MessageTable {
 public:
  /// The type may be given more than once; claimable if one of the times says so.
  void add_type(MessageId mid, bool claimable);

  /// nullptr if no unit of the process lists the type.
  [[nodiscard]] TypeRow* find(MessageId mid);
  [[nodiscard]] const TypeRow* find(MessageId mid) const;
  [[nodiscard]] std::vector<TypeRow>& rows() { return rows_; }

  /// Adds one to MT. If the active unit lists the type, its row, which keep() is to be told of
  /// next; else nullptr, and the message is unclaimed.
  TypeRow* take(MessageId mid, const Taken& message);
  /// The newest message of the row joins those that are held, and use() as below.
  static void keep(TypeRow& row, const Taken& newest, std::uint64_t used);
  /// The oldest `used` messages of the row, counted since the snapshot, are used.
  static void use(TypeRow& row, std::uint64_t used);

  /// The active unit is left: what it took and did not use is unclaimed from now on.
  void leave_unit();
  /// The snapshot; of the listed types, what is unclaimed is taken out of MT before it if `early`.
  void take_snapshot(bool early);
  /// The oldest unclaimed message of a listed type, taken again, in `message`, and its row as of
  /// take(); nullptr if there is none.
  TypeRow* take_again(Taken& message);

  /// In the order of mid, sender, unit.
  [[nodiscard]] std::vector<Unclaimed> unclaimed() const;

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // mid, sender, unit
  using Counts = std::map<Key, std::uint64_t>;

  void give_up(MessageId mid, const Taken& message);

  std::vector<TypeRow> rows_;           // in the order of mid
  std::unique_ptr<Counts> never_used_;  // what no unit can claim any more; none: nothing
  bool early_ = false;                  // the active unit counts early messages
};

}  // namespace dps::engine
