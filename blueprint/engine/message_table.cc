#include "blueprint/engine/message_table.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace dps::engine {

TakenQueue::Store& TakenQueue::store() {
  if (!store_) {
    store_ = std::make_unique<Store>();
  }
  return *store_;
}

void TakenQueue::push(const Taken& item, const TakenFor* of) {
  auto& [items, known, head, messages] = store();
  if (empty()) {
    clear();
  } else if (head > 64 && head > items.size() / 2) {  // frees the removed half
    items.erase(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(head));
    if (!known.empty()) {
      known.erase(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(head));
    }
    head = 0;
  }
  items.push_back(item);
  if (of != nullptr) {
    known.push_back(*of);
  }
  messages += item.count;
}

void TakenQueue::push_merged(const Taken& item) {
  if (!empty()) {
    Taken& newest = store_->items.back();
    if (newest.from == item.from && newest.unit == item.unit) {
      newest.count += item.count;
      store_->messages += item.count;
      return;
    }
  }
  push(item, nullptr);
}

void TakenQueue::pop(std::uint64_t messages) {
  DPS_CHECK(messages <= this->messages());
  if (messages == 0) {
    return;
  }
  store_->messages -= messages;
  while (messages > 0) {
    Taken& oldest = store_->items[store_->head];
    const std::uint64_t now = std::min(messages, oldest.count);
    oldest.count -= now;
    messages -= now;
    if (oldest.count == 0) {
      ++store_->head;
    }
  }
}

void TakenQueue::prepend(TakenQueue& older) {
  if (older.empty()) {
    return;
  }
  auto& [items, known, head, messages] = store();
  const auto count = static_cast<std::size_t>(older.end() - older.begin());
  const bool is_known = !older.store_->known.empty();
  if (head < count) {
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(head), count - head, Taken{});
    if (is_known) {
      known.insert(known.begin() + static_cast<std::ptrdiff_t>(head), count - head, TakenFor{});
    }
    head = count;
  }
  head -= count;
  std::copy(older.begin(), older.end(), items.begin() + static_cast<std::ptrdiff_t>(head));
  if (is_known) {
    std::copy(older.store_->known.begin() + static_cast<std::ptrdiff_t>(older.store_->head),
              older.store_->known.end(), known.begin() + static_cast<std::ptrdiff_t>(head));
  }
  messages += older.messages();
  older.clear();
}

void TakenQueue::clear() {
  if (store_) {
    store_->items.clear();
    store_->known.clear();
    store_->head = 0;
    store_->messages = 0;
  }
}

void MessageTable::add_type(MessageId mid, bool claimable) {
  if (TypeRow* row = find(mid)) {
    row->claimable |= claimable;
    return;
  }
  const auto after =
      std::upper_bound(rows_.begin(), rows_.end(), mid,
                       [](MessageId id, const TypeRow& row) { return index(id) < index(row.mid); });
  TypeRow row;
  row.mid = mid;
  row.claimable = claimable;
  rows_.insert(after, std::move(row));
}

TypeRow* MessageTable::find(MessageId mid) {
  return const_cast<TypeRow*>(std::as_const(*this).find(mid));
}

const TypeRow* MessageTable::find(MessageId mid) const {
  constexpr std::size_t kScanned = 8;  // fewer rows are scanned faster than searched
  if (rows_.size() <= kScanned) {
    for (const TypeRow& row : rows_) {
      if (row.mid == mid) {
        return &row;
      }
    }
    return nullptr;
  }
  const auto found =
      std::lower_bound(rows_.begin(), rows_.end(), mid,
                       [](const TypeRow& row, MessageId id) { return index(row.mid) < index(id); });
  return found != rows_.end() && found->mid == mid ? &*found : nullptr;
}

TypeRow* MessageTable::take(MessageId mid, const Taken& message, const TakenFor* known) {
  TypeRow* row = find(mid);
  if (row != nullptr) {
    row->taken += 1;
    if (row->listed) {
      return row;
    }
  }
  if (row != nullptr && row->claimable) {
    row->unclaimed.push(message, known);
  } else {
    count_never_used(mid, message);
  }
  return nullptr;
}

