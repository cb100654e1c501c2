// The advice about the line to change, for programs whose best change is known.
#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/printable.h"
#include "profiles/causes/named_why.h"
#include "profiles/text/why_advice.h"
#include "profiles/text/why_lines.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/profiles/traces/simple_machine.h"

namespace dps::traces {
namespace {

profiles::Why why_on(const machines::Machine& machine, const std::string& blueprint) {
  const auto made = record_on(machine, blueprint);
  auto why = profiles::why_of(made.trace);
  EXPECT_TRUE(why) << why.error().message;
  return std::move(*why);
}

profiles::Why why(const std::string& blueprint) {
  return why_on(simple_machine(), blueprint);
}

constexpr const char* kPipeline = R"(
I Raw.i    1 Raw.m
I Made.i   1 Made.m
C fast.c   compute 1us
C slow.c   compute 10us
O Raw.o    Second.p -t Raw.m -n 3
O Made.o   Third.p -t Made.m
F first.f  NULL   fast.c Raw.o  NULL
F second.f Raw.i  slow.c Made.o SAME*2,NULL
F third.f  Made.i fast.c NULL   SAME*2,NULL
U first.u  first.f
U second.u second.f
U third.u  third.f
P First.p  1 first.u
P Second.p 1 second.u
P Third.p  1 third.u
)";

TEST(WhichLine, OfAPipelineIsTheSlowStage) {
  EXPECT_EQ(profiles::why_advice(why(kPipeline)),
            "Best remedy: less work in Second.p, which has 93.3% of the path: 93.2%\n"
            "  Second.p[0] computes slow.c (line 5)\n");
}

TEST(WhichLine, OfAMasterThatSerialisesIsTheMaster) {
  constexpr const char* kMaster = R"(
I Job.i    1 Job.m
I Result.i 1 Result.m
C work.c   compute 1us
C look.c   compute 400ns
O Job.o    Worker.p -t Job.m
O Result.o ACK -t Result.m
F send.f   NULL     NULL   Job.o    SAME
F look.f   Result.i look.c NULL     SAME*19,NULL
F work.f   Job.i    work.c Result.o NULL
U master.u send.f look.f
U worker.u work.f
P Worker.p 20 worker.u
P Master.p 1 master.u
)";
  const std::string advice = profiles::why_advice(why(kMaster));
  EXPECT_NE(advice.find("less work in Master.p, which has 8"), std::string::npos) << advice;
  EXPECT_NE(advice.find("computes look.c (line 5)"), std::string::npos) << advice;
}

TEST(WhichLine, OfAProgramOnASlowNetworkIsTheMessage) {
  machines::FixedFigures figures;
  figures.transit = Picoseconds(200'000'000);
  const std::string advice =
      profiles::why_advice(why_on(machines::FixedMachine(figures), kPipeline));
  EXPECT_NE(advice.find("a faster network, or fewer and smaller messages"), std::string::npos)
      << advice;
  EXPECT_NE(advice.find("Made.m of\n  Made.o (line 7)"), std::string::npos) << advice;
}

TEST(WhichLine, OfUnevenClonesIsTheBusiestClone) {
  constexpr const char* kUneven = R"(
I All.i  4 Part.m
C part.c compute {(self==2 ? 9 : 3)*0.000001}
O Part.o Master.p -t Part.m
F part.f NULL  part.c Part.o NULL
F all.f  All.i NULL   NULL   NULL
U part.u part.f
U all.u  all.f
P Master.p 1 all.u
P Worker.p 4 part.u
)";
  EXPECT_EQ(profiles::why_advice(why(kUneven)),
            "Best remedy: even work for the 4 processes Worker.p: Worker.p[2] is busy for\n"
            "  9.005 us, the mean is 4.505 us; on the path: 99.1% Worker.p[2] computes part.c\n"
            "  (line 3)\n");
}

/// The explanation of an MPI program by these shares: what, tag, seconds.
profiles::Why of_ranks(const std::vector<std::tuple<std::string, std::string, double>>& shares) {
  profiles::Why why;
  for (const auto& [what, tag, path_s] : shares) {
    why.path_s += path_s;
    why.shares.push_back({what, "p", tag, 0, "", "", "", 0, "", path_s, "p[0]", path_s});
  }
  why.imbalance.push_back({"p", 2, "p[0]", 0.4, 0.2});
  return why;
}

