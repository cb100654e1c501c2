/// The functions of MPI-3.1 by number. Needs no mpi.h, so that dps can include it, too.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dps::mpi_library {

/// The kinds of functions, which decide the contents of a record of a call.
enum class CallClass : std::uint8_t {
  kPointToPoint,
  kRequest,
  kCollective,
  kCommunicator,
  kClock,
  kLocal,  ///< cannot wait for other ranks: counted, without a time
  kOneSided,
  kFile,
  kDynamic,
};

/// The numbers of the functions of MPI.
enum Function : std::uint16_t {
  kNoFunction,
#define DPS_MPI_TYPED(name, lower, upper, of) k##name,
#define DPS_MPI_PASSED(name, lower, upper, of) k##name,
#include "mpi_programs/library/mpi_functions.def"
#undef DPS_MPI_TYPED
#undef DPS_MPI_PASSED
  kFunctions,  ///< one more than the last
};

/// A function of MPI.
struct FunctionRow {
  std::string_view name;  ///< "MPI_Send"
  CallClass of = CallClass::kLocal;
};

/// The functions, indexed by their numbers.
inline constexpr std::array<FunctionRow, kFunctions> kFunctionTable{{
    {"", CallClass::kLocal},
#define DPS_MPI_TYPED(name, lower, upper, of) {"MPI_" #name, CallClass::of},
#define DPS_MPI_PASSED(name, lower, upper, of) {"MPI_" #name, CallClass::of},
#include "mpi_programs/library/mpi_functions.def"
#undef DPS_MPI_TYPED
#undef DPS_MPI_PASSED
}};

}  // namespace dps::mpi_library
