#include "mpi_programs/sequencer/sequencer_notes.h"

#include <fmt/format.h>

#include "base/units.h"
#include "mpi_programs/sequencer/request_checks.h"

namespace dps::sequencer {

std::string refused_note(std::uint16_t function) {
  return fmt::format(
      "{} has returned MPI_ERR_UNSUPPORTED_OPERATION: a prediction has the processes that the "
      "command starts, and no others",
      name_of(function));
}

std::string skipped_polls_note(std::uint64_t polls, std::uint64_t limit) {
  return fmt::format(
      "{} that found nothing {} not made: after {} in a row, a loop is taken to go on as "
      "before until it finds something",
      counted(polls, "test"), polls == 1 ? "was" : "were", format_count(limit));
}

}  // namespace dps::sequencer
