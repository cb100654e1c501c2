// dps datasheet: fits equations to measured times, or prints a data sheet.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/load_source.h"
#include "base/version.h"
#include "commands/cli/command_output.h"
#include "commands/cli/machine_library.h"
#include "commands/cli/named_files.h"
#include "commands/cli/saved_result.h"
#include "commands/commands.h"
#include "commands/sheets/datasheet_documents.h"
#include "predictor/datasheets/fit/make_sheet.h"
#include "predictor/datasheets/functions.h"
#include "predictor/datasheets/tables/guidelines.h"
#include "predictor/datasheets/tables/points_table.h"
#include "predictor/datasheets/tables/summary.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_text.h"

namespace dps::coordinator {
namespace {

namespace fs = std::filesystem;
using datasheets::FolderReading;
using datasheets::RawFolder;
using machines::Datasheet;

/// The functions of --functions. Remembers the names that it was asked about.
class FunctionChoice {
 public:
  explicit FunctionChoice(const CommandLine& line) : wanted_(line.only) {}

  bool takes(std::string_view name) {
    names_.emplace(name);
    return wanted_.empty() ||
           std::any_of(wanted_.begin(), wanted_.end(),
                       [&](const std::string& word) { return matches(word, name); });
  }

  /// The error for a word that matches no name; "" if there is none.
  [[nodiscard]] std::string surplus() const {
    for (const std::string& word : wanted_) {
      const bool is_found = std::any_of(names_.begin(), names_.end(), [&](const std::string& name) {
        return matches(word, name);
      });
      if (is_found) {
        continue;
      }
      if (datasheets::group_named(word)) {
        return fmt::format("--functions: there is no function of the group {} here", word);
      }
      std::vector<std::string> candidates(names_.begin(), names_.end());
      const auto groups = datasheets::group_names();
      candidates.insert(candidates.end(), groups.begin(), groups.end());
      return fmt::format("--functions: there is no function '{}' here{}", printable(word),
                         did_you_mean(word, candidates));
    }
    return "";
  }

 private:
  static bool matches(const std::string& word, std::string_view name) {
    const auto group = datasheets::group_named(word);
    const datasheets::KnownFunction* known = datasheets::find_known(name);
    return word == name || (group && known != nullptr && known->group == *group);
  }

