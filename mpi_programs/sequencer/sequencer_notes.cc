#include "mpi_programs/sequencer/sequencer_notes.h"

#include <fmt/format.h>

#include "base/units.h"

namespace dps::sequencer {

std::string skipped_polls_note(std::uint64_t polls, std::uint64_t limit) {
  return fmt::format(
      "{} that found nothing {} skipped: after {} in a row, dps assumes that the loop goes on "
      "unchanged until one finds something",
      counted(polls, "test"), polls == 1 ? "was" : "were", format_count(limit));
}

}  // namespace dps::sequencer
