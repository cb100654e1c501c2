// dps calibrate: measures hosts and network and prints a machine file, or measures the components
// of a blueprint and prints a file of their costs.
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/units.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/command_output.h"
#include "commands/cli/run_target.h"
#include "commands/cli/saved_result.h"
#include "commands/commands.h"
#include "commands/measurement/blueprint_runner.h"
#include "commands/measurement/measure_components.h"
#include "commands/measurement/measure_machine.h"
#include "commands/measurement/new_folder.h"
#include "predictor/calibration/raw_files.h"
#include "predictor/machines/files/component_costs_file.h"
#include "predictor/machines/files/component_costs_text.h"
#include "predictor/machines/kinds/native/file/native_file.h"

namespace dps::coordinator {
namespace {

using calibration::Component;

/// The text of a machine file or a costs file, and the raw files of --raw. The status is
/// kIncomplete if a measurement failed, and kUnreliable if the measurements are not accurate enough
/// (predictor/calibration/findings.h).
struct Made {
  std::string text;
  ExitStatus status = ExitStatus::kDone;
  calibration::NamedTexts raw_files{};
};

template <typename Value>
using Outcome = tl::expected<Value, ExitStatus>;

std::string name_of(const calibration::Findings& findings) {
  const std::string& first = findings.hosts.front().name;
  return findings.hosts.size() == 1
             ? first
             : fmt::format("{} and {} more", first, findings.hosts.size() - 1);
}

Outcome<Made> make_machine(const CommandLine& line, const RunTarget& target) {
  const auto findings = measure_machine(line, BlueprintRunner(line, target));
  if (!findings) {
    return tl::unexpected(findings.error());
  }
  const auto made = calibration::machine_of(*findings, name_of(*findings));
  std::string text = machines::native_text(made.machine, made.remarks);
  DPS_CHECK(machines::read_native_file({"calibration", text}).machine != nullptr);
  Made file{std::move(text)};
  if (!line.raw.empty()) {
    file.raw_files = calibration::raw_files_of(*findings);
  }
  if (const std::string why = calibration::unreliable(made.accuracy); !why.empty()) {
    print_warning(fmt::format("this machine file is not to be relied on: {}\n"
                              "  next: measure again when nothing else uses the hosts{}",
                              why, line.quick ? ", and without --quick" : ""),
                  line.color);
    file.status = ExitStatus::kUnreliable;
  }
  return file;
}

/// The components of the blueprint of --components; errors are printed.
Outcome<std::vector<Component>> open_components(const CommandLine& line) {
  constexpr std::size_t kMostComponents = 1000;  // Source: docs/calibrate.md
  const auto file = open_blueprint(line, blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return tl::unexpected(print_error(file.error().message, ExitStatus::kInputWrong, line.color));
  }
  if (!file->program || !line.quiet) {
    print_diagnostics(line, file->source, file->diagnostics);
  }
  if (!file->program) {
    return tl::unexpected(ExitStatus::kInputWrong);
  }
  auto components = calibration::components_of(*file->program);
  if (components.empty()) {
    return tl::unexpected(print_error(
        "'" + printable(input_name(line.file)) +
            "' has no call or exec component that a process reaches: there is nothing to "
            "measure, and predict needs no --costs for it",
        ExitStatus::kInputWrong, line.color));
  }
  if (components.size() > kMostComponents) {
    return tl::unexpected(print_error(
        fmt::format("'{}' has {} different call and exec components; at most {} are measured, so "
                    "--set a smaller size (a component whose arguments use self differs in every "
                    "clone)",
                    printable(input_name(line.file)), format_count(components.size()),
                    format_count(kMostComponents)),
        ExitStatus::kInputWrong, line.color));
  }
  return components;
}

Outcome<Made> make_costs(const CommandLine& line, const RunTarget& target,
                         std::vector<Component> components) {
  auto libraries = libraries_of(line);
  if (!libraries) {
    return tl::unexpected(
        print_error(libraries.error().message, ExitStatus::kInputWrong, line.color));
  }
  auto findings = measure_components(
      BlueprintRunner(line, target, {folder_of(line.file), *std::move(libraries)}),
      std::move(components), line.quick);
  if (!findings) {
    return tl::unexpected(findings.error());
  }
  findings->blueprint = input_name(line.file);
  const auto file = calibration::costs_of(*findings);
  std::string text = machines::component_costs_text(file.costs, file.remarks);
  DPS_CHECK(machines::read_component_costs({"costs", text}).costs.has_value());
  Made made{std::move(text)};
  const std::size_t wanted = findings->components.size() * findings->hosts.size();
  if (const std::size_t failed = wanted - findings->timed.size(); failed > 0) {
    made.status = print_error(
        fmt::format("{} of {} times could not be measured; comments in the file name them", failed,
                    wanted),
        ExitStatus::kIncomplete, line.color);
  }
  return made;
}

/// The folder of --raw; nullopt without it. Errors: kInput.
Result<std::optional<NewFolder>> create_raw_folder(const CommandLine& line) {
  if (line.raw.empty()) {
    return std::nullopt;
  }
  auto folder = NewFolder::create(line.raw);
  if (!folder) {
    return with_context(folder.error(), "--raw");
  }
  return *std::move(folder);
}

/// Returns the given status, or kIncomplete after printing the error.
ExitStatus save_raw(const std::optional<NewFolder>& folder, const Made& made, Color color) {
  const Result<void> saved = folder ? folder->commit(made.raw_files) : Result<void>();
  return saved ? made.status : print_error(saved.error().message, ExitStatus::kIncomplete, color);
}

}  // namespace

ExitStatus calibrate_command(const CommandLine& line) {
  std::vector<Component> components;
  if (!line.file.empty()) {
    auto opened = open_components(line);
    if (!opened) {
      return opened.error();
    }
    components = *std::move(opened);
  }
  const auto target = open_run_target(line);
  if (!target) {
    return target.error();
  }
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  const auto raw = create_raw_folder(line);
  if (!raw) {
    return print_error(raw.error().message, ExitStatus::kInputWrong, line.color);
  }
  const auto made = components.empty() ? make_machine(line, *target)
                                       : make_costs(line, *target, std::move(components));
  if (!made) {
    return made.error();
  }
  const ExitStatus measured = save_raw(*raw, *made, line.color);
  const ExitStatus saved = save(*output, made->text);
  const ExitStatus status = measured == ExitStatus::kDone ? saved : measured;
  const bool is_printed = *output && (*output)->is_stdout();
  return is_printed ? status : print_output(made->text, status);
}

}  // namespace dps::coordinator
