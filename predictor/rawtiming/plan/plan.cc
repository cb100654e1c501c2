#include "predictor/rawtiming/plan/plan.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "base/random.h"
#include "base/units.h"
#include "predictor/rawtiming/plan/pool.h"

namespace dps::rawtiming {
namespace {

using datasheets::FunctionGroup;
using datasheets::KnownFunction;
using machines::FunctionClass;
using machines::FunctionPath;
using Ranks = std::vector<std::uint32_t>;

/// The largest count: counts and displacements of MPI are ints.
constexpr std::uint64_t kMostCount = std::numeric_limits<int>::max();

bool is_of_pairs(const KnownFunction& function) {
  return function.group == FunctionGroup::kPointToPoint || function.group == FunctionGroup::kRma;
}

bool can_be_in_halves(const KnownFunction& function) {
  return function.group == FunctionGroup::kCollective;
}

/// The first rank after 0 that is, or is not, on the host of rank 0.
std::optional<std::uint32_t> partner(const HostOfRank& hosts, bool on_same_host) {
  for (std::uint32_t rank = 1; rank < hosts.size(); ++rank) {
    if ((hosts[rank] == hosts[0]) == on_same_host) {
      return rank;
    }
  }
  return std::nullopt;
}

Ranks first_ranks(std::uint64_t count) {
  Ranks ranks(count);
  std::iota(ranks.begin(), ranks.end(), 0);
  return ranks;
}

Ranks first_rank_of_each_host(const HostOfRank& hosts) {
  Ranks ranks;
  for (std::uint32_t rank = 0; rank < hosts.size(); ++rank) {
    if (std::find(hosts.begin(), hosts.begin() + rank, hosts[rank]) == hosts.begin() + rank) {
      ranks.push_back(rank);
    }
  }
  return ranks;
}

class Planner {
 public:
  Planner(const Options& options, const HostOfRank& hosts) : options_(options), hosts_(hosts) {}

  MeasurementPlan plan(std::uint64_t largest_cache) {
    for (const KnownFunction* function : options_.functions) {
      add_function(*function);
    }
    const std::uint64_t usual =
        std::min(largest_cache == 0 ? kUnknownCache : 2 * largest_cache, options_.memory / 2);
    plan_.pool_bytes = std::max(largest_, options_.cache_size.value_or(usual));
    report_left_out();
    return std::move(plan_);
  }

 private:
  static constexpr std::uint64_t kUnknownCache = std::uint64_t{64} << 20;

  void add_function(const KnownFunction& function) {
    if (function.group == FunctionGroup::kLocal) {
      add_sizes(add_series({&function}), first_rank_of_each_host(hosts_), 1);
    } else if (is_of_pairs(function)) {
      add_pairs(function);
    } else {
      add_groups(function, false);
      if (options_.subgroups != Subgroups::kNone && can_be_in_halves(function)) {
        add_groups(function, true);
      }
    }
  }

  void add_pairs(const KnownFunction& function) {
    const auto near = partner(hosts_, true);
    const auto far = partner(hosts_, false);
    if (far) {
      add_sizes(add_series({&function}), {0, *far}, 2);
    }
    if (near) {
      const FunctionPath path = far ? FunctionPath::kHost : FunctionPath::kAny;
      add_sizes(add_series({&function, path}), {0, *near}, 2);
    }
  }

  void add_groups(const KnownFunction& function, bool in_halves) {
    std::optional<std::uint32_t> series;
    for (const std::uint64_t p : group_sizes(options_, hosts_.size())) {
      if (in_halves && (p < 4 || p % 2 != 0)) {
        continue;
      }
      if (!series) {
        series = add_series({&function, FunctionPath::kAny, in_halves});
      }
      add_sizes(*series, first_ranks(p), p);
    }
  }

  std::uint32_t add_series(Series series) {
    plan_.series.push_back(series);
    return static_cast<std::uint32_t>(plan_.series.size() - 1);
  }

