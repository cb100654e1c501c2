#include "commands/sweep/sweep_plan.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "base/file_identity.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/load_source.h"
#include "base/units.h"
#include "commands/cli/saved_result.h"
#include "commands/groups/expectation_reader.h"
#include "commands/predict/prediction_input.h"
#include "commands/sweep/sweep_words.h"
#include "coordinator/session/limits.h"
#include "predictor/machines/kinds/machine_changes.h"

namespace dps::commands {
namespace {

using sweeps::AxisKind;
using sweeps::SweepAxis;

tl::unexpected<ExitStatus> refuse_sweep(Color color, const std::string& why) {
  return tl::unexpected(print_error(why, ExitStatus::kInputWrong, color));
}

/// The option that gives the values of an axis, other than that of the machines.
std::string_view option_of(const SweepAxis& axis) {
  return axis.kind == AxisKind::kMachineKey ? "--set-machine" : "--set";
}

/// The error if a value of an axis, or an axis, is given twice; else "".
std::string repetition_in(const std::vector<SweepAxis>& axes) {
  for (auto axis = axes.begin(); axis != axes.end(); ++axis) {
    if (std::any_of(axes.begin(), axis,
                    [&](const SweepAxis& before) { return before.name == axis->name; })) {
      return fmt::format("{0} {1} is given twice; one {0} has all its values: {0} {1}=1,2",
                         option_of(*axis), printable(axis->name));
    }
    for (auto value = axis->values.begin(); value != axis->values.end(); ++value) {
      const bool is_again =
          std::any_of(axis->values.begin(), value, [&](const std::string& before) {
            return axis->kind == AxisKind::kMachine ? plain_path(before) == plain_path(*value)
                                                    : before == *value;
          });
      if (is_again) {
        return axis->kind == AxisKind::kMachine
                   ? fmt::format("--machine {} is given twice", printable(*value))
                   : fmt::format("{} {}: {} is given twice", option_of(*axis),
                                 printable(axis->name), printable(*value));
      }
    }
  }
  return "";
}

/// The error if --scale does not name an axis with several positive values; else "".
std::string wrong_scale(const SweepOptions& given, const std::vector<SweepAxis>& axes) {
  if (given.scale.empty()) {
    return given.weak ? "--weak goes with --scale VARIABLE" : "";
  }
  std::vector<std::string> names;
  for (const SweepAxis& axis : axes) {
    if (axis.kind == AxisKind::kVariable && axis.values.size() > 1) {
      names.push_back(axis.name);
    }
    const bool is_scale = axis.kind == AxisKind::kVariable && axis.name == given.scale;
    if (is_scale &&
        std::any_of(axis.values.begin(), axis.values.end(), [](const std::string& text) {
          return std::strtod(text.c_str(), nullptr) <= 0;
        })) {
      return fmt::format("--scale {0}: the values of {0} have to be positive",
                         printable(given.scale));
    }
  }
  if (std::find(names.begin(), names.end(), given.scale) != names.end()) {
    return "";
  }
  const std::string meant = did_you_mean(given.scale, names);
  const std::string name = printable(given.scale);
  return fmt::format("--scale {}: this is not a variable with several values{}", name,
                     meant.empty() ? fmt::format("; --set {}=1..8 gives it some", name) : meant);
}

/// Prints the reason for which the blueprint cannot be read at any point. A variable that it does
/// not have is reported by name, not once for each value.
ExitStatus report_unreadable(const SweepPlan& plan, const BlueprintFile& first) {
  const std::vector<std::string> names = variables_in(plan.given.blueprint, plan.source);
  bool is_unknown = false;
  for (const auto& [name, values] : plan.given.blueprint.settings) {
    if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
      print_error(fmt::format("--set {}={}: the blueprint has no variable '{}'{}", printable(name),
                              printable(values), printable(name), did_you_mean(name, names)),
                  ExitStatus::kInputWrong, plan.given.common.color);
      is_unknown = true;
    }
  }
  if (!is_unknown) {
    print_diagnostics(plan.given.common, first.source, first.diagnostics);
  }
  return ExitStatus::kInputWrong;
}

/// Prints the warnings of the first point at which the blueprint has no mistakes, and takes the
/// expectations for it.
ExitStatus check_blueprint(SweepPlan& plan) {
  std::optional<BlueprintFile> first;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    auto file = read_blueprint_file(
        plan.options_at(i).blueprint, plan.source,
        plan.runs() ? coordinator::kMostProcesses : blueprint::ReadOptions{}.max_processes);
    if (!file) {
      return print_error(file.error().message, ExitStatus::kInputWrong, plan.given.common.color);
    }
    if (file->program) {
      print_diagnostics(plan.given.common, file->source, file->diagnostics);
      auto expectations = resolved_expectations(plan.given.profile.expectations, *file->program);
      if (!expectations) {
        return print_error(expectations.error().message, ExitStatus::kInputWrong,
                           plan.given.common.color);
      }
      plan.expectations = std::move(*expectations);
      auto columns = resolved_columns(plan.given.profile.columns, *file->program, plan.given.drawn);
      if (!columns) {
        return print_error(columns.error().message, ExitStatus::kInputWrong,
                           plan.given.common.color);
      }
      plan.columns = std::move(*columns);
      return ExitStatus::kDone;
    }
    first = first ? std::move(first) : std::move(*file);
  }
  return report_unreadable(plan, *first);
}

