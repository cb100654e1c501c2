/// Reads values from a parsed JSON file, checks their types, and names the key of the first error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/result.h"

namespace dps::profiles {

using Tree = nlohmann::json;  ///< finds a key in logarithmic time

/// The position of a value in the file, for error messages. The positions form a chain on the
/// stack; the text is built only when there is an error.
struct KeyPath {
  const KeyPath* parent = nullptr;
  std::string_view key;   ///< of a member of an object; empty for an element of an array
  std::size_t index = 0;  ///< of an element of an array

  [[nodiscard]] std::string text() const;
};

/// After the first error all functions do nothing, so callers read everything and check error()
/// once at the end.
class TreeReader {
 public:
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  void fail(const KeyPath& path, const std::string& what, ErrorCode code = ErrorCode::kInput);

  void read(const Tree& value, const KeyPath& path, std::string& out);
  void read(const Tree& value, const KeyPath& path, bool& out);
  /// `null` is an unknown figure: NaN.
  void read(const Tree& value, const KeyPath& path, double& out);
  void read(const Tree& value, const KeyPath& path, std::uint64_t& out);
  void read(const Tree& value, const KeyPath& path, std::vector<std::string>& out);
  void read(const Tree& value, const KeyPath& path, std::vector<std::uint64_t>& out);
  void read(const Tree& value, const KeyPath& path,
            std::vector<std::pair<std::string, double>>& out);

  /// Reads the member `key`; it is an error if `object` has no such member.
  template <typename Value>
  void get(const Tree& object, const KeyPath& path, std::string_view key, Value& out) {
    if (const Tree* value = find(object, path, key)) {
      read(*value, KeyPath{&path, key}, out);
    }
  }

  /// Reads the member `key`, a list; `one(element, path, row)` reads an element.
  template <typename Row, typename One>
  void list(const Tree& object, const KeyPath& path, std::string_view key, std::vector<Row>& out,
            One one) {
    if (const Tree* value = find(object, path, key)) {
      each(*value, KeyPath{&path, key}, out, one);
    }
  }

  /// Calls `one(name, member, path)` for each member of an object.
  template <typename One>
  void members(const Tree& value, const KeyPath& path, One one) {
    if (!expect(value.is_object(), value, path, "an object")) {
      return;
    }
    for (const auto& [name, member] : value.items()) {
      one(name, member, KeyPath{&path, name});
    }
  }

  /// The member `key`; nullptr, and an error, if `object` has no such member.
  const Tree* find(const Tree& object, const KeyPath& path, std::string_view key);
  /// The member `key`, which may be absent; nullptr without an error if it is.
  const Tree* find_optional(const Tree& object, const KeyPath& path, std::string_view key);

 private:
  bool expect(bool holds, const Tree& value, const KeyPath& path, std::string_view expected);

  template <typename Row, typename One>
  void each(const Tree& value, const KeyPath& path, std::vector<Row>& out, One one) {
    if (!expect(value.is_array(), value, path, "a list")) {
      return;
    }
    out.reserve(value.size());
    for (std::size_t i = 0; i < value.size() && !error_; ++i) {
      one(value[i], KeyPath{&path, "", i}, out.emplace_back());
    }
  }

  std::optional<Error> error_;
};

}  // namespace dps::profiles
