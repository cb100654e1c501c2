// Warnings of messages that may arrive too early.
#include <gtest/gtest.h>

#include "blueprint/analysis/warnings.h"
#include "blueprint/reading/reader.h"
#include "tests/blueprint/programs.h"

namespace dps::blueprint {
namespace {

std::vector<std::string> warnings(const std::string& text) {
  std::vector<std::string> texts;
  for (const Diagnostic& warning : find_warnings(read(text))) {
    texts.push_back(warning.text);
  }
  return texts;
}

using Texts = std::vector<std::string>;

const std::string kTwoPhases = R"(
P Master.p 1 master.fu
P Worker.p 3 init.fu work.fu
U master.fu send.f
U init.fu init.f
U work.fu WORK work.f
F send.f NULL NULL Init.o NULL
F init.f Init.i NULL Share.o work.fu
F work.f Share.i NULL NULL NULL
I Init.i 1 Init.m
I Share.i 2 Share.m
O Init.o Worker.p -t Init.m
O Share.o Worker.p -others -t Share.m
)";

std::string two_phases(const std::string& early) {
  std::string text = kTwoPhases;
  return text.replace(text.find("WORK "), 5, early);
}

TEST(EarlyWarnings, AFasterPeerMaySendToAnEarlierUnit) {
  EXPECT_EQ(warnings(two_phases("")),
            (Texts{"'work.fu' may miss a 'Share.m': it can arrive while Worker.p[0] is still in "
                   "'init.fu', which takes it; with -early after 'work.fu' on this line, 'work.fu' "
                   "counts this and every other unused 'Share.m', also answers to earlier "
                   "requests; without it, only those that arrive while 'work.fu' is active; if "
                   "that is intended, end the line with '# dps: allow early'"}));
}

TEST(EarlyWarnings, EarlyKeepsTheMessages) {
  EXPECT_EQ(warnings(two_phases("-early ")), Texts{});
}

TEST(EarlyWarnings, MessagesOfOneSenderKeepTheirOrder) {
  EXPECT_EQ(warnings("P M.p 1 m\nP W.p 3 u v\nU m s\nU u f\nU v g\nF s NULL NULL a,b NULL\n"
                     "F f i NULL NULL v\nF g j NULL NULL NULL\nI i 1 ma\nI j 1 mb\n"
                     "O a W.p -t ma\nO b W.p -t mb\n"),
            Texts{});
}

TEST(EarlyWarnings, MessagesOfTwoSendersHaveNoOrder) {
  EXPECT_EQ(
      warnings("P M.p 1 m\nP N.p 1 n\nP W.p 3 u v\nU m s\nU n t\nU u f\nU v g\n"
               "F s NULL NULL a NULL\nF t NULL NULL b NULL\n"
               "F f i NULL NULL v\nF g j NULL NULL NULL\nI i 1 ma\nI j 1 mb\n"
               "O a W.p -t ma\nO b W.p -t mb\n"),
      (Texts{"'v' may miss a 'mb': it can arrive while W.p[0] is still in 'u', which takes it; "
             "with -early after 'v' on this line, 'v' counts this and every other unused 'mb', "
             "also answers to earlier requests; without it, only those that arrive while 'v' is "
             "active; if that is intended, end the line with '# dps: allow early'"}));
}

TEST(EarlyWarnings, ANeighbourInAStencilMayBeAStepAhead) {
  std::string text = kStencil;
  text.replace(text.find(" -early"), 7, "");
  EXPECT_EQ(
      warnings(text),
      (Texts{"'cell.fu' may miss a 'FromRight.m': it can arrive while Cell.p[3] is still in the "
             "previous activation, which takes it; with -early after 'cell.fu' on this line, "
             "'cell.fu' counts this and every other unused 'FromRight.m', also answers to earlier "
             "requests; without it, only those that arrive while 'cell.fu' is active; if that is "
             "intended, end the line with '# dps: allow early'"}));
}

/// A ring whose cells exchange borders five times; the last time in another unit.
std::string ring(const std::string& last) {
  return "P Cell.p 4 step.fu last.fu\nU step.fu -early first.f step.f\nU last.fu " + last +
         "last.f\n"
         "F first.f NULL NULL Left.o,Right.o SAME\n"
         "F step.f Rims.i NULL Left.o,Right.o SAME*3,last.fu\n"
         "F last.f Rims.i NULL NULL NULL\nI Rims.i 1 FromLeft.m 1 FromRight.m\n"
         "O Left.o Cell.p[{(self+count-1)%count}] -t FromRight.m\n"
         "O Right.o Cell.p[{(self+1)%count}] -t FromLeft.m\n";
}

TEST(EarlyWarnings, ANeighbourMayBeAStepAheadAtTheEndOfALoop) {
  const Texts found = warnings(ring(""));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].substr(0, found[0].find(';')),
            "'last.fu' may miss a 'FromRight.m': it can arrive while Cell.p[0] is still in "
            "'step.fu', which takes it");
}

TEST(EarlyWarnings, EarlyKeepsTheMessagesAfterALoop) {
  EXPECT_EQ(warnings(ring("-early ")), Texts{});
}

TEST(EarlyWarnings, MessagesThatALoopUsesAreNotEarly) {
  std::string text = ring("");
  text.replace(text.find("SAME*3,last.fu"), 14, "SAME*4,last.fu");  // uses them all
  text.replace(text.find("last.f Rims.i"), 13, "last.f NULL");
  EXPECT_EQ(warnings(text), Texts{});
}

std::vector<std::string> warnings_with_remarks(const std::string& text) {
  ParsedBlueprint parsed = read_blueprint({"test", text});
  EXPECT_TRUE(parsed.program.has_value());
  std::vector<std::string> texts;
  for (const Diagnostic& warning : parsed.diagnostics) {
    texts.push_back(warning.text);
  }
  for (const Diagnostic& warning : find_warnings(*parsed.program, {parsed.allowed_early})) {
    texts.push_back(warning.text);
  }
  return texts;
}

TEST(EarlyWarnings, ACommentAtTheLineAllowsThem) {
  std::string text = kStencil;
  text.replace(text.find(" -early"), 7, "");
  const std::size_t end = text.find('\n', text.find("U cell.fu"));
  EXPECT_EQ(warnings_with_remarks(text).size(), 1U);
  EXPECT_EQ(warnings_with_remarks(text.insert(end, "  #dps:  allow early ")), Texts{});
}

TEST(EarlyWarnings, ACommentWithoutEffectIsReported) {
  const std::string program = "P A.p 1 u\nU u f\nF f NULL NULL NULL NULL";
  EXPECT_EQ(warnings_with_remarks(program + " # dps: allow early\n"),
            (Texts{"this comment has an effect only at the end of a U line"}));
  EXPECT_EQ(warnings_with_remarks("# dps: allow early\n" + program),
            (Texts{"this comment has an effect only at the end of a U line"}));
  EXPECT_EQ(warnings_with_remarks(program + " # dps: alow early\n"),
            (Texts{"unknown comment for dps; the only one is '# dps: allow early'"}));
  EXPECT_EQ(warnings_with_remarks(program + " # with dps: allow early\n"), Texts{});
}

TEST(EarlyWarnings, ABarrierPreventsEarlyMessages) {
  EXPECT_EQ(warnings(kBarrier), Texts{});
}

}  // namespace
}  // namespace dps::blueprint
