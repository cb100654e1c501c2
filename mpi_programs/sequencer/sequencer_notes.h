/// Remarks that a prediction of an MPI program may have on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace dps::sequencer {

std::string skipped_polls_note(std::uint64_t polls, std::uint64_t limit);

}  // namespace dps::sequencer
