/// --slow: the request that is explained.
#pragma once

#include <optional>
#include <string>

#include "base/statistics/histogram.h"
#include "blueprint/program.h"
#include "commands/options/option.h"

namespace dps::commands {

/// "done.f:p99": the functionality, and the quantile of the ages of requests there.
struct SlowChoice {
  std::string text;  ///< the argument that the user gave
  std::string ftag;
  statistics::QuantileShare quantile = statistics::kP99;
};

Option slow_option(std::optional<SlowChoice>& given);

/// The reason why no request can fire the functionality in this program, with a suggestion; "" if
/// one can.
std::string mistake_in(const SlowChoice& given, const blueprint::Program& program);

}  // namespace dps::commands
