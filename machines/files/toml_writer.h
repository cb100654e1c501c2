/// TOML written so that people like to read it and programs read back what was meant.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dps::machines {

/// What a file holds for people and no prediction looks at.
struct FileRemarks {
  std::vector<std::string> comments;  ///< lines at the top, without the '#'
  /// Keys of `[calibration]`, with texts as values.
  std::vector<std::pair<std::string, std::string>> calibration;
};

/// The text of a file as it grows.
class TomlWriter {
 public:
  void comment(std::string_view line);
  /// `name` with its brackets; an empty line before it.
  void table(std::string_view name);
  /// Read back, the value is the same to the byte where it is UTF-8; other bytes are made visible.
  void text(std::string_view key, std::string_view value);
  void texts(std::string_view key, std::span<const std::string> values);
  void count(std::string_view key, std::uint64_t value);
  void raw(std::string_view key, std::string_view value);
  /// `[calibration]`, if there is anything to keep.
  void calibration(const FileRemarks& remarks);

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace dps::machines
