#include "mpi_programs/library/bindings/pass.h"

#include <new>

#include "mpi_programs/library/bindings/predicted_passes.h"
#include "mpi_programs/library/call.h"
#include "mpi_programs/library/prediction_session.h"

namespace dps::mpi_library {

static_assert(sizeof(Call) <= 64 && sizeof(AwayCall) <= 16);

void count(Function function) {
  count_call(function);
}

TimedPass::TimedPass(Function function, const void* caller, const Words& words)
    : function_(function) {
  const auto* call = new (call_) Call(function, caller);
  is_predicted_ = call->is_predicted();
  if (!is_predicted_) {
    return;
  }
  refusal_ = begin_pass(function, words);
  if (is_carried_out_in_real_time(function)) {
    is_away_ = true;
    new (away_) AwayCall(function);
  }
}

TimedPass::~TimedPass() {
  if (is_away_) {
    std::launder(reinterpret_cast<AwayCall*>(away_))->~AwayCall();
  }
  if (is_predicted_) {
    end_pass(function_);
  }
  auto* call = std::launder(reinterpret_cast<Call*>(call_));
  call->end(refusal_);
  call->~Call();
}

}  // namespace dps::mpi_library
