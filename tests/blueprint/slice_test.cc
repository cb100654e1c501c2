#include "blueprint/slice.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "blueprint/codec.h"
#include "tests/blueprint/programs.h"
#include "tests/blueprint/random_program.h"

namespace dps::blueprint {
namespace {

RC_GTEST_PROP(Slice, MeansTheSameToItsProcessAsTheWholeProgram, ()) {
  const Program whole = any_program();
  for (std::uint32_t p = 0; p < whole.process_count(); ++p) {
    RC_ASSERT(meaning(slice(whole, ProcessId{p}), ProcessId{p}) == meaning(whole, ProcessId{p}));
  }
}

RC_GTEST_PROP(Slice, SlicingASliceChangesNothing, ()) {
  const Program whole = any_program();
  const Program once = slice(whole, ProcessId{0});
  RC_ASSERT(slice(once, ProcessId{0}) == once);
}

TEST(Slice, KeepsEveryNameButOnlyItsOwnLines) {
  const Program whole = read(kMatrixMultiply2);
  const Program master = slice(whole, process(whole, "Master.p[0]"));
  EXPECT_EQ(master.process_name(ProcessId{2}), "Worker.p[2]");
  EXPECT_EQ(master.functionalities.size(), 3U);
  EXPECT_EQ(master.units.size(), 1U);
  EXPECT_EQ(master.outputs.size(), 3U);
  EXPECT_EQ(master.message_types.size(), whole.message_types.size());
  EXPECT_EQ(master.plan_of[0], kNone);
}

TEST(Slice, ASliceOfManyProcessesHasAFewHundredBytes) {
  const Program whole = read(
      "P Ring.p 4096 ring.fu\n"
      "U ring.fu first.f step.f\n"
      "F first.f NULL NULL Pass.o SAME\n"
      "F step.f Token.i Work.c Pass.o SAME*9,NULL\n"
      "I Token.i 1 Token{self}.m\n"
      "C Work.c busywait {self / 1000}\n"
      "O Pass.o Ring.p[{(self+1)%count}] -t Token{(self+1)%count}.m -b 64\n");
  EXPECT_LT(encode_program(slice(whole, ProcessId{2000})).size(), 600U);
}

}  // namespace
}  // namespace dps::blueprint
