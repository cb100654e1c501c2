#include "commands/check/check_command.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/units.h"
#include "commands/check/check_report.h"
#include "commands/check/packing_note.h"
#include "commands/check/run_refusals.h"
#include "commands/cli/ask_hosts.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/brief_play.h"
#include "commands/cli/command_output.h"
#include "commands/cli/host_choice.h"
#include "commands/cli/unknown_calls.h"
#include "commands/groups/execution_options.h"
#include "commands/groups/hosts_file.h"
#include "commands/options/option.h"

namespace dps::commands {
namespace {

ExitStatus print_report(const CheckReport& report, const CheckOptions& given) {
  return print_output(given.common, given.output,
                      given.output.format == Format::kJson
                          ? check_json(report)
                          : check_text(report, prints_color(given.common, given.output)),
                      report.status);
}

/// Adds warnings about functions and programs that are not found. Errors (kInput): a library of
/// --userfuncs cannot be loaded.
Result<void> find_calls(BlueprintFile& file, const CheckOptions& given) {
  const auto libraries = libraries_of(given.userfuncs);
  if (!libraries) {
    return tl::unexpected(libraries.error());
  }
  userfuncs::Functions functions;
  for (const std::string& library : *libraries) {
    if (auto loaded = functions.load(library); !loaded) {
      return loaded;
    }
  }
  for (Diagnostic& warning :
       find_unknown_calls(*file.program, folder_of(given.blueprint.file), functions)) {
    file.diagnostics.push_back(std::move(warning));
  }
  sort_by_place(file.diagnostics);
  return {};
}

/// The note that the placement assumes one core for each host whose agent was not started.
std::string assumed_cores(std::span<const coordinator::Host> hosts) {
  const auto unknown = static_cast<std::size_t>(std::count_if(
      hosts.begin(), hosts.end(), [](const coordinator::Host& host) { return !host.cores; }));
  return fmt::format(
      "no T line needs a property of a host, so no host was contacted: {} with an unknown number "
      "of "
      "cores {} as having one; a run contacts them, and may place the processes otherwise; slots=N "
      "in a hosts file gives the cores",
      counted(unknown, "host"), unknown == 1 ? "counts" : "count");
}

/// Matches the terrain with the hosts, and starts agents for properties that T lines need and that
/// are unknown. Sets `status` if a host does not answer or if there is no placement.
CheckedTerrain match_terrain(const blueprint::Program& program, const HostChoice& choice,
                             Color color, ExitStatus& status) {
  const bool asks = needs_facts(program, choice.hosts);
  const AskedHosts asked = asks ? ask_hosts(choice.hosts) : AskedHosts{choice.hosts, {}};
  for (const std::string& trouble : asked.troubles) {
    print_error(trouble, ExitStatus::kFailed, color);
  }
  CheckedTerrain terrain{choice.origin, place(program, asked.hosts)};
  if (!asks && !is_placement_final(program, choice.hosts)) {
    terrain.note = assumed_cores(choice.hosts);
  }
  if (!asked.troubles.empty()) {
    status = ExitStatus::kFailed;
  } else if (!terrain.placement) {
    status = ExitStatus::kNoAssignment;
  }
  return terrain;
}

ExitStatus report_on(const CheckOptions& given) {
  if (const auto writable = check_output(given.common, given.output); !writable) {
    return print_error(writable.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto file = open_blueprint(given.blueprint, blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  CheckReport report;
  report.file = &*file;
  if (!file->program) {
    report.status = ExitStatus::kInputWrong;
    return print_report(report, given);
  }
  if (const auto found = find_calls(*file, given); !found) {
    return print_error(found.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const auto choice = choose_hosts(given.hosts, given.common.color, host_environment());
  if (!choice) {
    fmt::print(stderr, "{}", choice.error().text);
    return ExitStatus::kInputWrong;
  }
  if (given.matrix && choice->hosts.empty()) {
    return print_error("--matrix needs hosts: --hosts FILE or --hosts node[1-4]",
                       ExitStatus::kInputWrong, given.common.color);
  }
  if (!choice->hosts.empty()) {
    report.terrain = match_terrain(*file->program, *choice, given.common.color, report.status);
    if (given.matrix && report.terrain->placement && !file->program->logical_hosts.empty()) {
      report.terrain->matrix = assignment_matrix(*file->program, report.terrain->placement->hosts);
    }
  }
  if (!report.terrain || report.terrain->placement) {
    report.refusals = run_refusals(
        *file->program,
        report.terrain ? *report.terrain->placement : coordinator::on_this_machine(*file->program),
        given.max_message, !report.terrain);
  }
  if (std::string note = packing_note(*file->program); !note.empty()) {
    report.notes.push_back(std::move(note));
  }
  report.play = play_briefly(*file->program);
  if (report.status == ExitStatus::kDone && report.play->end == engine::PlayEnd::kDeadlock) {
    report.status = ExitStatus::kDeadlock;
  }
  if (report.status == ExitStatus::kDone && report.play->end == engine::PlayEnd::kFailed) {
    report.status = ExitStatus::kFailed;
  }
  return print_report(report, given);
}

}  // namespace

Syntax CheckOptions::syntax() {
  Syntax syntax;
  syntax.operands = {blueprint_operand(blueprint)};
  syntax.add({set_option(blueprint),
              hosts_option(hosts),
              {"--matrix",
               "",
               {},
               "Print which hosts satisfy the constraints of which htags",
               into(matrix)},
              userfuncs_option(userfuncs),
              max_message_option(max_message),
              check_format_option(output),
              text_output_option(output)});
  return syntax;
}

std::string CheckOptions::check() {
  add_hosts_file(hosts, common);
  return "";
}

Command check_command() {
  return {"check",
          CommandGroup::kPrograms,
          "Report all mistakes in a blueprint, and summarise the run that it describes",
          prepare<CheckOptions, report_on>,
          {{"dps check plan.txt", "nothing is executed"},
           {"dps check plan.txt --hosts lab.hosts", "also the placement of its processes"}},
          {"validate", "verify", "lint", "test", "analyse", "analyze"}};
}

}  // namespace dps::commands
