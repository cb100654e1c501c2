// Every example runs, ends, and counts what its text says: messages, bytes and firings by hand from
// docs/language.md, summed over clones where the order of arrival decides which clone does what.
#include "tests/end_to_end/examples.h"

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#ifndef DPS_RUN_OPTIONS  // the options of another launcher and transport, and a blank
#define DPS_RUN_OPTIONS ""
#define DPS_CHECK_EXAMPLES
#endif

namespace dps::end_to_end {
namespace {

/// The counts of a result's only run, in the form of the expected files.
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
  // A functionality that a clone lists and never fires says nothing about the group.
  for (Json& group : counts) {
    for (auto entry = group["triggered"].begin(); entry != group["triggered"].end();) {
      entry = *entry == 0 ? group["triggered"].erase(entry) : std::next(entry);
    }
  }
  return counts;
}

class Examples : public testing::TestWithParam<Example> {};

TEST_P(Examples, CountWhatTheirTextSays) {
  const Finished run = run_dps("run " DPS_RUN_OPTIONS + path_of(GetParam()) +
                               " --format json --level functionality");
  ASSERT_EQ(run.status, 0);
  const Json result = Json::parse(run.out);
  std::ifstream file(std::string(DPS_SOURCE_DIR "/tests/end_to_end/expected/") + GetParam().name +
                     ".json");
  EXPECT_EQ(result.at("complete"), true);
  EXPECT_EQ(counts_of(result), Json::parse(file));
}

#ifdef DPS_CHECK_EXAMPLES  // launcher and transport make no difference to `dps check`
TEST_P(Examples, AreCheckedWithoutAWarning) {
  const Finished check = run_dps("check " + path_of(GetParam()) + " 2>&1");
  EXPECT_EQ(check.status, 0);
  EXPECT_EQ(check.out.find("warning"), std::string::npos) << check.out;
}
#endif

INSTANTIATE_TEST_SUITE_P(Every, Examples, testing::ValuesIn(kExamples),
                         [](const testing::TestParamInfo<Example>& example) {
                           return std::string(example.param.name);
                         });

}  // namespace
}  // namespace dps::end_to_end
