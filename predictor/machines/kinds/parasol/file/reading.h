/// The base of all readers of sections: fields with their values, and blocks of `begin` and `end`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "predictor/machines/kinds/parasol/file/expression/token_cursor.h"
#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

// Source: docs/parasol.md, "Limits".
inline constexpr double kMostSeconds = 18;
inline constexpr std::uint64_t kMostProcessors = 1'000'000;
inline constexpr std::uint64_t kMostLinks = 10'000'000;
inline constexpr std::size_t kMostFileBytes = std::size_t{256} << 20;

/// A value and its place.
template <typename Value>
struct Located {
  Value value;
  text::Range place;
};

/// Reads the contents of one kind of section.
class SectionReader {
 public:
  virtual ~SectionReader() = default;

  /// Reads the rest of a statement that begins with this word. Returns false if there is no such
  /// field; then nothing is read.
  virtual bool read_field(const ParasolToken& name) = 0;
  /// The names of the fields, for suggestions.
  [[nodiscard]] virtual std::vector<std::string> field_names() const = 0;
  /// The names of the sections that this one can contain.
  [[nodiscard]] virtual std::vector<std::string> section_names() const = 0;
  /// Reads a section of one of these names; `head` is its `begin` and name.
  virtual void read_section(std::string_view name, text::Range head) = 0;
};

class Reading {
 public:
  explicit Reading(TokenCursor& cursor) : cursor_(cursor) {}

  [[nodiscard]] TokenCursor& cursor() { return cursor_; }

  /// Reads the statements of a block up to its `end`. A missing `end` is an error; of the machine,
  /// it is a warning.
  BlockPlace read_block(std::string_view name, text::Range head, SectionReader& section);

  // The rest of a field: '=', the value, and the end of the statement. nullopt after a report.
  std::optional<Located<std::uint64_t>> whole_field();
  std::optional<Located<std::string>> text_field();
  std::optional<Located<std::vector<std::uint64_t>>> wholes_field();
  /// A time in seconds, or a ratio; neither is negative.
  std::optional<Located<Timing>> timing_field(double most = kMostSeconds);
  /// "[index] = value"
  struct Entry {
    Located<std::uint64_t> index;
    Located<std::uint64_t> value;
  };
  std::optional<Entry> entry_field();

  /// Notes a definition; if there was one before, a warning shows both places.
  void define(text::Range& seen, text::Range place, std::string_view what);

 private:
  struct Open {
    std::string_view name;     ///< the name of the section
    std::string_view written;  ///< the name in the text, perhaps misspelt
    text::Range head;
    SectionReader* reader;
  };
  enum class Ending : std::uint8_t { kOpen, kClosed, kMissing };

  Ending read_statement(SectionReader& section, BlockPlace& block);
  Ending read_end(const ParasolToken& end, BlockPlace& block);
  Ending read_begin(const ParasolToken& begin, SectionReader& section);
  void read_unknown_section(const ParasolToken& word, text::Range head, SectionReader& section);
  void report_unknown_field(const ParasolToken& word, SectionReader& section);
  void report_missing_end(text::Range place);
  void skip_section();
  [[nodiscard]] bool is_of_outer_section(std::string_view name) const;
  [[nodiscard]] bool is_open_outside(std::string_view name) const;
  std::optional<double> sample(double most, std::string_view what);
  template <typename Read>
  auto field(Read read) -> decltype(read());

  TokenCursor& cursor_;  // borrowed
  std::vector<Open> open_;
  std::string_view written_;  // the name of the section that begins
};

}  // namespace dps::parasol
