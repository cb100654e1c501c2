// The C bindings that pass their arguments on as they are. This file does not include mpi.h: each
// function is declared with as many words as arguments can take, which works where the callee reads
// only its own (x86-64, AArch64: integers and pointers in registers, then words on the stack).
#include <cstdint>

#include "mpi_programs/library/bindings/pass.h"

using dps::mpi_library::Word;

#define DPS_MPI_TYPED(name, lower, upper, of)
#define DPS_MPI_PASSED(name, lower, upper, of)                                                \
  extern "C" Word MPI_##name(DPS_WORD_PARAMETERS);                                            \
  extern "C" Word MPI_##name(DPS_WORD_PARAMETERS) {                                           \
    using namespace dps::mpi_library; /* NOLINT(google-build-using-namespace) */              \
    return pass < CallClass::of == CallClass::kLocal || CallClass::of == CallClass::kClock,   \
           false > (k##name, next(k##name), __builtin_return_address(0), DPS_WORD_ARGUMENTS); \
  }
#include "mpi_programs/library/mpi_functions.def"
