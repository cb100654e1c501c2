/// The lines of a raw file as fields with positions, and its header.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/text/problems.h"
#include "base/text/quantities.h"
#include "base/text/source_map.h"
#include "predictor/datasheets/raw/raw_file.h"

namespace dps::datasheets {

/// The expected contents of a file.
struct RawExpectation {
  std::string_view function;  ///< the function in the name of the file
  bool needs_errors = false;  ///< a point without an error is a mistake
  /// Seconds; a point that is made from trials has an error of at least 1/sqrt(12) of this.
  double timer_resolution = 0;
};

/// Reads the header of a file and splits its other lines into fields.
class RawLines {
 public:
  /// Borrows all arguments.
  RawLines(const text::SourceMap& source, const RawExpectation& expected, text::Problems& problems)
      : source_(source), expected_(expected), problems_(problems) {}

  /// Moves to the next line with fields; returns false at the end. Enters the comments in between
  /// into the header.
  bool next(RawFile& header);

  /// The fields of the line, at least one.
  [[nodiscard]] const std::vector<text::Range>& fields() const { return fields_; }

  /// The value of a field. Each reports a mistake and returns nullopt.
  std::optional<std::uint64_t> count(std::size_t field, const text::WholeNumber& wanted);
  std::optional<double> seconds(std::size_t field, std::string_view what);
  /// Reads a time that may be below 0.
  std::optional<double> signed_seconds(std::size_t field, std::string_view what);
  std::optional<Stop> stop(std::size_t field);

  void error(text::Range place, std::string text) { problems_.error(place, std::move(text)); }
  /// The range from the first to the last field.
  [[nodiscard]] text::Range line() const { return {fields_.front().begin, fields_.back().end}; }

 private:
  void read_comment(text::Range comment, RawFile& header);
  void read_version(text::Range words);
  void read_entry(text::Range key, text::Range value, RawFile& header);

  const text::SourceMap& source_;
  const RawExpectation& expected_;
  text::Problems& problems_;
  std::vector<text::Range> fields_;
  std::size_t at_ = 0;
};

}  // namespace dps::datasheets
