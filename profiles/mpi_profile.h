/// The parts of a result that only MPI programs have. Fields have the names of the
/// JSON keys. Source: docs/result.md, "MPI programs".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/statistics/histogram.h"

namespace dps::profiles {

/// The program of a result.
struct ProgramFacts {
  std::vector<std::string> command;
  std::string executable;  ///< of rank 0
  std::string sha256;      ///< of this file
  std::string mpi;         ///< "Open MPI v4.1.4"
  std::uint64_t ranks = 0;
};

/// The calls of a function at one place of the source, over all ranks.
struct SiteProfile {
  std::string function;  ///< "MPI_Send"
  std::string place;     ///< "life.cc:42"
  std::uint64_t calls = 0, ranks = 0, bytes = 0;
  double total_s = 0, idle_s = 0;
  statistics::Histogram times;  ///< of the calls, in ticks; polls are not in it
};

/// The collective operations of a function over one communicator.
struct CollectiveProfile {
  std::string function, communicator;
  std::uint64_t size = 0, calls = 0, bytes = 0;
  double total_s = 0, idle_s = 0;
};

/// All calls of a function, also those without a site.
struct FunctionCount {
  std::string function;
  std::uint64_t calls = 0;
  double total_s = 0;
};

/// The calls of one rank of a function at one place.
struct RankSiteProfile {
  std::string ptag;
  std::string function, place;
  std::uint64_t calls = 0;
  double total_s = 0, idle_s = 0;
};

/// The time of a rank outside its real_s; NaN if it is unknown.
struct RankBoundsProfile {
  std::string ptag;
  double init_s = 0, finalize_s = 0;
};

/// The CPU time of a function between the calls of MPI, over all ranks, by samples.
struct ComputingProfile {
  std::string function;  ///< "relax"; "": unknown
  std::string place;     ///< of its declaration: "jacobi.c:12"; "": unknown
  std::string module;    ///< the program or the library: "jacobi"; "": unknown
  std::string hottest;   ///< its line that has the most time: "jacobi.c:17"; "": unknown
  std::uint64_t samples = 0, ranks = 0;
  double cpu_s = 0, hottest_s = 0;
};

/// The part of a function in what ranks compute between two calls.
struct RegionProfile {
  std::string tag;  ///< "BUSY from life.cc:30 to MPI_Allreduce@life.cc:42"
  std::string function, place, module;
  double cpu_s = 0;
};

struct MpiProfile {
  std::vector<SiteProfile> sites;  ///< by total_s, the largest first
  std::vector<CollectiveProfile> collectives;
  std::vector<FunctionCount> functions;            ///< by name
  std::vector<RankSiteProfile> rank_sites;         ///< by rank, and by total_s
  std::vector<RankBoundsProfile> rank_bounds;      ///< by rank
  std::vector<ComputingProfile> computing;         ///< by cpu_s, the largest first
  std::vector<RegionProfile> regions;              ///< by region, and by cpu_s
  std::uint64_t ticks_per_second = 1'000'000'000;  ///< of SiteProfile::times
};

}  // namespace dps::profiles
