#include "bench/limits.h"

#include <cstdio>

#include <fmt/format.h>

namespace dps::bench {

void Limits::at_most(const std::string& what, double figure, double limit,
                     const std::string& unit) {
  print(what, fmt::format("{:10.4g} {:<5} (at most {:g})", figure, unit, limit),
        !(figure <= limit));
}

void Limits::at_least(const std::string& what, double figure, double limit,
                      const std::string& unit) {
  print(what, fmt::format("{:10.4g} {:<5} (at least {:g})", figure, unit, limit),
        !(figure >= limit));
}

void Limits::with_goal(const std::string& what, double figure, double goal,
                       const std::string& unit) {
  print(what, fmt::format("{:10.4g} {:<5} (goal {:g})", figure, unit, goal), false);
}

void Limits::failed(const std::string& what) {
  print(what, "could not be measured", true);
}

void Limits::print(const std::string& what, const std::string& figure, bool is_over) {
  over_ = over_ || is_over;
  fmt::print("{:<52} {}{}\n", what, figure, is_over ? "  OVER" : "");
  std::fflush(stdout);
}

}  // namespace dps::bench
