/// Finds the firing that uses a message first, from the takes and firings of a process.
/// Source: docs/language.md, "How a process behaves", 6.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "base/request.h"
#include "blueprint/events/request_uses.h"
#include "blueprint/events/use_plan.h"

namespace dps::events {

/// The messages that a process has taken and that no firing has used. `Item` is the caller's
/// description of a message. The calls must follow the events of the process in order of time.
template <typename Item>
class MessageUses {
 public:
  /// `plan` is borrowed. `knows_all` is false if the first events of the process are missing:
  /// messages whose use cannot be known are then left out. These include all messages of the types
  /// that -each counts, since their uses depend on all before them.
  explicit MessageUses(const UsePlan& plan, bool knows_all = true)
      : plan_(&plan), knows_all_(knows_all) {
    if (plan.joins() && knows_all) {
      requests_ = std::make_unique<RequestUses<Item>>(plan);
    }
  }

  /// A unit becomes active. Calls `drop(mid, item)` for messages that no firing can use any more.
  template <typename Drop>
  void begin_unit(std::uint32_t unit, const Drop& drop) {
    if (requests_) [[unlikely]] {
      requests_->begin_unit(unit, drop);
      return;
    }
    leave_unit(drop);
    unit_ = unit;
    usual_mid_ = kNone;
    if (plan_->shares(unit)) {
      completed_.assign(plan_->functionalities_of(unit), 0);
    }
  }

  /// The process can only continue by taking a message: early messages have been counted by now.
  /// Calls `use(mid, item)` for each that is used without a firing.
  template <typename Use>
  void wait(const Use& use) {
    if (requests_) [[unlikely]] {
      requests_->wait(use);
      return;
    }
    if (!knows_all_ && unit_ != kNone) [[unlikely]] {
      learn_rows();
    }
  }

  /// Returns false if the use of the message cannot be known. Calls `use(mid, item)` if it is used
  /// without a firing, as the rest of a quorum.
  template <typename Drop, typename Use>
  bool take(std::uint32_t mid, Item item, const Request& request, const Drop& drop,
            const Use& use) {
    if (mid == usual_mid_) [[likely]] {
      rows_[usual_row_].items.push_back(std::move(item));
      return true;
    }
    if (requests_) [[unlikely]] {
      requests_->take(mid, std::move(item), request, drop, use);
      return true;
    }
    const std::uint32_t position = plan_->row_of(mid);
    if (position == plan_->rows()) {
      drop(mid, item);
      return true;
    }
    if (!knows_all_ && (unit_ == kNone || plan_->is_joined(position))) [[unlikely]] {
      return false;
    }
    if (rows_.empty()) {
      add_rows();
    }
    Row& row = rows_[position];
    const bool is_listed = unit_ != kNone && plan_->lists(unit_, position);
    if (!is_listed && !plan_->is_claimable(position)) {
      drop(mid, item);
      return true;
    }
    if (!(is_listed ? is_known(row) : row.knows_older)) [[unlikely]] {
      (is_listed ? row.knows_held : row.knows_older) = false;
      return false;
    }
    row.items.push_back(std::move(item));
    if (is_listed) {
      usual_mid_ = mid;
      usual_row_ = position;
    } else {
      ++row.older;
    }
    return true;
  }

  /// Infers the active unit from an event of this functionality, if the unit became active before
  /// the first event.
  void know_unit(std::uint32_t functionality) {
    if (unit_ == kNone && !requests_) [[unlikely]] {
      unit_ = plan_->unit_of(functionality);
      completed_.assign(plan_->functionalities_of(unit_), 0);
    }
  }

  /// A functionality fires: a position among those of all units of the plan. Calls `use(mid, item)`
  /// for each message that it uses first.
  template <typename Use>
  void fire(std::uint32_t functionality, const Use& use) {
    if (requests_) [[unlikely]] {
      requests_->fire(functionality, use);
      return;
    }
    know_unit(functionality);
    const auto uses = plan_->uses(functionality);
    if (uses.empty() || rows_.empty() || plan_->unit_of(functionality) != unit_) {
      return;  // another unit: a trace that contradicts itself
    }
    std::uint64_t completed = 0;
    if (plan_->shares(unit_)) {
      completed = ++completed_[plan_->choice_of(functionality) - plan_->first_of(unit_)];
    }
    for (const UsePlan::Use& of : uses) {
      Row& row = rows_[of.row];
      std::uint64_t messages = of.count;
      if (of.is_shared) {
        const std::uint64_t used = completed * of.count;
        messages = used > row.used ? used - row.used : 0;
        row.used = std::max(row.used, used);
      }
      if (is_known(row)) [[likely]] {
        use_oldest(of.row, row, messages, use);
      }
    }
  }

