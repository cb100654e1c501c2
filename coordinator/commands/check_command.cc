// dps check: reports all mistakes in a blueprint, what it contains and would execute, and whether
// it ends.
#include <chrono>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "blueprint/summary.h"
#include "coordinator/cli/ask_hosts.h"
#include "coordinator/cli/blueprint_file.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/host_choice.h"
#include "coordinator/cli/placement_text.h"
#include "coordinator/cli/unknown_calls.h"
#include "coordinator/commands/commands.h"
#include "engine/play.h"

namespace dps::coordinator {
namespace {

/// Source: docs/dps.1, "dps check".
constexpr std::chrono::milliseconds kPlayTime{500};

/// Reports whether the program ends, for one order of arrival.
std::string play_text(const blueprint::Program& program) {
  const auto end = std::chrono::steady_clock::now() + kPlayTime;
  engine::PlayLimits limits;
  limits.expired = [end] { return std::chrono::steady_clock::now() > end; };
  const engine::PlayResult result = engine::play(program, limits);
  std::string text;
  for (const std::string& line : engine::play_report(result)) {
    text += line + "\n";
  }
  return text;
}

/// The placement, or why there is none; empty without hosts.
struct TerrainText {
  std::string text;
  ExitStatus status = ExitStatus::kDone;
};

TerrainText terrain_text(const blueprint::Program& program, const HostChoice& choice) {
  if (choice.hosts.empty()) {
    return {};
  }
  const AskedHosts asked = is_placement_final(program, choice.hosts) ? AskedHosts{choice.hosts, {}}
                                                                     : ask_hosts(choice.hosts);
  for (const std::string& trouble : asked.troubles) {
    fmt::print(stderr, "dps: warning: {}\n", trouble);
  }
  const auto placed = place(program, asked.hosts);
  if (placed) {
    return {"\nplacement, by " + choice.origin + "\n" + placement_text(program, *placed),
            asked.troubles.empty() ? ExitStatus::kDone : ExitStatus::kFailed};
  }
  return {"\n" + placed.error().report + "\n",
          asked.troubles.empty() ? ExitStatus::kNoAssignment : ExitStatus::kFailed};
}

}  // namespace

ExitStatus check_command(const CommandLine& line) {
  auto file = open_blueprint(line, blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong);
  }
  if (file->program) {
    for (Diagnostic& warning : find_unknown_calls(*file->program, folder_of(line.file))) {
      file->diagnostics.push_back(std::move(warning));
    }
    sort_by_place(file->diagnostics);
  }
  std::string text = render(file->source, file->diagnostics);
  if (!file->program) {
    return print_output(text, ExitStatus::kInputWrong);
  }
  if (!text.empty()) {
    text += "\n";
  }
  const auto choice = choose_hosts(line, host_environment());
  if (!choice) {
    fmt::print(stderr, "{}", choice.error().text);
    return ExitStatus::kInputWrong;
  }
  const TerrainText terrain = terrain_text(*file->program, *choice);
  text += blueprint::summarize(*file->program) + terrain.text + "\n" + play_text(*file->program);
  return print_output(text, terrain.status);
}

}  // namespace dps::coordinator
