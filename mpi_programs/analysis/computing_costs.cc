#include "mpi_programs/analysis/computing_costs.h"

#include <algorithm>
#include <map>

namespace dps::mpi_profiles {
namespace {

constexpr std::string_view kUnknownPlace = "?";

/// Numbers of sites; the two ends of a rank have none.
using SitePair = std::pair<std::uint32_t, std::uint32_t>;
constexpr std::uint32_t kEnd = ~std::uint32_t{0};
constexpr std::uint32_t kUnknown = kEnd - 1;

using TimesOfSites = std::map<SitePair, std::vector<Ticks>>;

void add_rank(const RecordedRank& rank, const std::vector<Site>& sites, TimesOfSites& times) {
  struct LastCall {
    Ticks end = 0;
    std::uint32_t site = kUnknown;
  };
  std::map<std::uint16_t, LastCall> last;  // by thread
  last[0] = {rank.begun, kEnd};
  for (const RecordedCall& call : rank.calls) {
    if (call.calls == 0) {
      continue;
    }
    const std::uint32_t site = sites[call.site].place == kUnknownPlace ? kUnknown : call.site;
    LastCall& before = last[call.thread];
    times[{before.site, site}].push_back(std::max<Ticks>(call.begin - before.end, 0));
    if (call.calls > 1) {  // polls in a row
      const Ticks between = std::max<Ticks>(call.end - call.begin - call.time, 0);
      times[{site, site}].push_back(between / static_cast<Ticks>(call.calls - 1));
    }
    before = {call.end, call.is_open ? kUnknown : site};
  }
  if (rank.has_finalized) {
    times[{last[0].site, kEnd}].push_back(std::max<Ticks>(rank.ended - last[0].end, 0));
  }
}

std::string name_of(std::uint32_t site, const std::vector<Site>& sites, const char* end) {
  return site == kEnd ? end : sites[site].tag();
}

/// The median; for an even number of times, the mean of the middle two.
Picoseconds median_of(std::vector<Picoseconds> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  if (times.size() % 2 == 1) {
    return *middle;
  }
  const std::int64_t lower = std::max_element(times.begin(), middle)->count();
  return Picoseconds(lower + (middle->count() - lower) / 2);
}

}  // namespace

void ComputingTimes::add(const RecordedProgram& program) {
  TimesOfSites of_sites;
  for (const RecordedRank& rank : program.ranks) {
    add_rank(rank, program.sites, of_sites);
  }
  const std::int64_t tick = 1'000'000'000'000 / ticks_per_second(program.unit);
  for (const auto& [pair, ticks] : of_sites) {
    if (pair.first == kUnknown || pair.second == kUnknown) {
      continue;
    }
    auto& times = times_[{name_of(pair.first, program.sites, "MPI_Init"),
                          name_of(pair.second, program.sites, "MPI_Finalize")}];
    for (const Ticks time : ticks) {
      times.emplace_back(time * tick);
    }
  }
}

ComputingCosts ComputingTimes::medians() const {
  ComputingCosts costs;
  for (const auto& [pair, times] : times_) {
    costs[pair] = {median_of(times), times.size()};
  }
  return costs;
}

}  // namespace dps::mpi_profiles
