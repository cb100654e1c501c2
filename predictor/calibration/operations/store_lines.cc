#include "predictor/calibration/operations/store_lines.h"

#include <algorithm>
#include <map>

namespace dps::calibration {
namespace {

std::string_view without_indent(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

/// True for "movsd %xmm0, -24(%rbp)" on x86-64, "str d0, [sp, 24]" on AArch64.
bool is_store_line(std::string_view line) {
  line = without_indent(line);
  if (line.starts_with("str") || line.starts_with("stur") || line.starts_with("stp")) {
    return true;
  }
  const std::size_t comma = line.rfind(',');
  const std::size_t source = line.find_first_of(" \t");
  return line.starts_with("mov") && comma != std::string_view::npos && comma > source &&
         without_indent(line.substr(source)).starts_with('%') && line.ends_with(')') &&
         line.find('(') > comma;
}

bool is_label(std::string_view line, std::string_view routine) {
  return line.starts_with(routine) &&
         (line.substr(routine.size()) == ":" || line.substr(routine.size()) == "_:");
}

/// Calls `visit` with each line and a flag: true if the line belongs to the routine dps_first.
template <typename Visit>
void for_each_line(std::string_view assembler, Visit visit) {
  bool is_first = false;
  while (!assembler.empty()) {
    const std::size_t end = std::min(assembler.find('\n'), assembler.size() - 1) + 1;
    std::string_view line = assembler.substr(0, end);
    assembler.remove_prefix(end);
    line = line.ends_with('\n') ? line.substr(0, line.size() - 1) : line;
    is_first = is_label(line, "dps_first") || (is_first && !is_label(line, "dps_second"));
    visit(line, is_first);
  }
}

}  // namespace

bool knows_store_lines() {
#if defined(__x86_64__) || defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

std::string without_stores(std::string_view assembler, std::uint32_t copies) {
  std::map<std::string_view, std::uint32_t> stores;
  for_each_line(assembler, [&](std::string_view line, bool is_first) {
    if (is_first && is_store_line(line)) {
      ++stores[line];
    }
  });
  std::erase_if(stores, [&](const auto& store) { return store.second < copies; });
  std::string kept;
  if (stores.empty()) {
    return kept;
  }
  for_each_line(assembler, [&](std::string_view line, bool is_first) {
    if (!is_first || !stores.contains(line)) {
      kept.append(line).append("\n");
    }
  });
  return kept;
}

}  // namespace dps::calibration
