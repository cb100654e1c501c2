#include "commands/programs/fixed_costs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "mpi_programs/analysis/recorded_program.h"
#include "mpi_programs/board/code_module.h"
#include "mpi_programs/library/functions.h"

namespace dps::commands {
namespace {

constexpr const char* kSetting = "/proc/sys/kernel/perf_event_paranoid";

}  // namespace

bool FixedCosts::describe(std::int32_t rank, const board::BoardRequest& request,
                          const std::vector<std::int32_t>& listed) {
  const std::string_view bytes(reinterpret_cast<const char*>(listed.data()),
                               listed.size() * sizeof(std::int32_t));
  const auto size = static_cast<std::size_t>(std::max(request.source_tag, 0));
  if (size > bytes.size() || request.source <= 0) {
    return false;
  }
  const board::CodeModule module(bytes.substr(0, size));
  std::string file(module.path);  // or a line of Python, which has no address
  places_[{rank, request.peer, request.source}] =
      request.bytes == 0 ? std::move(file) : lines_.place(file, module.build_id, request.bytes);
  return true;
}

std::string FixedCosts::call_of(std::int32_t rank, std::int32_t log, std::uint16_t function,
                                std::int32_t site) const {
  if (function == mpi_library::kInit) {
    return "MPI_Init";
  }
  if (function == mpi_library::kFinalize) {
    return "MPI_Finalize";
  }
  const auto place = places_.find({rank, log, site});
  return mpi_profiles::Site{function, place != places_.end() ? place->second : "?"}.tag();
}

std::optional<board::BoardReply> FixedCosts::cost_of(std::int32_t rank,
                                                     const board::BoardRequest& request) {
  if (request.function >= mpi_library::kFunctions ||
      request.other_function >= mpi_library::kFunctions) {
    return std::nullopt;
  }
  mpi_profiles::CallPair pair{call_of(rank, request.peer, request.other_function, request.source),
                              call_of(rank, request.peer, request.function, request.source_tag)};
  board::BoardReply reply;
  reply.clock = request.clock;
  const auto found = costs_.find(pair);
  if (found != costs_.end()) {
    reply.is_found = 1;
    reply.bytes = static_cast<std::uint64_t>(found->second.time.count());
  } else {
    lacking_.insert(std::move(pair));
  }
  return reply;
}

std::string FixedCosts::note() const {
  if (lacking_.empty()) {
    return "";
  }
  const mpi_profiles::CallPair& first = *lacking_.begin();
  return fmt::format(
      "{} has no time for {}, such as from {} to {}: computing between them takes no time",
      printable(name_),
      counted(static_cast<std::uint64_t>(lacking_.size()), "pair of calls", "pairs of calls"),
      first.first, first.second);
}

sequencer::Obstacle counter_obstacle(int error) {
  if (error != EACCES && error != EPERM) {
    return {
        ExitStatus::kFailed,
        fmt::format("instructions cannot be counted here ({}): the processor, perhaps a virtual "
                    "one, has no counter for them",
                    std::strerror(error)),
        "--compute measured uses the CPU time instead"};
  }
  std::string level;
  std::getline(std::ifstream(kSetting) >> std::ws, level);
  return {ExitStatus::kFailed,
          fmt::format("the kernel does not let this user count instructions: {} is {}", kSetting,
                      level.empty() ? "unknown" : printable(level)),
          "'sysctl kernel.perf_event_paranoid=2' allows it, except in a container that forbids "
          "perf_event_open; --compute measured uses the CPU time instead"};
}

}  // namespace dps::commands
