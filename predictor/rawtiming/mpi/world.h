/// All ranks: their hosts, clocks and facts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <mpi.h>

#include "predictor/rawtiming/plan/plan.h"

namespace dps::rawtiming {

/// The facts that a rank reports about its host; texts end with a zero byte.
struct RankFacts {
  std::array<char, 256> host{};
  std::array<char, 128> clock{};  ///< equal for ranks with the same CLOCK_MONOTONIC
  std::array<char, 128> cpu{};
  std::array<char, 128> kernel{};
  std::array<char, 128> binding{};  ///< the CPUs on which the rank may run
  std::array<char, 32> load{};
  std::uint64_t cores = 1;
  std::uint64_t largest_cache = 0;  ///< bytes; 0: not known
};

struct World {
  MPI_Comm control = MPI_COMM_NULL;  ///< a communicator of all ranks, for commands
  int rank = 0;
  int size = 1;
  std::vector<RankFacts> facts;              ///< by rank
  HostOfRank hosts;                          ///< by rank
  std::vector<std::uint32_t> clock_of_rank;  ///< numbered from 0 in the order of first ranks
  std::vector<std::uint32_t> clock_leaders;  ///< the first rank of each clock

  [[nodiscard]] std::string host_name(std::uint32_t of_rank) const;
  /// True if a host has more ranks than cores.
  [[nodiscard]] bool is_crowded() const;
};

/// To be called by all ranks.
World meet();

/// The communicators of a cast; MPI_COMM_NULL in ranks that are not in it. `timed` has only the
/// messages that are measured.
struct CastGroups {
  MPI_Comm control = MPI_COMM_NULL;
  MPI_Comm timed = MPI_COMM_NULL;
};
/// To be called by all ranks.
std::vector<CastGroups> make_groups(const World& world, const MeasurementPlan& plan);

}  // namespace dps::rawtiming
