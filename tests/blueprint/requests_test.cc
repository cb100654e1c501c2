// Requests: their fields, warnings and plays. Source: docs/language.md, "Requests".
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/analysis/warnings.h"
#include "blueprint/codec.h"
#include "blueprint/engine/certain_deadlock.h"
#include "blueprint/engine/play.h"
#include "blueprint/graph.h"
#include "blueprint/slice.h"
#include "blueprint/summary.h"
#include "reading.h"

namespace dps::blueprint {
namespace {

using Texts = std::vector<std::string>;

/// Client.p[0] asks the front, which asks three servers and answers to ORIGIN.
std::string service(const std::string& join, const std::string& extra = "") {
  return "I Ask.i 1 Ask.m\nI Look.i 1 Look.m\n" + join +
         "\nI Page.i 1 Page.m\n"
         "O Ask.o Front.p -t Ask.m -new\nO Look.o Data.p -t Look.m\nO Rows.o ACK -t Rows.m\n"
         "O Page.o ORIGIN -t Page.m\n"
         "F ask.f NULL NULL Ask.o SAME\nF page.f Page.i NULL NULL NULL\n"
         "F front.f Ask.i NULL Look.o SAME\nF rows.f Rows.i NULL Page.o SAME\n"
         "F look.f Look.i NULL Rows.o SAME\n"
         "U client.fu ask.f page.f\nU front.fu front.f rows.f\nU data.fu look.f\n"
         "P Client.p 2 client.fu\nP Front.p 1 -server front.fu\nP Data.p 3 -server data.fu\n" +
         extra;
}

Texts warnings_of(const Program& program) {
  Texts texts;
  for (const Diagnostic& warning : find_warnings(program)) {
    texts.push_back(warning.text);
  }
  return texts;
}

TEST(Requests, AnswersGoToTheirOrigins) {
  const Program program = program_of(service("I Rows.i -each 3 Rows.m"));
  const engine::PlayResult played = engine::play(program);
  EXPECT_EQ(played.end, engine::PlayEnd::kFinished);
  EXPECT_EQ(played.processes[0].msgs_in, 1U);
  EXPECT_EQ(played.processes[1].msgs_in, 1U);
  EXPECT_EQ(warnings_of(program), Texts{});
}

TEST(Requests, TheRestOfAQuorumIsUsed) {
  const engine::PlayResult played = engine::play(program_of(service("I Rows.i -each 2/3 Rows.m")));
  EXPECT_EQ(played.end, engine::PlayEnd::kFinished);
  EXPECT_EQ(engine::unclaimed_messages(played), 0U);
  EXPECT_EQ(played.processes[2].units[0].functionalities[1].triggered, 2U);
}

TEST(Requests, AreInSlicesAndInTheEncoding) {
  const Program program = program_of(service("I Rows.i -each 2/3 Rows.m"));
  for (std::uint32_t p = 0; p < program.process_count(); ++p) {
    const Program part = slice(program, ProcessId{p});
    EXPECT_TRUE(part.has_requests);
    const auto decoded = decode_program(encode_program(part));
    ASSERT_TRUE(decoded);
    EXPECT_EQ(*decoded, part);
  }
}

TEST(Requests, AProgramWithoutNewHasNone) {
  Program program = program_of(service("I Rows.i -each 2/3 Rows.m"));
  program.has_requests = false;  // forged
  EXPECT_FALSE(decode_program(encode_program(program)));
}

TEST(Requests, AMessageWithoutARequestEndsThePlay) {
  const std::string probe =
      "O Probe.o Front.p -t Ask.m\nF probe.f NULL NULL Probe.o NULL\nU probe.fu probe.f\n"
      "P Probe.p 1 probe.fu\n";
  const engine::PlayResult played =
      engine::play(program_of(service("I Rows.i -each 3 Rows.m", probe)));
  EXPECT_EQ(played.end, engine::PlayEnd::kFailed);
  EXPECT_EQ(engine::play_report(played),
            Texts{"played in zero time: Front.p[0]: 'rows.f' sends to ORIGIN, but the message "
                  "'Rows.m' from 'Data.p[2]' belongs to no request: the firing that sent it was "
                  "not part of one, and its O line has no '-new'"});
}

TEST(Requests, ADeadlockNamesTheRequestsUnderWay) {
  const engine::PlayResult played = engine::play_and_judge(program_of(
      "I Part.i -each 3 Part.m\nI End.i 1 End.m\nO Part.o Both.p -t Part.m -new -n 2\n"
      "O More.o Both.p -t Part.m -new\nO End.o Client.p -t End.m\n"
      "F a.f NULL NULL Part.o b.fu\nF b.f NULL NULL More.o c.fu*4,NULL\nF c.f NULL NULL NULL b.fu\n"
      "F both.f Part.i NULL End.o NULL\nU a.fu a.f\nU b.fu b.f\nU c.fu c.f\nU both.fu both.f\n"
      "P Client.p 1 a.fu b.fu c.fu\nP Both.p 1 both.fu\n"));
  EXPECT_EQ(engine::play_report(played),
            (Texts{"played in zero time: a certain deadlock; no order of arrival avoids it",
                   "deadlock: 1 process waits and no message is under way",
                   "  Both.p[0] waits in both.fu",
                   "    both.f (Part.i) for Client.p[0] 1 has 2 of 3 Part.m",
                   "    both.f (Part.i) for Client.p[0] 2 has 1 of 3 Part.m",
                   "    both.f (Part.i) for Client.p[0] 3 has 1 of 3 Part.m",
                   "    and 3 more requests", "    unclaimed: 7 Part.m, taken in both.fu"}));
}

TEST(Requests, MixedRequestsAreWarnedOf) {
  EXPECT_EQ(warnings_of(program_of(service("I Rows.i 3 Rows.m"))),
            Texts{"'Rows.i' counts the messages of all requests together; with -each it counts "
                  "those of each request separately"});
}

TEST(Requests, QuorumsOfOtherNumbersAreWarnedOf) {
  const std::string text =
      "I Ask.i 1 Ask.m\nI Ok.i -each 2/4 Ok.m\nO Ask.o Server.p -t Ask.m -new\n"
      "O Ok.o ACK -t Ok.m\nF ask.f NULL NULL Ask.o SAME\nF ok.f Ok.i NULL NULL NULL\n"
      "F serve.f Ask.i NULL Ok.o SAME\nU client.fu ask.f ok.f\nU server.fu serve.f\n"
      "P Client.p 1 client.fu\nP Server.p 3 -server server.fu\n";
  EXPECT_EQ(warnings_of(program_of(text)),
            Texts{"'Ok.i' expects 4 messages of each request, but a request sends 3"});
}

TEST(Requests, EachWithoutEffectIsWarnedOf) {
  EXPECT_EQ(warnings_of(program_of(service("I Rows.i -each 1 Rows.m"))),
            Texts{"'Rows.i' takes one message, so -each has no effect"});
  const std::string plain =
      "I Go.i -each 2 Go.m\nO Go.o B.p -t Go.m -n 2\nF a.f NULL NULL Go.o NULL\n"
      "F b.f Go.i NULL NULL NULL\nU a.fu a.f\nU b.fu b.f\nP A.p 1 a.fu\nP B.p 1 b.fu\n";
  EXPECT_EQ(warnings_of(program_of(plain)),
            Texts{"'Go.m' belongs to no request, so -each of 'Go.i' has no effect on it"});
}

TEST(Requests, TheSummaryNotesRequestsThatNobodyAnswers) {
  const std::string text = summarize(program_of(
      "I Go.i 1 Go.m\nO Go.o B.p -t Go.m -new\nF a.f NULL NULL Go.o NULL\n"
      "F b.f Go.i NULL NULL NULL\nU a.fu a.f\nU b.fu b.f\nP A.p 1 a.fu\nP B.p 1 b.fu\n"));
  EXPECT_NE(text.find("note: no message of the requests of 'Go.o' comes back"), std::string::npos)
      << text;
  EXPECT_EQ(summarize(program_of(service("I Rows.i -each 3 Rows.m"))).find("note:"),
            std::string::npos);
}

TEST(Requests, TheGraphShowsBeginsAndOrigins) {
  const std::string dot = graph(program_of(service("I Rows.i -each 2/3 Rows.m")), "service");
  EXPECT_NE(dot.find("dir=both, arrowtail=dot"), std::string::npos) << dot;
  EXPECT_NE(dot.find("style=dotted"), std::string::npos);
  EXPECT_NE(dot.find("-each\\n2/3 Rows.m"), std::string::npos);
}

}  // namespace
}  // namespace dps::blueprint
