/// Collects the errors and warnings of one source text, each cause once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "base/text/source_map.h"

namespace dps::text {

/// Quotes text of the user for a message: printable, and cut after 80 bytes.
std::string quoted(std::string_view words);

/// The name of a clone, such as Worker.p[3].
struct CloneName {
  std::string_view ptag;
  std::uint32_t index = 0;
};

/// The process, step and receiver for which a line is evaluated, if its values depend on them.
struct Subject {
  std::optional<CloneName> process{};
  std::uint32_t number = 0;  ///< of the process
  std::optional<std::uint32_t> step{};
  std::optional<CloneName> receiver{};
};

enum class Repeats : std::uint8_t { kMerged, kKept };

/// Collects diagnostics. By default repeats are merged: two errors at one position that differ only
/// in quoted words and digits have one cause, and the second is only counted, for its process.
class Problems {
 public:
  explicit Problems(const SourceMap& source, Repeats repeats = Repeats::kMerged)
      : source_(source), repeats_(repeats) {}

  /// Sets the subject of the errors that follow; a message names the first one of its cause.
  void set_subject(const Subject& subject) { subject_ = subject; }

  void error(Range place, std::string text, std::vector<Note> notes = {});
  void warning(Range place, std::string text, std::vector<Note> notes = {});

  /// An error without a position (Span::line 0).
  void error_without_place(std::string text);

  /// An error about a name, reported once: at its first position, with notes at the next ones.
  void error_about(const std::string& name, Range place, std::string text);

  [[nodiscard]] bool has_errors() const { return errors_; }
  [[nodiscard]] bool knows(const std::string& name) const { return by_name_.contains(name); }
  [[nodiscard]] Note note(Range place, std::string text) const;

  /// Returns all diagnostics in the order of their positions, and removes them.
  std::vector<Diagnostic> take();

 private:
  struct Problem {
    Diagnostic diagnostic;
    std::string subject;            ///< "for Worker.p[3] in step 7"; empty: the same for all
    std::uint32_t others = 0;       ///< further processes with this error
    std::uint32_t last = 0;         ///< the number of the last process with this error
    std::vector<Range> mentions{};  ///< positions of a wrong name
  };

  /// The entry for this cause at this position, or null if there is none yet.
  Problem* find_repeated(Range place, const std::string& text);
  void repeat(Problem& entry) const;
  Problem& add(Severity severity, Range place, std::string text);
  Diagnostic finished(Problem& entry) const;

  const SourceMap& source_;
  Repeats repeats_;
  Subject subject_;
  bool errors_ = false;
  std::vector<Problem> entries_;
  std::unordered_map<std::string, std::size_t> by_cause_;
  std::unordered_map<std::string, std::size_t> by_name_;
};

}  // namespace dps::text
