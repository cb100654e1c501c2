#include "commands/predict/prediction_result.h"

#include <algorithm>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/file_bytes.h"
#include "base/version.h"
#include "commands/cli/saved_result.h"
#include "commands/cli/unknown_calls.h"
#include "commands/predict/prediction_input.h"
#include "profiles/environment.h"
#include "profiles/quantity.h"

namespace dps::commands {
namespace {

/// The command line without the options that only control output, so that the result of a
/// prediction is the same, byte for byte, regardless of its destination.
std::vector<std::string> essential(const std::vector<std::string>& words) {
  static const std::set<std::string_view> with_value{
      "-o",           "--format",     "--color",       "--trace",  "--trace-limit",
      "--trace-keep", "--trace-from", "--trace-to",    "--plot",   "--shard",
      "--expect",     "--what-if",    "--trace-level", "--digits", "--timeout"};
  std::vector<std::string> kept{"dps"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {  // the words of a command follow
      kept.insert(kept.end(), words.begin() + static_cast<std::ptrdiff_t>(i), words.end());
      break;
    }
    const bool has_value = word.starts_with("-o") || with_value.contains(word.substr(
                                                         0, std::min(word.find('='), word.size())));
    if (with_value.contains(word)) {
      ++i;
    } else if (word != "--quiet" && word != "-q" && word != "--why" && !has_value) {
      kept.push_back(word);
    }
  }
  return kept;
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
      profiles::HostProfile& host = serving.emplace_back(profile_of(hosts[i]));
      host.htags = std::move(htags[i]);
    }
  }
  return serving;
}

/// The assumptions of the machine that matter for this program.
std::vector<std::string> notes_of(const machines::MachineSummary& machine,
                                  const blueprint::Program& program) {
  const bool packs =
      std::any_of(program.outputs.begin(), program.outputs.end(),
                  [](const blueprint::Output& output) { return output.packed && !output.delay; });
  const bool multiplies =
      std::any_of(program.computations.begin(), program.computations.end(),
                  [](const blueprint::Computation& one) {
                    return one.kind == blueprint::ComputationKind::kWork && !one.cost;
                  });
  const bool has_terrain = !program.logical_hosts.empty();
  std::vector<std::string> notes;
  for (const machines::MachineNote& note : machine.notes) {
    using machines::Affects;
    if (note.affects == Affects::kAll || (note.affects == Affects::kPackedMessages && packs) ||
        (note.affects == Affects::kMultiplications && multiplies) ||
        (note.affects == Affects::kTerrain && has_terrain)) {
      notes.push_back(note.text);
    }
  }
  return notes;
}

/// Notes the hosts whose processes share cores, as a run does.
std::vector<std::string> shared_cores(std::span<const machines::MachineHost> hosts,
                                      const terrain::Assignment& assignment) {
  std::vector<coordinator::HostCores> cores;
  cores.reserve(hosts.size());
  for (const machines::MachineHost& host : hosts) {
    cores.push_back({host.name, host.cores});
  }
  return coordinator::oversubscription(cores, assignment.host_of_process);
}

/// Notes functions and programs that this machine does not have; predictions do not need them.
void note_unknown_calls(profiles::RunResult& result, const std::string& path,
                        const blueprint::Program& program) {
  for (const Diagnostic& warning : find_unknown_calls(program, folder_of(path), {})) {
    result.notes.push_back(warning.text);
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> prediction_environment(
    const PredictionRequest& request, const machines::MachineSummary& machine) {
  std::vector<std::pair<std::string, std::string>> facts;
  const auto words = essential(request.words);
  const auto text = [](std::string_view value) { return profiles::json_form(value); };
  facts = {{"dps", text(dps_version())},
           {"date", text("")},
           {"command", profiles::json_form(std::span<const std::string>(words))},
           {"transport", text("")},
           {"launcher", text("")},
           {"machine", text(changed_machine_name(request.machine))},
           {"machine_name", text(machine.name)},
           {"machine_kind", text(machine.kind)},
           {"seed", std::to_string(request.blueprint.seed)}};
  if (!request.machine.changes.empty()) {
    facts.emplace_back("machine_changes",
                       profiles::json_form(std::span<const std::string>(request.machine.changes)));
  }
  if (!request.machine.costs.empty()) {
    facts.emplace_back("costs", text(input_name(request.machine.costs)));
  }
  return facts;
}

profiles::HostProfile profile_of(const machines::MachineHost& host) {
  profiles::HostProfile made;
  made.name = host.name;
  made.type = host.type;
  made.speed = host.speed;
  made.cores = host.cores;
  made.memory = host.memory.value_or(0);
  return made;
}

profiles::RunResult prediction_result(const PredictionRequest& request,
                                      const PredictedProgram& program, PredictedRuns predicted) {
  const auto& [file, machine, assignment] = program;
  profiles::RunResult result;
  result.kind = "predict";
  result.complete = !predicted.failure;
  describe_blueprint(result, file);
  result.environment = prediction_environment(request, machine.summary());
  result.hosts = serving_hosts(*file.program, machine.hosts(), assignment);
  const auto add = [&](const std::vector<std::string>& notes) {
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  };
  if (predicted.failure) {
    result.notes.push_back(predicted.failure->reason);  // the first note is the reason
    add(predicted.failure->details);
  }
  if (std::string note = changed_machine_note(request.machine); !note.empty()) {
    result.notes.push_back(std::move(note));
  }
  add(file.notes);
  add(predicted.predictions.back().notes);
  add(shared_cores(machine.hosts(), assignment));
  add(notes_of(machine.summary(), *file.program));
  if (has_only_localhost(machine.hosts()) && !file.program->logical_hosts.empty()) {
    result.notes.emplace_back(coordinator::kTerrainUnchecked);
  }
  note_unknown_calls(result, request.blueprint.file, *file.program);
  for (predictor::Prediction& one : predicted.predictions) {
    result.runs.push_back(std::move(one.run));
  }
  if (std::string note = profiles::unmeasured_note(result); !note.empty()) {
    result.notes.push_back(std::move(note));
  }
  return result;
}

}  // namespace dps::commands
