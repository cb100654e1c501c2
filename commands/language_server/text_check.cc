#include "commands/language_server/text_check.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/byte_order_mark.h"
#include "base/text/problems.h"
#include "base/text/source_map.h"
#include "blueprint/reading/reader.h"
#include "blueprint/terrain/host_list.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/unknown_calls.h"
#include "predictor/machines/files/component_costs_file.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/models/compiled_model.h"
#include "predictor/models/model_reader.h"
#include "userfuncs/functions.h"

namespace dps::commands {
namespace {

CheckedText check_blueprint(const SourceText& source) {
  BlueprintOptions options;
  options.file = source.path;
  auto file = read_blueprint_file(options, source, blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return {{{Severity::kError, {}, file.error().message, {}}}};
  }
  CheckedText checked{std::move(file->diagnostics)};
  if (file->program) {
    const userfuncs::Functions functions;
    for (Diagnostic& warning :
         find_unknown_calls(*file->program, folder_of(source.path), functions)) {
      checked.diagnostics.push_back(std::move(warning));
    }
    sort_by_place(checked.diagnostics);
    checked.program = std::make_shared<const blueprint::Program>(*std::move(file->program));
  }
  return checked;
}

/// The mistakes of a model by itself. The functions of a data sheet are unknown here.
std::vector<Diagnostic> check_model(const SourceText& source) {
  const text::SourceMap map(source.text);
  text::Problems problems(map);
  const text::Range all = text::range_of(0, source.text.size());
  models::Model model = models::read_model(map, {&all, 1}, problems);
  const auto compiled = models::compile_model(map, std::move(model), nullptr, problems);
  models::report_recursion(compiled, problems);
  std::vector<Diagnostic> diagnostics = problems.take();
  std::erase_if(diagnostics, [](const Diagnostic& each) {
    return each.text.starts_with("unknown function 't");
  });
  return diagnostics;
}

/// Only blueprints may begin with a byte order mark here.
CheckedText check_plain_text(FileKind kind, const SourceText& source) {
  switch (kind) {
    case FileKind::kMachine:
      return {machines::read_machine(source).diagnostics};
    case FileKind::kSheet:
      return {machines::read_datasheet(source).diagnostics};
    case FileKind::kCosts:
      return {machines::read_component_costs(source).diagnostics};
    case FileKind::kHosts:
      return {terrain::read_hosts_file(source).diagnostics};
    case FileKind::kModel:
      return {check_model(source)};
    default:
      return check_blueprint(source);
  }
}

/// Moves places on the first line behind that many bytes.
void move_behind(std::size_t bytes, std::vector<Diagnostic>& diagnostics) {
  const auto move = [bytes](Span& span) {
    span.column += span.line == 1 ? static_cast<std::uint32_t>(bytes) : 0;
  };
  for (Diagnostic& each : diagnostics) {
    move(each.span);
    for (Note& note : each.notes) {
      move(note.span);
    }
  }
}

}  // namespace

FileKind kind_of_document(std::string_view language, std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, FileKind>, 6> kLanguages{{
      {"dps", FileKind::kBlueprint},
      {"dps-machine", FileKind::kMachine},
      {"dps-sheet", FileKind::kSheet},
      {"dps-costs", FileKind::kCosts},
      {"dps-hosts", FileKind::kHosts},
      {"dps-model", FileKind::kModel},
  }};
  const auto is_it = [&](const auto& row) { return row.first == language; };
  const auto named = std::find_if(kLanguages.begin(), kLanguages.end(), is_it);
  if (named != kLanguages.end()) {
    return named->second;
  }
  const FileKind kind = kind_of(without_byte_order_mark(text));
  const bool has_reader = std::any_of(kLanguages.begin(), kLanguages.end(),
                                      [&](const auto& row) { return row.second == kind; });
  return has_reader ? kind : FileKind::kBlueprint;
}

CheckedText check_text_of(FileKind kind, const SourceText& source) {
  const std::string_view plain = without_byte_order_mark(source.text);
  if (kind == FileKind::kBlueprint || plain.size() == source.text.size()) {
    return check_plain_text(kind, source);
  }
  CheckedText checked = check_plain_text(kind, {source.path, std::string(plain)});
  move_behind(source.text.size() - plain.size(), checked.diagnostics);
  return checked;
}

}  // namespace dps::commands
