#include "mpi_programs/analysis/site_rows.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "mpi_programs/analysis/computing_rows.h"

namespace dps::mpi_profiles {
namespace {

using board::CallFlag;

struct SiteSums {
  profiles::SiteProfile row;
  std::set<std::int32_t> ranks;
};

std::vector<profiles::SiteProfile> sites_of(const RecordedProgram& program) {
  std::vector<SiteSums> sums(program.sites.size());
  for (const RecordedRank& rank : program.ranks) {
    for (const RecordedCall& call : rank.calls) {
      SiteSums& site = sums[call.site];
      site.row.calls += call.calls;
      site.ranks.insert(rank.rank);
      const bool sends = call.has(CallFlag::kSends) || call.has(CallFlag::kCollective);
      const bool receives = call.has(CallFlag::kReceives) && call.done_by != kNoCall;
      site.row.bytes += sends || receives ? call.bytes : 0;
      if (call.calls == 0) {
        continue;
      }
      site.row.total_s += program.seconds(call.time);
      site.row.idle_s += program.idle_s(call);
      if (call.calls == 1 && !call.has(CallFlag::kPolls) && !call.is_open) {
        site.row.times.add(static_cast<std::uint64_t>(call.time));
      }
    }
  }
  std::vector<profiles::SiteProfile> rows;
  for (std::size_t s = 0; s < sums.size(); ++s) {
    sums[s].row.function = function_name(program.sites[s].function);
    sums[s].row.place = program.sites[s].place;
    sums[s].row.ranks = sums[s].ranks.size();
    rows.push_back(std::move(sums[s].row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.total_s > b.total_s; });
  return rows;
}

std::vector<profiles::CollectiveProfile> collectives_of(const RecordedProgram& program) {
  std::map<std::pair<std::uint16_t, std::uint32_t>, profiles::CollectiveProfile> sums;
  for (const RecordedRank& rank : program.ranks) {
    for (const RecordedCall& call : rank.calls) {
      if (call.has(CallFlag::kCollective)) {
        auto& row = sums[{call.function, call.communicator}];
        row.calls += call.calls;
        row.bytes += call.bytes;
        row.total_s += program.seconds(call.time);
        row.idle_s += program.idle_s(call);
      }
    }
  }
  std::vector<profiles::CollectiveProfile> rows;
  for (auto& [key, row] : sums) {
    const RecordedCommunicator& where = program.communicators[key.second];
    row.function = function_name(key.first);
    row.communicator = where.name.empty() ? "world" : where.name;
    row.size = where.size;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<profiles::FunctionCount> functions_of(const RecordedProgram& program) {
  std::map<std::string, profiles::FunctionCount> sums;
  const auto add = [&](std::uint16_t function, std::uint64_t calls, Ticks time) {
    auto& row = sums[std::string(function_name(function))];
    row.calls += calls;
    row.total_s += program.seconds(time);
  };
  for (const RecordedRank& rank : program.ranks) {
    for (const RecordedCall& call : rank.calls) {
      if (call.calls > 0) {
        add(call.function, call.calls, call.time);
      }
    }
    for (const Uncounted& other : rank.others) {
      add(other.function, other.calls, other.time);
    }
  }
  std::vector<profiles::FunctionCount> rows;
  for (auto& [name, row] : sums) {
    row.function = name;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// The sites of a rank, the most expensive first.
void add_rank_sites(const RecordedProgram& program, const RecordedRank& rank,
                    std::vector<profiles::RankSiteProfile>& rows) {
  const auto first = static_cast<std::ptrdiff_t>(rows.size());
  std::vector<profiles::RankSiteProfile> sums(program.sites.size());
  for (const RecordedCall& call : rank.calls) {
    profiles::RankSiteProfile& sum = sums[call.site];
    sum.calls += call.calls;
    sum.total_s += call.calls > 0 ? program.seconds(call.time) : 0;
    sum.idle_s += call.calls > 0 ? program.idle_s(call) : 0;
  }
  for (std::size_t s = 0; s < sums.size(); ++s) {
    if (sums[s].calls > 0) {
      sums[s].ptag = ptag_of(rank.rank);
      sums[s].function = function_name(program.sites[s].function);
      sums[s].place = program.sites[s].place;
      rows.push_back(std::move(sums[s]));
    }
  }
  std::stable_sort(rows.begin() + first, rows.end(),
                   [](const auto& a, const auto& b) { return a.total_s > b.total_s; });
}

}  // namespace

profiles::MpiProfile mpi_profile_of(const RecordedProgram& program) {
  profiles::MpiProfile made;
  made.sites = sites_of(program);
  made.collectives = collectives_of(program);
  made.functions = functions_of(program);
  add_computing(program, made);
  made.ticks_per_second = static_cast<std::uint64_t>(ticks_per_second(program.unit));
  for (const RecordedRank& rank : program.ranks) {
    add_rank_sites(program, rank, made.rank_sites);
    made.rank_bounds.push_back({ptag_of(rank.rank), rank.init_s, rank.finalize_s});
  }
  return made;
}

}  // namespace dps::mpi_profiles
