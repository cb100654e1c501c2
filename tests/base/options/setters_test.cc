// Setters: values of options, and their limits.
#include "base/options/setters.h"

#include <cstdint>
#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace dps::options {
namespace {

TEST(Setters, ATimeThatIsTooLargeNamesTheLimit) {
  std::optional<Seconds> time;
  const Setter set = positive_time_into(time, {"--timeout", "30 or 2min"});
  EXPECT_EQ(set("2min"), "");
  EXPECT_EQ(time, Seconds(120));
  EXPECT_EQ(set("1e9"), "");
  for (const std::string value : {"1.1e9", "1e12", "1e400", "1e300h"}) {
    EXPECT_EQ(set(value), "--timeout must be at most 1e9 s, got '" + value + "'");
  }
}

TEST(Setters, OtherTextsThanTimesShowExamples) {
  std::optional<Seconds> time;
  for (const std::string value : {"0", "-1", "-1e400", "nan", "inf", ""}) {
    EXPECT_EQ(positive_time_into(time, {"--for", "10s"})(value),
              "--for: expected a time such as 10s, got '" + value + "'");
  }
  EXPECT_EQ(time_into(time, {"--trace-to", "10s"})("0"), "");
  EXPECT_EQ(time, Seconds(0));
  EXPECT_EQ(time_into(time, {"--trace-to", "10s"})("5m"),
            "--trace-to: expected a time such as 10s, got '5m'; did you mean '5min'?");
}

TEST(Setters, ASizeThatIsTooLargeNamesTheLimit) {
  std::uint64_t bytes = 0;
  const Setter set = size_into(bytes, {"--max-message", "2G"});
  EXPECT_EQ(set("9007199254740991"), "");
  EXPECT_EQ(bytes, 9'007'199'254'740'991U);
  for (const std::string value :
       {"9007199254740992", "18446744073709551615", "18446744073709551616", "16777216TiB"}) {
    EXPECT_EQ(set(value), "--max-message must be at most 8,191T, got '" + value + "'");
  }
  for (const std::string value : {"-1", "nan", "", "1.5GB"}) {
    EXPECT_EQ(set(value), "--max-message: expected a size such as 2G, got '" + value + "'");
  }
}

}  // namespace
}  // namespace dps::options
