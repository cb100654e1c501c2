#include "predictor/datasheets/tables/guidelines.h"

#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text/table.h"

namespace dps::datasheets {
namespace {

using machines::FunctionPath;

/// The amount of data of a part of a guideline, relative to that of its left side.
enum class Share : std::uint8_t { kSame, kTimesProcesses, kPerProcess };

struct Part {
  std::string_view function;
  Share share = Share::kSame;
};

struct Guideline {
  std::string_view left;
  Part first;
  Part second{};  ///< no function: there is one part
};

/// Source: docs/datasheets.md, "Checks".
constexpr auto kGuidelines = std::to_array<Guideline>({
    {"allgather", {"gather"}, {"bcast", Share::kTimesProcesses}},
    {"allgather", {"alltoall"}},
    {"allreduce", {"reduce"}, {"bcast"}},
    {"allreduce", {"reduce_scatter_block", Share::kPerProcess}, {"allgather", Share::kPerProcess}},
    {"bcast", {"scatter", Share::kPerProcess}, {"allgather", Share::kPerProcess}},
    {"gather", {"allgather"}},
    {"gather", {"gatherv"}},
    {"reduce", {"allreduce"}},
    {"reduce", {"reduce_scatter_block", Share::kPerProcess}, {"gather", Share::kPerProcess}},
    {"scatter", {"bcast", Share::kTimesProcesses}},
});

struct Measured {
  double time = 0;
  double error = 0;
};

/// Measurements by processes, then elements.
using Points = std::map<std::pair<std::uint64_t, std::uint64_t>, Measured>;
using Functions = std::map<std::pair<std::string_view, FunctionPath>, Points>;

/// The points, each with the mean of its times. A line that is in the files of small and of large
/// messages is one measurement.
Points points_of(const RawSeries& series) {
  std::map<Points::key_type, std::set<std::pair<double, double>>> measurements;
  const auto add = [&](const std::vector<RawPoint>& points) {
    for (const RawPoint& point : points) {
      measurements[{point.processes, point.elements}].emplace(point.median, point.error);
    }
  };
  add(series.points);
  add(series.large.value_or(std::vector<RawPoint>()));
  Points points;
  for (const auto& [size, times] : measurements) {
    Measured& mean = points[size];
    const auto count = static_cast<double>(times.size());
    for (const auto& [time, error] : times) {
      mean.time += time / count;
      mean.error = std::hypot(mean.error, error / count);
    }
  }
  return points;
}

class Checker {
 public:
  explicit Checker(const RawFolder& folder) : folder_(folder) {
    for (const RawSeries& series : folder.series) {
      functions_.emplace(std::pair(std::string_view(series.name), series.path), points_of(series));
    }
  }

  GuidelineCheck check() {
    for (const Guideline& guideline : kGuidelines) {
      for (const FunctionPath path : {FunctionPath::kAny, FunctionPath::kHost}) {
        check_guideline(guideline, path);
      }
    }
    for (const RawSeries& series : folder_.series) {
      check_monotone(series);
    }
    return std::move(check_);
  }

 private:
  const Points* find(std::string_view function, FunctionPath path) const {
    const auto found = functions_.find({function, path});
    return found == functions_.end() ? nullptr : &found->second;
  }

  /// Returns nullopt if this size was not measured, or is no whole number.
  std::optional<Measured> measured(const Part& part, FunctionPath path, std::uint64_t processes,
                                   std::uint64_t elements) const {
    const Points* points = find(part.function, path);
    if (points == nullptr || (part.share == Share::kPerProcess && elements % processes != 0)) {
      return std::nullopt;
    }
    const std::uint64_t data = part.share == Share::kTimesProcesses ? elements * processes
                               : part.share == Share::kPerProcess   ? elements / processes
                                                                    : elements;
    const auto point = points->find({processes, data});
    return point == points->end() ? std::nullopt : std::optional(point->second);
  }

  void check_guideline(const Guideline& guideline, FunctionPath path) {
    const Points* left = find(guideline.left, path);
    if (left == nullptr) {
      return;
    }
    const bool has_two_parts = !guideline.second.function.empty();
    const std::string name =
        fmt::format("{} <= {}{}{}", full_name(guideline.left, path),
                    full_name(guideline.first.function, path), has_two_parts ? " + " : "",
                    has_two_parts ? full_name(guideline.second.function, path) : "");
    for (const auto& [size, time] : *left) {
      const auto& [processes, elements] = size;
      const auto first = measured(guideline.first, path, processes, elements);
      const auto second = has_two_parts ? measured(guideline.second, path, processes, elements)
                                        : std::optional(Measured{});
      if (first && second) {
        compare(name, size, time,
                {first->time + second->time, std::hypot(first->error, second->error)});
      }
    }
  }

  /// Compares each size with the next one.
  void check_monotone(const RawSeries& series) {
    const Points& points = *find(series.name, series.path);
    const std::string name = full_name(series.name, series.path) + " monotone";
    for (auto point = points.begin(); point != points.end(); ++point) {
      const auto next = std::next(point);
      if (next != points.end() && next->first.first == point->first.first) {
        compare(name, point->first, point->second, next->second);
      }
    }
  }

  void compare(const std::string& guideline, std::pair<std::uint64_t, std::uint64_t> size,
               const Measured& left, const Measured& right) {
    constexpr double kTolerance = 1.1;
    constexpr double kErrors = 3;
    ++check_.comparisons;
    if (left.time > kTolerance * right.time &&
        left.time - right.time > kErrors * std::hypot(left.error, right.error)) {
      check_.violations.push_back({guideline, size.first, size.second, left.time, right.time});
    }
  }

  const RawFolder& folder_;
  Functions functions_;
  GuidelineCheck check_;
};

text::Table values_of(const GuidelineCheck& check) {
  text::Table table{
      {{"guideline"}, {"processes"}, {"elements"}, {"left_s"}, {"right_s"}, {"ratio"}}, {}};
  for (const Violation& one : check.violations) {
    table.rows.push_back({one.guideline, one.processes, one.elements, one.left, one.right,
                          one.right > 0 ? text::Cell(one.left / one.right) : text::Cell()});
  }
  return table;
}

}  // namespace

GuidelineCheck check_guidelines(const RawFolder& folder) {
  return Checker(folder).check();
}

std::string violations_csv(const GuidelineCheck& check) {
  return text::csv_of(values_of(check), text::LineEnd::kLineFeed);
}

std::string violations_json(const GuidelineCheck& check) {
  const nlohmann::ordered_json all{{"format", "dps-datasheet-check"},
                                   {"version", 1},
                                   {"comparisons", check.comparisons},
                                   {"violations", text::json_rows(values_of(check))}};
  return all.dump(2) + "\n";
}

}  // namespace dps::datasheets
