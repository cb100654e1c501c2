// dps surface: speed-ups of phases over processes and data, and the ratios of two sets of times.
#include <string>
#include <vector>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/version.h"
#include "commands/cli/command_output.h"
#include "commands/commands.h"
#include "commands/surfaces/surface_folder.h"
#include "commands/surfaces/surface_input.h"
#include "profiles/surfaces/figures.h"
#include "profiles/surfaces/table.h"

namespace dps::coordinator {
namespace {

surfaces::SurfaceTable table_of(const CommandLine& line, const SurfaceInputs& inputs) {
  const auto a = surfaces::surfaces_of(inputs.a);
  surfaces::SurfaceTable table =
      line.against.empty()
          ? surfaces::speedup_table(surfaces::speedups_of(a))
          : surfaces::ratio_table(surfaces::ratios_of(a, surfaces::surfaces_of(inputs.b)));
  table.a = {line.file};
  table.a.insert(table.a.end(), line.other_files.begin(), line.other_files.end());
  table.b = line.against;
  table.notes.insert(table.notes.end(), inputs.notes.begin(), inputs.notes.end());
  return table;
}

/// The error of a table that has nothing to show; "" if it has rows.
std::string emptiness(const CommandLine& line, const surfaces::SurfaceTable& table) {
  return !table.rows.empty()    ? ""
         : line.against.empty() ? "there are no times in the input"
                                : "A and B (--against) have no point of a phase in common";
}

std::string unknown_phase(const surfaces::SurfaceTable& table, const std::string& phase) {
  std::vector<std::string> known;
  for (const surfaces::TableRow& row : table.rows) {
    known.push_back(row.phase);
  }
  return "--only: there is no phase '" + printable(phase) + "'" + did_you_mean(phase, known);
}

std::string formatted(const CommandLine& line, const surfaces::SurfaceTable& table) {
  return line.format == Format::kJson  ? surfaces::surface_json(table, dps_version())
         : line.format == Format::kCsv ? surfaces::surface_csv(table)
                                       : surfaces::surface_text(table);
}

}  // namespace

ExitStatus surface_command(const CommandLine& line) {
  const auto refuse = [&](const std::string& why) {
    return print_error(why, ExitStatus::kInputWrong, line.color);
  };
  const auto inputs = load_surfaces(line);
  if (!inputs) {
    return ExitStatus::kInputWrong;
  }
  surfaces::SurfaceTable table = table_of(line, *inputs);
  if (const std::string why = emptiness(line, table); !why.empty()) {
    return refuse(why);
  }
  if (!line.phases.empty()) {
    const surfaces::SurfaceTable all = table;
    if (const std::string unknown = keep_only(table, line.phases); !unknown.empty()) {
      return refuse(unknown_phase(all, unknown));
    }
  }
  if (!line.output.empty()) {
    const auto written = write_surface_folder(line.output, table, line.inputs);
    if (!written) {
      return refuse(written.error().message);
    }
    if (!written->empty() && !line.quiet) {
      print_warning(*written, line.color);
    }
  }
  if (line.format == Format::kCsv && !line.quiet) {
    print_notes(table.notes);
  }
  return print_output(formatted(line, table), ExitStatus::kDone);
}

}  // namespace dps::coordinator
