// dps check: reports all mistakes in a blueprint, what it contains and would execute, whether a run
// would be refused, and whether it ends.
#include <string>
#include <utility>

#include <fmt/format.h>

#include "commands/check_report.h"
#include "commands/cli/ask_hosts.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/brief_play.h"
#include "commands/cli/command_output.h"
#include "commands/cli/host_choice.h"
#include "commands/cli/unknown_calls.h"
#include "commands/commands.h"
#include "commands/run_refusals.h"

namespace dps::coordinator {
namespace {

ExitStatus print_report(const CheckReport& report, const CommandLine& line) {
  return print_output(
      line,
      line.format == Format::kJson ? check_json(report) : check_text(report, prints_color(line)),
      report.status);
}

/// Adds warnings about functions and programs that are not found. Errors (kInput): a library of
/// --userfuncs cannot be loaded.
Result<void> find_calls(BlueprintFile& file, const CommandLine& line) {
  const auto libraries = libraries_of(line);
  if (!libraries) {
    return tl::unexpected(libraries.error());
  }
  userfuncs::Functions functions;
  for (const std::string& library : *libraries) {
    if (auto loaded = functions.load(library); !loaded) {
      return loaded;
    }
  }
  for (Diagnostic& warning : find_unknown_calls(*file.program, folder_of(line.file), functions)) {
    file.diagnostics.push_back(std::move(warning));
  }
  sort_by_place(file.diagnostics);
  return {};
}

/// Matches the terrain with the hosts, and starts agents for properties that are unknown. Sets
/// `status` if a host does not answer or if there is no placement.
CheckedTerrain match_terrain(const blueprint::Program& program, const HostChoice& choice,
                             Color color, ExitStatus& status) {
  const AskedHosts asked = is_placement_final(program, choice.hosts) ? AskedHosts{choice.hosts, {}}
                                                                     : ask_hosts(choice.hosts);
  for (const std::string& trouble : asked.troubles) {
    print_warning(trouble, color);
  }
  CheckedTerrain terrain{choice.origin, place(program, asked.hosts)};
  if (!asked.troubles.empty()) {
    status = ExitStatus::kFailed;
  } else if (!terrain.placement) {
    status = ExitStatus::kNoAssignment;
  }
  return terrain;
}

}  // namespace

ExitStatus check_command(const CommandLine& line) {
  auto file = open_blueprint(line, blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong, line.color);
  }
  CheckReport report;
  report.file = &*file;
  if (!file->program) {
    report.status = ExitStatus::kInputWrong;
    return print_report(report, line);
  }
  if (const auto found = find_calls(*file, line); !found) {
    return print_error(found.error().message, ExitStatus::kInputWrong, line.color);
  }
  const auto choice = choose_hosts(line, host_environment());
  if (!choice) {
    fmt::print(stderr, "{}", choice.error().text);
    return ExitStatus::kInputWrong;
  }
  if (line.matrix && choice->hosts.empty()) {
    return print_error("--matrix needs hosts: --hosts FILE or --hosts node[1-4]",
                       ExitStatus::kInputWrong, line.color);
  }
  if (!choice->hosts.empty()) {
    report.terrain = match_terrain(*file->program, *choice, line.color, report.status);
    if (line.matrix && report.terrain->placement && !file->program->logical_hosts.empty()) {
      report.terrain->matrix = assignment_matrix(*file->program, report.terrain->placement->hosts);
    }
  }
  if (!report.terrain || report.terrain->placement) {
    report.refusals =
        run_refusals(*file->program,
                     report.terrain ? *report.terrain->placement : on_this_machine(*file->program),
                     line.max_message, !report.terrain);
  }
  report.play = play_briefly(*file->program);
  if (report.status == ExitStatus::kDone && report.play->end == engine::PlayEnd::kDeadlock) {
    report.status = ExitStatus::kDeadlock;
  }
  return print_report(report, line);
}

}  // namespace dps::coordinator
