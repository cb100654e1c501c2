#include "predictor/machines/files/toml_tables.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/layout.h"

namespace dps::machines {
namespace {

bool begins_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
}

/// A number for messages, with its point if it has one, or the type of another value.
std::string given_value(const toml::node& node) {
  if (const auto* whole = node.as_integer()) {
    return std::to_string(whole->get());
  }
  const auto* real = node.as_floating_point();
  if (real == nullptr) {
    return std::string(kind_of(node));
  }
  const std::string digits = fmt::format("{}", real->get());
  return digits + (digits.find_first_not_of("-0123456789") == std::string::npos ? ".0" : "");
}

}  // namespace

std::size_t byte_at(const text::SourceMap& source, const toml::source_position& place) {
  const text::Range range = source.line(place.line);
  const std::string_view text = source.text(range);
  std::uint32_t characters = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    characters += begins_character(text[i]) ? 1 : 0;
    if (characters == place.column) {
      return range.begin + i;
    }
  }
  return range.end;
}

void TomlMistakes::add(const toml::source_region& where, std::string text) {
  ++count_;
  if (where.begin.line == 0) {
    problems_.error_without_place(std::move(text));
  } else {
    problems_.error(range(where), std::move(text));
  }
}

void TomlMistakes::add(const toml::source_region& where, std::string text,
                       const toml::source_region& first, std::string note) {
  ++count_;
  problems_.error(range(where), std::move(text), {problems_.note(range(first), std::move(note))});
}

text::Range TomlMistakes::range(const toml::source_region& region) const {
  const std::size_t begin = byte_at(source_, region.begin);
  const bool is_on_one_line =
      region.end.line == region.begin.line && region.end.column > region.begin.column;
  return text::range_of(begin, is_on_one_line ? byte_at(source_, region.end) : begin + 1);
}

std::optional<toml::table> parse_toml(std::string_view text, TomlMistakes& mistakes) {
  toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    mistakes.add(parsed.error().source(), printable(parsed.error().description()));
    return std::nullopt;
  }
  return std::move(parsed).table();
}

std::string_view kind_of(const toml::node& node) {
  switch (node.type()) {
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return "a list";
    case toml::node_type::string:
      return "a text";
    case toml::node_type::integer:
    case toml::node_type::floating_point:
      return "a number";
    case toml::node_type::boolean:
      return "true or false";
    default:
      return "a date";
  }
}

std::vector<const toml::table*> tables_of(const toml::node* list, const TableListWords& words,
                                          TomlMistakes& mistakes) {
  std::vector<const toml::table*> tables;
  if (list != nullptr && !list->is_array()) {
    mistakes.add(list->source(), fmt::format("{} are a list: write {}, in two pairs of brackets",
                                             words.plural, words.header));
    return tables;
  }
  for (std::size_t i = 0; list != nullptr && i < list->as_array()->size(); ++i) {
    const toml::node& element = *list->as_array()->get(i);
    if (element.is_table()) {
      tables.push_back(element.as_table());
    } else {
      mistakes.add(element.source(),
                   fmt::format("expected {}, got {}", words.element, kind_of(element)));
    }
  }
  return tables;
}

const toml::node* TomlTable::find(std::string_view key, bool required) {
  known_.emplace_back(key);
  const toml::node* node = table_.get(key);
  if (node == nullptr && required) {
    mistakes_.add(table_.source(), name_ + " has no '" + std::string(key) + "'");
  }
  return node;
}

std::optional<std::string> TomlTable::text(std::string_view key, bool required) {
  const toml::node* node = find(key, required);
  if (node == nullptr) {
    return std::nullopt;
  }
  if (!node->is_string()) {
    mistakes_.add(node->source(), "expected a text for '" + std::string(key) + "', got " +
                                      std::string(kind_of(*node)));
    return std::nullopt;
  }
  return node->as_string()->get();
}

std::optional<std::vector<std::string>> TomlTable::texts(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) {
    return std::nullopt;
  }
  const toml::array* list = node->as_array();
  if (list == nullptr || (!list->empty() && !list->is_homogeneous(toml::node_type::string))) {
    mistakes_.add(node->source(), "expected a list of texts for '" + std::string(key) +
                                      "', such as [\"10\", \"fast\"]");
    return std::nullopt;
  }
  std::vector<std::string> texts;
  texts.reserve(list->size());
  for (const toml::node& element : *list) {
    texts.push_back(element.as_string()->get());
  }
  return texts;
}

std::optional<std::uint64_t> TomlTable::count(std::string_view key, std::uint64_t least,
                                              std::uint64_t most) {
  const toml::node* node = find(key);
  return node == nullptr ? std::nullopt : count_at(*node, key, {least, most});
}

