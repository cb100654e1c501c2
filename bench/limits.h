/// Prints the results of a benchmark with their limits.
#pragma once

#include <string>

namespace dps::bench {

class Limits {
 public:
  /// Prints a result that must be at most `limit` (at_least(): at least `limit`).
  void at_most(const std::string& what, double figure, double limit, const std::string& unit);
  void at_least(const std::string& what, double figure, double limit, const std::string& unit);
  /// Prints a result with the value that an idle machine should reach: a goal, not a limit.
  void with_goal(const std::string& what, double figure, double goal, const std::string& unit);
  /// Prints that something could not be measured; counts as a violated limit.
  void failed(const std::string& what);

  /// Returns 1 if any limit was violated, else 0.
  [[nodiscard]] int exit_status() const { return over_ ? 1 : 0; }

 private:
  void print(const std::string& what, const std::string& figure, bool is_over);

  bool over_ = false;
};

}  // namespace dps::bench
