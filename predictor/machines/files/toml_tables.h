/// Reads TOML tables. Each error has its position, and unknown keys are errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/diagnostic.h"
#include "base/text/problems.h"
#include "base/text/quantities.h"
#include "base/text/source_map.h"
#include "predictor/machines/files/toml.h"

namespace dps::machines {

/// The byte at a line and column of toml++, which counts columns in characters.
std::size_t byte_at(const text::SourceMap& source, const toml::source_position& place);

/// Collects the errors of one TOML file, at source regions of toml++.
class TomlMistakes {
 public:
  /// Borrows the text.
  explicit TomlMistakes(std::string_view text)
      : source_(text), problems_(source_, text::Repeats::kKept) {}

  void add(const toml::source_region& where, std::string text);
  /// Adds an error with a note at a second position.
  void add(const toml::source_region& where, std::string text, const toml::source_region& first,
           std::string note);

  [[nodiscard]] bool is_empty() const { return !problems_.has_errors(); }
  /// The number of errors that were added.
  [[nodiscard]] std::size_t count() const { return count_; }
  /// Returns the errors in the order of their positions, and removes them.
  std::vector<Diagnostic> take() { return problems_.take(); }

 private:
  /// The range of a region; of a region of several lines, only its first byte.
  [[nodiscard]] text::Range range(const toml::source_region& region) const;

  text::SourceMap source_;
  text::Problems problems_;
  std::size_t count_ = 0;
};

/// Parses the text. Errors: nullopt, with an error added, if the text is not TOML.
/// Source: TOML 1.0.0, toml.io.
std::optional<toml::table> parse_toml(std::string_view text, TomlMistakes& mistakes);

/// The value that a file describes, or the mistakes in it.
template <typename Value>
struct TomlReading {
  std::optional<Value> value;  ///< nullopt if there is a mistake
  std::vector<Diagnostic> diagnostics;
};

/// Reads a whole file by calling `read(table, mistakes)`.
template <typename Read>
auto read_toml(std::string_view text, const Read& read) {
  TomlMistakes mistakes(text);
  TomlReading<std::invoke_result_t<Read, const toml::table&, TomlMistakes&>> reading;
  if (const auto table = parse_toml(text, mistakes)) {
    reading.value = read(*table, mistakes);
  }
  if (!mistakes.is_empty()) {
    reading.value.reset();
  }
  reading.diagnostics = mistakes.take();
  return reading;
}

/// The whole numbers that a key may have.
struct CountRange {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

/// Reads one table: its values are looked up one by one; then done() reports the keys that were not
/// looked up. Each function reports a value of the wrong type and returns nullopt or null.
class TomlTable {
 public:
  /// Borrows the table and the mistakes. `name` is its name in messages, such as "[network]".
  TomlTable(const toml::table& table, std::string name, TomlMistakes& mistakes)
      : table_(table), name_(std::move(name)), mistakes_(mistakes) {}

  /// The value of the key, or null. With `required`, an absent key is reported.
  const toml::node* find(std::string_view key, bool required = false);
  std::optional<std::string> text(std::string_view key, bool required = false);
  /// A list of texts.
  std::optional<std::vector<std::string>> texts(std::string_view key);
  /// A whole number from `least` to `most`.
  std::optional<std::uint64_t> count(std::string_view key, std::uint64_t least, std::uint64_t most);
  /// A list of whole numbers in this range, with at least one and at most `longest` of them.
  std::optional<std::vector<std::uint64_t>> counts(std::string_view key, CountRange each,
                                                   std::size_t longest, bool required = false);
  std::optional<bool> flag(std::string_view key);
  /// A finite number from `least` to `most`, with or without a point.
  std::optional<double> real(std::string_view key, double least, double most,
                             bool required = false);
  /// One of the words, as its position in `words`.
  std::optional<std::size_t> word(std::string_view key, std::span<const std::string_view> words,
                                  bool required = false);
  const toml::table* table(std::string_view key, bool required = false);

  /// A text that `read` parses, such as "50us". A bare number is given to `read`, too, which
  /// reports that it has no unit.
  template <typename Value>
  std::optional<Value> quantity(std::string_view key,
                                text::Checked<Value> (*read)(std::string_view),
                                bool required = false) {
    const toml::node* node = find(key, required);
    return node == nullptr ? std::nullopt : quantity_at(*node, read);
  }

  /// A list of `size` such texts; `what` names the elements in messages.
  template <typename Value>
  std::optional<std::vector<Value>> quantities(std::string_view key,
                                               text::Checked<Value> (*read)(std::string_view),
                                               std::size_t size, std::string_view what) {
    const toml::node* node = find(key);
    if (node == nullptr || !expect_list(*node, key, size, what)) {
      return std::nullopt;
    }
    std::vector<Value> values;
    for (const toml::node& element : *node->as_array()) {
      if (const auto value = quantity_at(element, read)) {
        values.push_back(*value);
      }
    }
    return values.size() == size ? std::optional(std::move(values)) : std::nullopt;
  }

  /// Reports every key that was not looked up.
  void done();

 private:
  template <typename Value>
  std::optional<Value> quantity_at(const toml::node& node,
                                   text::Checked<Value> (*read)(std::string_view)) {
    const auto written = written_quantity(node);
    if (!written) {
      return std::nullopt;
    }
    const auto value = read(*written);
    if (!value) {
      mistakes_.add(node.source(), value.error());
      return std::nullopt;
    }
    return *value;
  }
  std::optional<std::string> written_quantity(const toml::node& node);
  bool expect_list(const toml::node& node, std::string_view key, std::size_t size,
                   std::string_view what);
  std::optional<std::uint64_t> count_at(const toml::node& node, std::string_view key,
                                        CountRange range);

  const toml::table& table_;
  std::string name_;
  TomlMistakes& mistakes_;
  std::vector<std::string> known_;
};

/// The type of a value for messages: "a number", "a list".
std::string_view kind_of(const toml::node& node);

/// The words of messages about a list of tables: "hosts", "[[host]]", "a host's table".
struct TableListWords {
  std::string_view plural;
  std::string_view header;
  std::string_view element;
};

/// The tables of a list; `list` may be null. All else is reported.
std::vector<const toml::table*> tables_of(const toml::node* list, const TableListWords& words,
                                          TomlMistakes& mistakes);

}  // namespace dps::machines
