#include "profiles/ended_note.h"

#include <fmt/format.h>

namespace dps::profiles {

std::string ended_note(Seconds end, std::uint32_t incomplete, const MessageBooks& books) {
  std::uint64_t under_way = 0;
  for (const BookRow& row : books.rows) {
    under_way += row.sent - row.taken - row.late;
  }
  return fmt::format(
      "ended after {}, as requested: {} complete, and {} under way", format_time(end),
      incomplete == 1 ? "1 process was not" : format_count(incomplete) + " processes were not",
      under_way == 1 ? "1 message was" : format_count(under_way) + " messages were");
}

bool is_ended_note(std::string_view note) {
  return note.starts_with("ended after ") && note.find(" complete, and ") != std::string_view::npos;
}

}  // namespace dps::profiles
