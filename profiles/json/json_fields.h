/// The JSON form of structs from one list of their fields, for writing and reading.
///
/// A struct opts in with a function template visit_fields(row, visit) in this namespace, which
/// calls visit(key, field) for each member in the order of the file (profiles/result_fields.h), and
/// perhaps with visit_lists(row, level, visit) for its lists of such structs. A function of a
/// source file must not be in an unnamed namespace there, or the templates do not find it.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "profiles/json/tree_reader.h"
#include "profiles/result_fields.h"

namespace dps::profiles {

using OrderedJson = nlohmann::ordered_json;  ///< for writing: keeps the keys in insertion order

// --- writing ------------------------------------------------------------------------------------

/// The value in one line. Invalid UTF-8 is replaced by U+FFFD.
template <typename Value>
std::string json_line(const Value& value) {
  return value.dump(-1, ' ', false, Value::error_handler_t::replace);
}

/// An array with one line per element, indented by one blank more than `indent`; `write` returns
/// the text of an element.
template <typename Row, typename Write>
std::string json_lines(const std::vector<Row>& rows, std::string_view indent, Write write) {
  std::string out = "[";
  for (const Row& row : rows) {
    out += out.size() > 1 ? ",\n" : "\n";
    out += fmt::format("{} {}", indent, write(row));
  }
  return rows.empty() ? "[]" : fmt::format("{}\n{}]", out, indent);
}

/// An unknown figure is null.
inline OrderedJson json_value(double figure) {
  return std::isfinite(figure) ? OrderedJson(figure) : OrderedJson();
}

/// Whole numbers are written without a fraction.
OrderedJson json_value(const std::vector<std::pair<std::string, double>>& variables);

template <typename Value>
OrderedJson json_value(const Value& value) {
  return value;
}

/// An object with the fields of the row. Counts that are unknown are null.
template <typename Row>
OrderedJson fields_object(const Row& row) {
  OrderedJson object = OrderedJson::object();
  visit_fields(row, [&](const char* key, const auto& value) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
      if (is_of_collectives(key) && std::isnan(value)) {
        return;
      }
    }
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) {
      if (is_left_out_if_empty(key) && value.empty()) {
        return;
      }
    }
    if constexpr (requires { row.counted; }) {
      object[key] = is_known_count(row.counted, key) ? json_value(value) : OrderedJson();
    } else {
      object[key] = json_value(value);
    }
  });
  return object;
}

/// An object with the fields of the row and the lists that the row has at this level.
template <typename Row>
OrderedJson row_object(const Row& row, Level level) {
  OrderedJson object = fields_object(row);
  if constexpr (requires { visit_lists(row, level, [](const char*, const auto&) {}); }) {
    visit_lists(row, level, [&](const char* key, const auto& list) {
      OrderedJson& array = object[key] = OrderedJson::array();
      for (const auto& inner : list) {
        array.push_back(row_object(inner, level));
      }
    });
  }
  return object;
}

// --- reading ------------------------------------------------------------------------------------

/// Reads which counts of a row are not null.
Counted read_counted(TreeReader& in, const Tree& object, const KeyPath& at);

/// True for the times that results of version 1 do not have, and those that only programs with
/// -collective have: they are unknown.
template <typename Row>
bool may_be_absent(std::string_view key) {
  constexpr bool kMayLackTimes =
      std::is_same_v<Row, ProcessProfile> || std::is_same_v<Row, MessageProfile>;
  return is_of_collectives(key) || (kMayLackTimes && (key == "sleep_s" || key == "pack_s" ||
                                                      key == "idle_s" || key == "waited_s"));
}

/// Reads the fields that fields_object() writes.
template <typename Row>
void read_fields(TreeReader& in, const Tree& object, const KeyPath& at, Row& row) {
  if constexpr (requires { row.counted; }) {
    row.counted = read_counted(in, object, at);
  }
  visit_fields(row, [&](const char* key, auto& value) {
    if constexpr (requires { row.counted; }) {
      if (!is_known_count(row.counted, key)) {
        return;
      }
    }
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, double>) {
      if (may_be_absent<Row>(key) && in.find_optional(object, at, key) == nullptr) {
        value = kUnknown;
        return;
      }
    }
    if (is_left_out_if_empty(key) && in.find_optional(object, at, key) == nullptr) {
      return;
    }
    in.get(object, at, key, value);
  });
}

/// Reads what row_object() writes.
template <typename Row>
void read_row(TreeReader& in, const Tree& object, const KeyPath& at, Level level, Row& row) {
  read_fields(in, object, at, row);
  if constexpr (requires { visit_lists(row, level, [](const char*, auto&) {}); }) {
    visit_lists(row, level, [&](const char* key, auto& list) {
      in.list(object, at, key, list, [&](const Tree& element, const KeyPath& path, auto& inner) {
        read_row(in, element, path, level, inner);
      });
    });
  }
}

}  // namespace dps::profiles
