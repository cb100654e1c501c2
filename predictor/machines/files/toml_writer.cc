#include "predictor/machines/files/toml_writer.h"

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::machines {
namespace {

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  constexpr unsigned char kBlank = 0x20;
  constexpr unsigned char kDelete = 0x7f;
  return byte < kBlank || byte == kDelete;
}

}  // namespace

std::string toml_string(std::string_view value) {
  std::string result = "\"";
  for (const char c : is_utf8(value) ? std::string(value) : printable(value)) {
    if (is_control(c)) {
      result += fmt::format("\\u{:04X}", static_cast<unsigned>(c));
    } else {
      result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
  }
  return result + "\"";
}

std::string toml_key(std::string_view key) {
  constexpr std::string_view kBare =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const bool is_bare = !key.empty() && key.find_first_not_of(kBare) == std::string_view::npos;
  return is_bare ? std::string(key) : toml_string(key);
}

void TomlWriter::comment(std::string_view line) {
  text_ += (line.empty() ? "#" : "# " + printable(line)) + "\n";
}

void TomlWriter::table(std::string_view name) {
  text_ += text_.empty() ? "" : "\n";
  text_ += name;
  text_ += '\n';
}

void TomlWriter::text(std::string_view key, std::string_view value) {
  raw(key, toml_string(value));
}

void TomlWriter::texts(std::string_view key, std::span<const std::string> values) {
  std::string list;
  for (const std::string& value : values) {
    list += (list.empty() ? "" : ", ") + toml_string(value);
  }
  raw(key, "[" + list + "]");
}

void TomlWriter::count(std::string_view key, std::uint64_t value) {
  raw(key, std::to_string(value));
}

void TomlWriter::raw(std::string_view key, std::string_view value) {
  text_ += fmt::format("{} = {}\n", key, value);
}

void TomlWriter::calibration(const FileRemarks& remarks) {
  if (remarks.calibration.empty()) {
    return;
  }
  table("[calibration]");
  for (const auto& [key, value] : remarks.calibration) {
    text(key, value);
  }
}

}  // namespace dps::machines
