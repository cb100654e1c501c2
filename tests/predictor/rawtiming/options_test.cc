#include "predictor/rawtiming/plan/options.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dps::rawtiming {
namespace {

using options::ExitText;

std::variant<Options, ExitText> parse(const std::vector<std::string>& words) {
  std::vector<const char*> argv{"dps-rawtiming"};
  for (const std::string& word : words) {
    argv.push_back(word.c_str());
  }
  return parse_options(static_cast<int>(argv.size()), argv.data());
}

Options options_of(const std::vector<std::string>& words) {
  auto parsed = parse(words);
  const auto* reply = std::get_if<ExitText>(&parsed);
  EXPECT_EQ(reply, nullptr) << (reply == nullptr ? "" : reply->text);
  return reply == nullptr ? std::get<Options>(parsed) : Options{};
}

TEST(RawtimingOptions, HaveTheDefaultsOfTheManual) {
  const Options options = options_of({});
  EXPECT_EQ(options.folder, "raw");
  EXPECT_EQ(options.sizes.size(), 19U);
  EXPECT_EQ(options.sizes.back(), 262144U);
  EXPECT_TRUE(options.processes.empty());
  EXPECT_EQ(options.rules.passes, 3U);
  EXPECT_EQ(options.sync, std::nullopt);
  for (const auto* function : options.functions) {
    EXPECT_NE(function->group, datasheets::FunctionGroup::kRma);
    EXPECT_NE(function->group, datasheets::FunctionGroup::kNeighbour);
  }
}

TEST(RawtimingOptions, AreRead) {
  const Options options = options_of(
      {"-o",           "out",  "--functions",  "local,send", "--sizes",      "1..16*4,10",
       "--processes",  "4,2",  "--type",       "byte",       "--sync",       "barrier",
       "--cache-size", "1MiB", "--error",      "5%",         "--min-trials", "3",
       "--max-trials", "9",    "--point-time", "100ms",      "--passes",     "1",
       "--op",         "user", "--subgroups",  "random",     "--uneven",     "0.25",
       "--time-limit", "1min", "--cached"});
  EXPECT_EQ(options.sizes, (std::vector<std::uint64_t>{1, 4, 10, 16}));
  EXPECT_EQ(options.processes, (std::vector<std::uint64_t>{2, 4}));
  EXPECT_EQ(options.functions.size(), 8U);
  EXPECT_EQ(options.functions.front()->name, "send");  // in the order of documents
  EXPECT_EQ(bytes_of(options.type), 1U);
  EXPECT_EQ(options.sync, Sync::kBarrier);
  EXPECT_EQ(options.cache_size, 1U << 20);
  EXPECT_DOUBLE_EQ(options.rules.error, 0.05);
  EXPECT_DOUBLE_EQ(options.rules.point_time, 0.1);
  EXPECT_EQ(options.subgroups, Subgroups::kRandom);
  EXPECT_DOUBLE_EQ(options.uneven, 0.25);
  EXPECT_EQ(options.time_limit, 60);
  EXPECT_TRUE(options.has_user_operation && options.is_cached);
}

TEST(RawtimingOptions, MistakesAreExplained) {
  struct Mistake {
    std::vector<std::string> words;
    std::string text;
  };
  const std::vector<Mistake> mistakes{
      {{"--functions", "bcats"},
       "--functions: there is no function or group 'bcats'; did you mean 'bcast'?; --list prints "
       "them"},
      {{"--functions", ","}, "--functions: expected names of functions or groups"},
      {{"--sizes", "1.5"}, "--sizes: expected whole numbers from 0 to 1073741824, got 1.5"},
      {{"--processes", "1"}, "--processes: expected whole numbers from 2 to 1048576, got 1"},
      {{"--type", "long"}, "--type: expected int, float, double, byte, got 'long'"},
      {{"--error", "0"}, "--error: expected a percentage above 0, such as 3, got '0'"},
      {{"--point-time", "-1s"}, "--point-time: expected a time such as 2s or 500ms, got '-1s'"},
      {{"--uneven", "2"}, "--uneven: expected a number from 0 to 1, got '2'"},
      {{"--min-trials", "9", "--max-trials", "8"}, "--min-trials 9 is above --max-trials 8"},
      {{"--root", "2"}, "--root 2 is not in the smallest group, which has the ranks 0 to 1"},
  };
  for (const Mistake& mistake : mistakes) {
    const auto parsed = parse(mistake.words);
    const auto* reply = std::get_if<ExitText>(&parsed);
    ASSERT_NE(reply, nullptr) << mistake.text;
    EXPECT_EQ(reply->status, 2);
    EXPECT_EQ(reply->text, "dps-rawtiming: " + mistake.text + "\n");
  }
}

TEST(RawtimingOptions, UnknownOnesAndSurplusWordsAreMistakes) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--size", "1"}, {"raw"}, {"-o"}}) {
    const auto parsed = parse(words);
    const auto* reply = std::get_if<ExitText>(&parsed);
    ASSERT_NE(reply, nullptr);
    EXPECT_EQ(reply->status, 2);
    EXPECT_TRUE(reply->text.starts_with("dps-rawtiming: ")) << reply->text;
    EXPECT_TRUE(reply->text.ends_with("; try --help\n")) << reply->text;
  }
}

TEST(RawtimingOptions, ListNamesEveryFunctionButAliases) {
  const auto parsed = parse({"--list"});
  const auto& reply = std::get<ExitText>(parsed);
  EXPECT_EQ(reply.status, 0);
  EXPECT_TRUE(reply.text.starts_with("p2p\n  send   ")) << reply.text;
  EXPECT_NE(reply.text.find("\n  alltoallw "), std::string::npos);
  EXPECT_EQ(reply.text.find("alltoallvi"), std::string::npos);
}

}  // namespace
}  // namespace dps::rawtiming
