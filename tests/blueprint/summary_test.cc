#include "blueprint/summary.h"

#include <sstream>

#include <gtest/gtest.h>

#include "base/printable.h"
#include "tests/blueprint/programs.h"

namespace dps::blueprint {
namespace {

TEST(Summary, ListsProcessesProgramsAndMessages) {
  EXPECT_EQ(summarize(read(kMatrixMultiply2)),
            "5 processes, 2 units, 6 functionalities, 4 message types\n"
            "\n"
            "processes\n"
            "  Worker.p ×4  worker.fu\n"
            "  Master.p[0]  master.fu\n"
            "\n"
            "executed\n"
            "  exec read_mats     Master.p[0]\n"
            "  call mult_vectors  Worker.p\n"
            "  exec print_matrix  Master.p[0]\n"
            "\n"
            "messages (for each firing)\n"
            "  RtrnVal.o    Worker.p → Master.p[0] (ACK): Val.m 12 B\n"
            "  SndRowCol.o  Master.p[0] → Worker.p (ACK): Pair.m 8 B\n"
            "  SndMats.o    Master.p[0] → Worker.p: Mat.m 2 × 400 B\n"
            "  HaltWkrs.o   Master.p[0] → Worker.p: Halt.m 0 B\n"
            "\n"
            "largest message 400 B, 4 connections\n");
}

TEST(Summary, ShowsTheChoiceForEachCollective) {
  const std::string text = summarize(
      read("I Sum.i 1 Sum.m\nO Sum.o W.p -t Sum.m -collective allreduce -b 1048576\n"
           "F go.f NULL NULL Sum.o SAME\nF end.f Sum.i NULL NULL NULL\nU w.fu go.f end.f\n"
           "P W.p 16 w.fu\n"));
  EXPECT_NE(text.find("collective operations\n"
                      "  Sum.o  allreduce of 1,048,576 bytes over 16 members: rabenseifner, 128\n"
                      "         messages, 31.5 MB\n"),
            std::string::npos)
      << text;
}

TEST(Summary, ShowsEveryCommandThatSelfMakesDifferent) {
  const std::string text = summarize(
      read("P A.p 3 u\nU u f\nF f NULL c NULL NULL\nC c exec sort \"my file\" part{self}\n"));
  EXPECT_NE(text.find("  exec sort \"my file\" part0  A.p[0]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  exec sort \"my file\" part2  A.p[2]\n"), std::string::npos) << text;
}

TEST(Summary, ShowsTheLargestValueOfAVaryingSize) {
  const std::string text = summarize(
      read("P A.p 1 u\nP B.p 1 v\nU u f\nU v g\nF f NULL NULL o NULL\nF g i NULL NULL NULL\n"
           "I i 1 m\nO o B.p -t m -b {uniform(100,200)}\n"));
  EXPECT_NE(text.find("o  A.p[0] → B.p[0]: m up to 200 B\n"), std::string::npos) << text;
}

TEST(Summary, ShowsTheLargestMessageOfAllStepsAndReceivers) {
  const std::string text = summarize(read(kColumns));
  EXPECT_NE(text.find("Next.o   Owner.p → Owner.p: Column.m up to 802 B\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("First.o  Owner.p[0] → Owner.p: Column.m up to 902 B\n"), std::string::npos)
      << text;
}

TEST(Summary, ShowsTheDelaysOfATimerInAllSteps) {
  const std::string text =
      summarize(read("P A.p 1 u\nU u f g\nF f NULL NULL p SAME\nF g i NULL o SAME*4,NULL\n"
                     "I i 1 m\nO o A.p -t m -d {step+1}ms\nO p A.p -t m -d 3ms\n"));
  EXPECT_NE(text.find("m 0 B after 1 ms to 5 ms\n"), std::string::npos) << text;
  EXPECT_NE(text.find("m 0 B after 3 ms\n"), std::string::npos) << text;
}

TEST(Summary, LeavesOutMessagesThatOthersExcludes) {
  const std::string text =
      summarize(read("P A.p 1 u\nU u f g\nF f NULL NULL o SAME\nF g i NULL o NULL\n"
                     "I i 1 m\nO o A.p -t m -others\n"));
  EXPECT_NE(text.find("\nno messages\n"), std::string::npos) << text;
}

TEST(Summary, LeavesOutUnreachableComponents) {
  const std::string text =
      summarize(read("P A.p 1 u v\nU u f\nU v g\nF f NULL NULL NULL NULL\nF g NULL c NULL NULL\n"
                     "C c exec rm\n"));
  EXPECT_EQ(text.find("exec"), std::string::npos) << text;
}

TEST(Summary, FitsEightyColumns) {
  std::string text = "U u";
  std::string lines;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    text += " functionality" + n + ".f";
    lines += "F functionality" + n + ".f NULL command" + n + ".c output" + n + ".o NULL\n" +
             "C command" + n + ".c exec program" + n + " with several rather long arguments\n" +
             "O output" + n + ".o Process" + n + ".p,Process0.p[0],Process3.p -t type" + n +
             ".m\n" + "P Process" + n + ".p " + n + "1 u\n";
  }
  std::istringstream summary(summarize(read(text + "\n" + lines)));
  for (std::string line; std::getline(summary, line);) {
    EXPECT_LE(printed_width(line), 80U) << line;
  }
}

}  // namespace
}  // namespace dps::blueprint
