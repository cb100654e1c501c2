/// The lines and names of a blueprint with their places, for editors. The text may be incomplete or
/// have errors.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression/template.h"
#include "base/expression/variables.h"
#include "base/text/scanner.h"
#include "base/text/source_map.h"
#include "blueprint/outline/outline_line.h"

namespace dps::blueprint {

/// Parses a text line by line. Lines with errors keep what precedes the error. Pure: no I/O.
class Outline {
 public:
  explicit Outline(std::string text);
  Outline(const Outline&) = delete;
  Outline& operator=(const Outline&) = delete;
  ~Outline() = default;

  [[nodiscard]] const text::SourceMap& source() const { return source_; }
  [[nodiscard]] const std::vector<OutlineLine>& lines() const { return lines_; }
  /// The mentions, in line order.
  [[nodiscard]] const std::vector<Mention>& mentions() const { return mentions_; }
  [[nodiscard]] const expression::Templates& templates() const { return templates_; }
  [[nodiscard]] const expression::Variables& variables() const { return variables_; }

  /// The mention whose place contains the byte `at`, or ends there; null if there is none.
  [[nodiscard]] const Mention* mention_at(std::uint32_t at) const;
  /// The mentions in one of lines().
  [[nodiscard]] std::span<const Mention> mentions_in(const OutlineLine& line) const;
  /// The mentions of a name, in the order of the text.
  [[nodiscard]] std::vector<const Mention*> mentions_of(NameKind kind, std::string_view name) const;
  /// The defined names of a kind, each once; of messages and hosts, all that are mentioned.
  [[nodiscard]] std::vector<std::string> names_of(NameKind kind) const;
  /// The line that contains the byte `at`, or ends there; null if there is none.
  [[nodiscard]] const OutlineLine* line_at(std::uint32_t at) const;
  /// The value of the variable; nullopt if it has an error.
  [[nodiscard]] std::optional<double> value_of(std::string_view variable) const;

 private:
  void parse();

  std::string text_;
  text::SourceMap source_;
  text::Problems problems_{source_};  ///< never reported: read_blueprint() reports these problems
  text::Scanned scanned_;
  expression::Variables variables_{source_, problems_};
  expression::Templates templates_{source_, problems_};
  std::vector<OutlineLine> lines_;
  std::vector<Mention> mentions_;
};

}  // namespace dps::blueprint
