#include "commands/studio/studio_sweep.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/value_list.h"
#include "base/units.h"
#include "blueprint/limits.h"
#include "commands/cli/saved_result.h"
#include "commands/groups/expectation_reader.h"
#include "commands/groups/quantity_reader.h"
#include "commands/studio/command_words.h"
#include "commands/sweep/sweep_plan.h"
#include "commands/sweep/sweep_predictions.h"
#include "predictor/machines/kinds/machine_changes.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::commands {
namespace {

using Json = nlohmann::ordered_json;
using sweeps::AxisKind;

/// "network.latency*" of "network.latency*=2"; "" if it is not a change.
std::string key_of(const std::string& change) {
  const auto parsed = machines::parse_machine_change(change);
  return parsed ? parsed->key + std::string(machines::sign_of(parsed->kind)) : "";
}

/// The options with which `dps sweep` would compute the same points. The axis takes the place of a
/// setting, or of a change of the machine, with its name.
SweepOptions swept_options(const StudioRequest& request) {
  const RequestedSweep& sweep = request.sweep;
  SweepOptions given;
  given.common.quiet = true;
  given.blueprint.file = request.blueprint.path;
  given.blueprint.seed = request.seed;
  given.machines = {request.machine.path};
  for (const std::string& change : request.changes) {
    if (!sweep.is_of_machine || key_of(change) != sweep.name) {
      given.machine.changes.push_back(change);
    }
  }
  for (const auto& setting : request.settings) {
    if (sweep.is_of_machine || setting.first != sweep.name) {
      given.blueprint.settings.push_back(setting);
    }
  }
  if (sweep.is_of_machine) {
    given.machine.changes.push_back(fmt::format("{}={}", sweep.name, sweep.values));
  } else {
    given.blueprint.settings.emplace_back(sweep.name, sweep.values);
  }
  return given;
}

std::vector<std::string> swept_words(const SweepOptions& given, const StudioRequest& request) {
  std::vector<std::string> words{"dps", "sweep", given.blueprint.file, "--machine",
                                 given.machines.front()};
  add_changes(given.machine.changes, words);
  add_settings(given.blueprint.settings, words);
  if (!request.sweep.column.empty()) {
    words.insert(words.end(), {"--column", request.sweep.column});
  }
  add_seed(request, words);
  return words;
}

std::string_view unit_of(profiles::Dimension dimension) {
  switch (dimension) {
    case profiles::Dimension::kTime:
      return "s";
    case profiles::Dimension::kRate:
      return "/s";
    case profiles::Dimension::kShare:
      return "share";
    case profiles::Dimension::kNumber:
      break;
  }
  return "";
}

class Curve {
 public:
  Curve(const StudioRequest& request, const Answers& answers)
      : request_(request),
        answers_(answers),
        given_(swept_options(request)),
        plan_{given_, request.blueprint, {}, {}, {}, {}, profiles::Level::kProcess, {}, {}} {}

  void run() {
    if (!read_axes() || !read_machine() || !read_column()) {
      return;
    }
    send_axis();
    std::vector<std::size_t> points(plan_.points.size());
    std::iota(points.begin(), points.end(), 0);
    const PointHooks hooks{[](std::size_t /*point*/) { return true; },
                           [this](const FinishedPoint& finished) {
                             send_point(finished);
                             return Result<void>();
                           }};
    StatusLine silent(ProgressStyle::kNone);
    if (const auto stopped = predict_points(plan_, points, hooks, silent); !stopped) {
      answers_.fail(stopped.error().message);
    }
  }

