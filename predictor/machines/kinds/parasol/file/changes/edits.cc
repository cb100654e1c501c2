#include "predictor/machines/kinds/parasol/file/changes/edits.h"

#include <algorithm>
#include <utility>

namespace dps::parasol {

void Edits::add(const BlockPlace& block, const std::string& statement) {
  const std::uint32_t at = block.end;
  if (at == text_.size()) {  // the machine has no `end`
    edits_.push_back({{at, at}, "\n" + statement + "\n"});
    return;
  }
  const std::size_t break_at = at == 0 ? std::string_view::npos : text_.rfind('\n', at - 1);
  const std::size_t line = break_at == std::string_view::npos ? 0 : break_at + 1;
  const std::string_view indent = text_.substr(line, at - line);
  if (indent.find_first_not_of(" \t") != std::string_view::npos) {
    edits_.push_back({{at, at}, statement + "; "});
    return;
  }
  const auto begin = static_cast<std::uint32_t>(line);
  edits_.push_back({{begin, begin}, std::string(indent) + "  " + statement + "\n"});
}

void Edits::add(const BlockPlace& block, std::string_view name, const BlockPlace& parent,
                const std::string& statement) {
  if (!block.whole.empty()) {
    add(block, statement);
    return;
  }
  const auto known = std::find_if(missing_.begin(), missing_.end(), [&](const Missing& one) {
    return one.name == name && one.parent.end == parent.end;
  });
  Missing& missing = known != missing_.end()
                         ? *known
                         : missing_.emplace_back(Missing{std::string(name), parent, ""});
  missing.statements += statement + "; ";
}

std::string Edits::apply() {
  for (const Missing& missing : std::exchange(missing_, {})) {
    add(missing.parent,
        "begin " + missing.name + "; " + missing.statements + "end " + missing.name);
  }
  const auto is_before = [](const Edit& a, const Edit& b) { return a.place.begin < b.place.begin; };
  if (!std::is_sorted(edits_.begin(), edits_.end(), is_before)) {
    std::stable_sort(edits_.begin(), edits_.end(), is_before);
  }
  std::string out;
  out.reserve(text_.size() + 16 * edits_.size());
  std::size_t at = 0;
  for (const Edit& edit : edits_) {
    out += text_.substr(at, edit.place.begin - at);
    out += edit.text;
    at = edit.place.end;
  }
  return out += text_.substr(at);
}

}  // namespace dps::parasol
