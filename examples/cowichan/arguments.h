/// The command line of a program: the options of all programs, and its own.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "world.h"

namespace cowichan {

class Arguments {
 public:
  /// `n`: the default size. `about`: what the program does, for --help.
  Arguments(std::int64_t n, std::string about);
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  ~Arguments() = default;

  std::int64_t n = 0;
  std::uint32_t seed = 1;
  bool check = false;
  std::string input;  ///< programs that read one call input_file()
  std::string output;

  /// Own options. After read(), the values are those of the command line.
  void number(std::string_view name, std::string_view text, std::int64_t& value,
              std::int64_t least = 1, std::int64_t most = 2'000'000'000);
  void flag(std::string_view name, std::string_view text, bool& value);

  /// A file that the program reads. --n does not go with --input, since the file has the size.
  void input_file(std::string_view name, std::string_view text, std::string& value);
  void output_file(std::string_view name, std::string_view text, std::string& value);

  /// Sets the values. A mistake ends the program with status 2, --help with status 0. To be called
  /// by all ranks.
  void read(const World& world, int argc, const char* const* argv);

 private:
  struct Option {
    std::string_view name;
    std::string_view value;  ///< "N", "FILE"; empty: a flag
    std::string_view text;
    /// Returns what was expected, if the word is wrong; else "".
    std::function<std::string(const std::string& word)> set;
  };

  void file(std::string_view name, std::string_view text, std::string& value);
  [[nodiscard]] std::string set(const World& world, const std::vector<std::string>& words);
  [[nodiscard]] std::string help(const World& world) const;

  [[nodiscard]] std::string conflict() const;

  std::string about_;
  std::vector<Option> options_;
  std::vector<const std::string*> inputs_;
  std::vector<const std::string*> outputs_;
  bool has_n_ = false;
};

}  // namespace cowichan
