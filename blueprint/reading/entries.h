/// Equality and hashes of table entries together with the lists that belong to them, from the
/// fields of program_fields.h.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "blueprint/program_fields.h"
#include "blueprint/reading/interner.h"

namespace dps::blueprint {

namespace detail {

template <typename T>
concept HasMember = requires(const T& field) {
  field.member;
};

/// A field whose items are kept in another table: Items or Positions.
template <typename T, typename Entry>
concept IsList = requires(const Program& program, const Entry& entry, const T& field) {
  list_of(program, entry, field);
};

template <typename T>
auto& table_of(Program& program, const T& field) {
  if constexpr (requires { field.lists; }) {
    return program.*field.lists;
  } else {
    return program.*field.table;
  }
}

template <typename T>
void add_value(Hash& hash, const T& value) {
  if constexpr (std::is_same_v<T, double>) {
    hash.add(std::bit_cast<std::uint64_t>(value));
  } else if constexpr (std::is_same_v<T, std::string>) {
    hash.add(std::string_view(value));
  } else if constexpr (std::is_same_v<T, std::optional<double>>) {
    hash.add(value ? std::bit_cast<std::uint64_t>(*value) : ~std::uint64_t{0});
  } else if constexpr (std::is_class_v<T>) {
    for_each_field(&value, [&](const auto& field) { add_value(hash, value.*field); });
  } else {
    hash.add(static_cast<std::uint64_t>(value));
  }
}

}  // namespace detail

/// A hash of the entry and its lists.
template <typename Entry>
Hash hash_of(const Program& program, const Entry& entry) {
  Hash hash;
  for_each_field(&entry, [&](const auto& field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (detail::IsList<Field, Entry>) {
      const auto list = list_of(program, entry, field);
      for (const auto& item : list) {
        detail::add_value(hash, item);
      }
      hash.add(list.size());
    } else if constexpr (detail::HasMember<Field>) {
      detail::add_value(hash, entry.*field.member);
    } else if constexpr (requires { field.members; }) {
      for (const auto member : field.members) {
        detail::add_value(hash, entry.*member);
      }
    } else {
      detail::add_value(hash, entry.*field);
    }
  });
  return hash;
}

/// True if the fields of two entries of a table are equal, and their lists item by item.
template <typename Entry>
bool are_equal(const Program& program, const Entry& a, const Entry& b) {
  bool equal = true;
  for_each_field(&a, [&](const auto& field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (detail::IsList<Field, Entry>) {
      equal = equal && std::ranges::equal(list_of(program, a, field), list_of(program, b, field));
    } else if constexpr (detail::HasMember<Field>) {
      equal = equal && a.*field.member == b.*field.member;
    } else if constexpr (requires { field.members; }) {
      equal = equal && std::ranges::all_of(field.members, [&](const auto member) {
                return a.*member == b.*member;
              });
    } else {
      equal = equal && a.*field == b.*field;
    }
  });
  return equal;
}

/// Pops the lists of the newest entry off their tables.
template <typename Entry>
void remove_lists(Program& program, const Entry& entry) {
  for_each_field(&entry, [&](const auto& field) {
    if constexpr (detail::IsList<std::remove_cvref_t<decltype(field)>, Entry>) {
      auto& table = detail::table_of(program, field);
      const std::uint32_t first = (entry.*field.member).first;
      if (first < table.size()) {
        table.erase(table.begin() + first, table.end());
      }
    }
  });
}

}  // namespace dps::blueprint