 private:
  bool read_axes() {
    for (const std::string& change : given_.machine.changes) {
      if (const auto parsed = machines::parse_machine_change(change); !parsed) {
        return answers_.fail("--set-machine " + change + ": " + parsed.error().message);
      }
    }
    SweptAxes swept = axes_of(given_);
    if (!swept.mistakes.empty()) {
      const auto& [source, diagnostic] = swept.mistakes.front();
      return answers_.fail_with("the values are wrong", source, {diagnostic});
    }
    if (const auto mistake = mistake_in_axes(given_, swept.axes); !mistake.empty()) {
      return answers_.fail(mistake);
    }
    plan_.axes = std::move(swept.axes);
    const auto kind = request_.sweep.is_of_machine ? AxisKind::kMachineKey : AxisKind::kVariable;
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
      const sweeps::SweepAxis& axis = plan_.axes[i];
      if (axis.kind == kind && axis.name == request_.sweep.name) {
        axis_ = i;
      } else if (axis.has_several()) {
        return answers_.fail(
            fmt::format("{} has several values; a curve goes over one axis", axis.name));
      }
    }
    if (!axis_) {
      return answers_.fail(
          fmt::format("no axis of the curve has the name '{}'", printable(request_.sweep.name)));
    }
    if (plan_.axes[*axis_].values.size() > kMostCurvePoints) {
      return answers_.fail(fmt::format("more than {} values; dps sweep has more points",
                                       format_count(kMostCurvePoints)));
    }
    plan_.points = sweeps::points_of(plan_.axes);
    return true;
  }

  bool read_machine() {
    auto reading = machines::read_machine(request_.machine);
    if (reading.machine == nullptr) {
      return answers_.fail_with("the machine has errors", request_.machine, reading.diagnostics);
    }
    plan_.machines.emplace(request_.machine.path,
                           OpenedMachine{request_.machine, std::move(reading.machine)});
    return true;
  }

  /// Reads the column, whose names refer to the program at the first point that has one.
  bool read_column() {
    if (request_.sweep.column.empty()) {
      return true;
    }
    auto quantity = parse_quantity("--column", request_.sweep.column);
    if (!quantity) {
      return answers_.fail(quantity.error());
    }
    given_.profile.columns = {*std::move(quantity)};
    plan_.level = predicted_level(given_.profile, given_.output, {});
    for (std::size_t i = 0; i < plan_.points.size(); ++i) {
      const PointProgram read = read_point(plan_, plan_.options_at(i).blueprint, i,
                                           blueprint::ReadOptions{}.max_processes);
      if (!read.file) {
        continue;
      }
      auto columns = resolved_columns(given_.profile.columns, *read.file->program);
      if (!columns) {
        return answers_.fail(columns.error().message);
      }
      plan_.columns = *std::move(columns);
      break;
    }
    return true;
  }

  void send_axis() const {
    Json values = Json::array();
    Json numbers = Json::array();
    std::string_view unit;
    for (const std::string& value : plan_.axes[*axis_].values) {
      values.push_back(value);
      const auto number = request_.sweep.is_of_machine ? text::machine_number(value) : std::nullopt;
      const auto plain = number ? std::optional(number->value) : text::read_number(value);
      numbers.push_back(plain ? Json(*plain) : Json(nullptr));
      unit = number ? number->unit : unit;
    }
    Json answer = answers_.begin("result");
    answer["axis"] = {
        {"values", std::move(values)},
        {"numbers", std::move(numbers)},
        {"unit", unit},
        {"column_unit", plan_.columns.empty() ? std::string_view("s")
                                              : unit_of(plan_.columns.front().dimension())},
        {"command", swept_words(given_, request_)}};
    answers_.send(answer);
  }

  void send_point(const FinishedPoint& finished) const {
    Json answer = answers_.begin("result");
    Json& point = answer["point"];
    point["value"] = plan_.points[finished.point][*axis_];
    if (!finished.outcome.is_complete()) {
      point["problem"] = finished.outcome.reason;
    } else {
      point["makespan_s"] = finished.outcome.makespans.front();
      if (!plan_.columns.empty()) {
        profiles::KnownFigures figures;
        figures.add(*finished.result);
        const auto value = profiles::value_of(plan_.columns.front(), figures);
        point["column"] = value ? Json(*value) : Json(nullptr);
      }
    }
    answers_.send(answer);
  }

  const StudioRequest& request_;  // borrowed, like answers_
  const Answers& answers_;
  SweepOptions given_;
  SweepPlan plan_;
  std::optional<std::size_t> axis_;  // the index in plan_.axes of the requested axis
};

}  // namespace

void answer_sweep(const StudioRequest& request, const Answers& answers) {
  Curve(request, answers).run();
}

}  // namespace dps::commands
