#include "predictor/machines/files/timings_table.h"

#include "base/text/exact_quantities.h"
#include "base/text/quantities.h"

namespace dps::machines {
namespace {

constexpr double kLeastSpeedup = 1e-6;
constexpr double kMostSpeedup = 1e6;

}  // namespace

operations::ProcessorTimings read_timings(const toml::table& table, TomlMistakes& mistakes) {
  operations::ProcessorTimings timings;
  TomlTable reader(table, "'timings'", mistakes);
  for (std::size_t i = 0; i < operations::kOperationCount; ++i) {
    if (const auto time = reader.quantity(operations::all_operations()[i].name, text::read_time)) {
      timings.means[i] = static_cast<double>(time->count()) / kAttosecondsPerSecond;
    }
  }
  timings.cache_size = reader.count(kCacheSizeKey, 1, text::kMaxCount).value_or(timings.cache_size);
  timings.cached_speedup =
      reader.real(kCachedKey, kLeastSpeedup, kMostSpeedup).value_or(timings.cached_speedup);
  reader.done();
  return timings;
}

}  // namespace dps::machines
