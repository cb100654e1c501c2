// dps model: evaluates equations for the time of a program.
#include <optional>
#include <utility>
#include <vector>

#include "base/text/load_source.h"
#include "base/version.h"
#include "commands/cli/command_output.h"
#include "commands/cli/file_kind.h"
#include "commands/cli/plot_file.h"
#include "commands/commands.h"
#include "commands/sheets/sheet_input.h"
#include "predictor/models/model_table.h"
#include "predictor/models/table_output.h"
#include "predictor/models/table_picture.h"

namespace dps::coordinator {
namespace {

/// The files of the model; nullopt after printing the error.
std::optional<std::vector<SourceText>> load_files(const CommandLine& line) {
  std::vector<std::string> paths{line.file};
  paths.insert(paths.end(), line.other_files.begin(), line.other_files.end());
  std::vector<SourceText> files;
  files.reserve(paths.size());
  for (const std::string& path : paths) {
    auto source = text::load_source(path, "model");
    if (!source) {
      print_error(source.error().message, ExitStatus::kInputWrong, line.color);
      return std::nullopt;
    }
    files.push_back(*std::move(source));
  }
  return files;
}

models::Question question_of(const CommandLine& line) {
  models::Question question;
  for (const ModelValue& value : line.model_values) {
    question.settings.push_back({value.option, value.name, value.values});
  }
  question.of = line.of;
  question.speedup = line.speedup;
  question.best = line.best;
  question.parts = line.parts;
  question.bounds = line.bounds;
  return question;
}

/// A file of another kind has mistakes in every line: the kind is the only one that is printed.
void print_mistakes(const CommandLine& line, const std::vector<SourceText>& files,
                    const std::vector<models::PartDiagnostics>& mistakes) {
  for (const SourceText& file : files) {
    if (const std::string other = wrong_kind(file, FileKind::kModel); !other.empty()) {
      print_error(other, ExitStatus::kInputWrong, line.color);
      return;
    }
  }
  for (const models::PartDiagnostics& part : mistakes) {
    print_diagnostics(line, part.source, part.diagnostics);
  }
}

std::string formatted(const models::ModelTable& table, Format format) {
  return format == Format::kJson  ? models::table_json(table, dps_version())
         : format == Format::kCsv ? models::table_csv(table)
                                  : models::table_text(table);
}

/// Draws the picture of --plot, if it is given.
ExitStatus draw(const CommandLine& line, std::optional<PlotFile>& plot,
                const models::ModelTable& table) {
  if (!plot) {
    return ExitStatus::kDone;
  }
  const auto drawn = plot->draw(models::table_picture(table));
  return drawn ? ExitStatus::kDone
               : print_error(drawn.error().message, ExitStatus::kIncomplete, line.color);
}

}  // namespace

ExitStatus model_command(const CommandLine& line) {
  const auto files = load_files(line);
  if (!files) {
    return ExitStatus::kInputWrong;
  }
  std::optional<OpenedSheet> opened;
  if (!line.machine.empty()) {
    opened = open_sheet(line, line.machine);
    if (!opened) {
      return ExitStatus::kInputWrong;
    }
  }
  std::optional<PlotFile> plot;
  if (!line.plot.empty()) {
    auto file = PlotFile::create(line.plot);
    if (!file) {
      return print_error(file.error().message, ExitStatus::kInputWrong, line.color);
    }
    plot = *std::move(file);
  }
  auto table = models::make_table(*files, opened ? &opened->sheet : nullptr, question_of(line));
  if (!table) {
    print_mistakes(line, *files, table.error());
    return ExitStatus::kInputWrong;
  }
  table->machine = opened ? opened->name : "";
  if (const std::string mistake = plot ? models::picture_mistake(*table) : ""; !mistake.empty()) {
    return print_error(mistake, ExitStatus::kInputWrong, line.color);
  }
  const ExitStatus drawn = draw(line, plot, *table);
  if (line.format == Format::kCsv && !line.quiet) {
    print_notes(table->notes);
  }
  return print_output(line, formatted(*table, line.format), drawn);
}

}  // namespace dps::coordinator
