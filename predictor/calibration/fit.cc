#include "predictor/calibration/fit.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/statistics/least_squares.h"
#include "predictor/calibration/bursts.h"

namespace dps::calibration {
namespace {

using statistics::Solution;
using statistics::WeightedEquation;

constexpr std::size_t kMostBends = 2;

/// The index of each cost among the unknowns of the equations.
struct Columns {
  std::size_t segments;
  std::size_t paths;

  static constexpr std::size_t kSend = 0, kTake = 1, kWakeup = 2, kCopy = 3, kXdr = 4, kUnpack = 5,
                               kSendWaking = 6;
  static constexpr std::size_t kFixed = 7;

  [[nodiscard]] std::size_t send_byte(std::size_t segment) const { return kFixed + segment; }
  [[nodiscard]] std::size_t take_byte(std::size_t segment) const {
    return kFixed + segments + segment;
  }
  [[nodiscard]] std::size_t latency(std::size_t path) const { return kFixed + 2 * segments + path; }
  [[nodiscard]] std::size_t path_byte(std::size_t path) const { return latency(paths) + path; }
  [[nodiscard]] std::size_t count() const { return path_byte(paths); }
};

/// The left side of the equation of an observation. `burst` is the burst of its path in bytes.
std::vector<double> coefficients_of(const Observation& seen, const Sizes& begins,
                                    const Columns& columns, double burst) {
  std::vector<double> row(columns.count(), 0);
  const double bytes = static_cast<double>(seen.bytes);
  const bool sends = seen.measure != Measure::kTake;
  const bool takes = seen.measure != Measure::kSend;
  const bool is_packed = seen.packing != Packing::kOff;
  row[seen.wakes ? Columns::kSendWaking : Columns::kSend] = sends ? 1 : 0;
  row[Columns::kTake] = takes ? 1 : 0;
  if (sends && is_packed) {
    row[seen.packing == Packing::kCopy ? Columns::kCopy : Columns::kXdr] = bytes;
  }
  row[Columns::kUnpack] = takes && is_packed ? bytes : 0;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    row[columns.send_byte(i)] = sends ? bytes_in(seen.bytes, begins, i) : 0;
    row[columns.take_byte(i)] = takes ? bytes_in(seen.bytes, begins, i) : 0;
  }
  if (seen.measure == Measure::kOneWay) {
    row[columns.latency(seen.path)] = 1;
    row[columns.path_byte(seen.path)] = std::max(bytes - burst, 0.0);
    row[Columns::kWakeup] = seen.wakes ? 1 : 0;
  }
  return row;
}

/// Seconds per byte at the sustained bandwidth, by path: the figure of the path's largest message.
std::vector<double> sustained_of(std::span<const Observation> observations, std::size_t paths) {
  std::vector<double> per_byte(paths, 0);
  std::vector<std::uint64_t> largest(paths, 0);
  for (const Observation& seen : observations) {
    if (seen.measure == Measure::kOneWay && seen.packing == Packing::kOff &&
        seen.bytes > largest[seen.path]) {
      largest[seen.path] = seen.bytes;
      per_byte[seen.path] = seen.seconds / static_cast<double>(seen.bytes);
    }
  }
  return per_byte;
}

/// The importance of a transfer, from the part of its time that its bytes need at the sustained
/// bandwidth. Between hosts, small messages determine the latency and large ones the bandwidth.
/// Messages in between determine neither, least of all those that the network transmitted faster
/// than its sustained bandwidth, in a burst.
double importance_of_transfer(const Observation& seen, double sustained) {
  constexpr double kFull = 3;
  constexpr double kLow = 0.3;
  constexpr double kLowest = 0.03;
  constexpr double kSmallPart = 0.05;
  constexpr std::uint64_t kLarge = 256 << 10;
  const double part = static_cast<double>(seen.bytes) * sustained / seen.seconds;
  if (seen.path == 0 || part <= kSmallPart || seen.bytes >= kLarge) {
    return kFull;
  }
  return part > 1 + kSmallPart ? kLowest : kLow;
}

/// The weight makes errors relative to the time, and less important for times that varied. If
/// sending and taking overlap, their sum exceeds the time of the transfer, and no costs fit both:
/// the transfer has the higher weight, since programs wait for it.
double weight_of(const Observation& seen, double sustained) {
  constexpr double kUsualError = 0.05;
  const double importance =
      seen.measure == Measure::kOneWay ? importance_of_transfer(seen, sustained) : 1;
  return importance / (seen.seconds * (1 + seen.error / kUsualError));
}

Solution solve_with(std::span<const Observation> observations, const Sizes& begins,
                    const Columns& columns, const std::vector<double>& bursts) {
  const std::vector<double> sustained = sustained_of(observations, columns.paths);
  std::vector<WeightedEquation> equations;
  equations.reserve(observations.size());
  for (const Observation& seen : observations) {
    if (seen.seconds > 0) {
      equations.push_back({coefficients_of(seen, begins, columns, bursts[seen.path]), seen.seconds,
                           weight_of(seen, sustained[seen.path])});
    }
  }
  return statistics::solve(equations);
}

/// Message sizes at which the cost may have a bend: those with at least two others on each side.
Sizes candidates(std::span<const Observation> observations) {
  std::set<std::uint64_t> sizes;
  for (const Observation& seen : observations) {
    sizes.insert(seen.bytes);
  }
  Sizes inner(sizes.begin(), sizes.end());
  constexpr std::size_t kBeside = 2;
  if (inner.size() <= 2 * kBeside) {
    return {};
  }
  return {inner.begin() + kBeside, inner.end() - kBeside};
}

/// The Bayesian information criterion; a bend has three unknowns: two costs and its size.
/// Source: Schwarz, Estimating the dimension of a model, 1978.
double criterion(double squares, std::size_t observations, std::size_t bends) {
  const double count = static_cast<double>(observations);
  constexpr double kUnknownsOfBend = 3;
  constexpr double kExact = 1e-12;  // avoids log(0) for the exact times of tests
  return count * std::log(squares / count + kExact) +
         kUnknownsOfBend * static_cast<double>(bends) * std::log(count);
}

Costs costs_of(const Solution& solution, const Sizes& begins, const Columns& columns,
               const std::vector<double>& bursts) {
  const auto& x = solution.unknowns;
  Costs costs;
  costs.send_waking = x[Columns::kSendWaking];
  costs.send = x[Columns::kSend];
  costs.take = x[Columns::kTake];
  costs.wakeup = x[Columns::kWakeup];
  costs.copy_per_byte = x[Columns::kCopy];
  costs.xdr_per_byte = x[Columns::kXdr];
  costs.unpack_per_byte = x[Columns::kUnpack];
  for (std::size_t i = 0; i < begins.size(); ++i) {
    costs.bytes.push_back({begins[i], x[columns.send_byte(i)], x[columns.take_byte(i)]});
  }
  for (std::size_t i = 0; i < columns.paths; ++i) {
    costs.paths.push_back({x[columns.latency(i)], x[columns.path_byte(i)], bursts[i]});
  }
  return costs;
}

}  // namespace