/// The error if a machine cannot have one of the values, while other keys have their first ones; ""
/// if there is none.
std::string wrong_machine_change(const SweepPlan& plan) {
  sweeps::Point first;
  for (const SweepAxis& axis : plan.axes) {
    first.push_back(axis.values.front());
  }
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    sweeps::Point point = first;
    for (const std::string& value : plan.axes[i].kind == AxisKind::kMachineKey
                                        ? plan.axes[i].values
                                        : std::vector<std::string>()) {
      point[i] = value;
      for (const auto& [name, machine] : plan.machines) {
        const auto changed = change_machine(
            machine.source, sweeps::machine_changes_of(plan.axes, point), machine.machine.get());
        if (!changed) {
          return fmt::format("{} (machine {})", changed.error().message, printable(name));
        }
      }
    }
  }
  return "";
}

/// The first mistake, on one line: "line 3: …".
std::string mistake_text(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) {
      return diagnostic.span.line == 0
                 ? diagnostic.text
                 : fmt::format("line {}: {}", diagnostic.span.line, diagnostic.text);
    }
  }
  return "the blueprint has mistakes";
}

/// The axes; prints all mistakes in them.
std::optional<std::vector<SweepAxis>> read_axes(const SweepOptions& given) {
  SweptAxes swept = axes_of(given);
  for (const sweeps::AxisMistake& mistake : swept.mistakes) {
    print_diagnostics(given.common, mistake.source, {mistake.diagnostic});
  }
  return swept.mistakes.empty() ? std::optional(std::move(swept.axes)) : std::nullopt;
}

}  // namespace

std::vector<std::string> variables_in(const BlueprintOptions& given, const SourceText& source) {
  BlueprintOptions plain = given;
  plain.settings.clear();
  const auto file = read_blueprint_file(plain, source, coordinator::kMostProcesses);
  std::vector<std::string> names;
  if (file && file->program) {
    for (const auto& variable : file->program->variables) {
      names.push_back(variable.name);
    }
  }
  return names;
}

SweptAxes axes_of(const SweepOptions& given) {
  SweptAxes swept;
  if (!given.machines.empty()) {
    swept.axes.push_back({AxisKind::kMachine, std::string(sweeps::kMachineAxis), given.machines});
  }
  const auto add = [&](tl::expected<SweepAxis, sweeps::AxisMistake> axis) {
    if (axis) {
      swept.axes.push_back(*std::move(axis));
    } else {
      swept.mistakes.push_back(std::move(axis.error()));
    }
  };
  for (const std::string& text : given.machine.changes) {
    const auto change = *machines::parse_machine_change(text);  // checked with the option
    add(sweeps::machine_axis(change.key + std::string(machines::sign_of(change.kind)),
                             change.value));
  }
  for (const auto& [name, values] : given.blueprint.settings) {
    add(sweeps::variable_axis(name, values));
  }
  return swept;
}

