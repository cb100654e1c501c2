#include "mpi_programs/sequencer/sequencer_notes.h"

#include <fmt/format.h>

#include "base/units.h"

namespace dps::sequencer {

std::string skipped_polls_note(std::uint64_t polls, std::uint64_t limit) {
  return fmt::format(
      "{} that found nothing {} not made: after {} in a row, a loop is taken to go on as "
      "before until it finds something",
      counted(polls, "test"), polls == 1 ? "was" : "were", format_count(limit));
}

}  // namespace dps::sequencer
