#include "blueprint/analysis/warnings.h"

#include <gtest/gtest.h>

#include "tests/blueprint/programs.h"
#include "tests/support/replaced.h"

namespace dps::blueprint {
namespace {

/// "line:column: text", with its notes indented below.
std::vector<std::string> warnings(const std::string& text) {
  std::vector<std::string> texts;
  for (const Diagnostic& warning : find_warnings(read(text))) {
    EXPECT_EQ(warning.severity, Severity::kWarning);
    std::string line = std::to_string(warning.span.line) + ":" +
                       std::to_string(warning.span.column) + ": " + warning.text;
    for (const Note& note : warning.notes) {
      line += "\n  " + std::to_string(note.span.line) + ":" + std::to_string(note.span.column) +
              ": " + note.text;
    }
    texts.push_back(line);
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Warnings, SensibleProgramsHaveNoWarnings) {
  for (const auto& [name, text] : sensible_programs()) {
    EXPECT_EQ(warnings(text), Texts{}) << name;
  }
}

TEST(Warnings, AMisspeltTypeIsReportedOnceWithASuggestion) {
  EXPECT_EQ(warnings(replaced(kMatrixMultiply1, "-t Mat.m ", "-t Mats.m")),
            (Texts{"2:18: 'Mat.m' is never sent, but awaited by Worker.p; did you mean 'Mats.m'?\n"
                   "  10:25: 'Mats.m' is sent, but no process waits for it"}));
}

TEST(Warnings, ATypeThatIsSentOnlyToOtherProcesses) {
  EXPECT_EQ(warnings("P A.p 1 u\nP B.p 1 v\nU u f\nU v g h\nF f i NULL NULL NULL\n"
                     "F g NULL NULL o SAME\nF h j NULL NULL NULL\nI i 1 m\nI j 1 n\n"
                     "O o B.p -t m\nO unused A.p\n"),
            (Texts{"8:7: 'm' is sent only to B.p[0], but awaited by A.p[0]\n  10:12: sent here",
                   "9:7: 'n' is never sent, but awaited by B.p[0]"}));
}

TEST(Warnings, AnAnswerThatNoProcessWaitsFor) {
  EXPECT_EQ(
      warnings(replaced(kClientAndServer, "O Login.o Server.p -t Login.m",
                        "O Login.o Server.p -t Login.m\nO Thanks.o ACK -t Thanks.m") +
               "F login2.f Login.i NULL Thanks.o SAME\nU unused.fu login2.f\n"),
      (Texts{"20:3: no process reaches 'Thanks.o' and 1 other line: only unused lines mention "
             "them\n  24:3: 'login2.f' is not reached either"}));
  EXPECT_EQ(warnings(replaced(kMatrixMultiply1, "F fw1.f Mats.i    Mult.c    SndRslt.o NULL",
                              "O Thank.o ACK -t Thanks.m\n"
                              "F fw1.f Mats.i Mult.c SndRslt.o,Thank.o NULL")),
            (Texts{"11:18: 'Thanks.m' is sent to Master.p[0] (ACK), but no process waits for it"}));
}

TEST(Warnings, AnAnswerThatOnlyOthersWaitFor) {
  EXPECT_EQ(
      warnings(replaced(kMatrixMultiply1, "F fw1.f Mats.i    Mult.c    SndRslt.o NULL",
                        "O Thank.o ACK -t Mat.m\n"
                        "F fw1.f Mats.i Mult.c SndRslt.o,Thank.o NULL")),
      (Texts{"11:3: 'Thank.o' sends 'Mat.m' to Master.p[0] (ACK), where no process waits for it\n"
             "  2:18: it is awaited by Worker.p"}));
}

TEST(Warnings, AProcessThatCanNeverEnd) {
  EXPECT_EQ(warnings("P A.p 4 u\nU u f g\nF f NULL NULL o SAME\n"
                     "F g i NULL o {self == 2 ? NULL : SAME}\nI i 1 m\nO o A.p -t m\n"),
            (Texts{"1:3: A.p[0..1], A.p[3] can never end: no functionality that can fire there "
                   "has the next unit NULL; if the process is a server, add -server after the "
                   "N of its P line; --for TIME ends a run without an end"}));
}

TEST(Warnings, ARunThatIsEndedNeedsNoEndOfItsOwn) {
  const Program program = read(
      "P A.p 1 u\nU u f\nF f NULL NULL o SAME\nO o B.p -t m\n"
      "P B.p 1 v\nU v g\nI i 1 m\nF g i NULL NULL SAME\n");
  EXPECT_EQ(find_warnings(program).size(), 2U);
  EXPECT_TRUE(find_warnings(program, {.endless = true}).empty());
}

TEST(Warnings, AProcessThatNeverReceivesTheMessageThatEndsIt) {
  EXPECT_EQ(warnings(replaced(kMatrixMultiply2, "O HaltWkrs.o    Worker.p ",
                              "O HaltWkrs.o    Worker.p[0..2] ")),
            (Texts{"23:3: Worker.p[3] can never end: no process sends the 'Halt.m' that 'DoneW.i' "
                   "waits for there"}));
}

TEST(Warnings, ACollectionThatNoSenderCompletes) {
  EXPECT_EQ(warnings("P A.p 2 u\nU u f g\nF f i NULL NULL NULL\nF g NULL NULL o,p SAME\n"
                     "I i 1 m 1 n\nO o A.p[0] -t m\nO p A.p[1] -t n\n"),
            (Texts{"1:3: A.p can never end: no process sends the 'n' that 'i' waits for there",
                   "5:3: 'i' can never become complete: no process receives all its types"}));
}

TEST(Warnings, ACollectionWithoutPairsAnywhere) {
  EXPECT_EQ(warnings("P A.p 2 u\nU u f g\nF f i NULL NULL NULL\nF g NULL NULL o NULL\n"
                     "I i {self*0} m\nO o A.p -t m -n 0\n"),
            (Texts{"3:3: 'f' never fires: a functionality with itag NULL leaves 'u' as soon as it "
                   "becomes active"}));
  EXPECT_EQ(
      warnings("P A.p 2 u\nU u f g\nF f i NULL NULL SAME\nF g j NULL NULL NULL\n"
               "F h NULL NULL o SAME\nI i {self*0} m\nI j 1 n\nO o A.p -t n\n"
               "P B.p 1 v\nU v h k\nF k l NULL NULL NULL\nI l 1 n\nO x B.p -t n\n"
               "F y NULL NULL x NULL\nP C.p 1 w\nU w y\n"),
      (Texts{"6:3: 'i' can never become complete: it has no pair with a count above 0 in A.p"}));
}

TEST(Warnings, ACollectionWrittenWithoutPairs) {
  EXPECT_EQ(warnings("P A.p 1 u\nU u f g\nF f i NULL NULL SAME\nF g NULL NULL NULL NULL\nI i\n"),
            (Texts{"3:3: 'f' never fires: a functionality with itag NULL leaves 'u' as soon as it "
                   "becomes active"}));
  EXPECT_EQ(warnings("P A.p 1 -server u\nU u f\nF f i NULL NULL SAME\nI i\n"),
            (Texts{"4:3: 'i' can never become complete: it has no pair with a count above 0 in "
                   "A.p[0]"}));
}

TEST(Warnings, AUnitThatNeverBecomesActive) {
  EXPECT_EQ(
      warnings("P A.p 2 u v\nU u f\nU v g\nF f NULL NULL NULL NULL\nF g i NULL NULL NULL\n"
               "I i 1 m\n"),
      (Texts{"3:3: 'v' never becomes active: no functionality that can fire in 'A.p' names it as "
             "the next unit"}));
}

TEST(Warnings, OneForALineWhoseTypesDifferByProcess) {
  EXPECT_EQ(
      warnings("P A.p 3 u\nU u f g\nF f NULL NULL o SAME\nF g i NULL NULL NULL\n"
               "I i 1 go{self}.m\nO o A.p[{(self+1)%count}] -t gone{self}.m\n"),
      (Texts{"5:7: 'go0.m' (and 2 more types of this line) is never sent, but awaited by "
             "A.p[0]; did you mean 'gone0.m'?\n  6:30: 'gone0.m' is sent, but no process waits "
             "for it"}));
}

TEST(Warnings, ACollectiveWhoseCompletionIsAwaitedHasNone) {
  EXPECT_EQ(warnings("I Sum.i 1 Sum.m\nC Add.c work 3\n"
                     "O Sum.o W.p -t Sum.m -collective allreduce -b 8 -combine Add.c\n"
                     "F go.f NULL NULL Sum.o SAME\nF end.f Sum.i NULL NULL NULL\n"
                     "U w.fu go.f end.f\nP W.p 4 w.fu\n"),
            Texts{});
}

}  // namespace
}  // namespace dps::blueprint
