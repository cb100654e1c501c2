#include "blueprint/reading/receivers.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::blueprint {
namespace {

/// Worker.p: 0 … 11, Worker.page: 12 … 13, Master.p: 14.
ReceiverTable table() {
  ReceiverTable names;
  names.add("Worker.p", ProcessId{0}, 12);
  names.add("Worker.page", ProcessId{12}, 2);
  names.add("Master.p", ProcessId{14}, 1);
  names.finish();
  return names;
}

std::string list(const std::vector<Receivers>& receivers) {
  std::string out;
  for (const Receivers& each : receivers) {
    for (std::uint32_t i = 0; i < each.count; ++i) {
      out += std::to_string(index(each.first) + i * each.step) + " ";
    }
  }
  return out;
}

std::string find(std::string_view text) {
  const auto found = table().find(text);
  return found ? list(found->receivers) : found.error();
}

struct Case {
  std::string_view text;
  std::string_view expected;
};

class ReceiverNames : public testing::TestWithParam<Case> {};
TEST_P(ReceiverNames, NameTheProcessesWhosePtagsBeginWithThem) {
  EXPECT_EQ(find(GetParam().text), GetParam().expected) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Prefixes, ReceiverNames,
    testing::Values(
        Case{"Master", "14 "}, Case{"Worker.pa", "12 13 "},
        Case{"Worker.p", "0 1 2 3 4 5 6 7 8 9 10 11 12 13 "},
        Case{"Worker.p[", "0 1 2 3 4 5 6 7 8 9 10 11 "}, Case{"Worker.p[1", "1 10 11 "},
        Case{"Worker.p[0", "0 "}, Case{"Worker.p[1]", "1 "}, Case{"Worker.p[11]", "11 "},
        Case{"Nobody", "'Nobody' names no process"},
        Case{"Mister.p", "'Mister.p' names no process; did you mean 'Master.p'?"},
        Case{"Worker.p[12]", "'Worker.p[12]' names no process; 'Worker.p' has 12 clones, 0 to 11"},
        Case{"Worker.p[01]", "'Worker.p[01]' names no process; 'Worker.p' has 12 clones, 0 to 11"},
        Case{"Worker.p[1]x", "'Worker.p[1]x' names no process; 'Worker.p' has 12 clones, 0 to 11"},
        Case{"Master.p[1]",
             "'Master.p[1]' names no process; 'Master.p' has one clone, Master.p[0]"},
        Case{"Work[1]",
             "'Work[1]' names no process; write a complete ptag before '[', "
             "such as 'Worker.p'"}));

INSTANTIATE_TEST_SUITE_P(
    Ranges, ReceiverNames,
    testing::Values(
        Case{"Worker.p[2..4]", "2 3 4 "}, Case{"Worker.p[0..11:5]", "0 5 10 "},
        Case{"Worker.p[3..3]", "3 "}, Case{"Worker.page[0..1:9007199254740991]", "12 "},
        Case{"Worker.p[4..2]", "the range 'Worker.p[4..2]' runs backwards"},
        Case{"Worker.p[2..12]",
             "the range 'Worker.p[2..12]' exceeds the clones; 'Worker.p' has 12 clones, 0 to 11"},
        Case{"Worker.p[-1..2]", "the index that begins a range cannot be negative, got '-1'"},
        Case{"Worker.p[0..2:0]", "the step of a range must be at least 1, got '0'"},
        Case{"Worker.p[0..2:]", "the step of a range must be a whole number, got ''"},
        Case{"Worker.p[0..x]", "the index that ends a range must be a whole number, got 'x'"},
        Case{"Worker.p[0..2", "the range 'Worker.p[0..2' has no ']' at its end"}));

TEST(ReceiverTable, ReportsTheOtherGroupThatAWholePtagAlsoNames) {
  EXPECT_EQ(table().find("Worker.p")->also_matched, "Worker.page");
  EXPECT_EQ(table().find("Worker")->also_matched, "");
  EXPECT_EQ(table().find("Worker.p[")->also_matched, "");
}

TEST(ReceiverTable, CountsTheLongerIndicesThatAnOpenOneAlsoNames) {
  EXPECT_EQ(table().find("Worker.p[1")->longer_indices, 2U);
  EXPECT_EQ(table().find("Worker.p[1]")->longer_indices, 0U);
  EXPECT_EQ(table().find("Worker.p[2")->longer_indices, 0U);
  EXPECT_EQ(table().find("Worker.p[")->longer_indices, 0U);
}

TEST(ReceiverTable, ATLineNamesOneProcessOrAllClones) {
  EXPECT_EQ(list({*table().find_whole("Worker.p[3]")}), "3 ");
  EXPECT_EQ(list({*table().find_whole("Worker.page")}), "12 13 ");
  EXPECT_EQ(table().find_whole("Worker").error(),
            "'Worker' is not a complete ptag; only receivers may be named by the beginning of a "
            "ptag");
  EXPECT_EQ(table().find_whole("Worker.p[").error(),
            "'Worker.p[' is not a complete name; write a whole index, such as Worker.p[0]");
}

TEST(ReceiverTable, AGroupThatCouldNotBeReadExcusesItsNames) {
  ReceiverTable names;
  names.add("Worker.p", ProcessId{0}, 4);
  names.add("Lost.p", ProcessId{4}, 0);
  names.finish();
  EXPECT_EQ(names.find("Lost.p").error(), "");
  EXPECT_EQ(names.find("Lost.p[7]").error(), "");
  EXPECT_EQ(names.find("Lost.p[0..9]").error(), "");
  EXPECT_EQ(names.find_whole("Lost.p[9]").error(), "");
  EXPECT_NE(names.find("Other.p").error(), "");
}

RC_GTEST_PROP(AppendWithoutRepeats, KeepsTheOrderAndEveryProcessOnce, ()) {
  std::vector<Receivers> receivers;
  std::vector<std::uint32_t> expected;
  std::set<std::uint32_t> seen;
  const int elements = *rc::gen::inRange(1, 6);
  for (int e = 0; e < elements; ++e) {
    const Receivers element{ProcessId{*rc::gen::inRange<std::uint32_t>(0, 40)},
                            *rc::gen::inRange<std::uint32_t>(1, 20),
                            *rc::gen::inRange<std::uint32_t>(1, 6)};
    append_without_repeats(receivers, {&element, 1});
    for (std::uint32_t i = 0; i < element.count; ++i) {
      const std::uint32_t process = index(element.first) + i * element.step;
      if (seen.insert(process).second) {
        expected.push_back(process);
      }
    }
  }
  std::vector<std::uint32_t> got;
  for (const Receivers& each : receivers) {
    RC_ASSERT(each.count > 0U);
    for (std::uint32_t i = 0; i < each.count; ++i) {
      got.push_back(index(each.first) + i * each.step);
    }
  }
  RC_ASSERT(got == expected);
}

}  // namespace
}  // namespace dps::blueprint
