#include "mpi_programs/analysis/computing_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/units.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;

/// The key of a function: its name, declaration and file. The samples of a line belong to its
/// function.
using FunctionKey = std::tuple<std::string, std::string, std::string>;
using FunctionTimes = std::map<FunctionKey, Ticks>;

FunctionKey key_of(const CodePlace& code) {
  return {code.function, code.place, code.module};
}

double seconds_of(Ticks time) {
  return static_cast<double>(time) * 1e-9;
}

struct FunctionSums {
  profiles::ComputingProfile row;
  std::set<std::int32_t> ranks;
  std::map<std::string, Ticks> lines;
};

/// Sets the line that has the most time.
void name_hottest(FunctionSums& sums) {
  Ticks most = 0;
  for (const auto& [line, time] : sums.lines) {
    if (!line.empty() && time > most) {
      most = time;
      sums.row.hottest = line;
    }
  }
  sums.row.hottest_s = seconds_of(most);
}

template <typename Row>
void sort_by_time(std::vector<Row>& rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return a.cpu_s > b.cpu_s; });
}

std::vector<profiles::ComputingProfile> computing_functions(const RecordedProgram& program) {
  std::map<FunctionKey, FunctionSums> sums;
  for (const RecordedRank& rank : program.ranks) {
    for (const SampledTime& sampled : rank.sampled) {
      const CodePlace& code = program.code[sampled.code];
      FunctionSums& sum = sums[key_of(code)];
      std::tie(sum.row.function, sum.row.place, sum.row.module) = key_of(code);
      sum.row.samples += sampled.samples;
      sum.row.cpu_s += seconds_of(sampled.time);
      sum.ranks.insert(rank.rank);
      sum.lines[code.line] += sampled.time;
    }
  }
  std::vector<profiles::ComputingProfile> rows;
  for (auto& [key, sum] : sums) {
    name_hottest(sum);
    sum.row.ranks = sum.ranks.size();
    rows.push_back(std::move(sum.row));
  }
  sort_by_time(rows);
  return rows;
}

/// The computations by region, the most expensive first, and by function.
std::vector<profiles::RegionProfile> regions_of(const RecordedProgram& program) {
  std::map<std::string, std::map<FunctionKey, Ticks>> regions;
  std::map<std::string, Ticks> totals;
  for (const RecordedRank& rank : program.ranks) {
    for (const SampledTime& sampled : rank.sampled) {
      const std::string tag = computation_tag(program, sampled.before, sampled.after);
      regions[tag][key_of(program.code[sampled.code])] += sampled.time;
      totals[tag] += sampled.time;
    }
  }
  std::vector<profiles::RegionProfile> rows;
  for (const auto& [tag, functions] : regions) {
    const auto first = static_cast<std::ptrdiff_t>(rows.size());
    for (const auto& [key, time] : functions) {
      rows.push_back({tag, std::get<0>(key), std::get<1>(key), std::get<2>(key), seconds_of(time)});
    }
    std::stable_sort(rows.begin() + first, rows.end(),
                     [](const auto& a, const auto& b) { return a.cpu_s > b.cpu_s; });
  }
  std::stable_sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    return totals.at(a.tag) > totals.at(b.tag);
  });
  return rows;
}

/// The time of a rank between its calls, by the tag of the computation.
std::map<std::string, Ticks> region_times(const RecordedProgram& program,
                                          const RecordedRank& rank) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Ticks> by_sites;
  std::uint32_t before = kNoSite;
  Ticks since = rank.begun;
  const auto add = [&](std::uint32_t after, Ticks until) {
    by_sites[{before, after}] += std::max<Ticks>(0, until - since);
  };
  for (const RecordedCall& call : rank.calls) {
    if (call.thread == 0 && !call.has(CallFlag::kPart)) {
      add(call.site, call.begin);
      before = call.site;
      since = std::max(since, call.end);
    }
  }
  add(kNoSite, rank.ended);
  std::map<std::string, Ticks> times;
  for (const auto& [sites, time] : by_sites) {
    times[computation_tag(program, sites.first, sites.second)] += time;
  }
  return times;
}

/// The computations of a rank by their tags: their times, functions and samples.
struct RankRegions {
  std::map<std::string, Ticks> times;
  std::map<std::string, FunctionTimes> functions;
  std::map<std::string, std::uint64_t> samples;

