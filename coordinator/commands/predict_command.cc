// dps predict: predicts a run of a blueprint on a machine, in virtual time, and prints its profile.
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/version.h"
#include "blueprint/reader.h"
#include "coordinator/cli/blueprint_file.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/file_kind.h"
#include "coordinator/cli/machine_library.h"
#include "coordinator/cli/run_target.h"
#include "coordinator/cli/saved_result.h"
#include "coordinator/cli/status_line.h"
#include "coordinator/cli/unknown_calls.h"
#include "coordinator/commands/commands.h"
#include "coordinator/commands/predicted_runs.h"
#include "coordinator/commands/trace_prediction.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/profile_maker.h"
#include "machines/files/component_costs_file.h"
#include "machines/kinds/machine_file.h"
#include "predictor/predictor.h"
#include "profiles/result_json.h"
#include "text/load_source.h"

namespace dps::coordinator {
namespace {

bool has_only_localhost(std::span<const machines::MachineHost> hosts) {
  return hosts.size() == 1 && hosts.front().name == kThisMachine;
}

/// Matches the terrain against the hosts of the machine, as a run would. A machine of this host
/// alone, or without hosts, ignores the terrain.
tl::expected<terrain::Assignment, TerrainFailure> place_on(const blueprint::Program& program,
                                                           const machines::Machine& machine) {
  const auto hosts = machine.hosts();
  if (hosts.empty()) {
    return terrain::Assignment{};
  }
  if (has_only_localhost(hosts)) {
    return terrain::Assignment{std::vector<std::uint32_t>(program.logical_hosts.size(), 0),
                               std::vector<std::uint32_t>(program.process_count(), 0)};
  }
  std::vector<terrain::HostFacts> facts;
  facts.reserve(hosts.size());
  for (const machines::MachineHost& host : hosts) {
    facts.push_back({host.name, host.type, host.speed, host.cores, host.memory});
  }
  return assign_terrain(program, facts);
}

/// The command line without the options that only control output, so that the same prediction has
/// the same result, byte for byte, wherever it is written.
std::vector<std::string> essential(const std::vector<std::string>& words) {
  static const std::set<std::string_view> with_value{
      "-o",           "--format",     "--color",   "--trace", "--trace-limit",
      "--trace-keep", "--trace-from", "--trace-to"};
  std::vector<std::string> kept{"dps"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool has_value = word.starts_with("-o") || with_value.contains(word.substr(
                                                         0, std::min(word.find('='), word.size())));
    if (with_value.contains(word)) {
      ++i;
    } else if (word != "--quiet" && word != "-q" && !has_value) {
      kept.push_back(word);
    }
  }
  return kept;
}

/// The environment without date and place: they do not affect a prediction (docs/result.md, "A
/// prediction").
void describe_environment(profiles::RunResult& result, const CommandLine& line,
                          const machines::MachineSummary& machine) {
  const auto words = essential(line.words);
  const auto text = [](std::string_view value) { return profiles::json_form(value); };
  result.environment = {{"dps", text(dps_version())},
                        {"date", text("")},
                        {"command", profiles::json_form(std::span<const std::string>(words))},
                        {"transport", text("")},
                        {"launcher", text("")},
                        {"machine", text(input_name(line.machine))},
                        {"machine_name", text(machine.name)},
                        {"machine_kind", text(machine.kind)},
                        {"seed", std::to_string(line.seed)}};
  if (!line.costs.empty()) {
    result.environment.emplace_back("costs", text(input_name(line.costs)));
  }
}

/// The hosts that serve processes.
std::vector<profiles::HostProfile> serving_hosts(const blueprint::Program& program,
                                                 std::span<const machines::MachineHost> hosts,
                                                 const terrain::Assignment& assignment) {
  std::vector<std::vector<std::string>> htags(hosts.size());
  for (std::size_t htag = 0; htag < assignment.host_of_htag.size(); ++htag) {
    htags[assignment.host_of_htag[htag]].push_back(program.logical_hosts[htag].htag);
  }
  std::vector<bool> serves(hosts.size());
  for (const std::uint32_t host : assignment.host_of_process) {
    serves[host] = true;
  }
  std::vector<profiles::HostProfile> serving;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    if (serves[i]) {
      profiles::HostProfile& host = serving.emplace_back();
      host.name = hosts[i].name;
      host.type = hosts[i].type;
      host.speed = hosts[i].speed;
      host.cores = hosts[i].cores;
      host.memory = hosts[i].memory.value_or(0);
      host.htags = std::move(htags[i]);
    }
  }
  return serving;
}

/// Notes functions and programs that this machine does not have; predictions do not need them.
void note_unknown_calls(profiles::RunResult& result, const CommandLine& line,
                        const blueprint::Program& program) {
  for (const Diagnostic& warning : find_unknown_calls(program, folder_of(line.file), {})) {
    result.notes.push_back(warning.text);
  }
}

/// Empty without --costs; nullopt after printing diagnostics.
std::optional<std::vector<machines::ComponentCost>> open_costs(const CommandLine& line) {
  if (line.costs.empty()) {
    return std::vector<machines::ComponentCost>{};
  }
  const auto source = text::load_source(line.costs, "costs file");
  if (!source) {
    print_error(source.error().message, ExitStatus::kInputWrong, line.color);
    return std::nullopt;
  }
  auto reading = machines::read_component_costs(*source);
  if (const auto other = wrong_kind(*source, FileKind::kCosts); !reading.costs && !other.empty()) {
    print_error(other, ExitStatus::kInputWrong, line.color);
    return std::nullopt;
  }
  print_diagnostics(line, *source, reading.diagnostics);
  return std::move(reading.costs);
}

std::unique_ptr<machines::Machine> open_machine(const CommandLine& line) {
  const auto source = text::load_source(machine_path(line.machine), "machine file");
  if (!source) {
    print_error(source.error().message + machine_suggestion(line.machine), ExitStatus::kInputWrong,
                line.color);
    return nullptr;
  }
  auto reading = machines::read_machine(*source);
  if (const auto other = wrong_kind(*source, FileKind::kMachine);
      reading.machine == nullptr && !other.empty()) {
    print_error(other, ExitStatus::kInputWrong, line.color);
    return nullptr;
  }
  print_diagnostics(line, *source, reading.diagnostics);
  return std::move(reading.machine);
}

/// The result, with the notes of all its parts.
profiles::RunResult result_of(const CommandLine& line, const BlueprintFile& file,
                              const machines::Machine& machine,
                              const terrain::Assignment& assignment, PredictedRuns predicted) {
  profiles::RunResult result;
  result.kind = "predict";
  result.complete = !predicted.failure;
  describe_blueprint(result, file);
  describe_environment(result, line, machine.summary());
  result.hosts = serving_hosts(*file.program, machine.hosts(), assignment);
  const auto add = [&](const std::vector<std::string>& notes) {
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  };
  if (predicted.failure) {
    result.notes.push_back(predicted.failure->reason);  // the first note is the reason
    add(predicted.failure->details);
  }
  add(predicted.predictions.back().notes);
  add(machine.summary().notes);
  if (has_only_localhost(machine.hosts()) && !file.program->logical_hosts.empty()) {
    result.notes.emplace_back(kTerrainUnchecked);
  }
  note_unknown_calls(result, line, *file.program);
  for (predictor::Prediction& one : predicted.predictions) {
    result.runs.push_back(std::move(one.run));
  }
  return result;
}

/// The input of a prediction. The references are borrowed.
struct PlannedPrediction {
  const BlueprintFile& file;
  const machines::Machine& machine;
  predictor::PredictionOptions options;
};

/// The files of a prediction.
struct PredictionFiles {
  std::optional<OutputFile> result;
  TraceOutputs traces;
};

ExitStatus predict_on(const CommandLine& line, const PlannedPrediction& planned,
                      PredictionFiles files, StatusLine& progress) {
  const auto& [file, machine, given] = planned;
  const auto assignment = place_on(*file.program, machine);
  if (!assignment) {
    return print_error(assignment.error().report, ExitStatus::kNoAssignment, line.color);
  }
  const PlacedProgram placed{*file.program, machine, assignment->host_of_process};
  predictor::PredictionOptions options = given;
  PredictionTrace trace(line, placed, std::move(files.traces));
  if (const auto begun = trace.begin(options); !begun) {
    return print_error(begun.error().message, ExitStatus::kIncomplete);
  }
  auto predicted = predict_runs(line, placed, options, progress);
  if (!predicted) {
    progress.clear();
    return print_error(predicted.error().message, ExitStatus::kInputWrong, line.color);
  }
  ExitStatus status = ExitStatus::kDone;
  const std::optional<Failure> failure = predicted->failure;
  if (failure) {
    progress.clear();
    print_failure(*failure, line.color);
    status = failure->status;
  }
  progress.show("making the profile");
  profiles::RunResult result = result_of(line, file, machine, *assignment, std::move(*predicted));
  result.level = options.level;
  progress.clear();
  const ExitStatus saved = save(files.result, result);
  status = status == ExitStatus::kDone ? saved : status;
  const ExitStatus traced = trace.write(options, result, failure, progress);
  status = status == ExitStatus::kDone ? traced : status;
  if (failure && line.format == Format::kText) {
    drop_printed_details(*failure, result.notes);
  }
  const auto text = format_result(std::move(result), line);
  return text ? print_output(line, *text, status)
              : print_error(text.error().message, ExitStatus::kInputWrong, line.color);
}

}  // namespace

ExitStatus predict_command(const CommandLine& line) {
  StatusLine progress(draws_progress(line.quiet));
  progress.show("reading " + printable(line.file));
  const auto file = open_blueprint(line, blueprint::ReadOptions{}.max_processes);
  progress.clear();
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong, line.color);
  }
  if (!file->program || !line.quiet) {
    print_diagnostics(line, file->source, file->diagnostics);
  }
  const auto machine = open_machine(line);
  const auto costs = open_costs(line);
  if (!file->program || machine == nullptr || !costs) {
    return ExitStatus::kInputWrong;
  }
  profiles::Selection selection;
  if (!line.only.empty()) {
    auto selected = selection_of(line, profiles::known_tags(*file->program));
    if (!selected) {
      return print_error(selected.error().message, ExitStatus::kInputWrong, line.color);
    }
    selection = std::move(*selected);
  }
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  auto traces = TraceOutputs::create(line.traces);
  if (!traces) {
    return print_error(traces.error().message, ExitStatus::kInputWrong);
  }
  return predict_on(line, {*file, *machine, {recorded_level(line, selection), *costs}},
                    {std::move(*output), std::move(*traces)}, progress);
}

}  // namespace dps::coordinator
