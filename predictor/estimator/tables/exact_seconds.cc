#include "predictor/estimator/tables/exact_seconds.h"

#include <fmt/format.h>

#include "base/units.h"
#include "predictor/machines/wide.h"

namespace dps::estimator {

std::string exact_seconds(Picoseconds time) {
  const std::int64_t whole = time.count() / machines::kPicosecondsPerSecond;
  const std::int64_t rest = time.count() % machines::kPicosecondsPerSecond;
  std::string text = fmt::format("{}.{:012}", whole, rest);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') {
    text.pop_back();
  }
  return text;
}

std::string time_text(Picoseconds time) {
  return format_time(Seconds(static_cast<double>(time.count()) /
                             static_cast<double>(machines::kPicosecondsPerSecond)));
}

}  // namespace dps::estimator
