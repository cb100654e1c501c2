#include "predictor/virtual_time/book_keeper.h"

#include <algorithm>
#include <utility>

namespace dps::predictor {
namespace {

using profiles::BookRow;

constexpr std::uint32_t kNobody = 0xffffffff;

std::uint64_t key_of(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32 | to;
}

}  // namespace

BookKeeper::BookKeeper(const blueprint::Program& program)
    : group_of_(profiles::group_positions(program)), last_of_(program.process_count(), 0) {
  rows_.emplace_back().counts.from = kNobody;
}

std::uint32_t BookKeeper::look_up(std::uint32_t from, std::uint32_t to, MessageId mid) {
  for (std::uint32_t row = first_of_.find(key_of(from, to)); row != machines::NumberTable::kAbsent;
       row = rows_[row].next) {
    if (rows_[row].counts.mid == mid) {
      return last_of_[from] = row;
    }
  }
  if (!is_grouped_ && rows_.size() > profiles::kMostMessageRows) {
    group();
    return look_up(group_of_[from], group_of_[to], mid);
  }
  return add(from, to, mid);
}

std::uint32_t BookKeeper::add(std::uint32_t from, std::uint32_t to, MessageId mid) {
  const auto added = static_cast<std::uint32_t>(rows_.size());
  KeptRow& row = rows_.emplace_back();
  row.counts.from = from;
  row.counts.to = to;
  row.counts.mid = mid;
  const std::uint32_t first = first_of_.find_or_insert(key_of(from, to), added);
  if (first != added) {
    row.next = std::exchange(rows_[first].next, added);
  }
  return last_of_[from] = added;
}

void BookKeeper::group() {
  const std::vector<KeptRow> single = std::exchange(rows_, {});
  rows_.push_back(single.front());
  first_of_ = {};
  std::fill(last_of_.begin(), last_of_.end(), 0);
  is_grouped_ = true;
  moved_.assign(single.size(), 0);
  for (std::size_t i = 1; i < single.size(); ++i) {
    const BookRow& counts = single[i].counts;
    moved_[i] = find(counts.from, counts.to, counts.mid);
    profiles::add_counts(rows_[moved_[i]].counts, counts);
  }
}

void BookKeeper::add_waits(std::span<const double> by_row) {
  for (std::uint32_t row = 0; row < by_row.size(); ++row) {
    numbered(row).waited_ps += by_row[row];
  }
}

profiles::MessageBooks BookKeeper::books() const {
  std::vector<BookRow> rows;
  rows.reserve(rows_.size() - 1);
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    rows.push_back(rows_[i].counts);
  }
  profiles::MessageBooks books = profiles::MessageBooks::joined(std::move(rows));
  books.is_grouped = is_grouped_;
  return books;
}

}  // namespace dps::predictor
