#include "mpi_programs/sequencer/unmodelled_calls.h"

#include <fmt/format.h>

#include "mpi_programs/sequencer/request_checks.h"

namespace dps::sequencer {

void UnmodelledCalls::add_notes(std::vector<std::string>& notes) const {
  for (const Function function : refused_) {
    notes.push_back(fmt::format(
        "{} has returned MPI_ERR_UNSUPPORTED_OPERATION: a prediction has the processes that the "
        "command starts, and no others",
        name_of(function)));
  }
}

}  // namespace dps::sequencer