TEST(WhichLine, ACallOfMpiIsNotWork) {
  EXPECT_EQ(
      profiles::why_advice(of_ranks({{"call", "MPI_Allreduce@a.c:5", 0.5},
                                     {"compute", "BUSY from a.c:5 to MPI_Allreduce@a.c:5", 0.4},
                                     {"send", "MPI_Send@a.c:7", 0.1}})),
      "Best remedy: fewer messages and operations, or cheaper ones; 60.0% of the path\n"
      "  is in MPI, while no awaited rank computes: 50.0% p[0] is in\n"
      "  MPI_Allreduce@a.c:5 and 10.0% p[0] sends in MPI_Send@a.c:7\n");
  EXPECT_EQ(
      profiles::why_advice(of_ranks({{"compute", "BUSY from a.c:5 to MPI_Allreduce@a.c:5", 0.5},
                                     {"call", "MPI_Allreduce@a.c:5", 0.4}})),
      "Best remedy: even work for the 2 processes p: p[0] is busy for 400 ms, the mean\n"
      "  is 200 ms; on the path: 55.6% p[0] computes BUSY from a.c:5 to\n"
      "  MPI_Allreduce@a.c:5\n");
}

TEST(WhichLine, OfManyWakeUpsIsTheKindOfWait) {
  machines::FixedFigures figures;
  figures.waiting.wakeup = Picoseconds(90'000'000);
  const std::string advice =
      profiles::why_advice(why_on(machines::FixedMachine(figures), kPipeline));
  EXPECT_NE(advice.find("'--wait spin'"), std::string::npos) << advice;
}

