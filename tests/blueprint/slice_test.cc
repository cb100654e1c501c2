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

RC_GTEST_PROP(Slice, TheOriginsOfItsComponentsAreThoseOfTheProgram, ()) {
  const Program whole = any_program();
  for (std::uint32_t p = 0; p < whole.process_count(); ++p) {
    const Program part = slice(whole, ProcessId{p});
    const SliceOrigins origins = slice_origins(whole, ProcessId{p});
    RC_ASSERT(origins.computations.size() == part.computations.size());
    RC_ASSERT(origins.outputs.size() == part.outputs.size());
    for (std::size_t i = 0; i < part.computations.size(); ++i) {
      const Computation& origin = whole.computations[origins.computations[i]];
      RC_ASSERT(part.tag(part.computations[i].definition) == whole.tag(origin.definition));
      RC_ASSERT(part.computations[i].amount == origin.amount);
    }
    for (std::size_t i = 0; i < part.outputs.size(); ++i) {
      const Output& origin = whole.outputs[origins.outputs[i]];
      RC_ASSERT(part.tag(part.outputs[i].definition) == whole.tag(origin.definition));
      RC_ASSERT(part.outputs[i].mid == origin.mid);
      RC_ASSERT(part.outputs[i].bytes == origin.bytes);
    }
  }
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
