/// Finds the firing that uses a message first, in a process whose collections count the messages of
/// each request apart. Source: docs/language.md, "Requests".
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "base/request.h"
#include "blueprint/events/use_plan.h"
#include "blueprint/request_joins.h"

namespace dps::events {

/// Replaces MessageUses for a plan with -each if all events are known, and counts like the engine.
/// An -early unit has counted an older message when one of its firings, or a wait, shows it.
template <typename Item>
class RequestUses {
 public:
  /// `plan` is borrowed.
  explicit RequestUses(const UsePlan& plan) : plan_(&plan) {}

  template <typename Drop>
  void begin_unit(std::uint32_t unit, const Drop& drop) {
    leave_unit(drop);
    unit_ = unit;
    has_unit_ = true;
    completed_.assign(plan_->functionalities_of(unit), 0);
    held_.clear();
    for (const std::uint32_t row : plan_->listed(unit)) {
      held_.push_back({plan_->mid_of(row)});
    }
    for (std::uint32_t position = 0; position < completed_.size(); ++position) {
      if (plan_->is_each(plan_->first_of(unit) + position)) {
        joins_.add_collection(position, plan_->joined(plan_->first_of(unit) + position));
      }
    }
    for (std::uint32_t position = 0; position < completed_.size(); ++position) {
      const std::uint32_t functionality = plan_->first_of(unit) + position;
      for (const UsePlan::Use& of : plan_->uses(functionality)) {
        if (!plan_->is_each(functionality)) {
          joins_.add_other(plan_->mid_of(of.row));
        }
      }
    }
  }

  template <typename Drop, typename Use>
  void take(std::uint32_t mid, Item item, const Request& request, const Drop& drop,
            const Use& use) {
    Message message{std::move(item), request, ++sequence_};
    if (find_held(mid) != nullptr) {
      count(mid, std::move(message), use);
    } else if (const std::uint32_t row = plan_->row_of(mid);
               row < plan_->rows() && plan_->is_claimable(row)) {
      older_.push_back({mid, std::move(message)});
    } else {
      drop(mid, message.item);
    }
  }

  /// The process can only continue by taking a message: older messages have been counted.
  template <typename Use>
  void wait(const Use& use) {
    while (count_older(use)) {
    }
  }

  template <typename Use>
  void fire(std::uint32_t functionality, const Use& use) {
    if (!has_unit_ || plan_->unit_of(functionality) != unit_ ||
        plan_->uses(functionality).empty()) {
      return;
    }
    const std::uint32_t position = functionality - plan_->first_of(unit_);
    while (!is_complete(functionality, position) && count_older(use)) {
    }
    if (plan_->is_each(functionality)) {
      joins_.fire(position, [&](std::uint32_t mid, const Joined& of) { use(mid, of.item); });
      return;
    }
    const std::uint64_t completed =
        ++completed_[plan_->choice_of(functionality) - plan_->first_of(unit_)];
    for (const UsePlan::Use& of : plan_->uses(functionality)) {
      use_oldest(plan_->mid_of(of.row), completed * of.count, use);
    }
  }

  template <typename Drop>
  void end(const Drop& drop) {
    leave_unit(drop);
    for (const auto& [mid, message] : older_) {
      drop(mid, message.item);
    }
    older_.clear();
  }

 private:
  struct Message {
    Item item;
    Request request;
    std::uint64_t sequence = 0;
  };
  /// An older message in joins_.
  struct Joined {
    Item item;
    std::uint64_t sequence = 0;
  };
  struct Older {
    std::uint32_t mid = 0;
    Message message;
  };
  /// The messages of a type of the active unit; those of a joined type are in joins_.
  struct Held {
    std::uint32_t mid = 0;
    std::uint64_t taken = 0;
    std::uint64_t used = 0;
    std::deque<Message> messages{};  // the last ones of `taken`
  };

  Held* find_held(std::uint32_t mid) {
    const auto found =
        std::find_if(held_.begin(), held_.end(), [&](const Held& each) { return each.mid == mid; });
    return found == held_.end() ? nullptr : &*found;
  }

  template <typename Use>
  void count(std::uint32_t mid, Message message, const Use& use) {
    Held& held = *find_held(mid);
    ++held.taken;
    if (!joins_.lists(mid)) {
      held.messages.push_back(std::move(message));
      return;
    }
    const Item item = message.item;
    const Request request = message.request;
    if (!joins_.take(request, mid, {std::move(message.item), message.sequence})) {
      use(mid, item);  // the rest of a quorum
    }
  }

  /// Counts the oldest of the older messages that the unit lists. Returns false if there is none.
  template <typename Use>
  bool count_older(const Use& use) {
    if (!has_unit_ || !plan_->is_early(unit_)) {
      return false;
    }
    const auto found = std::find_if(older_.begin(), older_.end(), [&](const Older& each) {
      return find_held(each.mid) != nullptr;
    });
    if (found == older_.end()) {
      return false;
    }
    Older oldest = std::move(*found);
    older_.erase(found);
    count(oldest.mid, std::move(oldest.message), use);
    return true;
  }

  [[nodiscard]] bool is_complete(std::uint32_t functionality, std::uint32_t position) {
    if (plan_->is_each(functionality)) {
      const auto complete = joins_.completed();
      return std::find(complete.begin(), complete.end(), position) != complete.end();
    }
    const auto uses = plan_->uses(functionality);
    return std::all_of(uses.begin(), uses.end(), [&](const UsePlan::Use& of) {
      const std::uint32_t choice = plan_->choice_of(functionality) - plan_->first_of(unit_);
      return find_held(plan_->mid_of(of.row))->taken >= (completed_[choice] + 1) * of.count;
    });
  }

  template <typename Use>
  void use_oldest(std::uint32_t mid, std::uint64_t count, const Use& use) {
    if (joins_.lists(mid)) {
      joins_.use_oldest(mid, count, [&](std::uint32_t, const Joined& of) { use(mid, of.item); });
      return;
    }
    Held& held = *find_held(mid);
    for (; held.used < count && !held.messages.empty(); ++held.used) {
      use(mid, held.messages.front().item);
      held.messages.pop_front();
    }
    held.used = std::max(held.used, count);
  }

  /// Makes the messages that no firing has used older ones, or drops them.
  template <typename Drop>
  void leave_unit(const Drop& drop) {
    const auto leave = [&](std::uint32_t mid, const Message& message) {
      if (plan_->is_claimable(plan_->row_of(mid))) {
        older_.push_back({mid, message});
      } else {
        drop(mid, message.item);
      }
    };
    joins_.for_each_left([&](std::uint32_t mid, const Joined& of, const Request& request) {
      leave(mid, {of.item, request, of.sequence});
    });
    joins_.clear();
    for (const Held& held : held_) {
      for (const Message& message : held.messages) {
        leave(held.mid, message);
      }
    }
    held_.clear();
    std::sort(older_.begin(), older_.end(), [](const Older& a, const Older& b) {
      return a.message.sequence < b.message.sequence;
    });
  }

  const UsePlan* plan_;
  std::uint32_t unit_ = 0;
  bool has_unit_ = false;
  std::uint64_t sequence_ = 0;            // the number of the latest take
  std::vector<Held> held_;                // of the types that the unit lists
  std::vector<std::uint64_t> completed_;  // by position, of those without -each
  std::vector<Older> older_;              // in the order of their takes
  blueprint::RequestJoins<Joined> joins_;
};

}  // namespace dps::events
