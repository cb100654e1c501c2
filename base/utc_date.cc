#include "base/utc_date.h"

#include <ctime>

#include <fmt/chrono.h>

namespace dps {

std::string utc_date() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

}  // namespace dps
