/// The mistakes found while a blueprint is read: each cause once, however many readings meet it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "text/source_map.h"

namespace dps::text {

/// The user's words as messages show them: quoted, printable, cut when very long.
std::string quoted(std::string_view words);

/// The process for which a line is read, when its reading depends on it.
struct Subject {
  std::string_view ptag;    ///< empty: the line reads the same for all
  std::uint32_t index = 0;  ///< of the clone
};

/// Collects diagnostics. Two errors at one place that differ only in quoted words and digits have
/// the same cause: the second only counts the process that met it.
class Problems {
 public:
  explicit Problems(const SourceMap& source) : source_(source) {}

  /// Whose reading the errors are from now on; messages name the first that met each.
  void set_subject(Subject subject) { subject_ = subject; }

  void error(Range place, std::string text, std::vector<Note> notes = {});
  void warning(Range place, std::string text);

  /// A mistake that has no line: "no place" (Span line 0).
  void error_without_place(std::string text);

  /// A name that is wrong wherever it stands: told at its first place, with notes at the others.
  void error_about(const std::string& name, Range place, std::string text);

  [[nodiscard]] bool has_errors() const { return errors_; }
  [[nodiscard]] bool knows(const std::string& name) const { return by_name_.contains(name); }
  [[nodiscard]] Note note(Range place, std::string text) const;

  /// All of them, in the order of their places. Leaves this empty.
  std::vector<Diagnostic> take();

 private:
  struct Entry {
    Diagnostic diagnostic;
    std::string subject;            ///< "" if it is the line's own
    std::uint32_t others = 0;       ///< further processes that met it
    std::vector<Range> mentions{};  ///< of a wrong name
  };

  /// The entry for this cause at this place; null when it is new.
  Entry* met_before(Range place, const std::string& text);
  Entry& add(Severity severity, Range place, std::string text);
  Diagnostic finished(Entry& entry) const;

  const SourceMap& source_;
  Subject subject_;
  bool errors_ = false;
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> by_cause_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

}  // namespace dps::text
