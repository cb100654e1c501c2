/// A quantity of a result, as the user writes it: `p99(Reply.m)`, `rate(done.f)`,
/// `count(abort.f) / count(begin.f)` (docs/result.md, "Expectations").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "base/statistics/histogram.h"
#include "profiles/latency_figures.h"
#include "profiles/result.h"

namespace dps::profiles {

struct Figure {
  enum class Kind : std::uint8_t {
    kMakespan,
    kMin,
    kMean,
    kMax,
    kQuantile,
    kCount,
    kRate,
    kUtilisation
  };

  Kind kind = Kind::kMakespan;
  statistics::QuantileShare share{};  ///< of a quantile
  /// A message type or a functionality; of kCount and kRate a functionality, of kUtilisation a P
  /// line. Empty for the makespan.
  std::string name;
  bool is_message = true;   ///< the name of a latency is a message type; set once this is known
  std::size_t name_at = 0;  ///< position of `name` in the text

  /// "age:" before the tag of a functionality: the ages of the requests that fire it.
  static constexpr std::string_view kAge = "age:";

  /// Before the tag of an O line with -collective: a part of the times of its operations.
  static constexpr std::array<std::string_view, 3> kParts{"total:", "skew:", "rest:"};

  /// The position in kParts; their number for other figures.
  [[nodiscard]] std::size_t part() const {
    std::size_t at = is_latency() ? 0 : kParts.size();
    while (at < kParts.size() && !name.starts_with(kParts[at])) {
      ++at;
    }
    return at;
  }
  [[nodiscard]] bool is_of_operations() const { return part() < kParts.size(); }
  /// The tag of the O line, if it is_of_operations().
  [[nodiscard]] std::string operated() const { return name.substr(kParts[part()].size()); }
  [[nodiscard]] bool is_age() const { return is_latency() && name.starts_with(kAge); }
  [[nodiscard]] std::string aged() const { return name.substr(kAge.size()); }
  [[nodiscard]] bool is_latency() const { return kind >= Kind::kMin && kind <= Kind::kQuantile; }
  [[nodiscard]] bool is_of_firings() const { return kind == Kind::kCount || kind == Kind::kRate; }
};

enum class Dimension : std::uint8_t { kTime, kNumber, kRate, kShare };

Dimension dimension_of(const Figure& figure);

/// A figure, or the ratio of two figures of the same dimension.
struct Quantity {
  Figure figure;
  std::optional<Figure> divisor;
  std::string text;  ///< as the user wrote it

  [[nodiscard]] Dimension dimension() const {
    return divisor ? Dimension::kShare : dimension_of(figure);
  }
  /// True if a figure is about latencies, or about the firings of functionalities.
  [[nodiscard]] bool needs_latencies() const {
    return figure.is_latency() || (divisor && divisor->is_latency());
  }
  [[nodiscard]] bool needs_firings() const {
    return figure.is_of_firings() || (divisor && divisor->is_of_firings());
  }
};

/// "23.1 ms", "1,234", "912/s" or "7.5%"; "-" if it is NaN.
std::string quantity_text(Dimension dimension, double value);

/// The width of the interval of values that a quantity cannot distinguish from `value`: the bucket
/// of a quantile (statistics::Histogram). 0 if the value is exact.
double resolution_of(const Quantity& quantity, double value);

/// The note about a --measure-from that no run reaches, so that there are no latencies; "" if a run
/// reaches it.
std::string unmeasured_note(const RunResult& result);

/// The inputs of quantities: sums over the runs of a point.
struct KnownFigures {
  std::vector<double> makespans;  ///< seconds, by run
  std::optional<MergedLatencies> latencies;
  bool has_firings = false;    ///< the results have level functionality
  bool is_incomplete = false;  ///< a limit left out events on which the firings depend
  /// The firings of functionalities; with --measure-from, only those that began from then on.
  std::map<std::string, std::uint64_t> firings;
  double measured_s = 0;  ///< the makespans without what --measure-from leaves out
  /// The busy time and the total time of the processes of each P line.
  std::map<std::string, std::pair<double, double>> busy;

  void add(const RunResult& result);
};

/// The value in seconds, firings per run, firings per second, or as a ratio. A latency is that over
/// all runs, the makespan the mean; counts are the mean over the runs, and rates and utilisations
/// relate sums over all runs. Errors: why it is unknown.
tl::expected<double, std::string> value_of(const Quantity& quantity, const KnownFigures& figures);

}  // namespace dps::profiles
