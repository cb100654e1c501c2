/// A blueprint's text that is changed line by line, with its columns and comments.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "blueprint/editing/text_change.h"
#include "blueprint/outline/outline.h"

namespace dps::blueprint {

/// A paragraph, the lines between two empty ones, that is in the standard layout remains so. In
/// another one, only the changed line changes, and its fields keep their columns where they can.
class Draft {
 public:
  explicit Draft(std::string text);

  [[nodiscard]] const std::string& text() const { return text_; }
  /// The outline of the present text; every change replaces it.
  [[nodiscard]] const Outline& outline() const { return *outline_; }

  /// The first line that defines the name; null if there is none.
  [[nodiscard]] const OutlineLine* find(NameKind kind, std::string_view name) const;
  /// The names of this kind that the line mentions, besides its own, in the order of the text.
  [[nodiscard]] std::vector<std::string> names_in(const OutlineLine& line, NameKind kind) const;
  /// A field as it is written; "" if the line has fewer. The section letter is field 0.
  [[nodiscard]] std::string_view field(const OutlineLine& line, std::size_t at) const;
  /// "Job.i", or "Job2.i" and so on if that is taken.
  [[nodiscard]] std::string free_tag(NameKind kind, const std::string& stem,
                                     std::string_view ending) const;

  // Each change invalidates earlier outlines and their lines.

  /// Replaces `count` fields, which the line has; none: inserts behind the field before. `first` is
  /// not the section letter.
  void set_fields(const OutlineLine& line, std::size_t first, std::size_t count,
                  const std::string& words);
  /// Adds a line below `after`; null: below the last one of its section, or where the section
  /// belongs. `words`: the fields without the letter.
  void add_line(char letter, const std::string& words, const OutlineLine* after = nullptr);
  /// Removes lines, which are in text order. A comment at the end of a line stays, as a line.
  void remove_lines(const std::vector<const OutlineLine*>& lines);
  /// Replaces a part of the text.
  void replace(text::Range place, const std::string& words);
  /// Replaces several parts, which are in text order and do not overlap.
  void replace_all(const std::vector<TextChange>& changes);

 private:
  [[nodiscard]] text::Range paragraph_of(text::Range place) const;
  [[nodiscard]] std::size_t begin_of_line(std::size_t at) const;
  /// The position after the line end.
  [[nodiscard]] std::size_t end_of_line(std::size_t at) const;
  [[nodiscard]] std::size_t end_of(const OutlineLine& line) const;
  [[nodiscard]] text::Range with_empty_lines(text::Range lines,
                                             const std::vector<TextChange>& later) const;
  [[nodiscard]] bool is_empty_line(std::size_t begin) const;
  [[nodiscard]] const OutlineLine* last_of(char letter) const;
  [[nodiscard]] const OutlineLine* first_of(char letter) const;
  /// True unless sections follow each other without an empty line.
  [[nodiscard]] bool has_space_between_sections() const;
  void add_section(char letter, const std::string& words);
  [[nodiscard]] std::size_t above_headings(std::size_t at) const;
  void insert_line(std::size_t at, const std::string& line);

  std::string text_;
  std::string line_end_;
  std::unique_ptr<Outline> outline_;
};

}  // namespace dps::blueprint
