// Every example runs to its end with the expected counts of messages, bytes and firings. These were
// derived by hand from docs/language.md. Counts are summed over clones, since the order of arrival
// may determine which clone does the work.
#include "tests/end_to_end/examples.h"

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#ifndef DPS_RUN_OPTIONS  // options for another launcher and transport, followed by a blank
#define DPS_RUN_OPTIONS ""
#define DPS_CHECK_EXAMPLES
#endif

namespace dps::end_to_end {
namespace {

/// The counts of a result with one run, in the form of the expected files.
Json counts_of(const Json& result) {
  Json counts = Json::object();
  for (const Json& process : result.at("runs").at(0).at("processes")) {
    Json& group = counts[clones_of(process.at("ptag").get<std::string>())];
    if (group.is_null()) {
      group = {{"triggered", Json::object()}};
    }
    group["processes"] = group.value("processes", 0) + 1;
    for (const char* key : {"msgs_in", "bytes_in", "msgs_out", "bytes_out", "late_msgs"}) {
      group[key] = group.value(key, std::uint64_t{0}) + process.at(key).get<std::uint64_t>();
    }
    EXPECT_EQ(process.at("unclaimed_msgs"), 0) << process.at("ptag");
    for (const Json& unit : process.at("units")) {
      for (const Json& functionality : unit.at("functionalities")) {
        const auto ftag = functionality.at("ftag").get<std::string>();
        const auto times = functionality.at("triggered").get<std::uint64_t>();
        group["triggered"][ftag] = group["triggered"].value(ftag, std::uint64_t{0}) + times;
      }
    }
  }
  // The expected files contain only functionalities that fired.
  for (Json& group : counts) {
    for (auto entry = group["triggered"].begin(); entry != group["triggered"].end();) {
      entry = *entry == 0 ? group["triggered"].erase(entry) : std::next(entry);
    }
  }
  return counts;
}

class Examples : public testing::TestWithParam<Example> {};

TEST_P(Examples, HaveTheExpectedCounts) {
  const Finished run = run_dps("run " DPS_RUN_OPTIONS + path_of(GetParam()) +
                               " --format json --level functionality");
  ASSERT_EQ(run.status, 0);
  const Json result = Json::parse(run.out);
  std::ifstream file(std::string(DPS_SOURCE_DIR "/tests/end_to_end/expected/") + GetParam().name +
                     ".json");
  EXPECT_EQ(result.at("complete"), true);
  EXPECT_EQ(counts_of(result), Json::parse(file));
}

#ifdef DPS_CHECK_EXAMPLES  // `dps check` does not depend on launcher and transport
TEST_P(Examples, HaveNoWarnings) {
  const Finished check = run_dps("check " + path_of(GetParam()) + " 2>&1");
  EXPECT_EQ(check.status, 0);
  EXPECT_EQ(check.out.find("warning"), std::string::npos) << check.out;
}
#endif

INSTANTIATE_TEST_SUITE_P(Every, Examples, testing::ValuesIn(kExamples),
                         [](const testing::TestParamInfo<Example>& example) {
                           return std::string(example.param.name);
                         });

// These are apart from the others, since the unit in which a collective operation sends depends on
// the messages that have arrived.
INSTANTIATE_TEST_SUITE_P(
    Collective, Examples,
    testing::Values(Example{"all_reduce_training", "all_reduce_training/blueprint.txt"},
                    Example{"all_reduce_algorithms", "all_reduce_training/algorithms.txt"}),
    [](const testing::TestParamInfo<Example>& example) { return std::string(example.param.name); });

}  // namespace
}  // namespace dps::end_to_end
