#include "commands/datasheet/datasheet_command.h"

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
#include "commands/cli/saved_result.h"
#include "commands/datasheet/datasheet_options.h"
#include "commands/files/machine_library.h"
#include "commands/files/named_files.h"
#include "predictor/datasheets/fit/make_sheet.h"
#include "predictor/datasheets/functions.h"
#include "predictor/datasheets/tables/guidelines.h"
#include "predictor/datasheets/tables/points_table.h"
#include "predictor/datasheets/tables/summary.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_text.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;
using datasheets::FolderReading;
using datasheets::RawFolder;
using machines::Datasheet;

/// The functions of --functions. Records the names for which it was called.
class FunctionChoice {
 public:
  explicit FunctionChoice(const DatasheetOptions& given) : wanted_(given.functions) {}

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

/// Prints all mistakes of all files.
ExitStatus print_bad_files(const DatasheetOptions& given,
                           const std::vector<datasheets::BadFile>& files) {
  for (const datasheets::BadFile& file : files) {
    print_diagnostics(given.common, file.source, file.diagnostics, kAllDiagnostics);
  }
  return ExitStatus::kInputWrong;
}

datasheets::FitOptions fit_options(const DatasheetOptions& given) {
  datasheets::FitOptions options;
  options.floor = given.floor ? *given.floor / 100 : options.floor;
  options.split = given.split.value_or(options.split);
  options.finds_ranges = given.finds_ranges;
  return options;
}

std::string tables(const DatasheetOptions& given, const Datasheet& sheet) {
  switch (given.output.format) {
    case Format::kCsv:
      return datasheets::summary_csv(sheet);
    case Format::kJson:
      return datasheets::summary_json(sheet);
    case Format::kText:
    case Format::kMarkdown:
      break;
  }
  return datasheets::summary_text(sheet, given.table_options());
}

/// The text for stdout; empty if nothing is printed.
std::string printed(const DatasheetOptions& given, const RawFolder& folder,
                    const Datasheet& sheet) {
  const bool is_json = given.output.format == Format::kJson;
  if (given.points) {
    return is_json ? datasheets::points_json(folder, sheet) : datasheets::points_csv(folder, sheet);
  }
  if (given.guidelines) {
    const auto check = datasheets::check_guidelines(folder);
    return is_json ? datasheets::violations_json(check) : datasheets::violations_csv(check);
  }
  return given.output.file.empty() && given.documents.is_empty() ? tables(given, sheet) : "";
}

ExitStatus documents_of(const DatasheetOptions& given, const RawFolder& folder,
                        const Datasheet& sheet) {
  return given.documents.is_empty()
             ? ExitStatus::kDone
             : write_documents(given.documents,
                               datasheets::document_of(sheet, folder, given.table_options()),
                               given.common);
}

Result<std::optional<OutputFile>> create_sheet(const DatasheetOptions& given) {
  return create_output(given.common, given.output, marked_kind("data sheet"));
}

/// The error for a file that would be replaced but must not, or cannot be written; else "".
std::string refused_file(const DatasheetOptions& given) {
  const auto output = create_sheet(given);
  if (!output) {
    return output.error().message;
  }
  const auto documents = check_documents(given.documents, given.common.replaced);
  return documents ? "" : documents.error().message;
}

/// Writes the file of -o, and prints the output that the options select.
ExitStatus put_out(const DatasheetOptions& given, const RawFolder& folder, const Datasheet& sheet,
                   const std::vector<std::string>& comments) {
  auto output = create_sheet(given);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const ExitStatus saved = save(*output, machines::datasheet_text(sheet, comments));
  const ExitStatus documented = documents_of(given, folder, sheet);
  const ExitStatus status = first_failure(saved, documented);
  const std::string text = printed(given, folder, sheet);
  return text.empty() ? status : print_output(given.common, given.output, text, status);
}

/// The error if -o would overwrite a raw file; else "".
std::string loss_of_raw_file(const DatasheetOptions& given, const RawFolder& folder) {
  std::vector<NamedFile> inputs;
  inputs.reserve(folder.files.size());
  for (const std::string& path : folder.files) {
    inputs.push_back({"the raw file", path});
  }
  return conflict(inputs, given.common.outputs);
}

std::string name_of(const DatasheetOptions& given) {
  std::error_code error;
  const fs::path folder = fs::weakly_canonical(given.file, error);
  return given.name.empty() ? printable(folder.filename().string()) : given.name;
}

ExitStatus fit_folder(const DatasheetOptions& given) {
  const datasheets::FitOptions options = fit_options(given);
  FunctionChoice choice(given);
  const auto reading = datasheets::read_raw_folder(
      given.file, {.needs_errors = options.floor <= 0,
                   .takes = [&](std::string_view name) { return choice.takes(name); }});
  if (!reading) {
    return print_error(reading.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const RawFolder& folder = reading->folder;
  std::string wrong = choice.surplus();
  wrong = wrong.empty() ? loss_of_raw_file(given, folder) : wrong;
  wrong = wrong.empty() ? refused_file(given) : wrong;
  if (!wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, given.common.color);
  }
  if (!reading->bad.empty()) {
    return print_bad_files(given, reading->bad);
  }
  const auto made = datasheets::make_sheet(folder, name_of(given), options);
  if (!made) {
    return print_error(made.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  for (const std::string& warning : made->warnings) {
    print_warning(given.common, warning);
  }
  return put_out(given, folder, made->sheet,
                 {fmt::format("Fitted by dps datasheet, dps {}, with a floor of {:g} %.",
                              dps_version(), 100 * options.floor)});
}

/// The given option that requires raw files; "" if there is none.
std::string option_of_fits(const DatasheetOptions& given) {
  return given.points         ? "--points"
         : given.guidelines   ? "--check"
         : given.floor        ? "--floor"
         : given.split        ? "--split"
         : given.finds_ranges ? "--breakpoints"
                              : "";
}

ExitStatus print_sheet(const DatasheetOptions& given, const SourceText& source) {
  auto reading = machines::read_datasheet(source);
  print_diagnostics(given.common, source, reading.diagnostics);
  if (!reading.sheet) {
    return ExitStatus::kInputWrong;
  }
  Datasheet& sheet = *reading.sheet;
  FunctionChoice choice(given);
  std::erase_if(sheet.functions, [&](const machines::SheetFunction& function) {
    return !choice.takes(function.name);
  });
  if (const std::string wrong = choice.surplus(); !wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, given.common.color);
  }
  if (const std::string refused = refused_file(given); !refused.empty()) {
    return print_error(refused, ExitStatus::kInputWrong, given.common.color);
  }
  if (!given.name.empty()) {
    sheet.name = given.name;
  }
  return put_out(given, {}, sheet, {});
}

ExitStatus print_named_sheet(const DatasheetOptions& given) {
  const std::string path = machine_path(given.file);
  const auto source = text::load_source(path, "data sheet");
  if (!source) {
    return print_error(source.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  if (!machines::is_datasheet_file(source->text)) {
    return print_error(
        fmt::format("'{}' is not a data sheet; dps datasheet takes the folder of raw files, or a "
                    "sheet, which has format = \"dps-datasheet\"",
                    printable(input_name(given.file))),
        ExitStatus::kInputWrong, given.common.color);
  }
  if (const std::string option = option_of_fits(given); !option.empty()) {
    return print_error(fmt::format("{} needs the folder of raw files; '{}' is a data sheet", option,
                                   printable(input_name(given.file))),
                       ExitStatus::kInputWrong, given.common.color);
  }
  return print_sheet(given, *source);
}

ExitStatus fit_or_print(const DatasheetOptions& given) {
  std::error_code error;
  return fs::is_directory(given.file, error) ? fit_folder(given) : print_named_sheet(given);
}

}  // namespace

Command datasheet_command() {
  return {"datasheet",
          CommandGroup::kMachines,
          "Fit equations to the measured times of a message-passing library",
          prepare<DatasheetOptions, fit_or_print>,
          {{"dps datasheet raw -o lab.toml", "a sheet for timecalc, model and predict"},
           {"dps datasheet raw --check", "functions that are slower than others that do the same"},
           {"dps datasheet cray_t3d --digits 1", "the tables of a sheet"}},
          {"sheet", "fit", "dsheet"}};
}

}  // namespace dps::commands
