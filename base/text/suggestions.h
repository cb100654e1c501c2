/// "did you mean ...?", with a bound on its cost.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/suggestion.h"

namespace dps::text {

/// A suggestion compares a name with all candidates, which would take minutes for a large text with
/// an error on every line. After half a million comparisons there are no more suggestions.
class Suggestions {
 public:
  std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
    if (candidates.size() > left_) {
      return "";
    }
    left_ -= candidates.size();
    return dps::did_you_mean(name, candidates);
  }

 private:
  std::size_t left_ = 500'000;
};

}  // namespace dps::text
