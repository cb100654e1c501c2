#include "predictor/rawtiming/mpi/world.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/clock_name.h"
#include "base/file_bytes.h"
#include "base/host_name.h"

namespace dps::rawtiming {
namespace {

template <std::size_t N>
void store(std::array<char, N>& to, const std::string& text) {
  std::strncpy(to.data(), text.c_str(), N - 1);
}

std::string first_line(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// The value of a line "key : value" or "key:\tvalue".
std::string value_in(const char* path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (line.starts_with(key) && colon != std::string::npos) {
      const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
      return begin == std::string::npos ? "" : line.substr(begin);
    }
  }
  return "";
}

std::uint64_t largest_cache() {
  long largest = 0;
  for (const int level : {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE}) {
    largest = std::max(largest, ::sysconf(level));
  }
  return static_cast<std::uint64_t>(largest);
}

RankFacts facts_here() {
  RankFacts facts;
  store(facts.host, this_host_name());
  write_clock_name(facts.clock);
  store(facts.cpu, value_in("/proc/cpuinfo", "model name"));
  utsname kernel{};
  ::uname(&kernel);
  store(facts.kernel, fmt::format("{} {}", kernel.sysname, kernel.release));
  store(facts.binding, value_in("/proc/self/status", "Cpus_allowed_list"));
  const std::string load = first_line("/proc/loadavg");
  store(facts.load, load.substr(0, load.find(' ')));
  facts.cores = static_cast<std::uint64_t>(std::max(1L, ::sysconf(_SC_NPROCESSORS_ONLN)));
  facts.largest_cache = largest_cache();
  return facts;
}

/// Numbers equal texts, from 0 in the order of their first occurrence.
template <typename TextOf>
std::vector<std::uint32_t> numbered(const std::vector<RankFacts>& facts, const TextOf& text_of) {
  std::map<std::string, std::uint32_t> numbers;
  std::vector<std::uint32_t> result;
  for (const RankFacts& rank : facts) {
    const auto number = static_cast<std::uint32_t>(numbers.size());
    result.push_back(numbers.try_emplace(text_of(rank), number).first->second);
  }
  return result;
}

}  // namespace

std::string World::host_name(std::uint32_t of_rank) const {
  return facts[of_rank].host.data();
}

bool World::is_crowded() const {
  std::map<std::uint32_t, std::uint64_t> ranks;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    if (++ranks[hosts[i]] > facts[i].cores) {
      return true;
    }
  }
  return false;
}

World meet() {
  World world;
  MPI_Comm_dup(MPI_COMM_WORLD, &world.control);
  MPI_Comm_rank(world.control, &world.rank);
  MPI_Comm_size(world.control, &world.size);
  const RankFacts here = facts_here();
  world.facts.resize(static_cast<std::size_t>(world.size));
  MPI_Allgather(&here, sizeof here, MPI_BYTE, world.facts.data(), sizeof here, MPI_BYTE,
                world.control);
  world.hosts =
      numbered(world.facts, [](const RankFacts& rank) { return std::string(rank.host.data()); });
  world.clock_of_rank =
      numbered(world.facts, [](const RankFacts& rank) { return std::string(rank.clock.data()); });
  for (std::uint32_t rank = 0; rank < world.clock_of_rank.size(); ++rank) {
    if (world.clock_of_rank[rank] == world.clock_leaders.size()) {
      world.clock_leaders.push_back(rank);
    }
  }
  return world;
}

std::vector<CastGroups> make_groups(const World& world, const MeasurementPlan& plan) {
  std::vector<CastGroups> groups(plan.casts.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto& ranks = plan.casts[i];
    const bool is_in =
        std::binary_search(ranks.begin(), ranks.end(), static_cast<std::uint32_t>(world.rank));
    for (MPI_Comm* group : {&groups[i].control, &groups[i].timed}) {
      MPI_Comm_split(world.control, is_in ? 0 : MPI_UNDEFINED, world.rank, group);
    }
  }
  return groups;
}

}  // namespace dps::rawtiming
