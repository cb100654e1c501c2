/// What a benchmark prints of itself: each figure beside its limit.
#pragma once

#include <string>

namespace dps::bench {

class Limits {
 public:
  /// Prints a figure that must not be above `limit`, or with at_least() not below it.
  void at_most(const std::string& what, double figure, double limit, const std::string& unit);
  void at_least(const std::string& what, double figure, double limit, const std::string& unit);
  /// Prints that something could not be measured; counts as over.
  void failed(const std::string& what);

  /// 1 if anything was over.
  [[nodiscard]] int exit_status() const { return over_ ? 1 : 0; }

 private:
  void print(const std::string& what, const std::string& figure, bool is_over);

  bool over_ = false;
};

}  // namespace dps::bench
