#include "predictor/datasheets/raw/raw_file.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/check.h"
#include "predictor/machines/kinds/datasheet/file/sheet_words.h"

namespace dps::datasheets {
namespace {

using machines::FunctionClass;

constexpr std::array<std::string_view, 4> kStops{"error", "trials", "time", "late"};

/// The enumerator at the position of its name.
template <typename Enum>
std::optional<Enum> enumerator(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? std::nullopt
                              : std::optional(static_cast<Enum>(found - names.begin()));
}

}  // namespace

std::optional<FunctionClass> class_named(std::string_view name) {
  return enumerator<FunctionClass>(machines::kClassWords, name);
}

std::string_view stop_name(Stop stop) {
  return kStops.at(static_cast<std::size_t>(stop));
}

std::optional<Stop> stop_named(std::string_view name) {
  return enumerator<Stop>(kStops, name);
}

std::span<const std::string_view> stop_names() {
  return kStops;
}

std::string write_raw(const RawFile& file) {
  std::string out = "# dps-rawtiming 1\n";
  if (!file.function.empty()) {
    out += fmt::format("# function: {}\n", file.function);
  }
  if (file.function_class) {
    out += fmt::format("# class: {}\n", machines::word_of(*file.function_class));
  }
  if (file.element_bytes) {
    out += fmt::format("# element bytes: {}\n", *file.element_bytes);
  }
  if (!file.ranks.empty()) {
    out += fmt::format("# ranks: {}\n", file.ranks);
  }
  out += "# processes elements median_s error_s trials min_s max_s late outliers passes stop\n";
  for (const RawPoint& point : file.points) {
    DPS_CHECK(point.counts.has_value());
    const TrialCounts& counts = *point.counts;
    out += fmt::format("{} {} {} {} {} {} {} {} {} {} {}\n", point.processes, point.elements,
                       point.median, point.error, counts.trials, counts.min, counts.max,
                       counts.late, counts.outliers, counts.passes, stop_name(counts.stop));
  }
  return out;
}

}  // namespace dps::datasheets