std::string mistake_in_axes(const SweepOptions& given, const std::vector<SweepAxis>& axes) {
  if (std::string twice = repetition_in(axes); !twice.empty()) {
    return twice;
  }
  if (sweeps::point_count(axes) > sweeps::kMostPoints) {
    return fmt::format(
        "more than {} points; the axes have {} values", format_count(sweeps::kMostPoints), [&] {
          std::string sizes;
          for (const SweepAxis& axis : axes) {
            sizes += fmt::format("{}{}", sizes.empty() ? "" : " × ", axis.values.size());
          }
          return sizes;
        }());
  }
  return wrong_scale(given, axes);
}

SweepOptions SweepPlan::options_at(std::size_t point) const {
  SweepOptions at = given;
  at.blueprint.settings = sweeps::settings_of(axes, points[point]);
  at.machine.machine = sweeps::machine_of(axes, points[point]);
  at.machine.changes = sweeps::machine_changes_of(axes, points[point]);
  return at;
}

std::size_t SweepPlan::points_of_variables() const {
  std::size_t count = 1;
  for (const SweepAxis& axis : axes) {
    count *= axis.kind == AxisKind::kVariable ? axis.values.size() : 1;
  }
  return count;
}

tl::expected<SweepPlan, ExitStatus> plan_sweep(const SweepOptions& given) {
  const auto level = given.machines.empty() ? recorded_level(given.profile, given.output, {})
                                            : predicted_level(given.profile, given.output, {});
  SweepPlan plan{given, {}, {}, {}, {}, {}, level, {}, {}};
  auto axes = read_axes(given);
  if (!axes) {
    return tl::unexpected(ExitStatus::kInputWrong);
  }
  if (const std::string mistake = mistake_in_axes(given, *axes); !mistake.empty()) {
    return refuse_sweep(given.common.color, mistake);
  }
  plan.axes = *std::move(axes);
  plan.points = sweeps::points_of(plan.axes);
  if (plan.is_program()) {
    plan.source = {"", fmt::format("{}", fmt::join(given.program, "\n"))};
    const auto values = sweeps::settings_of(plan.axes, plan.points.front());
    if (const std::string mistake = mistake_in_words(given.program, values); !mistake.empty()) {
      return refuse_sweep(given.common.color, mistake);
    }
  } else {
    auto source = text::load_source(given.blueprint.file, "blueprint");
    if (!source) {
      return refuse_sweep(given.common.color, source.error().message);
    }
    plan.source = *std::move(source);
  }
  for (const std::string& name : given.machines) {
    MachineChoice unchanged = given.machine;
    unchanged.machine = name;
    unchanged.changes.clear();
    unchanged.is_for_program = plan.is_program();
    auto machine = open_machine(unchanged, given.common);
    if (!machine) {
      return tl::unexpected(ExitStatus::kInputWrong);
    }
    plan.machines.emplace(name, *std::move(machine));
  }
  if (const auto wrong = wrong_machine_change(plan); !wrong.empty()) {
    return refuse_sweep(given.common.color, wrong);
  }
  auto costs = open_costs(given.machine, given.common);
  if (!costs) {
    return tl::unexpected(ExitStatus::kInputWrong);
  }
  plan.costs = *std::move(costs);
  if (plan.is_program()) {
    plan.expectations = given.profile.expectations;
    plan.columns = given.profile.columns;
  } else if (const auto status = check_blueprint(plan); status != ExitStatus::kDone) {
    return tl::unexpected(status);
  }
  return plan;
}

PointProgram read_point(const SweepPlan& plan, const BlueprintOptions& given, std::size_t point,
                        std::uint32_t max_processes) {
  PointProgram read{std::nullopt, {point, {}, {}, std::nullopt}};
  auto file = read_blueprint_file(given, plan.source, max_processes);
  if (!file || !file->program) {
    read.finished.outcome.status = static_cast<int>(ExitStatus::kInputWrong);
    read.finished.outcome.reason = file ? mistake_text(file->diagnostics) : file.error().message;
    return read;
  }
  for (const auto& variable : file->program->variables) {
    read.finished.variables.emplace_back(variable.name, variable.value);
  }
  read.file = std::move(*file);
  return read;
}

}  // namespace dps::commands