CostFit fit(std::span<const Observation> observations, std::uint32_t paths) {
  Sizes best{0};
  std::vector<double> bursts(paths, 0);
  Solution solution = solve_with(observations, best, {best.size(), paths}, bursts);
  for (int round = 0; round < 2; ++round) {  // bursts change the bandwidths, and vice versa
    bursts = bursts_of(observations, costs_of(solution, best, {best.size(), paths}, bursts));
    solution = solve_with(observations, best, {best.size(), paths}, bursts);
  }
  double least = criterion(solution.squares, observations.size(), 0);
  for (std::size_t bends = 1; bends <= kMostBends; ++bends) {
    const Sizes before = best;
    for (const std::uint64_t size : candidates(observations)) {
      Sizes begins = before;
      if (std::find(begins.begin(), begins.end(), size) != begins.end()) {
        continue;
      }
      begins.insert(std::upper_bound(begins.begin(), begins.end(), size), size);
      Solution other = solve_with(observations, begins, {begins.size(), paths}, bursts);
      const double value = criterion(other.squares, observations.size(), bends);
      if (value < least) {
        least = value;
        best = std::move(begins);
        solution = std::move(other);
      }
    }
    if (best == before) {
      break;
    }
  }
  CostFit result{costs_of(solution, best, {best.size(), paths}, bursts), {}};
  result.predicted.reserve(observations.size());
  for (const Observation& seen : observations) {
    result.predicted.push_back(predicted(result.costs, seen));
  }
  return result;
}

}  // namespace dps::calibration
