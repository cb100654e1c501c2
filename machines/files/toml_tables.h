/// Reads tables of TOML: each error has its position, and unknown keys are errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "machines/files/toml.h"
#include "text/problems.h"
#include "text/quantities.h"
#include "text/source_map.h"

namespace dps::machines {

/// The errors of one TOML file, at the regions that toml++ gives.
class TomlMistakes {
 public:
  /// Borrows the text.
  explicit TomlMistakes(std::string_view text)
      : source_(text), problems_(source_, text::Repeats::kKept) {}

  void add(const toml::source_region& where, std::string text);
  /// With a note at a second position.
  void add(const toml::source_region& where, std::string text, const toml::source_region& first,
           std::string note);

  [[nodiscard]] bool is_empty() const { return !problems_.has_errors(); }
  /// Returns the errors in the order of their positions, and removes them.
  std::vector<Diagnostic> take() { return problems_.take(); }

 private:
  /// A region of several lines is its first byte.
  [[nodiscard]] text::Range range(const toml::source_region& region) const;
  /// toml++ counts columns in characters.
  [[nodiscard]] std::size_t position(std::uint32_t line, std::uint32_t column) const;

  text::SourceMap source_;
  text::Problems problems_;
};

/// Parses the text. Errors: nullopt, with an error added, if the text is not TOML.
/// Source: TOML 1.0.0, toml.io.
std::optional<toml::table> parse_toml(std::string_view text, TomlMistakes& mistakes);

/// One table: its keys are asked for one by one, and done() complains of those that were not.
class TomlTable {
 public:
  /// All are borrowed. `name` is what messages call it: "[network]".
  TomlTable(const toml::table& table, std::string name, TomlMistakes& mistakes)
      : table_(table), name_(std::move(name)), mistakes_(mistakes) {}

  /// The node, or nullptr; `required`: its absence is a mistake.
  const toml::node* find(std::string_view key, bool required = false);
  std::optional<std::string> text(std::string_view key, bool required = false);
  /// A list of texts.
  std::optional<std::vector<std::string>> texts(std::string_view key);
  /// A whole number from `least` to `most`.
  std::optional<std::uint64_t> count(std::string_view key, std::uint64_t least, std::uint64_t most);
  /// A table, complained of if it is something else.
  const toml::table* table(std::string_view key, bool required = false);

  /// A text with a unit; a bare number is a mistake of its own.
  template <typename Value>
  std::optional<Value> quantity(std::string_view key,
                                text::Checked<Value> (*read)(std::string_view),
                                bool required = false) {
    const toml::node* node = find(key, required);
    if (node == nullptr || !expect_quantity(*node)) {
      return std::nullopt;
    }
    const auto value = read(node->as_string()->get());
    if (!value) {
      mistakes_.add(node->source(), value.error());
      return std::nullopt;
    }
    return *value;
  }

  /// Every key that was not asked for is a mistake.
  void done();

 private:
  bool expect_quantity(const toml::node& node);

  const toml::table& table_;
  std::string name_;
  TomlMistakes& mistakes_;
  std::vector<std::string> known_;
};

/// What a value is, in a user's words: "a number", "a list".
std::string_view kind_of(const toml::node& node);

}  // namespace dps::machines
