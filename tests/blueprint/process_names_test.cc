#include "blueprint/process_names.h"

#include <gtest/gtest.h>

#include "tests/blueprint/programs.h"

namespace dps::blueprint {
namespace {

/// Processes 0 … 4 are Worker.p[0..4], 5 is Master.p[0], 6 … 8 are Disk.p[0..2].
Program three_groups() {
  return read("P Worker.p 5 u\nP Master.p 1 u\nP Disk.p 3 u\nU u f\nF f NULL NULL NULL NULL\n");
}

struct Naming {
  std::vector<ProcessRange> ranges;  // first, count, step
  const char* names;
};

TEST(NamesOf, NameGroupsRangesAndSteps) {
  const Naming cases[] = {
      {{}, "no process"},
      {{{5, 1, 1}}, "Master.p[0]"},
      {{{2, 1, 1}}, "Worker.p[2]"},
      {{{0, 5, 1}}, "Worker.p"},
      {{{1, 3, 1}}, "Worker.p[1..3]"},
      {{{0, 3, 2}}, "Worker.p[0..4:2]"},
      {{{4, 3, 1}}, "Worker.p[4], Master.p[0], Disk.p[0]"},
  };
  const Program program = three_groups();
  for (const Naming& one : cases) {
    EXPECT_EQ(names_of(program, ProcessSet::of(one.ranges)), one.names);
  }
}

TEST(NamesOf, CountTheProcessesBeyondTheMost) {
  const Program program = three_groups();
  const ProcessSet all(ProcessRange{0, 9, 1});
  EXPECT_EQ(names_of(program, all), "Worker.p, Master.p[0], Disk.p");
  EXPECT_EQ(names_of(program, all, 2), "Worker.p, Master.p[0] and 3 more processes");
  EXPECT_EQ(names_of(program, ProcessSet(ProcessRange{0, 6, 1}), 1), "Worker.p and 1 more process");
}

TEST(NameOf, AGroupHasItsSizeUnlessThatIsOne) {
  const Program program = three_groups();
  EXPECT_EQ(name_of(program, program.group_of(ProcessId{0})), "Worker.p ×5");
  EXPECT_EQ(name_of(program, program.group_of(ProcessId{5})), "Master.p[0]");
}

}  // namespace
}  // namespace dps::blueprint