  const std::vector<std::string>& wanted_;  // borrowed
  std::set<std::string> names_;
};

/// All mistakes of all files.
ExitStatus print_bad_files(const CommandLine& line, const std::vector<datasheets::BadFile>& files) {
  constexpr std::size_t kAll = 1'000'000;
  for (const datasheets::BadFile& file : files) {
    fmt::print(stderr, "{}",
               render(file.source, file.diagnostics,
                      {.limit = kAll, .color = use_color(line.color, STDERR_FILENO)}));
  }
  return ExitStatus::kInputWrong;
}

datasheets::FitOptions fit_options(const CommandLine& line) {
  datasheets::FitOptions options;
  options.floor = line.datasheet.floor.value_or(options.floor);
  options.split = line.datasheet.split.value_or(options.split);
  options.finds_ranges = line.datasheet.finds_ranges;
  return options;
}

std::string tables(const CommandLine& line, const Datasheet& sheet) {
  switch (line.format) {
    case Format::kCsv:
      return datasheets::summary_csv(sheet);
    case Format::kJson:
      return datasheets::summary_json(sheet);
    case Format::kText:
    case Format::kMarkdown:
      break;
  }
  return datasheets::summary_text(sheet, table_options(line));
}

/// Empty if nothing is printed.
std::string printed(const CommandLine& line, const RawFolder& folder, const Datasheet& sheet) {
  const bool is_json = line.format == Format::kJson;
  if (line.datasheet.points) {
    return is_json ? datasheets::points_json(folder, sheet) : datasheets::points_csv(folder, sheet);
  }
  if (line.datasheet.check) {
    const auto check = datasheets::check_guidelines(folder);
    return is_json ? datasheets::violations_json(check) : datasheets::violations_csv(check);
  }
  return line.output.empty() && !wants_documents(line) ? tables(line, sheet) : "";
}

/// Writes the file of -o, and prints what the options ask for.
ExitStatus put_out(const CommandLine& line, const RawFolder& folder, const Datasheet& sheet,
                   const std::vector<std::string>& comments) {
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  const ExitStatus saved = save(*output, machines::datasheet_text(sheet, comments));
  if (saved != ExitStatus::kDone) {
    return saved;
  }
  const ExitStatus documented = write_documents(line, folder, sheet);
  const std::string text = printed(line, folder, sheet);
  return documented != ExitStatus::kDone || text.empty() ? documented
                                                         : print_output(line, text, documented);
}

/// The error if -o would overwrite a raw file; else "".
std::string loss_of_raw_file(const CommandLine& line, const RawFolder& folder) {
  std::vector<NamedFile> inputs;
  inputs.reserve(folder.files.size());
  for (const std::string& path : folder.files) {
    inputs.push_back({"the raw file", path});
  }
  return conflict(inputs, line.outputs);
}

std::string name_of(const CommandLine& line) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(line.file, error);
  return line.datasheet.name.empty() ? printable(folder.filename().string()) : line.datasheet.name;
}

ExitStatus fit_folder(const CommandLine& line) {
  const datasheets::FitOptions options = fit_options(line);
  FunctionChoice choice(line);
  const auto reading = datasheets::read_raw_folder(
      line.file, {.needs_errors = options.floor <= 0,
                  .takes = [&](std::string_view name) { return choice.takes(name); }});
  if (!reading) {
    return print_error(reading.error().message, ExitStatus::kInputWrong, line.color);
  }
  const RawFolder& folder = reading->folder;
  std::string wrong = choice.surplus();
  wrong = wrong.empty() ? loss_of_raw_file(line, folder) : wrong;
  if (!wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, line.color);
  }
  if (!reading->bad.empty()) {
    return print_bad_files(line, reading->bad);
  }
  const auto made = datasheets::make_sheet(folder, name_of(line), options);
  if (!made) {
    return print_error(made.error().message, ExitStatus::kInputWrong, line.color);
  }
  for (const std::string& warning : made->warnings) {
    if (!line.quiet) {
      print_warning(warning, line.color);
    }
  }
  return put_out(line, folder, made->sheet,
                 {fmt::format("Fitted by dps datasheet, dps {}, with a floor of {:g} %.",
                              dps_version(), 100 * options.floor)});
}

/// The option that needs raw files; "" if none is given.
std::string option_of_fits(const DatasheetLine& given) {
  return given.points         ? "--points"
         : given.check        ? "--check"
         : given.floor        ? "--floor"
         : given.split        ? "--split"
         : given.finds_ranges ? "--breakpoints"
                              : "";
}

ExitStatus print_sheet(const CommandLine& line, const SourceText& source) {
  auto reading = machines::read_datasheet(source);
  print_diagnostics(line, source, reading.diagnostics);
  if (!reading.sheet) {
    return ExitStatus::kInputWrong;
  }
  Datasheet& sheet = *reading.sheet;
  FunctionChoice choice(line);
  std::erase_if(sheet.functions, [&](const machines::SheetFunction& function) {
    return !choice.takes(function.name);
  });
  if (const std::string wrong = choice.surplus(); !wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, line.color);
  }
  if (!line.datasheet.name.empty()) {
    sheet.name = line.datasheet.name;
  }
  return put_out(line, {}, sheet, {});
}

ExitStatus print_named_sheet(const CommandLine& line) {
  const std::string path = machine_path(line.file);
  const auto source = text::load_source(path, "data sheet");
  if (!source) {
    return print_error(source.error().message, ExitStatus::kInputWrong, line.color);
  }
  if (!machines::is_datasheet_file(source->text)) {
    return print_error(
        fmt::format("'{}' is not a data sheet; dps datasheet takes the folder of raw files, or a "
                    "sheet, which has format = \"dps-datasheet\"",
                    printable(input_name(line.file))),
        ExitStatus::kInputWrong, line.color);
  }
  if (const std::string option = option_of_fits(line.datasheet); !option.empty()) {
    return print_error(fmt::format("{} needs the folder of raw files; '{}' is a data sheet", option,
                                   printable(input_name(line.file))),
                       ExitStatus::kInputWrong, line.color);
  }
  return print_sheet(line, *source);
}

}  // namespace

ExitStatus datasheet_command(const CommandLine& line) {
  std::error_code error;
  return fs::is_directory(line.file, error) ? fit_folder(line) : print_named_sheet(line);
}

}  // namespace dps::coordinator
