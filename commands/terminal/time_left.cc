#include "commands/terminal/time_left.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace dps::commands {

std::optional<Seconds> TimeLeft::at(double done, Seconds now) {
  if (!begun_) {
    begun_ = now;
  }
  if (done > done_) {
    done_ = done;
    end_ = *begun_ + (now - *begun_) / done;
  }
  return done_ > 0 ? std::optional(std::max(Seconds(0), end_ - now)) : std::nullopt;
}

std::string time_left_text(std::optional<Seconds> left) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (!left) {
    return "";
  }
  const double seconds = std::max(1.0, std::ceil(left->count()));
  if (seconds < 2 * kMinute) {
    return fmt::format(", about {:.0f} s left", seconds);
  }
  return seconds < 2 * kHour ? fmt::format(", about {:.0f} min left", seconds / kMinute)
                             : fmt::format(", about {:.0f} h left", seconds / kHour);
}

}  // namespace dps::commands