  /// True if the rank would have been sampled often enough if it had had a core.
  [[nodiscard]] bool is_long(const std::string& tag) const {
    constexpr Ticks kLongEnough = 50'000'000;  // nanoseconds
    const auto time = times.find(tag);
    return time != times.end() && time->second >= kLongEnough;
  }
};

RankRegions regions_of_rank(const RecordedProgram& program, const RecordedRank& rank) {
  RankRegions regions{region_times(program, rank), {}, {}};
  for (const SampledTime& sampled : rank.sampled) {
    const std::string tag = computation_tag(program, sampled.before, sampled.after);
    regions.functions[tag][key_of(program.code[sampled.code])] += sampled.time;
    regions.samples[tag] += sampled.samples;
  }
  return regions;
}

/// The fewest samples with which a computation names functions.
constexpr std::uint64_t kLeastSamples = 5;

/// The function of a sample in code that is in no file. (Without all names, a row has the time
/// without a core.)
std::string name_or_unknown(const FunctionKey& key) {
  const auto& [function, place, module] = key;
  return function.empty() && place.empty() && module.empty() ? "unknown code" : function;
}

/// The part of a computation in which the rank had no core, if that is a tenth or more, by more
/// than the samples vary; then the functions with a tenth or more of its CPU time, the first two.
std::vector<profiles::RegionFunction> main_functions(const std::string& ptag,
                                                     const std::string& tag,
                                                     const RankRegions& regions) {
  constexpr double kLeastShare = 0.1;
  constexpr std::size_t kMostFunctions = 2;
  const auto found = regions.functions.find(tag);
  const auto functions = found != regions.functions.end() ? found->second : FunctionTimes{};
  const auto sampled = regions.samples.find(tag);
  const std::uint64_t samples = sampled != regions.samples.end() ? sampled->second : 0;
  Ticks cpu = 1;
  for (const auto& [key, of] : functions) {
    cpu += of;
  }
  std::vector<profiles::RegionFunction> rows;
  for (const auto& [key, of] : functions) {
    const double share = static_cast<double>(of) / static_cast<double>(cpu);
    if (samples >= kLeastSamples && share >= kLeastShare) {
      rows.push_back({ptag, tag, name_or_unknown(key), std::get<1>(key), std::get<2>(key), share});
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.share > b.share; });
  rows.resize(std::min(rows.size(), kMostFunctions));
  const auto time = static_cast<double>(std::max<Ticks>(regions.times.at(tag), 1));
  const double error = 2 / std::sqrt(static_cast<double>(samples + 1));
  if (const double without = 1 - static_cast<double>(cpu) / time; without >= kLeastShare + error) {
    rows.insert(rows.begin(), {ptag, tag, "", "", "", without});
  }
  return rows;
}

}  // namespace

void add_computing(const RecordedProgram& program, profiles::MpiProfile& profile) {
  profile.computing = computing_functions(program);
  profile.regions = regions_of(program);
}

void name_functions(const RecordedProgram& program, profiles::Why& why) {
  std::set<std::pair<std::string, std::string>> named;
  for (const RecordedRank& rank : program.ranks) {
    const std::string ptag = ptag_of(rank.rank);
    std::optional<RankRegions> regions;
    for (const profiles::PathShare& share : why.shares) {
      if (share.what != "compute" || share.main_ptag != ptag ||
          !named.emplace(ptag, share.tag).second) {
        continue;
      }
      regions = regions ? std::move(regions) : regions_of_rank(program, rank);
      if (rank.sampling == board::Sampling::kOn && rank.lost == 0 && regions->is_long(share.tag)) {
        const auto rows = main_functions(ptag, share.tag, *regions);
        why.functions.insert(why.functions.end(), rows.begin(), rows.end());
      }
    }
  }
}

std::string sampling_note(const RecordedProgram& program) {
  const auto count = [&](board::Sampling sampling) {
    return static_cast<std::uint64_t>(
        std::count_if(program.ranks.begin(), program.ranks.end(),
                      [&](const RecordedRank& rank) { return rank.sampling == sampling; }));
  };
  if (const std::uint64_t taken = count(board::Sampling::kSignalTaken); taken > 0) {
    return fmt::format(
        "the computing functions of {} are not known: the program handles or blocks the "
        "signals that a timer of dps could use",
        counted(taken, "rank"));
  }
  const std::uint64_t without = count(board::Sampling::kNoTimer);
  return without == 0 ? ""
                      : fmt::format(
                            "the computing functions of {} are not known: this system "
                            "has no timer of CPU time for a thread",
                            counted(without, "rank"));
}

}  // namespace dps::mpi_profiles
