#include "base/time_units.h"

#include <type_traits>

#include <gtest/gtest.h>

#include "base/rates.h"

namespace dps {
namespace {

template <typename From, typename To>
constexpr bool kBecomes = std::is_convertible_v<From, To>;

TEST(TimeUnits, NoUnitConvertsSilentlyIntoAnother) {
  static_assert(!kBecomes<Nanoseconds, Picoseconds> && !kBecomes<Picoseconds, Nanoseconds>);
  static_assert(!kBecomes<Attoseconds, Picoseconds> && !kBecomes<Picoseconds, Attoseconds>);
  static_assert(!kBecomes<Nanoseconds, Attoseconds> && !kBecomes<Attoseconds, Nanoseconds>);
  static_assert(!kBecomes<Seconds, Nanoseconds> && !kBecomes<Seconds, Picoseconds>);
  static_assert(!kBecomes<Attoseconds, TimePerByte> && !kBecomes<TimePerByte, Attoseconds>);
}

TEST(TimeUnits, NoNumberConvertsSilentlyIntoATimeOrARate) {
  static_assert(!kBecomes<int, Picoseconds> && !kBecomes<Picoseconds, std::int64_t>);
  static_assert(!kBecomes<int, Nanoseconds> && !kBecomes<Nanoseconds, std::int64_t>);
  static_assert(!kBecomes<int, Attoseconds> && !kBecomes<Attoseconds, std::uint64_t>);
  static_assert(!kBecomes<int, BitsPerSecond> && !kBecomes<BitsPerSecond, std::uint64_t>);
}

TEST(TimeUnits, TimesAreNoLargerThanTheirCounts) {
  static_assert(sizeof(Picoseconds) == sizeof(std::int64_t));
  static_assert(std::is_trivially_copyable_v<Picoseconds>);
}

TEST(TimeUnits, TimesAreAddedSubtractedMultipliedAndCompared) {
  constexpr Picoseconds kTwo(2);
  constexpr Picoseconds kFive(5);
  static_assert(kTwo + kFive == Picoseconds(7));
  static_assert(kTwo - kFive == Picoseconds(-3));
  static_assert(kTwo * 3 == Picoseconds(6));
  static_assert(kTwo < kFive && kFive > kTwo && kTwo <= kTwo && kTwo >= kTwo && kTwo != kFive);
  static_assert(!(kFive < kTwo) && !(kTwo > kFive) && !(kFive <= kTwo) && !(kTwo >= kFive));
  static_assert(Picoseconds{}.count() == 0 && Picoseconds::max().count() == INT64_MAX);
}

}  // namespace
}  // namespace dps
