#include "predictor/rawtiming/mpi/facts.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text/node_set_fold.h"
#include "base/units.h"
#include "base/utc_date.h"
#include "base/version.h"

namespace dps::rawtiming {
namespace {

template <std::size_t N>
std::vector<std::string> distinct(const World& world, std::array<char, N> RankFacts::*text) {
  std::vector<std::string> texts;
  for (const RankFacts& rank : world.facts) {
    std::string one = (rank.*text).data();
    if (std::find(texts.begin(), texts.end(), one) == texts.end()) {
      texts.push_back(std::move(one));
    }
  }
  return texts;
}

template <std::size_t N>
std::string list_of(const World& world, std::array<char, N> RankFacts::*text) {
  return fmt::format("{}", fmt::join(distinct(world, text), "; "));
}

std::string library_text() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string whole(text.data());
  return whole.substr(0, whole.find('\n'));
}

void add_options(Facts& facts, const Options& options) {
  const StopRules& rules = options.rules;
  facts.emplace_back(
      "trials", fmt::format("{} to {} a point, until the error of the median is {:g} %"
                            " of it, or {:g} s; {} passes; seed {}",
                            rules.min_trials, rules.max_trials, rules.error * 100, rules.point_time,
                            rules.passes, options.seed));
  if (options.root != 0) {
    facts.emplace_back("root", fmt::format("{}", options.root));
  }
  if (options.uneven > 0) {
    facts.emplace_back("uneven", fmt::format("v-functions, {:g}", options.uneven));
  }
  if (options.has_user_operation) {
    facts.emplace_back("operation", "reductions call a user function, which adds");
  }
  if (options.subgroups != Subgroups::kNone) {
    facts.emplace_back("subgroups", std::string(name_of(options.subgroups)));
  }
}

}  // namespace

std::string nanoseconds_text(double nanoseconds) {
  return format_time(Seconds(nanoseconds * 1e-9));
}

Facts first_facts(const Options& options, const World& world, const MeasurementPlan& plan,
                  Sync sync, const ClockCost& clock) {
  Facts facts;
  facts.emplace_back("program", fmt::format("dps-rawtiming {}", dps_version()));
  facts.emplace_back("library", library_text());
  facts.emplace_back("date", utc_date());
  facts.emplace_back("command", options.command);
  facts.emplace_back("hosts", text::fold(distinct(world, &RankFacts::host)));
  facts.emplace_back("ranks", fmt::format("{}", world.size));
  facts.emplace_back("cpu", list_of(world, &RankFacts::cpu));
  facts.emplace_back("kernel", list_of(world, &RankFacts::kernel));
  facts.emplace_back("binding", "CPUs " + list_of(world, &RankFacts::binding));
  facts.emplace_back("load", list_of(world, &RankFacts::load));
  facts.emplace_back("start", sync == Sync::kWindow ? "window: all processes at an agreed time"
                                                    : "barrier: after MPI_Barrier");
  facts.emplace_back(
      "buffers", options.is_cached
                     ? "cached: the same for all trials; pingpong: the mean of several rounds"
                     : fmt::format("from {} in turn, not cached", format_size(plan.pool_bytes)));
  add_options(facts, options);
  facts.emplace_back("timer",
                     fmt::format("CLOCK_MONOTONIC, resolution {}, a reading takes {}",
                                 nanoseconds_text(clock.resolution), nanoseconds_text(clock.cost)));
  return facts;
}

}  // namespace dps::rawtiming
