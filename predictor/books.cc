#include "predictor/books.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "profiles/message_books.h"

namespace dps::predictor {
namespace {

constexpr std::uint32_t kNobody = 0xffffffff;

std::uint64_t key_of(std::uint32_t from, std::uint32_t to) {
  return std::uint64_t{from} << 32 | to;
}

}  // namespace

Books::Books(const blueprint::Program& program) : program_(program) {
  rows_.emplace_back().from = kNobody;
  group_of_.reserve(program.process_count());
  for (std::uint32_t g = 0; g < program.groups.size(); ++g) {
    group_of_.insert(group_of_.end(), program.groups[g].count, g);
  }
}

Books::Row& Books::look_up(std::uint32_t from, std::uint32_t to, MessageId mid) {
  for (std::uint32_t row = first_of_.find(key_of(from, to)); row != machines::NumberTable::kAbsent;
       row = rows_[row].next) {
    if (rows_[row].mid == mid) {
      last_ = row;
      return rows_[row];
    }
  }
  if (!is_grouped_ && rows_.size() > profiles::kMostMessageRows) {
    group();
    return look_up(group_of_[from], group_of_[to], mid);
  }
  return add(from, to, mid);
}

Books::Row& Books::add(std::uint32_t from, std::uint32_t to, MessageId mid) {
  last_ = rows_.size();
  Row& row = rows_.emplace_back();
  row.from = from;
  row.to = to;
  row.mid = mid;
  const auto added = static_cast<std::uint32_t>(last_);
  const std::uint32_t first = first_of_.find_or_insert(key_of(from, to), added);
  if (first != added) {
    row.next = std::exchange(rows_[first].next, added);
  }
  return row;
}

void Books::group() {
  const std::vector<Row> single = std::exchange(rows_, {});
  rows_.push_back(single.front());
  first_of_ = {};
  last_ = 0;
  is_grouped_ = true;
  moved_.assign(single.size(), 0);
  for (std::size_t i = 1; i < single.size(); ++i) {
    Row& row = find(single[i].from, single[i].to, single[i].mid);
    row.sent += single[i].sent;
    row.taken += single[i].taken;
    row.late += single[i].late;
    row.unclaimed += single[i].unclaimed;
    row.bytes += single[i].bytes;
    moved_[i] = static_cast<std::uint32_t>(last_);
  }
}

bool Books::balance() const {
  return std::all_of(rows_.begin(), rows_.end(),
                     [](const Row& row) { return row.sent == row.taken + row.late; });
}

std::vector<profiles::MessageProfile> Books::profile() const {
  std::vector<Row> sorted(rows_.begin() + 1, rows_.end());
  std::sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) {
    return std::tuple(a.mid, a.from, a.to) < std::tuple(b.mid, b.from, b.to);
  });
  const auto name = [&](std::uint32_t number) {
    return is_grouped_ ? program_.tag(program_.groups[number].definition)
                       : program_.process_name(ProcessId{number});
  };
  std::vector<profiles::MessageProfile> list;
  list.reserve(sorted.size());
  for (const Row& row : sorted) {
    list.push_back({program_.mtag(row.mid), name(row.from), name(row.to), row.sent, row.taken,
                    row.late, row.unclaimed, row.bytes});
  }
  return list;
}

}  // namespace dps::predictor
