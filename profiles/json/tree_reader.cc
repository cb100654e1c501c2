#include "profiles/json/tree_reader.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::profiles {

std::string KeyPath::text() const {
  const std::string front = parent == nullptr ? "" : parent->text();
  if (key.empty()) {
    return parent == nullptr ? "" : fmt::format("{}[{}]", front, index);
  }
  return front.empty() ? std::string(key) : fmt::format("{}.{}", front, key);
}

void TreeReader::fail(const KeyPath& path, const std::string& what, ErrorCode code) {
  if (!error_) {
    const std::string where = path.parent == nullptr ? "the result" : printable(path.text());
    error_ = Error{code, fmt::format("{}: {}", where, what)};
  }
}

void TreeReader::read(const Tree& value, const KeyPath& path, std::string& out) {
  if (expect(value.is_string(), value, path, "a string")) {
    out = value.get_ref<const std::string&>();
  }
}

void TreeReader::read(const Tree& value, const KeyPath& path, bool& out) {
  if (expect(value.is_boolean(), value, path, "true or false")) {
    out = value.get<bool>();
  }
}

void TreeReader::read(const Tree& value, const KeyPath& path, double& out) {
  if (value.is_null()) {
    out = std::numeric_limits<double>::quiet_NaN();
  } else if (expect(value.is_number(), value, path, "a number")) {
    out = value.get<double>();
  }
}

void TreeReader::read(const Tree& value, const KeyPath& path, std::uint64_t& out) {
  if (value.is_number_unsigned()) {
    out = value.get<std::uint64_t>();
    return;
  }
  // Some JSON writers print large counts as 1e+15.
  const double number = value.is_number_float() ? value.get<double>() : -1;
  if (expect(number >= 0 && number < 0x1p64 && std::trunc(number) == number, value, path,
             "a whole number from 0 to 2^64-1")) {
    out = static_cast<std::uint64_t>(number);
  }
}

void TreeReader::read(const Tree& value, const KeyPath& path, std::vector<std::string>& out) {
  each(value, path, out, [this](const Tree& element, const KeyPath& at, std::string& text) {
    read(element, at, text);
  });
}

void TreeReader::read(const Tree& value, const KeyPath& path, std::vector<std::uint64_t>& out) {
  each(value, path, out, [this](const Tree& element, const KeyPath& at, std::uint64_t& number) {
    read(element, at, number);
  });
}

void TreeReader::read(const Tree& value, const KeyPath& path,
                      std::vector<std::pair<std::string, double>>& out) {
  members(value, path, [&](const std::string& name, const Tree& member, const KeyPath& at) {
    read(member, at, out.emplace_back(name, 0).second);
  });
}

const Tree* TreeReader::find(const Tree& object, const KeyPath& path, std::string_view key) {
  const Tree* member = find_optional(object, path, key);
  if (member == nullptr) {
    fail(KeyPath{&path, key}, "is missing");
  }
  return member;
}

const Tree* TreeReader::find_optional(const Tree& object, const KeyPath& path,
                                      std::string_view key) {
  if (error_ || !expect(object.is_object(), object, path, "an object")) {
    return nullptr;
  }
  const auto member = object.find(key);
  return member == object.end() ? nullptr : &*member;
}

bool TreeReader::expect(bool holds, const Tree& value, const KeyPath& path,
                        std::string_view expected) {
  if (!holds) {
    fail(path, fmt::format("expected {}, got {}", expected,
                           value.is_number() ? value.dump() : value.type_name()));
  }
  return holds && !error_;
}

}  // namespace dps::profiles
