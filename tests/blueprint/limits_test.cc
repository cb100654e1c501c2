/// Every limit of the language at, below and above its value.
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "reading.h"

namespace dps::blueprint {
namespace {

using Strings = std::vector<std::string>;

Strings mistakes(const std::string& line, const ReadOptions& options = {}) {
  return diagnostics_of("P A.p 1 a.u\nU a.u a.f\nF a.f a.i a.c a.o NULL\n" + line, options);
}

Strings computation(const std::string& rest) {
  return mistakes("I a.i 1 0\nO a.o A.p\nC a.c " + rest);
}
Strings output(const std::string& rest) {
  return mistakes("I a.i 1 0\nC a.c sleep 0\nO a.o A.p " + rest);
}
Strings input(const std::string& rest) {
  return mistakes("C a.c sleep 0\nO a.o A.p\nI a.i " + rest);
}

TEST(Limits, TimesHaveALimit) {
  EXPECT_EQ(computation("sleep 0"), Strings{});
  EXPECT_EQ(computation("sleep 1e9"), Strings{});
  EXPECT_EQ(computation("sleep 277777h"), Strings{});
  EXPECT_EQ(computation("sleep 277778h"),
            Strings{"6:13: error: a time must be at most 1e9 s, got '277778h'"});
  EXPECT_EQ(computation("sleep 1000000001"),
            Strings{"6:13: error: a time must be at most 1e9 s, got '1000000001'"});
  EXPECT_EQ(computation("sleep 1e400"),
            Strings{"6:13: error: a time must be at most 1e9 s, got '1e400'"});
  EXPECT_EQ(computation("sleep -1ms"),
            Strings{"6:13: error: a time cannot be negative, got '-1ms'"});
  EXPECT_EQ(computation("sleep {0-1}"),
            Strings{"6:13: error: a time cannot be negative, got '-1'"});
  EXPECT_EQ(computation("call f cost 1e10"),
            Strings{"6:19: error: a cost must be at most 1e9 s, got '1e10'"});
}

TEST(Limits, WorkHasALimit) {
  EXPECT_EQ(computation("work 0"), Strings{});
  EXPECT_EQ(computation("work 1.7e308"), Strings{});
  EXPECT_EQ(computation("work 2e308"),
            Strings{"6:12: error: an amount of work must be at most 1.8e308, got '2e308'"});
  EXPECT_EQ(computation("work -1"),
            Strings{"6:12: error: an amount of work cannot be negative, got '-1'"});
}

TEST(Limits, SizesHaveALimit) {
  EXPECT_EQ(output("-b 1099511627776"), Strings{});
  EXPECT_EQ(output("-b {2^40}"), Strings{});
  EXPECT_EQ(output("-b {0.00001}GB"), Strings{});
  EXPECT_EQ(output("-b {0.00001}kB"),
            Strings{"6:14: error: -b must be a whole number of bytes, got '1e-05kB'"});
  EXPECT_EQ(output("-b 1099511627777"),
            Strings{"6:14: error: -b must be at most 1,099,511,627,776, got '1099511627777'"});
  EXPECT_EQ(
      output("-b 18446744073709551616"),
      Strings{"6:14: error: -b must be at most 1,099,511,627,776, got '18446744073709551616'"});
}

TEST(Limits, NumbersOfMessagesHaveALimit) {
  EXPECT_EQ(output("-n 9007199254740991"), Strings{});
  EXPECT_EQ(
      output("-n 9007199254740992"),
      Strings{"6:14: error: -n must be at most 9,007,199,254,740,991, got '9007199254740992'"});
  EXPECT_EQ(output("-n 8388608 -b 1099511627776"), Strings{});
  EXPECT_EQ(output("-n 8388609 -b 1099511627776"),
            Strings{"6:14: error: 8,388,609 messages of 1,099,511,627,776 bytes exceed the "
                    "limit of 2^63 bytes"});
}

TEST(Limits, CountsHaveALimit) {
  EXPECT_EQ(input("1 0"), Strings{});
  EXPECT_EQ(input("9007199254740991 0"), Strings{});
  EXPECT_EQ(
      input("9223372036854775808 0"),
      Strings{
          "6:7: error: a count must be at most 9,007,199,254,740,991, got '9223372036854775808'"});
  EXPECT_EQ(input("0 0"), Strings{"6:7: error: a count must be at least 1, got '0'"});
  EXPECT_EQ(input("1e400 0"),
            Strings{"6:7: error: a count must be at most 9,007,199,254,740,991, got '1e400'"});
  EXPECT_EQ(input("nan 0"), Strings{"6:7: error: a count must be a whole number, got 'nan'"});
}

TEST(Limits, TagsHaveALimit) {
  EXPECT_EQ(input("1 " + std::string(255, 'm')).size(), 0U);
  EXPECT_EQ(input("1 " + std::string(256, 'm')),
            Strings{"6:9: error: an mtag can have at most 255 bytes, '" + std::string(80, 'm') +
                    "...' has 256"});
}

TEST(Limits, ProcessesHaveALimit) {
  const auto processes = [](const std::string& n, const std::string& m) {
    ReadOptions options;
    options.max_processes = 10;
    return diagnostics_of(
        "P A.p " + n + " a.u\nP B.p " + m + " a.u\nU a.u a.f\nF a.f NULL NULL NULL NULL", options);
  };
  EXPECT_EQ(processes("9", "1"), Strings{});
  EXPECT_EQ(processes("9", "2"),
            Strings{"2:7: error: the blueprint has 11 processes so far; at most 10 are allowed"});
  EXPECT_EQ(processes("9007199254740991", "10"),
            Strings{"1:7: error: the blueprint has 9,007,199,254,740,991 processes so far; at most "
                    "10 are allowed"});
  EXPECT_EQ(processes("0", "1"), Strings{"1:7: error: N must be at least 1, got '0'"});
}

TEST(Limits, AMillionProcessesAreRead) {
  const Program program =
      program_of("P A.p 1000000 a.u\nU a.u a.f\nF a.f NULL NULL a.o NULL\nO a.o A.p");
  EXPECT_EQ(program.process_count(), 1'000'000U);
  EXPECT_EQ(program.plans.size(), 1U);
}

TEST(Limits, ManyProcessesMayAllDiffer) {
  const Program program = program_of(
      "P A.p 20000 a.u\nU a.u a.f\nF a.f NULL NULL a.o NULL\nO a.o A.p[{(self+1)%count}]");
  EXPECT_EQ(program.outputs.size(), 20'000U);
  EXPECT_EQ(index(program.receivers[program.outputs[19'999].receivers.first].first), 0U);
}

}  // namespace
}  // namespace dps::blueprint
