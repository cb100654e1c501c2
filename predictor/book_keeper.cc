#include "predictor/book_keeper.h"

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
    : group_of_(profiles::group_positions(program)) {
  rows_.emplace_back().counts.from = kNobody;
}

BookRow& BookKeeper::look_up(std::uint32_t from, std::uint32_t to, MessageId mid) {
  for (std::uint32_t row = first_of_.find(key_of(from, to)); row != machines::NumberTable::kAbsent;
       row = rows_[row].next) {
    if (rows_[row].counts.mid == mid) {
      last_ = row;
      return rows_[row].counts;
    }
  }
  if (!is_grouped_ && rows_.size() > profiles::kMostMessageRows) {
    group();
    return look_up(group_of_[from], group_of_[to], mid);
  }
  return add(from, to, mid);
}

BookRow& BookKeeper::add(std::uint32_t from, std::uint32_t to, MessageId mid) {
  last_ = rows_.size();
  Row& row = rows_.emplace_back();
  row.counts.from = from;
  row.counts.to = to;
  row.counts.mid = mid;
  const auto added = static_cast<std::uint32_t>(last_);
  const std::uint32_t first = first_of_.find_or_insert(key_of(from, to), added);
  if (first != added) {
    row.next = std::exchange(rows_[first].next, added);
  }
  return row.counts;
}

void BookKeeper::group() {
  const std::vector<Row> single = std::exchange(rows_, {});
  rows_.push_back(single.front());
  first_of_ = {};
  last_ = 0;
  is_grouped_ = true;
  moved_.assign(single.size(), 0);
  for (std::size_t i = 1; i < single.size(); ++i) {
    const BookRow& counts = single[i].counts;
    profiles::add_counts(find(counts.from, counts.to, counts.mid), counts);
    moved_[i] = static_cast<std::uint32_t>(last_);
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
