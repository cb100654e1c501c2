#include "predictor/calibration/findings.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/rates.h"
#include "base/text/grid.h"
#include "base/time_units.h"
#include "base/units.h"
#include "predictor/calibration/links.h"

namespace dps::calibration {
namespace {

using machines::NativeDescription;

constexpr double kAttosecondsPerSecond = 1e18;
constexpr double kPicosecondsPerSecond = 1e12;
constexpr double kBitsPerByte = 8;

/// Rounds to four significant digits, which is more than the precision of the measurements.
std::uint64_t rounded(double value) {
  if (value < 1) {
    return 0;
  }
  const double step = std::max(1.0, std::pow(10.0, std::floor(std::log10(value)) - 3));
  return static_cast<std::uint64_t>(std::round(value / step) * step);
}

Picoseconds picoseconds(double seconds) {
  return Picoseconds(static_cast<std::int64_t>(rounded(seconds * kPicosecondsPerSecond)));
}

Attoseconds attoseconds(double seconds) {
  return Attoseconds(rounded(seconds * kAttosecondsPerSecond));
}

TimePerByte time_per_byte(double seconds) {
  return TimePerByte(attoseconds(seconds));
}

BitsPerSecond bandwidth(double per_byte) {
  const double most = static_cast<double>(kMostBandwidth.bits);
  return per_byte * most <= kBitsPerByte
             ? kMostBandwidth
             : BitsPerSecond(std::max<std::uint64_t>(1, rounded(kBitsPerByte / per_byte)));
}

void set_hosts(const Findings& findings, NativeDescription& machine) {
  for (const HostFinding& host : findings.hosts) {
    machines::MachineHost& to = machine.hosts.emplace_back();
    to.name = host.name;
    to.type = host.type;
    to.speed = speed_of(host, findings.hosts.front());
    to.cores = std::max(1U, host.cores);
    if (host.memory > 0) {
      to.memory = host.memory;
    }
    machine.multiply.push_back(attoseconds(host.multiply.value));
  }
}

void set_costs(const Costs& costs, NativeDescription& machine) {
  machine.cost.send = picoseconds(machine.cost.blocks ? costs.send_waking : costs.send);
  machine.cost.receive = picoseconds(costs.take);
  machine.cost.wakeup = picoseconds(costs.wakeup);
  machine.cost.pack_per_byte = time_per_byte(costs.copy_per_byte);
  machine.cost.xdr_per_byte = time_per_byte(costs.xdr_per_byte);
  machine.cost.unpack_per_byte = time_per_byte(costs.unpack_per_byte);
  machine.cost.send_per_byte = time_per_byte(costs.bytes.front().send);
  machine.cost.receive_per_byte = time_per_byte(costs.bytes.front().take);
  for (std::size_t i = 1; i < costs.bytes.size(); ++i) {
    const ByteCost& bend = costs.bytes[i];
    machine.cost.bends.push_back({bend.size, time_per_byte(bend.send), time_per_byte(bend.take)});
  }
}

void set_networks(const Findings& findings, const Costs& costs, NativeDescription& machine) {
  machines::FlowNetworkOptions& network = machine.network;
  network.local_bandwidth = network.bandwidth = bandwidth(costs.paths.front().per_byte);
  network.local_latency = network.latency = picoseconds(costs.paths.front().latency);
  network.buffer = findings.buffer;
  std::vector<PairPath> pairs;
  for (std::size_t i = 1; i < findings.paths.size(); ++i) {
    pairs.push_back({findings.paths[i].from, findings.paths[i].to, costs.paths[i].latency,
                     costs.paths[i].per_byte, costs.paths[i].burst});
  }
  if (pairs.empty()) {
    return;
  }
  const Links links = links_of(pairs, static_cast<std::uint32_t>(findings.hosts.size()));
  network.bandwidth = bandwidth(links.network.per_byte);
  network.latency = picoseconds(links.network.latency);
  network.burst = rounded(links.network.burst);
  bool differ = false;
  for (const LinkCost& link : links.hosts) {
    const BitsPerSecond own = bandwidth(link.per_byte);
    network.links.push_back({own == network.bandwidth ? BitsPerSecond{} : own,
                             picoseconds(link.latency), rounded(link.burst)});
    differ = differ || network.links.back() != machines::HostLink{{}, {}, network.burst};
  }
  if (!differ) {
    network.links.clear();
  }
}

void set_range(const Findings& findings, NativeDescription& machine) {
  machine.least_bytes = 0;
  machine.most_bytes = UINT64_MAX;
  for (const PathFinding& path : findings.paths) {
    machine.most_bytes = std::min(*machine.most_bytes, path.most_bytes);
  }
}

// --- comments and [calibration] of the machine file ---------------------------------------------

std::string percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

std::string name_of(const Findings& findings, std::uint32_t path) {
  const PathFinding& found = findings.paths[path];
  const std::string& from = findings.hosts[found.from].name;
  return found.from == found.to ? "within " + from : from + " - " + findings.hosts[found.to].name;
}

const char* name_of(Measure measure) {
  switch (measure) {
    case Measure::kSend:
      return "send";
    case Measure::kTake:
      return "take";
    case Measure::kOneWay:
      break;
  }
  return "one way";
}

const char* name_of(Packing packing) {
  switch (packing) {
    case Packing::kCopy:
      return ", copied";
    case Packing::kXdr:
      return ", XDR";
    case Packing::kOff:
      break;
  }
  return "";
}

/// Relative differences between predicted and measured times, in ascending order.
std::vector<double> residuals_of(const Findings& findings, const CostFit& fit) {
  std::vector<double> residuals;
  for (std::size_t i = 0; i < fit.predicted.size(); ++i) {
    const double seen = findings.observations[i].seconds;
    if (seen > 0) {
      residuals.push_back(std::abs(fit.predicted[i] / seen - 1));
    }
  }
  std::sort(residuals.begin(), residuals.end());
  return residuals;
}

Accuracy accuracy_of(const Findings& findings, const CostFit& fit) {
  Accuracy accuracy;
  const auto residuals = residuals_of(findings, fit);
  if (!residuals.empty()) {
    accuracy.median_residual = residuals[residuals.size() / 2];
    accuracy.largest_residual = residuals.back();
  }
  for (const Observation& seen : findings.observations) {
    accuracy.largest_error = std::max(accuracy.largest_error, seen.error);
  }
  return accuracy;
}

void add_table(const Findings& findings, const CostFit& fit, std::vector<std::string>& comments) {
  text::Grid grid({text::fixed_column("time", 34, text::Align::kLeft),
                   text::fixed_column("size", 12), text::fixed_column("measured", 12),
                   text::fixed_column("predicted", 12), text::fixed_column("differs", 9)});
  std::uint32_t path = UINT32_MAX;
  for (std::size_t i = 0; i < fit.predicted.size(); ++i) {
    const Observation& seen = findings.observations[i];
    if (seen.path != path) {
      path = seen.path;
      grid.add({name_of(findings, path) + ":"});
    }
    grid.add({fmt::format("  {}{}{}", name_of(seen.measure), name_of(seen.packing),
                          findings.blocks && !seen.wakes ? ", polling" : ""),
              format_size(seen.bytes), format_time(Seconds(seen.seconds)),
              format_time(Seconds(fit.predicted[i])),
              fmt::format("{:+.1f}%", 100 * (fit.predicted[i] / seen.seconds - 1))});
  }
  comments.emplace_back("");
  for (std::string& line : grid.lines()) {
    comments.push_back(std::move(line));
  }
}

/// Sets the turns of the hosts. Returns a comment on them for the file; "" if no crowd was
/// measured.
std::string set_turns(const Findings& findings, NativeDescription& machine) {
  if (!findings.crowd) {
    return "";
  }
  const CrowdFinding& crowd = *findings.crowd;
  const std::string measured =
      fmt::format("Requests to {} processes on {} took {} (median)", 2 * crowd.crowd.cores,
                  counted(crowd.crowd.cores, "core"), format_time(Seconds(crowd.median)));
  const auto found = turn_of(machine, crowd);
  if (!found) {
    return measured + ", which no turn explains: the host may have been busy.";
  }
  for (machines::MachineHost& host : machine.hosts) {
    host.turn = found->turn;
  }
  return found->turn == Picoseconds{}
             ? fmt::format("{}, predicted with cores that are shared evenly: {}.", measured,
                           format_time(Seconds(found->shared)))
             : fmt::format(
                   "{}, predicted with turns of {}: {}; with cores that are shared evenly: "
                   "{}.",
                   measured, format_time(Seconds(seconds_of(found->turn))),
                   format_time(Seconds(found->median)), format_time(Seconds(found->shared)));
}

machines::FileRemarks remarks_of(const Findings& findings, const CostFit& fit,
                                 const Accuracy& accuracy, const std::string& turns) {
  machines::FileRemarks remarks;
  remarks.comments = {
      "Measured by dps calibrate; docs/calibrate.md describes the method and this file.",
      fmt::format("Predicted and measured times differ by {} (median), at most by {}; the standard "
                  "error of the measured times is at most {}.",
                  percent(accuracy.median_residual), percent(accuracy.largest_residual),
                  percent(accuracy.largest_error))};
  if (findings.paths.size() == 1) {
    remarks.comments.emplace_back("There is one host: [network] equals [local] and is not used.");
  }
  if (findings.rest) {
    remarks.comments.push_back(fmt::format(
        "A process wakes up {} later on a core that has rested for {} or longer.",
        format_time(Seconds(findings.rest->later)), format_time(Seconds(findings.rest->rest))));
  }
  if (!turns.empty()) {
    remarks.comments.push_back(turns);
  }
  if (!findings.buffer) {
    remarks.comments.emplace_back("No buffer size was found: no send waited for the receiver.");
  }
  add_table(findings, fit, remarks.comments);
  remarks.calibration = findings.environment;
  remarks.calibration.emplace_back("residual_median", percent(accuracy.median_residual));
  remarks.calibration.emplace_back("residual_largest", percent(accuracy.largest_residual));
  remarks.calibration.emplace_back("standard_error_largest", percent(accuracy.largest_error));
  for (std::uint32_t path = 0; path < findings.paths.size(); ++path) {
    remarks.calibration.emplace_back(fmt::format("range_{}", path + 1),
                                     fmt::format("{}: 0 B to {}", name_of(findings, path),
                                                 format_size(findings.paths[path].most_bytes)));
  }
  return remarks;
}

}  // namespace

std::uint64_t speed_of(const HostFinding& host, const HostFinding& first) {
  if (host.speed) {
    return *host.speed;
  }
  constexpr double kReference = 1000;
  constexpr double kAlike = 0.05;
  constexpr double kErrors = 4;
  const double alike = kAlike + kErrors * (host.multiply.error + first.multiply.error);
  const double ratio = host.multiply.value > 0 ? first.multiply.value / host.multiply.value : 1;
  if (std::abs(ratio - 1) <= alike) {
    return static_cast<std::uint64_t>(kReference);
  }
  constexpr double kTens = 10;
  return static_cast<std::uint64_t>(std::max(1.0, std::round(ratio * kReference / kTens) * kTens));
}

std::string unreliable(const Accuracy& accuracy) {
  constexpr double kMostError = 0.2;
  constexpr double kMostMedianResidual = 0.2;
  constexpr double kMostResidual = 1;
  std::vector<std::string> reasons;
  if (accuracy.largest_error > kMostError) {
    reasons.push_back(fmt::format("measured times have standard errors of up to {} (limit {})",
                                  percent(accuracy.largest_error), percent(kMostError)));
  }
  if (accuracy.median_residual > kMostMedianResidual) {
    reasons.push_back(fmt::format("predicted and measured times differ by {} (median; limit {})",
                                  percent(accuracy.median_residual), percent(kMostMedianResidual)));
  }
  if (accuracy.largest_residual > kMostResidual) {
    reasons.push_back(fmt::format("a predicted and a measured time differ by {} (limit {})",
                                  percent(accuracy.largest_residual), percent(kMostResidual)));
  }
  return fmt::format("{}", fmt::join(reasons, "; "));
}

CalibratedMachine machine_of(const Findings& findings, const std::string& name) {
  const CostFit found =
      fit(findings.observations, static_cast<std::uint32_t>(findings.paths.size()));
  CalibratedMachine result;
  result.machine.name = name;
  result.machine.cost.blocks = findings.blocks;
  set_hosts(findings, result.machine);
  set_costs(found.costs, result.machine);
  if (findings.rest) {
    result.machine.cost.rested = {picoseconds(findings.rest->rest),
                                  picoseconds(found.costs.wakeup + findings.rest->later)};
  }
  set_networks(findings, found.costs, result.machine);
  set_range(findings, result.machine);
  const std::string turns = set_turns(findings, result.machine);
  result.accuracy = accuracy_of(findings, found);
  result.remarks = remarks_of(findings, found, result.accuracy, turns);
  return result;
}

}  // namespace dps::calibration
