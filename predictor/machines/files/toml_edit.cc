#include "predictor/machines/files/toml_edit.h"

#include <algorithm>
#include <vector>

#include "base/text/source_map.h"
#include "predictor/machines/files/toml_tables.h"

namespace dps::machines {
namespace {

/// The text and the bytes of its lines.
class Text {
 public:
  explicit Text(std::string_view text) : source_(text) {}

  [[nodiscard]] text::Range range(const toml::source_region& region) const {
    return text::range_of(byte_at(source_, region.begin), byte_at(source_, region.end));
  }
  [[nodiscard]] std::string_view part(text::Range range) const { return source_.text(range); }

  /// The text with the bytes `by` in place of a range.
  [[nodiscard]] std::string replaced(text::Range range, std::string_view by) const {
    std::string text(source_.text().substr(0, range.begin));
    text += by;
    return text.append(source_.text().substr(range.end));
  }
  [[nodiscard]] std::string inserted(std::size_t at, std::string_view what) const {
    return replaced(text::range_of(at, at), what);
  }

  /// The line of a key up to the key: indentation, and the names of tables ("network.").
  [[nodiscard]] text::Range before(const toml::key& key) const {
    const std::uint32_t begin = source_.line(key.source().begin.line).begin;
    return text::range_of(begin, byte_at(source_, key.source().begin));
  }
  [[nodiscard]] std::size_t end_of_line(std::uint32_t line) const { return source_.line(line).end; }

  /// The lines of a key and its value, with the end of the last one.
  [[nodiscard]] text::Range lines(const toml::key& key, const toml::node& value) const {
    const std::size_t end = end_of_line(value.source().end.line);
    return text::range_of(before(key).begin, source_.text().find('\n', end) == std::string::npos
                                                 ? source_.text().size()
                                                 : source_.text().find('\n', end) + 1);
  }

  /// A key of an inline table and its value, with the comma after or else before them.
  [[nodiscard]] text::Range element(const toml::key& key, const toml::node& value) const {
    constexpr std::string_view kBlanks = " \t";
    const text::Range own = text::range_of(before(key).end, range(value.source()).end);
    const std::string_view all = source_.text();
    const std::size_t after = std::min(all.find_first_not_of(kBlanks, own.end), all.size());
    if (all.substr(after).starts_with(',')) {
      return text::range_of(own.begin,
                            std::min(all.find_first_not_of(kBlanks, after + 1), all.size()));
    }
    const std::size_t last = all.find_last_not_of(kBlanks, own.begin - 1);
    return text::range_of(all[last] == ',' ? last : own.begin, own.end);
  }

 private:
  text::SourceMap source_;
};

std::optional<std::string> with_new_key(const Text& text, const toml::table& table,
                                        std::string_view key, std::string_view value) {
  const std::string setting = std::string(key) + " = " + std::string(value);
  if (table.is_inline()) {
    return text.inserted(text.range(table.source()).begin + 1,
                         setting + (table.empty() ? "" : ", "));
  }
  for (const auto& [name, node] : table) {
    if (!node.is_table() && !node.is_array_of_tables()) {
      const text::Range before = text.before(name);
      return text.inserted(before.begin, std::string(text.part(before)) + setting + "\n");
    }
  }
  const text::Range header = text.range(table.source());
  const std::string_view written = text.part(header);
  const bool is_its_own = written.starts_with('[') && !written.starts_with("[[") &&
                          written.find('.') == std::string_view::npos;
  return is_its_own ? std::optional(text.inserted(text.end_of_line(table.source().begin.line),
                                                  "\n" + setting))
                    : std::nullopt;
}

}  // namespace

std::optional<std::string> with_toml_value(std::string_view text, const toml::table& table,
                                           std::string_view key, std::string_view value) {
  const Text source(text);
  if (const toml::node* node = table.get(key)) {
    return source.replaced(source.range(node->source()), value);
  }
  return with_new_key(source, table, key, value);
}

std::string without_toml_value(std::string_view text, const toml::table& table,
                               std::string_view key) {
  const Text source(text);
  for (const auto& [name, node] : table) {
    if (name.str() == key) {
      return source.replaced(
          table.is_inline() ? source.element(name, node) : source.lines(name, node), "");
    }
  }
  return std::string(text);
}

std::string with_toml_copies(std::string_view text, const toml::table& element,
                             std::string_view key, const std::vector<std::string>& values) {
  const Text source(text);
  text::Range all = source.range(element.source());
  if (!element.is_inline()) {  // the region is that of the header
    for (const auto& [name, node] : element) {
      all.end = std::max(all.end, source.range(node.source()).end);
    }
  }
  const text::Range changed = source.range(element.get(key)->source());
  std::string copies;
  for (const std::string& value : values) {
    copies += copies.empty() ? "" : element.is_inline() ? ", " : "\n";
    copies += source.part({all.begin, changed.begin});
    copies += value;
    copies += source.part({changed.end, all.end});
  }
  return source.replaced(all, copies);
}

}  // namespace dps::machines
