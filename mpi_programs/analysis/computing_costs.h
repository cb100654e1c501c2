/// The times that ranks compute between two calls of MPI, by the places of these calls.
/// Source: docs/programs.md, "Computing"; the costs file is there, too.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "base/time_units.h"
#include "mpi_programs/analysis/recorded_program.h"

namespace dps::mpi_profiles {

/// A call and the next one of the same thread, as "MPI_Recv@life.cc:30"; before the first call
/// "MPI_Init", after the last one "MPI_Finalize".
using CallPair = std::pair<std::string, std::string>;

struct ComputingCost {
  Picoseconds time{};       ///< between the two calls
  std::uint64_t count = 0;  ///< the number of measured times
};

using ComputingCosts = std::map<CallPair, ComputingCost>;

/// Collects the times of runs of a program.
class ComputingTimes {
 public:
  void add(const RecordedProgram& program);
  /// The medians. Calls at unknown places have none.
  [[nodiscard]] ComputingCosts medians() const;

 private:
  std::map<CallPair, std::vector<Picoseconds>> times_;
};

struct ComputingCostsReading {
  std::optional<ComputingCosts> costs;  ///< nullopt if there are errors
  std::vector<Diagnostic> diagnostics;  ///< in line order
};

/// Reads a costs file of a program. The diagnostics contain all errors; of a file that is not TOML,
/// only the first one.
ComputingCostsReading read_computing_costs(const SourceText& source);

/// The text of a costs file; `comment` is its first line.
std::string computing_costs_text(const ComputingCosts& costs, const std::string& comment);

}  // namespace dps::mpi_profiles
