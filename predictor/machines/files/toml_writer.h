/// Writes TOML.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dps::machines {

/// The parts of a machine file or costs file that are only for its users, not for predictions.
struct FileRemarks {
  std::vector<std::string> comments;  ///< lines at the top, without the '#'
  /// Keys and texts of `[calibration]`.
  std::vector<std::pair<std::string, std::string>> calibration;
};

/// A basic string of TOML. A value that is UTF-8 is read back unchanged; in others, invalid bytes
/// become printable.
std::string toml_string(std::string_view value);

/// A key of TOML, in quotes if it has to be.
std::string toml_key(std::string_view key);

/// Builds the text of a file line by line.
class TomlWriter {
 public:
  void comment(std::string_view line);
  /// Writes an empty line and the name, which includes its brackets.
  void table(std::string_view name);
  void text(std::string_view key, std::string_view value);
  void texts(std::string_view key, std::span<const std::string> values);
  void count(std::string_view key, std::uint64_t value);
  /// Writes the value without quotes.
  void raw(std::string_view key, std::string_view value);
  /// Writes `[calibration]` unless it would be empty.
  void calibration(const FileRemarks& remarks);

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace dps::machines