std::optional<std::uint64_t> TomlTable::count_at(const toml::node& node, std::string_view key,
                                                 CountRange range) {
  const auto* number = node.as_integer();
  const bool is_right = number != nullptr && number->get() >= 0 &&
                        static_cast<std::uint64_t>(number->get()) >= range.least &&
                        static_cast<std::uint64_t>(number->get()) <= range.most;
  if (!is_right) {
    mistakes_.add(node.source(), "expected a whole number from " + std::to_string(range.least) +
                                     " to " + std::to_string(range.most) + " for '" +
                                     std::string(key) + "', got " + given_value(node));
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(number->get());
}

std::optional<std::vector<std::uint64_t>> TomlTable::counts(std::string_view key, CountRange each,
                                                            std::size_t longest, bool required) {
  const toml::node* node = find(key, required);
  if (node == nullptr) {
    return std::nullopt;
  }
  const toml::array* list = node->as_array();
  if (list == nullptr || list->empty() || list->size() > longest) {
    mistakes_.add(node->source(),
                  fmt::format("expected a list of 1 to {} whole numbers for '{}', such as [4, 4], "
                              "got {}",
                              longest, key,
                              list == nullptr ? std::string(kind_of(*node))
                              : list->empty() ? "an empty one"
                                              : "one of " + std::to_string(list->size())));
    return std::nullopt;
  }
  std::vector<std::uint64_t> numbers;
  for (const toml::node& element : *list) {
    if (const auto number = count_at(element, key, each)) {
      numbers.push_back(*number);
    }
  }
  return numbers.size() == list->size() ? std::optional(std::move(numbers)) : std::nullopt;
}

std::optional<bool> TomlTable::flag(std::string_view key) {
  const toml::node* node = find(key);
  if (node == nullptr) {
    return std::nullopt;
  }
  if (!node->is_boolean()) {
    mistakes_.add(node->source(),
                  fmt::format("expected true or false for '{}', got {}", key, kind_of(*node)));
    return std::nullopt;
  }
  return node->as_boolean()->get();
}

bool TomlTable::expect_list(const toml::node& node, std::string_view key, std::size_t size,
                            std::string_view what) {
  const toml::array* list = node.as_array();
  if (list != nullptr && list->size() == size) {
    return true;
  }
  mistakes_.add(node.source(),
                fmt::format("expected a list of {} for '{}', one {}, got {}", size, key, what,
                            list == nullptr ? std::string(kind_of(node))
                                            : "one of " + std::to_string(list->size())));
  return false;
}

std::optional<double> TomlTable::real(std::string_view key, double least, double most,
                                      bool required) {
  const toml::node* node = find(key, required);
  if (node == nullptr) {
    return std::nullopt;
  }
  const auto number = node->is_number() ? node->value<double>() : std::nullopt;
  if (!number || !(*number >= least && *number <= most)) {
    const std::string wanted = most == std::numeric_limits<double>::max()
                                   ? fmt::format("of at least {}", least)
                                   : fmt::format("from {} to {}", least, most);
    mistakes_.add(node->source(),
                  fmt::format("expected a number {} for '{}', got {}", wanted, key,
                              number ? fmt::format("{}", *number) : std::string(kind_of(*node))));
    return std::nullopt;
  }
  return number;
}

std::optional<std::size_t> TomlTable::word(std::string_view key,
                                           std::span<const std::string_view> words, bool required) {
  const toml::node* node = find(key, required);
  if (node == nullptr) {
    return std::nullopt;
  }
  const auto text = node->value<std::string>();
  const auto found = text ? std::find(words.begin(), words.end(), *text) : words.end();
  if (found != words.end()) {
    return static_cast<std::size_t>(found - words.begin());
  }
  if (!text) {
    mistakes_.add(node->source(),
                  fmt::format("expected a text for '{}', got {}", key, kind_of(*node)));
    return std::nullopt;
  }
  std::vector<std::string> quoted;
  for (const std::string_view word : words) {
    quoted.push_back(fmt::format("'{}'", word));
  }
  const std::vector<std::string> candidates(words.begin(), words.end());
  mistakes_.add(node->source(),
                fmt::format("expected {} for '{}', got '{}'{}", text::listed(quoted, "or"), key,
                            printable(*text), did_you_mean(*text, candidates)));
  return std::nullopt;
}

const toml::table* TomlTable::table(std::string_view key, bool required) {
  const toml::node* node = find(key, required);
  if (node != nullptr && !node->is_table()) {
    mistakes_.add(node->source(), "expected a table for '" + std::string(key) + "', got " +
                                      std::string(kind_of(*node)));
    return nullptr;
  }
  return node == nullptr ? nullptr : node->as_table();
}

std::optional<std::string> TomlTable::written_quantity(const toml::node& node) {
  if (node.is_string()) {
    return node.as_string()->get();
  }
  if (node.is_number()) {
    return given_value(node);
  }
  mistakes_.add(node.source(),
                "expected a text with a number and its unit, got " + std::string(kind_of(node)));
  return std::nullopt;
}

void TomlTable::done() {
  for (const auto& [key, node] : table_) {
    const std::string name(key.str());
    if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
      mistakes_.add(key.source(), "unknown key '" + printable(name) + "' in " + name_ +
                                      did_you_mean(name, known_));
    }
  }
}

}  // namespace dps::machines
