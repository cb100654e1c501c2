/// The points of a sweep, and everything that their predictions and runs need.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "base/diagnostic.h"
#include "base/exit_status.h"
#include "commands/cli/blueprint_file.h"
#include "commands/predict/prediction_input.h"
#include "commands/sweep/sweep_options.h"
#include "predictor/machines/component_costs.h"
#include "predictor/machines/machine.h"
#include "profiles/record.h"
#include "profiles/result.h"
#include "profiles/sweeps/sweep.h"

namespace dps::commands {

struct SweepPlan {
  const SweepOptions& given;  ///< borrowed
  SourceText source;          ///< the blueprint, or the words of the command
  std::vector<sweeps::SweepAxis> axes;
  std::vector<sweeps::Point> points;
  std::map<std::string, OpenedMachine> machines;  ///< without changes; by value of the axis
  std::vector<machines::ComponentCost> costs;
  profiles::Level level = profiles::Level::kProcess;
  std::vector<profiles::Expectation> expectations;  ///< with resolved names
  std::vector<profiles::Quantity> columns;          ///< with resolved names

  [[nodiscard]] bool is_program() const { return !given.program.empty(); }
  [[nodiscard]] bool predicts() const { return !machines.empty(); }
  [[nodiscard]] bool runs() const { return machines.empty() || given.also_runs; }

  /// The options for one point: its settings, its machine and the changes of the machine.
  [[nodiscard]] SweepOptions options_at(std::size_t point) const;

  /// The number of points that differ in the variables. The points with the same variables are that
  /// far apart, since machines and their changes are the first axes.
  [[nodiscard]] std::size_t points_of_variables() const;
};

/// The names of the variables of a blueprint, without --set; empty if it has mistakes.
std::vector<std::string> variables_in(const BlueprintOptions& given, const SourceText& source);

/// The axes of --machine, --set-machine and --set, and the mistakes in their values.
struct SweptAxes {
  std::vector<sweeps::SweepAxis> axes;
  std::vector<sweeps::AxisMistake> mistakes;
};
SweptAxes axes_of(const SweepOptions& given);

/// The error if axes without mistakes cannot be combined: one is given twice, they have too many
/// points, or --scale names none of them; else "".
std::string mistake_in_axes(const SweepOptions& given, const std::vector<sweeps::SweepAxis>& axes);

/// Reads the options, the files, and the blueprint at the first point at which it has no mistakes.
/// Errors, which are printed: a mistake in an option or in a file, too many points, a blueprint
/// with mistakes at every point, an expectation that does not apply to it.
tl::expected<SweepPlan, ExitStatus> plan_sweep(const SweepOptions& given);

/// A point that has been predicted or run.
struct FinishedPoint {
  std::size_t point = 0;
  sweeps::Outcome outcome;
  /// The variables of the blueprint; empty if it could not be read.
  std::vector<std::pair<std::string, double>> variables;
  std::optional<profiles::RunResult> result;  ///< nullopt if it has none
};

/// The blueprint at one point.
struct PointProgram {
  std::optional<BlueprintFile> file;  ///< with a program; nullopt: the point has failed
  FinishedPoint finished;             ///< complete if `file` is nullopt
};
/// Reads the blueprint with the values of variables at a point, `given`.
PointProgram read_point(const SweepPlan& plan, const BlueprintOptions& given, std::size_t point,
                        std::uint32_t max_processes);

}  // namespace dps::commands
