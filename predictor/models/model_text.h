/// The text of a model: its files, and the values of options, one after the other, so that one
/// position identifies a place in any of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/text/source_map.h"

namespace dps::models {

/// A file or an option, and the diagnostics in it.
struct PartDiagnostics {
  SourceText source;
  std::vector<Diagnostic> diagnostics;
};

class ModelText {
 public:
  /// Appends a part; returns its place in text(), without the line feed that is added to it.
  text::Range add(const SourceText& part);

  [[nodiscard]] const std::string& text() const { return text_; }

  /// Distributes the diagnostics of the whole text over its parts, with the positions there. A note
  /// in another part becomes a part of the message. A diagnostic without a position belongs to the
  /// first part.
  [[nodiscard]] std::vector<PartDiagnostics> by_part(
      const std::vector<Diagnostic>& diagnostics) const;

 private:
  struct Part {
    std::string path;
    text::Range place;
    std::uint32_t first_line = 1;
  };

  [[nodiscard]] std::size_t part_of(std::uint32_t line) const;

  std::string text_;
  std::vector<Part> parts_;
  std::uint32_t lines_ = 0;
};

}  // namespace dps::models
