#include "predictor/calibration/component_findings.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/letter_case.h"
#include "base/text/grid.h"
#include "base/units.h"
#include "predictor/calibration/component_blueprint.h"

namespace dps::calibration {
namespace {

using machines::ComponentCost;

ComponentCost cost_of(const TimedComponent& timed, const ComponentFindings& findings) {
  const Component& component = findings.components[timed.component];
  const HostFinding& host = findings.hosts[timed.host];
  ComponentCost cost;
  cost.is_exec = component.is_exec;
  cost.name = component.words.front();
  cost.arguments.emplace(component.words.begin() + 1, component.words.end());
  cost.ftag = component.only_in_ftag ? component.ftag : "";
  cost.type = findings.hosts.size() > 1 ? host.type : "";
  cost.seconds = timed.seconds.value;
  cost.speed = host.speed.value_or(cost.speed);
  return cost;
}

std::string error_text(const TimedComponent& timed) {
  return fmt::format("{:.1f} %{}", 100 * timed.seconds.error,
                     timed.seconds.error > kSmallError ? " !" : "");
}

/// One line per measured component and host, below a line with the names of the columns.
void add_table(const ComponentFindings& findings, std::vector<std::string>& comments) {
  constexpr std::size_t kWidestName = 44;
  text::Grid grid({{"component", text::Align::kLeft, 0, kWidestName},
                   text::fixed_column("host", 16, text::Align::kLeft, 2),
                   text::fixed_column("time", 10, text::Align::kRight, 1),
                   text::fixed_column("repeats", 9, text::Align::kRight, 1),
                   {"error", text::Align::kLeft}});
  for (const TimedComponent& timed : findings.timed) {
    grid.add({name_of(findings.components[timed.component]), findings.hosts[timed.host].name,
              format_time(Seconds(timed.seconds.value)), format_count(timed.repeats),
              error_text(timed)});
  }
  for (std::string& line : grid.lines()) {
    comments.push_back(std::move(line));
  }
}

/// Adds everything that makes a cost less reliable: large errors, waiting, limits, failures.
void add_warnings(const ComponentFindings& findings, std::vector<std::string>& comments) {
  const bool varies =
      std::any_of(findings.timed.begin(), findings.timed.end(),
                  [](const auto& timed) { return timed.seconds.error > kSmallError; });
  if (varies) {
    comments.push_back(
        fmt::format("! the error was still above {:.0f} % at the time limit", 100 * kSmallError));
  }
  constexpr double kBusy = 0.8;
  for (const TimedComponent& timed : findings.timed) {
    if (timed.cpu_share < kBusy) {
      comments.push_back(
          fmt::format("{} had a CPU for {:.0f} % of its time on {}: it waits, or the host is busy",
                      name_of(findings.components[timed.component]), 100 * timed.cpu_share,
                      findings.hosts[timed.host].name));
    }
  }
  for (std::uint32_t i = 0; i < findings.components.size(); ++i) {
    const Component& component = findings.components[i];
    const CallContext& context = component.context;
    if (context.count > kMostClones) {
      comments.push_back(fmt::format("{}: measured with {} clones instead of {}",
                                     name_of(component), kMostClones, format_count(context.count)));
    }
    if (context.message && context.message->bytes > kMostMessageBytes) {
      comments.push_back(fmt::format("{}: measured with messages of {} instead of {}",
                                     name_of(component), format_size(kMostMessageBytes),
                                     format_size(context.message->bytes)));
    }
    for (std::uint32_t host = 0; host < findings.hosts.size(); ++host) {
      const bool is_timed = std::any_of(
          findings.timed.begin(), findings.timed.end(),
          [&](const auto& timed) { return timed.component == i && timed.host == host; });
      if (!is_timed) {
        comments.push_back(
            fmt::format("{} failed on {}: no cost", name_of(component), findings.hosts[host].name));
      }
    }
  }
}

std::vector<std::string> comments_of(const ComponentFindings& findings) {
  std::vector<std::string> comments{
      "Costs of call and exec components, for dps predict --costs; measured by dps calibrate",
      "--components " + findings.blueprint + " as described in docs/calibrate.md."};
  if (findings.hosts.size() == 1) {
    const std::string& type = findings.hosts.front().type;
    comments.push_back(fmt::format("All hosts are of one type{}, so the costs do not name it.",
                                   type.empty() ? "" : " (" + type + ")"));
  }
  comments.emplace_back("");
  add_table(findings, comments);
  add_warnings(findings, comments);
  return comments;
}

}  // namespace

std::vector<HostFinding> one_of_each_type(std::span<const HostFinding> hosts) {
  std::vector<HostFinding> chosen;
  std::vector<std::string> types;
  for (const HostFinding& host : hosts) {
    std::string type = lower_case(host.type);
    if (std::find(types.begin(), types.end(), type) == types.end()) {
      types.push_back(std::move(type));
      chosen.push_back(host);
      chosen.back().speed = speed_of(host, hosts.front());
    }
  }
  return chosen;
}

ComponentCostsFile costs_of(const ComponentFindings& findings) {
  ComponentCostsFile file;
  file.costs.reserve(findings.timed.size());
  for (const TimedComponent& timed : findings.timed) {
    file.costs.push_back(cost_of(timed, findings));
  }
  file.remarks.comments = comments_of(findings);
  file.remarks.calibration = findings.environment;
  return file;
}

}  // namespace dps::calibration