void MessageTable::keep(TypeRow& row, const Taken& newest, std::uint64_t used,
                        const TakenFor* known) {
  if (used == row.used + row.held.messages() + 1) {  // the newest one, too: none is left
    row.held.clear();
    row.used = used;
    return;
  }
  if (row.claimable) {
    row.held.push(newest, known);
  } else {
    row.held.push_merged(newest);
  }
  use(row, used);
}

void MessageTable::hold(TypeRow& row, const Taken& message, const TakenFor& known) {
  if (row.claimable) {
    row.held.push(message, &known);
  } else {
    row.held.push_merged(message);
  }
}

void MessageTable::use(TypeRow& row, std::uint64_t used) {
  if (used > row.used) {
    row.held.pop(used - row.used);
    row.used = used;
  }
}

void MessageTable::count_never_used(MessageId mid, const Taken& message) {
  if (!never_used_) {
    never_used_ = std::make_unique<Counts>();
  }
  (*never_used_)[{index(mid), index(message.from), message.unit}] += message.count;
}

void MessageTable::leave_unit() {
  for (TypeRow& row : rows_) {
    if (!row.listed) {
      continue;
    }
    row.listed = false;
    if (!row.claimable) {
      for (const Taken& message : row.held) {
        count_never_used(row.mid, message);
      }
    } else if (early_) {  // still unclaimed, and younger than all that were taken again
      row.taken += row.unclaimed.messages();
      row.unclaimed.prepend(row.held);
    } else {
      for (; !row.held.empty(); row.held.pop(row.held.front().count)) {
        row.unclaimed.push(row.held.front(), row.held.front_for());
      }
    }
    row.held.clear();
  }
}

void MessageTable::take_snapshot(bool early) {
  early_ = early;
  for (TypeRow& row : rows_) {
    if (early && row.listed) {
      row.taken -= row.unclaimed.messages();
    }
    row.snapshot = row.taken;
    row.used = 0;
  }
}

TypeRow* MessageTable::take_again(Taken& message, TakenFor* known) {
  TypeRow* oldest = nullptr;
  if (!early_) {
    return oldest;
  }
  for (TypeRow& row : rows_) {
    if (row.listed && !row.unclaimed.empty() &&
        (oldest == nullptr ||
         row.unclaimed.front().sequence < oldest->unclaimed.front().sequence)) {
      oldest = &row;
    }
  }
  if (oldest != nullptr) {
    message = oldest->unclaimed.front();
    if (known != nullptr) {
      *known = *oldest->unclaimed.front_for();
    }
    oldest->unclaimed.pop(1);
    oldest->taken += 1;
  }
  return oldest;
}

MessageTable::Counts MessageTable::claimed_by_none() const {
  Counts counts = never_used_ ? *never_used_ : Counts{};
  for (const TypeRow& row : rows_) {
    for (const Taken& message : row.unclaimed) {
      counts[{index(row.mid), index(message.from), message.unit}] += message.count;
    }
  }
  return counts;
}

std::vector<Unclaimed> MessageTable::unclaimed_at_end(std::span<const Unclaimed> joined) const {
  Counts counts = claimed_by_none();
  for (const TypeRow& row : rows_) {
    for (const Taken& message : row.held) {
      counts[{index(row.mid), index(message.from), message.unit}] += message.count;
    }
  }
  for (const Unclaimed& messages : joined) {
    counts[{index(messages.mid), index(messages.from), messages.unit}] += messages.count;
  }
  return list_of(counts);
}

std::vector<Unclaimed> MessageTable::list_of(const Counts& counts) {
  std::vector<Unclaimed> list;
  list.reserve(counts.size());
  for (const auto& [key, count] : counts) {
    list.push_back(
        {MessageId{std::get<0>(key)}, ProcessId{std::get<1>(key)}, std::get<2>(key), count});
  }
  return list;
}

}  // namespace dps::engine
