#include "predictor/models/model_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/printable.h"

namespace dps::models {

text::Range ModelText::add(const SourceText& part) {
  const std::size_t begin = text_.size();
  text_ += part.text;
  const text::Range place = text::range_of(begin, text_.size());
  text_ += '\n';
  parts_.push_back({part.path, place, lines_ + 1});
  lines_ += static_cast<std::uint32_t>(
      std::count(text_.begin() + static_cast<std::ptrdiff_t>(begin), text_.end(), '\n'));
  return place;
}

std::vector<PartDiagnostics> ModelText::by_part(const std::vector<Diagnostic>& diagnostics) const {
  std::vector<PartDiagnostics> all(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const text::Range place = parts_[i].place;
    all[i].source = {parts_[i].path, text_.substr(place.begin, place.end - place.begin)};
  }
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.span.line == 0) {
      all.front().diagnostics.push_back(diagnostic);
      continue;
    }
    const std::size_t part = part_of(diagnostic.span.line);
    Diagnostic local = diagnostic;
    local.notes.clear();
    local.span.line -= parts_[part].first_line - 1;
    for (Note note : diagnostic.notes) {
      const std::size_t other = part_of(note.span.line);
      note.span.line -= parts_[other].first_line - 1;
      if (other == part) {
        local.notes.push_back(std::move(note));
      } else {
        local.text += fmt::format("; {}: {}:{}:{}", note.text, printable(parts_[other].path),
                                  note.span.line, note.span.column);
      }
    }
    all[part].diagnostics.push_back(std::move(local));
  }
  std::erase_if(all, [](const PartDiagnostics& part) { return part.diagnostics.empty(); });
  return all;
}

/// The part that has this line of the whole text.
std::size_t ModelText::part_of(std::uint32_t line) const {
  DPS_CHECK(!parts_.empty() && line > 0);
  const auto next =
      std::upper_bound(parts_.begin(), parts_.end(), line,
                       [](std::uint32_t each, const Part& part) { return each < part.first_line; });
  return static_cast<std::size_t>(next - parts_.begin()) - 1;
}

}  // namespace dps::models
