#include "profiles/message_books.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

namespace dps::profiles {
namespace {

constexpr double kPicosecondsPerSecond = 1e12;

auto key(const BookRow& row) {
  return std::tuple(row.mid, row.from, row.to);
}

}  // namespace

void add_counts(BookRow& sums, const BookRow& more) {
  sums.sent += more.sent;
  sums.bytes += more.bytes;
  sums.taken += more.taken;
  sums.late += more.late;
  sums.unclaimed += more.unclaimed;
  sums.waited_ps += more.waited_ps;
}

MessageBooks MessageBooks::joined(std::vector<BookRow> rows) {
  std::sort(rows.begin(), rows.end(),
            [](const BookRow& a, const BookRow& b) { return key(a) < key(b); });
  MessageBooks books;
  for (const BookRow& row : rows) {
    if (books.rows.empty() || key(books.rows.back()) != key(row)) {
      books.rows.push_back(row);
    } else {
      add_counts(books.rows.back(), row);
    }
  }
  return books;
}

MessageBooks MessageBooks::limited(const blueprint::Program& program, std::size_t most_rows) const {
  if (is_grouped || rows.size() <= most_rows) {
    return *this;
  }
  const std::vector<std::uint32_t> group_of = group_positions(program);
  std::vector<BookRow> grouped = rows;
  for (BookRow& row : grouped) {
    row.from = group_of[row.from];
    row.to = group_of[row.to];
  }
  MessageBooks books = joined(std::move(grouped));
  books.is_grouped = true;
  return books;
}

const BookRow* MessageBooks::first_unbalanced() const {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [](const BookRow& row) { return !row.balances(); });
  return found == rows.end() ? nullptr : &*found;
}

std::vector<std::uint32_t> group_positions(const blueprint::Program& program) {
  std::vector<std::uint32_t> positions;
  positions.reserve(program.process_count());
  for (std::uint32_t g = 0; g < program.groups.size(); ++g) {
    positions.insert(positions.end(), program.groups[g].count, g);
  }
  return positions;
}

std::vector<MessageProfile> message_profiles(const blueprint::Program& program,
                                             const MessageBooks& books) {
  const auto name = [&](std::uint32_t number) {
    return books.is_grouped ? program.tag(program.groups[number].definition)
                            : program.process_name(ProcessId{number});
  };
  std::vector<std::string> operations(program.message_types.size());  // "" of other types
  for (const blueprint::Output& output : program.outputs) {
    if (output.is_collective()) {
      operations[index(output.mid)] = name_of(program.collective_of(output).operation);
    }
  }
  std::vector<MessageProfile> profiles;
  profiles.reserve(books.rows.size());
  for (const BookRow& row : books.rows) {
    profiles.push_back({program.mtag(row.mid), name(row.from), name(row.to), row.sent, row.taken,
                        row.late, row.unclaimed, row.bytes, row.waited_ps / kPicosecondsPerSecond,
                        operations[index(row.mid)]});
  }
  return profiles;
}

}  // namespace dps::profiles
