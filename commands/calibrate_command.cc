#include "commands/calibrate_command.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/file_bytes.h"
#include "base/options/setters.h"
#include "base/printable.h"
#include "base/units.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/run_target.h"
#include "commands/cli/saved_result.h"
#include "commands/groups/execution_options.h"
#include "commands/groups/hosts_file.h"
#include "commands/groups/progress_options.h"
#include "commands/measurement/measure_components.h"
#include "commands/measurement/measure_machine.h"
#include "commands/measurement/measure_operations.h"
#include "commands/measurement/new_folder.h"
#include "coordinator/placement/placement.h"
#include "predictor/calibration/architecture.h"
#include "predictor/calibration/operations/operation_choice.h"
#include "predictor/calibration/operations/processor_text.h"
#include "predictor/calibration/parasol.h"
#include "predictor/calibration/raw_files.h"
#include "predictor/machines/files/component_costs_file.h"
#include "predictor/machines/files/component_costs_text.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::commands {
namespace {

constexpr std::array<std::string_view, 3> kCalibratedKinds{"native", "architecture", "parasol"};
constexpr std::array<std::string_view, 2> kKernelLanguages{"fortran", "c"};

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

/// The operations of this host among the findings; nullopt if it is not among them.
std::optional<calibration::HostOperations> operations_among(
    const calibration::Findings& findings, const calibration::MeasuredProcessor& processor) {
  for (std::uint32_t i = 0; i < findings.hosts.size(); ++i) {
    if (findings.hosts[i].name == coordinator::kThisMachine ||
        findings.hosts[i].name == processor.host) {
      return calibration::HostOperations{i, processor};
    }
  }
  return std::nullopt;
}

/// The text of the file of --as.
std::string machine_text(const CalibrateOptions& given, const calibration::Findings& findings,
                         const calibration::CalibratedMachine& made,
                         const calibration::MeasuredProcessor* processor) {
  switch (given.kind()) {
    case CalibratedKind::kArchitecture:
      return calibration::architecture_text(findings, name_of(findings));
    case CalibratedKind::kParasol: {
      const auto operations =
          processor == nullptr ? std::nullopt : operations_among(findings, *processor);
      if (processor != nullptr && !operations) {
        print_warning(
            given.common,
            fmt::format("the operations of this host, {}, were measured, but it is not one of the "
                        "hosts: the file does not have its operations",
                        printable(processor->host)));
      }
      return calibration::parasol_text(findings, made, operations ? &*operations : nullptr);
    }
    case CalibratedKind::kNative:
      break;
  }
  return machines::native_text(made.machine, made.remarks);
}

/// `processor` has the operations of this host, for --as parasol; null: they were not measured.
Outcome<Made> make_machine(const CalibrateOptions& given, const RunTarget& target,
                           const calibration::MeasuredProcessor* processor) {
  const CalibrationSetting setting = given.setting();
  const auto findings = measure_machine(
      {given.hosts.polls(), given.hosts.bind_to_cores, given.quick, !given.raw.empty(),
       given.contended, given.kind() == CalibratedKind::kArchitecture,
       given.kind() == CalibratedKind::kNative},
      BlueprintRunner(setting, target));
  if (!findings) {
    return tl::unexpected(findings.error());
  }
  const auto made = calibration::machine_of(*findings, name_of(*findings));
  Made file{machine_text(given, *findings, made, processor)};
  DPS_CHECK(machines::read_machine({"calibration", file.text}).machine != nullptr);
  if (!given.raw.empty()) {
    file.raw_files = calibration::raw_files_of(*findings);
  }
  if (const std::string why = calibration::unreliable(made.accuracy); !why.empty()) {
    print_warning(given.common,
                  fmt::format("this machine file is not reliable: {}\n"
                              "  next: measure again when nothing else uses the hosts{}",
                              why, given.quick ? ", and without --quick" : ""));
    file.status = ExitStatus::kUnreliable;
  }
  return file;
}

/// The components of the blueprint of --components; errors are printed.
Outcome<std::vector<Component>> open_components(const CalibrateOptions& given) {
  constexpr std::size_t kMostComponents = 1000;  // Source: docs/calibrate.md
  const auto file = open_blueprint(given.blueprint, blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return tl::unexpected(
        print_error(file.error().message, ExitStatus::kInputWrong, given.common.color));
  }
  print_diagnostics(given.common, file->source, file->diagnostics);
  if (!file->program) {
    return tl::unexpected(ExitStatus::kInputWrong);
  }
  auto components = calibration::components_of(*file->program);
  if (components.empty()) {
    return tl::unexpected(print_error(
        "'" + printable(input_name(given.blueprint.file)) +
            "' has no call or exec component that a process reaches: there is nothing to "
            "measure, and predict needs no --costs for it",
        ExitStatus::kInputWrong, given.common.color));
  }
  if (components.size() > kMostComponents) {
    return tl::unexpected(print_error(
        fmt::format(
            "'{}' has {} different call and exec components; at most {} are measured; "
            "reduce the size with --set (a component whose arguments use self differs in every "
            "clone)",
            printable(input_name(given.blueprint.file)), format_count(components.size()),
            format_count(kMostComponents)),
        ExitStatus::kInputWrong, given.common.color));
  }
  return components;
}

Outcome<Made> make_costs(const CalibrateOptions& given, const RunTarget& target,
                         std::vector<Component> components) {
  auto libraries = libraries_of(given.userfuncs);
  if (!libraries) {
    return tl::unexpected(
        print_error(libraries.error().message, ExitStatus::kInputWrong, given.common.color));
  }
  const CalibrationSetting setting = given.setting();
  auto findings = measure_components(
      BlueprintRunner(setting, target, {folder_of(given.blueprint.file), *std::move(libraries)}),
      std::move(components), given.quick);
  if (!findings) {
    return tl::unexpected(findings.error());
  }
  findings->blueprint = input_name(given.blueprint.file);
  const auto file = calibration::costs_of(*findings);
  std::string text = machines::component_costs_text(file.costs, file.remarks);
  DPS_CHECK(machines::read_component_costs({"costs", text}).costs.has_value());
  Made made{std::move(text)};
  const std::size_t wanted = findings->components.size() * findings->hosts.size();
  if (const std::size_t failed = wanted - findings->timed.size(); failed > 0) {
    made.status = print_error(
        fmt::format("{} of {} times could not be measured; comments in the file name them", failed,
                    wanted),
        ExitStatus::kIncomplete, given.common.color);
  }
  return made;
}

/// The folder of --raw; nullopt without it. Errors: kInput.
Result<std::optional<NewFolder>> create_raw_folder(const CalibrateOptions& given) {
  if (given.raw.empty()) {
    return std::nullopt;
  }
  auto folder = NewFolder::create(given.raw);
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

/// Saves and prints the text.
ExitStatus deliver(std::optional<OutputFile>& output, const std::string& text,
                   ExitStatus measured) {
  const ExitStatus saved = save(output, text);
  const ExitStatus status = first_failure(measured, saved);
  const bool is_printed = output && output->is_stdout();
  return is_printed ? status : print_output(text, status);
}

/// Measures `operations`, which --only selects.
Outcome<MeasuredOperations> measure_chosen(const CalibrateOptions& given,
                                           std::vector<std::string_view> operations) {
  return measure_operations({given.language.value_or(calibration::KernelLanguage::kFortran),
                             std::move(operations), given.dependent, given.quick},
                            given.common, given.progress);
}

/// Returns true for the status of a signal.
bool is_stopped(ExitStatus status) {
  return status == ExitStatus::kInterrupted || status == ExitStatus::kTerminated ||
         status == ExitStatus::kHangup;
}

/// Saves and prints the file of operations alone.
ExitStatus deliver_operations(std::optional<OutputFile>& output,
                              const MeasuredOperations& measured) {
  const std::string text = calibration::processor_file(measured.processor);
  DPS_CHECK(machines::read_machine({"calibration", text}).machine != nullptr);
  return deliver(output, text, measured.status);
}

ExitStatus calibrate_operations(const CalibrateOptions& given) {
  auto operations = calibration::chosen_operations(given.only);
  if (!operations) {
    return print_error(operations.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto output = create_output(given.common, given.output, marked_kind("machine file"));
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const auto measured = measure_chosen(given, *std::move(operations));
  return measured ? deliver_operations(*output, *measured) : measured.error();
}

ExitStatus calibrate(const CalibrateOptions& given) {
  if (given.operations && given.kind() != CalibratedKind::kParasol) {
    return calibrate_operations(given);
  }
  auto operations = calibration::chosen_operations(given.only);
  if (!operations) {
    return print_error(operations.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  std::vector<Component> components;
  if (!given.blueprint.file.empty()) {
    auto opened = open_components(given);
    if (!opened) {
      return opened.error();
    }
    components = *std::move(opened);
  }
  const auto target = open_run_target(given.hosts, given.common);
  if (!target) {
    return target.error();
  }
  auto output = create_output(given.common, given.output,
                              marked_kind(components.empty() ? "machine file" : "costs file"));
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const auto raw = create_raw_folder(given);
  if (!raw) {
    return print_error(raw.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  std::optional<MeasuredOperations> measured;
  if (given.operations) {
    auto chosen = measure_chosen(given, *std::move(operations));
    if (!chosen) {
      return chosen.error();
    }
    if (is_stopped(chosen->status)) {
      return deliver_operations(*output, *chosen);
    }
    measured = *std::move(chosen);
  }
  const auto made = components.empty()
                        ? make_machine(given, *target, measured ? &measured->processor : nullptr)
                        : make_costs(given, *target, std::move(components));
  if (!made && measured) {
    measured->status = made.error();
    return deliver_operations(*output, *measured);
  }
  if (!made) {
    return made.error();
  }
  const ExitStatus saved = save_raw(*raw, *made, given.common.color);
  return deliver(*output, made->text,
                 saved == ExitStatus::kDone && measured ? measured->status : saved);
}

std::vector<Option> measurement_options(CalibrateOptions& given) {
  return {{"--quick",
           "",
           {},
           "Measure briefly: for a first look, not for predictions",
           into(given.quick)},
          {"--as",
           "",
           {"KIND", ValueKind::kText, "", kCalibratedKinds},
           "The kind of machine file: native (the default); architecture, for dps estimate; or "
           "parasol, to which --operations adds times of operations",
           choice_into(given.as, kCalibratedKinds)},
          {"--components",
           "",
           {"BLUEPRINT", ValueKind::kInput, "the blueprint"},
           "Measure the call and exec components of this blueprint instead, for "
           "predict --costs",
           into(given.blueprint.file)},
          set_option(given.blueprint),
          userfuncs_option(given.userfuncs),
          {"--raw",
           "",
           {"DIR", ValueKind::kOutput, "the folder of --raw"},
           "Also write the measured times as a folder of raw files, for dps datasheet",
           [&given](const std::string& value) -> std::string {
             given.raw = value;
             return value.empty() || value == kStandardStream
                        ? "--raw: expected the name of a folder, got '" + printable(value) + "'"
                        : "";
           }},
          {"--contended",
           "",
           {},
           "With --raw: also times of messages while 2, 4, 8 ... processes exchange them",
           into(given.contended)}};
}

std::vector<Option> operation_options(CalibrateOptions& given) {
  return {
      {"--operations",
       "",
       {},
       "Measure the operations of this host instead, for ops: a Parasol file; with --as parasol, "
       "in addition",
       into(given.operations)},
      {"--language",
       "",
       {"LANGUAGE", ValueKind::kText, "", kKernelLanguages},
       "With --operations: the language of the programs, fortran (the default) or c",
       choice_into(given.language, kKernelLanguages)},
      {"--only",
       "",
       {"NAME,..."},
       "With --operations: only these operations, or groups such as @add",
       into(given.only)},
      {"--dependent",
       "",
       {},
       "With --operations: arithmetic takes the result of the statement before it",
       into(given.dependent)}};
}

/// The error for options that exclude or require --operations; "" if there is none.
std::string contradiction_with_operations(const CalibrateOptions& given) {
  const HostOptions& hosts = given.hosts;
  if (!given.operations) {
    const char* without = given.language        ? "--language"
                          : !given.only.empty() ? "--only"
                          : given.dependent     ? "--dependent"
                                                : "";
    return *without == '\0' ? "" : fmt::format("{} goes with --operations", without);
  }
  if (given.kind() == CalibratedKind::kParasol) {
    return given.blueprint.file.empty()
               ? ""
               : "--components does not go with --operations, which measures the processor of this "
                 "host";
  }
  const char* option = !hosts.hosts.empty()            ? "--hosts"
                       : !hosts.launcher.empty()       ? "--launcher"
                       : hosts.transport != "tcp"      ? "--transport"
                       : hosts.bind_to_cores           ? "--bind"
                       : hosts.wait_given              ? "--wait"
                       : given.as                      ? "--as"
                       : !given.blueprint.file.empty() ? "--components"
                       : !given.raw.empty()            ? "--raw"
                                                       : "";
  return *option == '\0' ? ""
                         : fmt::format(
                               "{} does not go with --operations, which measures the "
                               "processor of this host",
                               option);
}

/// The error for options of measurements that exclude one another; "" if there is none.
std::string contradiction_in(const CalibrateOptions& given) {
  const bool has_blueprint = !given.blueprint.file.empty();
  if (!has_blueprint && !(given.blueprint.settings.empty() && given.userfuncs.empty())) {
    return fmt::format("{} goes with --components BLUEPRINT; hosts and network need none",
                       given.blueprint.settings.empty() ? "--userfuncs" : "--set");
  }
  if (given.as && has_blueprint) {
    return fmt::format("--as {} does not go with --components, which makes no machine file",
                       kCalibratedKinds.at(static_cast<std::size_t>(given.kind())));
  }
  if (!given.raw.empty() && has_blueprint) {
    return "--raw does not go with --components, which measures no messages";
  }
  return given.contended && given.raw.empty()
             ? "--contended goes with --raw DIR: a machine file has no times under contention"
             : "";
}

}  // namespace

Syntax CalibrateOptions::syntax() {
  Syntax syntax;
  syntax.add(output_option(output, "Also save the output"))
      .add(all_host_options(hosts))
      .add(measurement_options(*this))
      .add(operation_options(*this))
      .add(progress_option(progress));
  return syntax;
}

std::string CalibrateOptions::check() {
  if (std::string wrong = contradiction_with_operations(*this); !wrong.empty()) {
    return wrong;
  }
  add_hosts_file(hosts, common);
  return first_of({contradiction_in(hosts), contradiction_in(*this)});
}

Command calibrate_command() {
  return {"calibrate",
          CommandGroup::kMachines,
          "Measure hosts and network into a machine file for predict",
          prepare<CalibrateOptions, calibrate>,
          {{"dps calibrate --hosts lab.hosts -o lab.toml", "a machine file of these hosts"},
           {"dps calibrate --operations --as parasol -o here.par", "this host as a Parasol file"},
           {"dps calibrate --components plan.txt -o costs.toml", "the costs of call and exec"},
           {"dps calibrate --operations -o here.par", "the times of operations, for ops"}},
          {"measure", "benchmark", "bench"}};
}

}  // namespace dps::commands
