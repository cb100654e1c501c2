#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "blueprint/editing/steps.h"
#include "blueprint/editing/words.h"

namespace dps::blueprint {
namespace {

/// The fields of a T line, with the section letter.
enum TerrainField : std::size_t { kProcessField = 1, kHostField, kConditionsField };

/// The T line of a process, which is named as the line names it; null if there is none.
const OutlineLine* find_terrain(const Draft& draft, std::string_view process) {
  const auto& lines = draft.outline().lines();
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const OutlineLine& line) {
    return line.letter == 'T' && draft.field(line, kProcessField) == process;
  });
  return found == lines.end() ? nullptr : &*found;
}

Refusal refuse_terrain(const Draft& draft, const Terrain& edit) {
  if (auto refused = refuse_words('T', "the process", edit.process)) {
    return refused;
  }
  if (auto refused = refuse_words('T', "the host", edit.host)) {
    return refused;
  }
  if (auto refused =
          refuse_words('T', "the list of conditions", edit.conditions, {0, kMostWords})) {
    return refused;
  }
  return refuse_unknown(draft, NameKind::kProcess, edit.process.substr(0, edit.process.find('[')));
}

void set_conditions(Draft& draft, const OutlineLine& line, const std::string& conditions) {
  const auto fields = line.fields.subspan(kConditionsField);
  const std::string before = text::text_of(draft.outline().source(), fields);
  if (conditions != before) {
    draft.set_fields(line, kConditionsField, fields.size(), conditions);
  }
}

}  // namespace

Refusal apply(Draft& draft, const Terrain& edit) {
  const OutlineLine* line = find_terrain(draft, edit.process);
  if (edit.host.empty()) {
    if (line == nullptr) {
      return fmt::format("there is no T line of {}", text::quoted(edit.process));
    }
    draft.remove_lines({line});
    return std::nullopt;
  }
  if (auto refused = refuse_terrain(draft, edit)) {
    return refused;
  }
  if (line == nullptr) {
    const std::string_view gap = edit.conditions.empty() ? "" : " ";
    draft.add_line('T', fmt::format("{} {}{}{}", edit.process, edit.host, gap, edit.conditions));
    return std::nullopt;
  }
  if (auto refused = refuse_short(*line, kHostField, edit.process)) {
    return refused;
  }
  if (draft.field(*line, kHostField) != edit.host) {
    draft.set_fields(*line, kHostField, 1, edit.host);
  }
  set_conditions(draft, *find_terrain(draft, edit.process), edit.conditions);
  return std::nullopt;
}

}  // namespace dps::blueprint
