#include "mpi_programs/library/meeting.h"

#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {
namespace {

Function function_met = kNoFunction;  // kNoFunction: none is carried out

}  // namespace

void begin_carrying_out(Function function) {
  function_met = function;
}

void end_meeting() {
  if (function_met != kNoFunction) {
    const auto kind = is_on_network() ? board::RequestKind::kCarriedOut : board::RequestKind::kTurn;
    const board::BoardRequest request = request_of(kind, function_met);
    function_met = kNoFunction;
    query(request);
  }
}

}  // namespace dps::mpi_library
