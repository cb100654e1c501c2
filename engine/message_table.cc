#include "engine/message_table.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace dps::engine {

void TakenQueue::push(const Taken& item) {
  if (empty()) {
    clear();
  } else if (head_ > 64 && head_ > items_.size() / 2) {  // the gone half is given back
    items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }
  items_.push_back(item);
  messages_ += item.count;
}

void TakenQueue::push_merged(const Taken& item) {
  if (!empty() && items_.back().from == item.from && items_.back().unit == item.unit) {
    items_.back().count += item.count;
    messages_ += item.count;
  } else {
    push(item);
  }
}

void TakenQueue::pop(std::uint64_t messages) {
  DPS_CHECK(messages <= messages_);
  messages_ -= messages;
  while (messages > 0) {
    Taken& oldest = items_[head_];
    const std::uint64_t now = std::min(messages, oldest.count);
    oldest.count -= now;
    messages -= now;
    if (oldest.count == 0) {
      ++head_;
    }
  }
}

void TakenQueue::prepend(TakenQueue& older) {
  if (older.empty()) {
    return;
  }
  const auto count = static_cast<std::size_t>(older.end() - older.begin());
  if (head_ < count) {
    items_.insert(items_.begin() + static_cast<std::ptrdiff_t>(head_), count - head_, Taken{});
    head_ = count;
  }
  head_ -= count;
  std::copy(older.begin(), older.end(), items_.begin() + static_cast<std::ptrdiff_t>(head_));
  messages_ += older.messages_;
  older.clear();
}

void TakenQueue::clear() {
  items_.clear();
  head_ = 0;
  messages_ = 0;
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
  constexpr std::size_t kScanned = 8;  // below that a scan is faster than a search
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

void MessageTable::take(MessageId mid, const Taken& message) {
  TypeRow* row = find(mid);
  if (row != nullptr) {
    row->taken += 1;
  }
  if (row == nullptr || !(row->listed || row->claimable)) {
    never_used_[{index(mid), index(message.from), message.unit}] += 1;
  } else if (!row->listed) {
    row->unclaimed.push(message);
  } else if (row->claimable) {
    row->held.push(message);
  } else {
    row->held.push_merged(message);
  }
}

void MessageTable::use(TypeRow& row, std::uint64_t used) {
  if (used > row.used) {
    row.held.pop(used - row.used);
    row.used = used;
  }
}

void MessageTable::give_up(MessageId mid, const TakenQueue& messages) {
  for (const Taken& message : messages) {
    never_used_[{index(mid), index(message.from), message.unit}] += message.count;
  }
}

void MessageTable::leave_unit() {
  for (TypeRow& row : rows_) {
    if (!row.listed) {
      continue;
    }
    row.listed = false;
    if (!row.claimable) {
      give_up(row.mid, row.held);
    } else if (early_) {  // what is still unclaimed is younger than all that was taken again
      row.taken += row.unclaimed.messages();
      row.unclaimed.prepend(row.held);
    } else {
      for (const Taken& message : row.held) {
        row.unclaimed.push(message);
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

TypeRow* MessageTable::take_again(Taken& message) {
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
    oldest->unclaimed.pop(1);
    oldest->taken += 1;
    oldest->held.push(message);
  }
  return oldest;
}

std::vector<Unclaimed> MessageTable::unclaimed() const {
  std::map<Key, std::uint64_t> counts = never_used_;
  for (const TypeRow& row : rows_) {
    for (const Taken& message : row.unclaimed) {
      counts[{index(row.mid), index(message.from), message.unit}] += message.count;
    }
  }
  std::vector<Unclaimed> list;
  list.reserve(counts.size());
  for (const auto& [key, count] : counts) {
    list.push_back(
        {MessageId{std::get<0>(key)}, ProcessId{std::get<1>(key)}, std::get<2>(key), count});
  }
  return list;
}

}  // namespace dps::engine