  /// The process has ended. Calls `drop(mid, item)` for all messages that no firing has used.
  template <typename Drop>
  void end(const Drop& drop) {
    if (requests_) [[unlikely]] {
      requests_->end(drop);
      return;
    }
    for (std::uint32_t r = 0; r < rows_.size(); ++r) {
      for (std::size_t i = rows_[r].head; i < rows_[r].items.size(); ++i) {
        drop(plan_->mid_of(r), rows_[r].items[i]);
      }
    }
    rows_ = {};
    usual_mid_ = kNone;
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// The messages of a type, the oldest first: those before `head` have been used. The first
  /// `older` of the others are left over by earlier units; the rest was taken by the active one.
  struct Row {
    std::vector<Item> items;
    std::uint32_t head = 0;
    std::uint32_t older = 0;
    std::uint64_t used = 0;   ///< by the active unit, if its functionalities share the type
    bool knows_held = true;   ///< no message of the active unit is missing
    bool knows_older = true;  ///< no message of earlier units is missing
  };

  void add_rows() {
    rows_.resize(plan_->rows());
    for (Row& row : rows_) {
      row.knows_held = row.knows_older = knows_all_;
    }
  }
  [[nodiscard]] bool is_known(const Row& row) const {
    return row.knows_held && (row.knows_older || !plan_->is_early(unit_));
  }

  template <typename Drop>
  void leave_unit(const Drop& drop) {
    if (!knows_all_ && rows_.empty()) {
      add_rows();
    }
    if (rows_.empty()) {
      return;
    }
    if (unit_ == kNone) {  // of a process whose first events are missing
      for (Row& row : rows_) {
        row.knows_held = true;
      }
      return;
    }
    for (const std::uint32_t position : plan_->listed(unit_)) {
      Row& row = rows_[position];
      row.knows_older = row.knows_older && row.knows_held;
      if (!plan_->is_claimable(position)) {
        for (std::size_t i = row.head; i < row.items.size(); ++i) {
          drop(plan_->mid_of(position), row.items[i]);
        }
        clear(row);
      } else if (!row.knows_older) {
        clear(row);
      } else {
        row.older = static_cast<std::uint32_t>(row.items.size() - row.head);
      }
      row.used = 0;
      row.knows_held = true;
    }
  }

  static void clear(Row& row) {
    row.items.clear();
    row.head = row.older = 0;
  }

  /// Marks the types as known whose messages are used at once: none of their messages is left now.
  void learn_rows() {
    if (rows_.empty()) {
      add_rows();
    }
    for (const UsePlan::Use& use : plan_->uses_in(unit_)) {
      Row& row = rows_[use.row];
      if (!use.is_alone || is_known(row)) {
        continue;
      }
      row.knows_held = true;
      if (plan_->is_early(unit_)) {
        clear(row);
        row.knows_older = true;
      }
    }
  }

  /// Uses the oldest `messages` messages, or all if there are fewer, as in an inconsistent trace.
  template <typename Use>
  void use_oldest(std::uint32_t position, Row& row, std::uint64_t messages, const Use& use) {
    if (messages == 1 && row.older == 0 && row.head < row.items.size()) [[likely]] {
      use(plan_->mid_of(position), row.items[row.head]);
      ++row.head;
      forget_used(row);
      return;
    }
    const bool is_early = plan_->is_early(unit_);
    const std::size_t first = row.head + (is_early ? 0 : row.older);
    const std::size_t end = first + std::min<std::uint64_t>(messages, row.items.size() - first);
    for (std::size_t i = first; i < end; ++i) {
      use(plan_->mid_of(position), row.items[i]);
    }
    const auto count = static_cast<std::uint32_t>(end - first);
    if (is_early) {
      row.older -= std::min(row.older, count);
    }
    if (first != row.head) {
      row.items.erase(row.items.begin() + static_cast<std::ptrdiff_t>(first),
                      row.items.begin() + static_cast<std::ptrdiff_t>(end));
      return;
    }
    row.head += count;
    forget_used(row);
  }

  static void forget_used(Row& row) {
    constexpr std::uint32_t kFewItems = 64;
    if (row.head == row.items.size()) {
      clear(row);
    } else if (row.head > kFewItems && row.head > row.items.size() / 2) {  // frees the used half
      row.items.erase(row.items.begin(), row.items.begin() + row.head);
      row.head = 0;
    }
  }

  const UsePlan* plan_;
  bool knows_all_;
  std::uint32_t unit_ = kNone;
  // The type of the latest message that the active unit lists, and its row: others often follow.
  std::uint32_t usual_mid_ = kNone;
  std::uint32_t usual_row_ = 0;
  std::vector<Row> rows_;                 // by row of the plan; none before the first take
  std::vector<std::uint64_t> completed_;  // by functionality of a unit that shares types
  // If the plan has -each, and all events are known; then instead of the rest.
  std::unique_ptr<RequestUses<Item>> requests_;
};

}  // namespace dps::events
