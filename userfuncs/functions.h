/// The user functions that a run can call: built-in ones and those of libraries.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "userfuncs/dps_user.h"

namespace dps::userfuncs {

/// All functions that a program may call: those built in, and those of the user's libraries.
class Functions {
 public:
  /// The functions of the files in userfuncs/builtin.
  Functions();

  /// Adds the functions of a library. They take precedence over built-in ones of the same name.
  /// Errors (kInput): users other than its owner may write the file or a folder above it
  /// (reliability promise S6); it cannot be loaded; its table is missing, invalid or of another
  /// ABI; the name of a function is not printable; another library has a function of the same name.
  /// Runs the library's constructors. The library stays loaded until the process ends, since its
  /// threads and exit functions may outlive this object.
  Result<void> load(const std::string& path);

  /// The function of that name, or null. Valid until the next load().
  [[nodiscard]] const dps_function* find(std::string_view name) const;
  /// All names, in alphabetical order.
  [[nodiscard]] std::vector<std::string> names() const;
  /// The error for an unknown name: its text has the known names and the nearest of them.
  [[nodiscard]] Error unknown(std::string_view name) const;

 private:
  struct LoadedFunction {
    dps_function function;
    std::string library;  ///< its path; empty if built in
  };

  Result<void> add(const dps_table& table, const std::string& library);

  std::map<std::string, LoadedFunction, std::less<>> known_;
};

/// The tables of the files in userfuncs/builtin; the build generates this function.
std::vector<const dps_table*> builtin_tables();

}  // namespace dps::userfuncs
