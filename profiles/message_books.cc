#include "profiles/message_books.h"

namespace dps::profiles {
namespace {

/// Tags hold no NUL byte (docs/language.md), so it keeps the parts of a key apart.
std::string key_of(const MessageProfile& row) {
  std::string key = row.mtag;
  key += '\0';
  key += row.sender;
  key += '\0';
  key += row.receiver;
  return key;
}

}  // namespace

std::string_view clone_group(std::string_view process) {
  const std::size_t bracket = process.find('[');
  return process.substr(0, bracket);
}

void MessageBooks::add(const MessageProfile& row) {
  if (!grouped_) {
    add_row(row);
    if (rows_.size() > most_rows_) {
      group();
    }
    return;
  }
  MessageProfile group_row = row;
  group_row.sender = clone_group(row.sender);
  group_row.receiver = clone_group(row.receiver);
  add_row(group_row);
}

void MessageBooks::add_row(const MessageProfile& row) {
  const auto [place, is_new] = positions_.try_emplace(key_of(row), rows_.size());
  if (is_new) {
    rows_.push_back(row);
    return;
  }
  MessageProfile& sums = rows_[place->second];
  sums.sent += row.sent;
  sums.taken += row.taken;
  sums.late += row.late;
  sums.unclaimed += row.unclaimed;
  sums.bytes += row.bytes;
}

void MessageBooks::group() {
  const std::vector<MessageProfile> rows = std::exchange(rows_, {});
  positions_.clear();
  grouped_ = true;
  for (const MessageProfile& row : rows) {
    add(row);
  }
}

}  // namespace dps::profiles
