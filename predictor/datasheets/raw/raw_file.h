/// Raw files: the measured times of a function of a message-passing library, a line for each point.
/// Source: docs/datasheets.md, "Raw files".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

inline constexpr std::size_t kMostRawBytes = std::size_t{64} << 20;
inline constexpr std::size_t kMostRawPoints = 1'000'000;
inline constexpr std::uint64_t kMostElementBytes = 1U << 20;

/// The reason for which no further trials of a point were made.
enum class Stop : std::uint8_t { kError, kTrials, kTime, kLate };

/// The columns that only files of dps-rawtiming have.
struct TrialCounts {
  std::uint64_t trials = 0;
  double min = 0;  ///< seconds
  double max = 0;  ///< seconds
  std::uint64_t late = 0;
  std::uint64_t outliers = 0;
  std::uint64_t passes = 0;
  Stop stop = Stop::kError;

  bool operator==(const TrialCounts&) const = default;
};

struct RawPoint {
  std::uint64_t processes = 1;
  std::uint64_t elements = 0;
  double median = 0;  ///< seconds
  double error = 0;   ///< standard error of the median, seconds; 0: not known
  std::optional<TrialCounts> counts{};

  bool operator==(const RawPoint&) const = default;
};

struct RawFile {
  /// The fields of the header that concern the fit; files of the dissertation have none.
  std::string function;  ///< empty: not stated
  std::optional<machines::FunctionClass> function_class{};
  std::optional<std::uint64_t> element_bytes{};
  std::string ranks;  ///< the ranks of the processes, for human readers
  std::vector<RawPoint> points;

  bool operator==(const RawFile&) const = default;
};

/// A text that read_raw() reads as an equal file. All points must have counts.
std::string write_raw(const RawFile& file);

/// The words of raw files: "point-to-point", "error".
std::optional<machines::FunctionClass> class_named(std::string_view name);
std::string_view stop_name(Stop stop);
std::optional<Stop> stop_named(std::string_view name);
std::span<const std::string_view> stop_names();

}  // namespace dps::datasheets
