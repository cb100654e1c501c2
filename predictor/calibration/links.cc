#include "predictor/calibration/links.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/statistics/least_squares.h"

namespace dps::calibration {
namespace {

/// Smaller differences, relative and in seconds, are attributed to the measurement.
constexpr double kAlike = 0.15;
constexpr double kNoLatency = 5e-6;

/// A path is as fast as the slower of its two links; so a link is as fast as its fastest path.
void set_bandwidths(std::span<const PairPath> paths, Links& links) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double& least = links.network.per_byte;
  least = kNone;
  for (LinkCost& host : links.hosts) {
    host.per_byte = kNone;
  }
  for (const PairPath& path : paths) {
    for (LinkCost* link : {&links.network, &links.hosts[path.from], &links.hosts[path.to]}) {
      link->per_byte = std::min(link->per_byte, path.per_byte);
    }
  }
  for (LinkCost& host : links.hosts) {
    const bool is_alike = host.per_byte == kNone || host.per_byte <= least * (1 + kAlike);
    host.per_byte = is_alike ? least : host.per_byte;
  }
}

/// A link has the burst of a path that is as fast as the link; of several, the one with the least
/// latency.
void set_bursts(std::span<const PairPath> paths, Links& links) {
  const auto burst_of = [&](const LinkCost& link, std::optional<std::uint32_t> host) {
    const PairPath* best = nullptr;
    for (const PairPath& path : paths) {
      const bool crosses = !host || path.from == *host || path.to == *host;
      if (crosses && path.per_byte <= link.per_byte * (1 + kAlike) &&
          (best == nullptr || path.latency < best->latency)) {
        best = &path;
      }
    }
    return best == nullptr ? 0 : best->burst;
  };
  links.network.burst = burst_of(links.network, std::nullopt);
  for (std::uint32_t i = 0; i < links.hosts.size(); ++i) {
    LinkCost& host = links.hosts[i];
    host.burst = host.per_byte > links.network.per_byte ? burst_of(host, i) : links.network.burst;
  }
}

/// The share of each link in the latencies of its paths, by least squares of relative errors.
std::vector<double> own_latencies(std::span<const PairPath> paths, std::size_t hosts) {
  std::vector<statistics::WeightedEquation> equations;
  equations.reserve(paths.size());
  for (const PairPath& path : paths) {
    statistics::WeightedEquation equation{std::vector<double>(hosts, 0), path.latency,
                                          1 / std::max(path.latency, kNoLatency)};
    equation.coefficients[path.from] = equation.coefficients[path.to] = 1;
    equations.push_back(std::move(equation));
  }
  return statistics::solve(equations).unknowns;
}

/// Links whose share is close to the smallest one are alike. Twice their mean share is the latency
/// of the network; every other link has the excess over the mean as a latency of its own.
void set_latencies(std::span<const PairPath> paths, Links& links) {
  std::vector<bool> has_path(links.hosts.size(), false);
  for (const PairPath& path : paths) {
    has_path[path.from] = has_path[path.to] = true;
  }
  const auto own = own_latencies(paths, links.hosts.size());
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < own.size(); ++i) {
    least = has_path[i] ? std::min(least, own[i]) : least;
  }
  const double limit = least * (1 + kAlike) + kNoLatency;
  double sum = 0;
  double alike = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const bool counts = has_path[i] && own[i] <= limit;
    sum += counts ? own[i] : 0;
    alike += counts ? 1 : 0;
  }
  const double common = sum / alike;
  links.network.latency = 2 * common;
  for (std::size_t i = 0; i < own.size(); ++i) {
    links.hosts[i].latency = has_path[i] && own[i] > limit ? own[i] - common : 0;
  }
}

}  // namespace

Links links_of(std::span<const PairPath> paths, std::uint32_t hosts) {
  Links links;
  links.hosts.resize(hosts);
  if (paths.size() == 1) {  // its two links cannot be distinguished
    links.network = {paths[0].latency, paths[0].per_byte, paths[0].burst};
    links.hosts.assign(hosts, {0, paths[0].per_byte, paths[0].burst});
    return links;
  }
  set_bandwidths(paths, links);
  set_bursts(paths, links);
  set_latencies(paths, links);
  return links;
}

}  // namespace dps::calibration
