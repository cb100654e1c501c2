#include "mpi_programs/analysis/recorded_program.h"

#include <fmt/format.h>

#include "mpi_programs/library/functions.h"

namespace dps::mpi_profiles {

std::string Site::tag() const {
  return fmt::format("{}@{}", function_name(function), place);
}

std::string_view function_name(std::uint16_t function) {
  return function != 0 && function < mpi_library::kFunctions
             ? mpi_library::kFunctionTable[function].name
             : std::string_view("MPI");
}

bool is_send(std::uint16_t function) {
  using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
  switch (function) {
    case kSend:
    case kBsend:
    case kSsend:
    case kRsend:
    case kIsend:
    case kIbsend:
    case kIssend:
    case kIrsend:
    case kStart:
    case kStartall:
      return true;
    default:
      return false;
  }
}

bool is_probe(std::uint16_t function) {
  return function == mpi_library::kProbe || function == mpi_library::kMprobe ||
         function == mpi_library::kIprobe || function == mpi_library::kImprobe;
}

bool is_poll(std::uint16_t function) {
  using namespace mpi_library;  // NOLINT(google-build-using-namespace): names of functions
  switch (function) {
    case kTest:
    case kTestall:
    case kTestany:
    case kTestsome:
    case kRequest_get_status:
    case kIprobe:
    case kImprobe:
      return true;
    default:
      return false;
  }
}

std::string ptag_of(std::int32_t rank) {
  return fmt::format("p[{}]", rank);
}

std::string name_in_communicator(const RecordedProgram& program, std::uint32_t communicator,
                                 std::string_view name) {
  const std::string& where = program.communicators[communicator].name;
  return where.empty() ? std::string(name) : fmt::format("{}@{}", name, where);
}

std::string computation_tag(const RecordedProgram& program, std::uint32_t before,
                            std::uint32_t after) {
  return fmt::format("BUSY from {} to {}",
                     before == kNoSite ? "MPI_Init" : program.sites[before].place,
                     after == kNoSite ? "MPI_Finalize" : program.sites[after].tag());
}

std::string mtag_of(const RecordedProgram& program, const RecordedCall& call) {
  return name_in_communicator(program, call.communicator, fmt::format("tag{}", call.tag));
}

}  // namespace dps::mpi_profiles
