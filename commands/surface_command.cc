#include "commands/surface_command.h"

#include <string>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/version.h"
#include "commands/options/option.h"
#include "commands/surfaces/surface_folder.h"
#include "profiles/surfaces/figures.h"
#include "profiles/surfaces/table.h"

namespace dps::commands {
namespace {

surfaces::SurfaceTable table_of(const SurfaceOptions& given, const SurfaceInputs& inputs) {
  const auto a = surfaces::surfaces_of(inputs.a);
  surfaces::SurfaceTable table =
      given.files.b.empty()
          ? surfaces::speedup_table(surfaces::speedups_of(a))
          : surfaces::ratio_table(surfaces::ratios_of(a, surfaces::surfaces_of(inputs.b)));
  table.a = given.files.a;
  table.b = given.files.b;
  table.notes.insert(table.notes.end(), inputs.notes.begin(), inputs.notes.end());
  return table;
}

/// The error for a table without rows; "" if it has rows.
std::string emptiness(const SurfaceOptions& given, const surfaces::SurfaceTable& table) {
  return !table.rows.empty()     ? ""
         : given.files.b.empty() ? "there are no times in the input"
                                 : "A and B (--against) have no point of a phase in common";
}

std::string unknown_phase(const surfaces::SurfaceTable& table, const std::string& phase) {
  std::vector<std::string> known;
  for (const surfaces::TableRow& row : table.rows) {
    known.push_back(row.phase);
  }
  return "--only: there is no phase '" + printable(phase) + "'" + did_you_mean(phase, known);
}

std::string formatted(const SurfaceOptions& given, const surfaces::SurfaceTable& table) {
  return given.output.format == Format::kJson  ? surfaces::surface_json(table, dps_version())
         : given.output.format == Format::kCsv ? surfaces::surface_csv(table)
                                               : surfaces::surface_text(table);
}

ExitStatus print_surfaces(const SurfaceOptions& given) {
  const auto refuse = [&](const std::string& why) {
    return print_error(why, ExitStatus::kInputWrong, given.common.color);
  };
  const auto inputs = load_surfaces(given.files, given.common);
  if (!inputs) {
    return ExitStatus::kInputWrong;
  }
  surfaces::SurfaceTable table = table_of(given, *inputs);
  if (const std::string why = emptiness(given, table); !why.empty()) {
    return refuse(why);
  }
  if (!given.phases.empty()) {
    const surfaces::SurfaceTable all = table;
    if (const std::string unknown = keep_only(table, given.phases); !unknown.empty()) {
      return refuse(unknown_phase(all, unknown));
    }
  }
  if (!given.output.file.empty()) {
    const auto written =
        write_surface_folder(given.output.file, table, given.common.inputs, given.common.replaced);
    if (!written) {
      return refuse(written.error().message);
    }
    if (!written->empty()) {
      print_warning(given.common, *written);
    }
  }
  if (given.output.format == Format::kCsv && !given.common.quiet) {
    print_notes(table.notes);
  }
  return print_output(formatted(given, table), ExitStatus::kDone);
}

/// Phases, separated by commas that are not in parentheses.
std::string append_phases(std::vector<std::string>& phases, const std::string& value) {
  std::string phase;
  int depth = 0;
  for (const char c : value) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      phases.push_back(std::move(phase));
      phase.clear();
    } else {
      phase += c;
    }
  }
  phases.push_back(std::move(phase));
  return "";
}

std::vector<Option> input_options(SurfaceFiles& files, std::vector<std::string>& phases) {
  return {{"--against",
           "",
           {"B...", ValueKind::kInput, "the input"},
           "Compare A with these: the ratios B/A where both have a point",
           append_to(files.b),
           true},
          {"--processes",
           "",
           {"NAME"},
           "The variable that is the number of processes (default: that of the result, or p of a "
           "model)",
           into(files.processes)},
          {"--data",
           "",
           {"NAME"},
           "The variable that is the size of the data (default: the only one that differs besides)",
           into(files.data)},
          {"--only",
           "",
           {"PHASE[,PHASE]..."},
           "Only these phases; total is the whole program",
           [&phases](const std::string& value) { return append_phases(phases, value); },
           true}};
}

}  // namespace

Syntax SurfaceOptions::syntax() {
  Syntax syntax;
  syntax.operands = {{{"A...", ValueKind::kInput, "the input"},
                      "texts of phases, tables of dps model, results, or FILE.db of a sweep",
                      [this](const std::string& value) {  // files after --against belong to it
                        (files.b.empty() ? files.a : files.b).push_back(value);
                        return std::string();
                      },
                      false,
                      true}};
  syntax.add(input_options(files, phases))
      .add({format_option(output),
            output_option(
                output,
                "Also write data, a script for gnuplot and a picture for each phase to this folder",
                {"DIR", ValueKind::kOutput, "-o"})});
  return syntax;
}

Command surface_command() {
  return {"surface",
          CommandGroup::kResults,
          "Print speed-ups of phases over processes and data, or compare two sets of times",
          prepare<SurfaceOptions, print_surfaces>,
          {{"dps surface sweep.db --processes workers -o surfaces", "with pictures of each phase"},
           {"dps surface measured.txt --against model.json", "the errors of a model"}},
          {"mkgraph", "cmpgraph", "ratio", "speedup", "phases"}};
}

}  // namespace dps::commands
