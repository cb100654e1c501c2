#include "commands/sheets/sheet_input.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/load_source.h"
#include "commands/files/file_kind.h"
#include "commands/files/machine_library.h"
#include "commands/terminal/messages.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"

namespace dps::commands {

std::optional<OpenedSheet> open_sheet(const std::string& word, const CommonOptions& common) {
  const auto source = text::load_source(machine_path(word), "data sheet");
  if (!source) {
    print_error(source.error().message + machine_suggestion(word), ExitStatus::kInputWrong,
                common.color);
    return std::nullopt;
  }
  if (!machines::is_datasheet_file(source->text)) {
    const std::string other = wrong_kind(*source, FileKind::kSheet);
    print_error(other.empty() ? fmt::format("'{}' is not a data sheet: it has no format = "
                                            "\"dps-datasheet\"",
                                            printable(source->path))
                              : other,
                ExitStatus::kInputWrong, common.color);
    return std::nullopt;
  }
  auto reading = machines::read_datasheet(*source);
  print_diagnostics(common, *source, reading.diagnostics);
  if (!reading.sheet) {
    return std::nullopt;
  }
  std::string name = reading.sheet->name.empty()
                         ? std::filesystem::path(source->path).stem().string()
                         : reading.sheet->name;
  return OpenedSheet{std::move(name), *std::move(reading.sheet)};
}

}  // namespace dps::commands
