#include "mpi_programs/library/pass.h"

#include <new>

#include "mpi_programs/library/call.h"

namespace dps::mpi_library {

static_assert(sizeof(Call) <= 64);

void count(Function function) {
  count_call(function);
}

TimedPass::TimedPass(Function function, const void* caller) {
  new (call_) Call(function, caller);
}

TimedPass::~TimedPass() {
  auto* call = std::launder(reinterpret_cast<Call*>(call_));
  call->end(MPI_SUCCESS);
  call->~Call();
}

}  // namespace dps::mpi_library