  void add_sizes(std::uint32_t series, const Ranks& ranks, std::uint64_t processes) {
    const KnownFunction& function = *plan_.series[series].function;
    const bool has_data = function.function_class == FunctionClass::kPointToPoint ||
                          function.function_class == FunctionClass::kCollective;
    if (!has_data) {
      plan_.points.push_back({series, cast_of(ranks), processes, 0});
      return;
    }
    for (const std::uint64_t elements : options_.sizes) {
      const Point point{series, cast_of(ranks), processes, elements};
      const std::uint64_t bytes = trial_bytes(options_, plan_.series[series], point);
      if (bytes > options_.memory ||
          elements * std::max(processes, kStreamMessages) * 2 > kMostCount) {
        left_out_[plan_.series[series].function->name].push_back(elements);
      } else {
        largest_ = std::max(largest_, bytes);
        plan_.points.push_back(point);
      }
    }
  }

  std::uint32_t cast_of(const Ranks& ranks) {
    const auto known = std::find(plan_.casts.begin(), plan_.casts.end(), ranks);
    if (known == plan_.casts.end()) {
      plan_.casts.push_back(ranks);
      return static_cast<std::uint32_t>(plan_.casts.size() - 1);
    }
    return static_cast<std::uint32_t>(known - plan_.casts.begin());
  }

  void report_left_out() {
    for (const auto& [name, sizes] : left_out_) {
      plan_.left_out.push_back(
          fmt::format("{}: {} left out whose buffers exceed --memory {}, from {} on", name,
                      counted(sizes.size(), "point is", "points are"), format_size(options_.memory),
                      counted(sizes.front(), "element")));
    }
  }

  const Options& options_;
  const HostOfRank& hosts_;
  MeasurementPlan plan_;
  std::map<std::string_view, std::vector<std::uint64_t>> left_out_;
  std::uint64_t largest_ = 0;
};

}  // namespace

std::string Series::name() const {
  return std::string(function->name) + (in_halves ? "_half" : "");
}

std::string MeasurementPlan::name_of(const Point& point) const {
  const Series& of = series[point.series];
  return fmt::format("{}{} {} {}", of.name(), of.path == FunctionPath::kHost ? ".host" : "",
                     point.processes, point.elements);
}

MeasurementPlan make_plan(const Options& options, const HostOfRank& hosts,
                          std::uint64_t largest_cache) {
  return Planner(options, hosts).plan(largest_cache);
}

std::uint64_t trial_bytes(const Options& options, const Series& series, const Point& point) {
  const auto element = bytes_of(options.type);
  const BufferNeeds needs =
      buffer_needs(series.function->name, point.processes, point.elements, options.uneven);
  const std::uint64_t once = room_of(needs.send * element) + room_of(needs.receive * element);
  const bool repeats = series.function->group == FunctionGroup::kLocal;
  return repeats ? once * repetitions_of_copies(needs.send * element) : once;
}

std::vector<std::uint32_t> order_of_pass(const MeasurementPlan& plan, std::uint64_t seed,
                                         std::uint64_t pass) {
  std::vector<std::uint32_t> order(plan.points.size());
  std::iota(order.begin(), order.end(), 0);
  Random random(seed_of(seed, pass));
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random.next() % left]);
  }
  return order;
}

std::vector<std::uint64_t> group_sizes(const Options& options, std::uint64_t ranks) {
  if (!options.processes.empty()) {
    return options.processes;
  }
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t p = 2; p < ranks; p *= 2) {
    sizes.push_back(p);
  }
  sizes.push_back(ranks);
  return sizes;
}

std::uint32_t rounds_of(const Options& options, std::string_view function) {
  constexpr std::uint32_t kCachedRounds = 20;
  return options.is_cached && function == "pingpong" ? kCachedRounds : 1;
}

double guessed_trial(const Options& options, const Series& series, const Point& point) {
  constexpr double kStart = 60e-6;
  constexpr double kSecondsPerByte = 0.5e-9;
  const BufferNeeds needs =
      buffer_needs(series.function->name, point.processes, point.elements, options.uneven);
  const auto bytes = static_cast<double>((needs.send + needs.receive) * bytes_of(options.type));
  return kStart + kSecondsPerByte * bytes * rounds_of(options, series.function->name);
}

}  // namespace dps::rawtiming