TEST(WhichLine, OfAnOpenLoopIsItsTimerAndAgesHaveAnotherAnswer) {
  const std::string advice = profiles::why_advice(why(R"(
I Tick.i 1 Tick.m
O Tick.o A.p -t Tick.m -d 0.001
F first.f NULL   NULL Tick.o SAME
F tick.f  Tick.i NULL Tick.o SAME*9,last.u
F last.f  Tick.i NULL NULL   NULL
U a.u     first.f tick.f
U last.u  last.f
P A.p 1 a.u last.u
)"));
  EXPECT_NE(advice.find("shorter delays (-d)"), std::string::npos) << advice;
  EXPECT_NE(advice.find("'--slow'"), std::string::npos) << advice;
}

TEST(WhichLine, OfPackedMessagesIsThePacking) {
  machines::FixedFigures figures;
  figures.message.pack = Picoseconds(90'000'000);
  const std::string advice =
      profiles::why_advice(why_on(machines::FixedMachine(figures), kPipeline));
  EXPECT_NE(advice.find("Best remedy: no packing ('-p off')"), std::string::npos) << advice;
  EXPECT_NE(advice.find("packs Made.o\n  (line 7)"), std::string::npos) << advice;
}

/// Unpacking is a part of the takes; without packing, they are reading.
TEST(WhichLine, OfTakesOfPackedMessagesIsThePackingToo) {
  machines::FixedFigures figures;
  figures.message.unpack = Picoseconds(90'000'000);
  const auto advice = [&] {
    return profiles::why_advice(why_on(machines::FixedMachine(figures), kPipeline));
  };
  EXPECT_NE(advice().find("takes "), std::string::npos) << advice();
  EXPECT_EQ(advice().find("-p off"), std::string::npos) << advice();
  figures.message.pack = Picoseconds(60'000'000);
  const std::string text = advice();
  EXPECT_NE(text.find("its senders pack "), std::string::npos) << text;
  EXPECT_NE(text.find("'-p off'"), std::string::npos) << text;
}

TEST(WhyLines, HaveSharesWaitsAndTheirCauses) {
  const profiles::Why of = why(kPipeline);
  EXPECT_EQ(profiles::why_lines(of, of.path_s),
            R"(Why so long: critical path, back from the end of Third.p[0], along 2 messages
 93.2%  Second.p[0] computes slow.c (line 5)
  3.1%  First.p[0] computes fast.c (line 4)
  3.1%  Third.p[0] computes fast.c (line 4)
  0.2%  Raw.m of Raw.o (line 6) is under way to Second.p[0]
  0.4%  7 others
Third.p waits 90.6% before third.f for Made.m from Second.p: 99.2% not sent yet,
  while Second.p computes slow.c (line 5)
Second.p waits 3.3% before second.f for Raw.m from First.p: 93.0% not sent yet,
  while First.p computes fast.c (line 4)
Best remedy: less work in Second.p, which has 93.3% of the path: 93.2%
  Second.p[0] computes slow.c (line 5)
)");
}

/// The waits of 10, 20, 20 and 20 us are for four computations.
TEST(WhyLines, HaveTheShareOfACauseThatIsNotTheOnlyOne) {
  const profiles::Why of = why(R"(
I R.i 4 R.m
C A.c compute 10us
C B.c compute 30us
C D.c compute 50us
C E.c compute 70us
O R.o M.p -t R.m
F m.f R.i NULL NULL NULL
F w.f NULL {self == 0 ? A.c : self == 1 ? B.c : self == 2 ? D.c : E.c} R.o NULL
U m.u m.f
U w.u w.f
P M.p 1 m.u
P W.p 4 w.u
)");
  const std::string text = profiles::why_lines(of, of.path_s);
  EXPECT_NE(text.find(" not sent yet, while W.p\n  computes "), std::string::npos) << text;
  EXPECT_NE(text.find(") for 28.6% of it"), std::string::npos) << text;
}

TEST(WhyLines, HaveTheReasonIfThereIsNoPath) {
  profiles::Why none;
  none.no_path = "the trace has no events";
  EXPECT_EQ(profiles::why_lines(none, 1),
            "Why so long: no critical path: the trace has no events\n");
}

TEST(WhyLines, ReportAnotherLengthAndContradictingClocks) {
  profiles::Why of = why(kPipeline);
  of.violations = 1;
  of.largest_violation_s = 2e-6;
  const std::string text = profiles::why_lines(of, 2 * of.path_s);
  EXPECT_NE(text.find(" by the common clock; 1 of them arrives before"), std::string::npos) << text;
}

/// A path of 12 shares of 8 % and one of 4 %, each of two lines.
profiles::Why why_with_long_shares() {
  profiles::Why of;
  of.path_s = 1;
  of.last_ptag = "A.p[0]";
  for (int i = 0; i < 13; ++i) {
    profiles::PathShare& share = of.shares.emplace_back();
    share.what = "link";
    share.tag = share.other_tag = fmt::format("an_output_with_a_long_name_{}.o", i);
    share.mtag = "Data.m";
    share.peer = "A_process.p";
    share.link = "node1->switch";
    share.path_s = i < 12 ? 0.08 : 0.04;
  }
  return of;
}

TEST(WhyLines, HaveEveryLargeShareHoweverFewLinesAreLeft) {
  profiles::Why of = why_with_long_shares();
  const std::string text = profiles::why_lines(of, of.path_s);
  for (int i = 0; i < 12; ++i) {
    EXPECT_NE(
        text.find(fmt::format("  8.0%  Data.m of an_output_with_a_long_name_{}.o shares ", i)),
        std::string::npos)
        << text;
  }
  EXPECT_NE(text.find("\n  4.0%  1 other\n"), std::string::npos) << text;

  of.path_s = 2;  // of which each share is 4 % or 2 %
  const std::string small = profiles::why_lines(of, of.path_s);
  EXPECT_LE(static_cast<std::size_t>(std::count(small.begin(), small.end(), '\n')),
            profiles::kMostWhyLines)
      << small;
  EXPECT_NE(small.find(" others\n"), std::string::npos) << small;
}

/// A long chain of stages with long names waits for its first one.
TEST(WhyLines, AreAtMostTwelveOfEightyColumns) {
  std::string blueprint = "C slow.c compute 10us\n";
  constexpr int kStages = 12;
  for (int i = 0; i < kStages; ++i) {
    blueprint += fmt::format(
        "I in{0}.i 1 a_message_with_a_long_name_{0}.m\n"
        "O a_long_output_{0}.o a_stage_with_a_long_name_{1}.p -t a_message_with_a_long_name_{1}.m\n"
        "F a_long_functionality_{0}.f {2} {3} {4} NULL\nU u{0}.u a_long_functionality_{0}.f\n"
        "P a_stage_with_a_long_name_{0}.p 1 u{0}.u\n",
        i, (i + 1) % kStages, i == 0 ? "NULL" : fmt::format("in{}.i", i),
        i == 0 ? "slow.c" : "NULL",
        i + 1 == kStages ? "NULL" : fmt::format("a_long_output_{}.o", i));
  }
  const profiles::Why of = why(blueprint);
  std::istringstream lines(profiles::why_lines(of, of.path_s));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    EXPECT_LE(printed_width(line), 80U) << line;
  }
  EXPECT_LE(count, profiles::kMostWhyLines);
  EXPECT_GE(count, 6U);
}

}  // namespace
}  // namespace dps::traces
