#include "commands/model_command.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/load_source.h"
#include "base/version.h"
#include "commands/cli/command_output.h"
#include "commands/files/file_kind.h"
#include "commands/files/plot_file.h"
#include "commands/groups/plot_option.h"
#include "commands/options/option.h"
#include "commands/sheets/sheet_input.h"
#include "predictor/models/table_output.h"
#include "predictor/models/table_picture.h"

namespace dps::commands {
namespace {

/// The files of the model; nullopt after printing the error.
std::optional<std::vector<SourceText>> load_files(const ModelOptions& given) {
  std::vector<SourceText> files;
  files.reserve(given.files.size());
  for (const std::string& path : given.files) {
    auto source = text::load_source(path, "model");
    if (!source) {
      print_error(source.error().message, ExitStatus::kInputWrong, given.common.color);
      return std::nullopt;
    }
    files.push_back(*std::move(source));
  }
  return files;
}

/// A file of another kind has mistakes in every line: the kind is the only one that is printed.
void print_mistakes(const ModelOptions& given, const std::vector<SourceText>& files,
                    const std::vector<models::PartDiagnostics>& mistakes) {
  for (const SourceText& file : files) {
    if (const std::string other = wrong_kind(file, FileKind::kModel); !other.empty()) {
      print_error(other, ExitStatus::kInputWrong, given.common.color);
      return;
    }
  }
  for (const models::PartDiagnostics& part : mistakes) {
    print_diagnostics(given.common, part.source, part.diagnostics);
  }
}

std::string formatted(const models::ModelTable& table, Format format) {
  return format == Format::kJson  ? models::table_json(table, dps_version())
         : format == Format::kCsv ? models::table_csv(table)
                                  : models::table_text(table);
}

/// Draws the picture of --plot, if it is given.
ExitStatus draw(const ModelOptions& given, std::optional<PlotFile>& plot,
                const models::ModelTable& table) {
  if (!plot) {
    return ExitStatus::kDone;
  }
  const auto drawn = plot->draw(models::table_picture(table));
  return drawn ? ExitStatus::kDone
               : print_error(drawn.error().message, ExitStatus::kIncomplete, given.common.color);
}

ExitStatus evaluate(const ModelOptions& given) {
  const auto files = load_files(given);
  if (!files) {
    return ExitStatus::kInputWrong;
  }
  std::optional<OpenedSheet> opened;
  if (!given.machine.empty()) {
    opened = open_sheet(given.machine, given.common);
    if (!opened) {
      return ExitStatus::kInputWrong;
    }
  }
  if (const auto writable = check_output(given.common, given.output); !writable) {
    return print_error(writable.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  std::optional<PlotFile> plot;
  if (!given.plot.empty()) {
    auto file = PlotFile::create(given.plot, given.common.replaced);
    if (!file) {
      return print_error(file.error().message, ExitStatus::kInputWrong, given.common.color);
    }
    plot = *std::move(file);
  }
  auto table = models::make_table(*files, opened ? &opened->sheet : nullptr, given.question);
  if (!table) {
    print_mistakes(given, *files, table.error());
    return ExitStatus::kInputWrong;
  }
  table->machine = opened ? opened->name : "";
  if (const std::string mistake = plot ? models::picture_mistake(*table) : ""; !mistake.empty()) {
    return print_error(mistake, ExitStatus::kInputWrong, given.common.color);
  }
  if (!table->poor_fits.empty()) {
    print_warning(given.common, table->poor_fits);
  }
  const ExitStatus drawn = draw(given, plot, *table);
  if (given.output.format == Format::kCsv && !given.common.quiet) {
    print_notes(table->notes);
  }
  return print_output(given.common, given.output, formatted(*table, given.output.format), drawn);
}

/// --vary or --set: the values of a parameter or a constant.
Setter append_setting_to(std::vector<models::Setting>& settings, std::string_view option) {
  return pair_into(
      {option, "NAME=VALUES"},
      [&settings, option](const std::string& name) {
        return std::any_of(settings.begin(), settings.end(), [&](const models::Setting& setting) {
          return setting.option == option && setting.name == name;
        });
      },
      [&settings, option](std::string name, std::string values) {
        settings.push_back({std::string(option), std::move(name), std::move(values)});
      });
}

std::vector<Option> question_options(models::Question& question) {
  return {{"--vary",
           "",
           {"NAME=VALUES"},
           "The values of a parameter or a constant: 1..32 or 1..64:3 or 16..512*2, or a list; may "
           "be repeated: all combinations",
           append_setting_to(question.settings, "--vary"),
           true},
          {"--set",
           "",
           {"NAME=VALUE"},
           "The value of a parameter or a constant, or an expression; may be repeated",
           append_setting_to(question.settings, "--set"),
           true},
          {"--of",
           "",
           {"FUNCTION"},
           "The function whose time is computed (default: the last of the model)",
           into(question.of)},
          {"--speedup",
           "",
           {"NAME"},
           "Also print the time with this parameter at 1, divided by the time",
           into(question.speedup)},
          {"--best",
           "",
           {"NAME"},
           "Print only the rows with the least time over this parameter",
           into(question.best)},
          {"--parts",
           "",
           {},
           "Also print the terms of the sum, with their shares",
           into(question.parts)},
          {"--bounds",
           "",
           {},
           "Also print the times with the coefficients of the sheet less and plus their errors",
           into(question.bounds)}};
}

}  // namespace

Syntax ModelOptions::syntax() {
  Syntax syntax;
  syntax.operands = {{{"MODEL...", ValueKind::kInput, "the model"},
                      "files with the equations of a program; - is standard input",
                      append_to(files),
                      false,
                      true}};
  syntax
      .add({"--machine",
            "",
            {"SHEET|NAME", ValueKind::kMachine, "the data sheet"},
            "The data sheet that gives functions such as tbcast(p,d): a file, or a name that 'dps "
            "machine list' lists",
            into(machine)})
      .add(question_options(question))
      .add({format_option(output),
            plot_option(plot, "Also draw the times with gnuplot: FILE.svg, FILE.pdf or FILE.tex"),
            text_output_option(output)});
  return syntax;
}

Command model_command() {
  return {"model",
          CommandGroup::kPrograms,
          "Evaluate equations for the time of a program, with a data sheet",
          prepare<ModelOptions, evaluate>,
          {{"dps model a.model --machine lab.toml --vary p=1..32*2",
            "the times with 1 to 32 processes"},
           {"dps model a.model --vary p=1..64 --vary d=64,512 --best p",
            "the best number of processes for two sizes"}},
          {"models", "equation", "equations", "gnuplot", "formula", "evaluate"}};
}

}  // namespace dps::commands
