// -pick and -window: their fields, warnings, plays and summaries. Source: docs/language.md, "One of
// several receivers" and "At most so many unanswered".
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

/// Front.p[0] gives 8 jobs to four servers; `control` are the flags of the O line, and `answers`
/// the otags of the servers.
std::string pool(const std::string& control, const std::string& answers = "Done.o",
                 const std::string& all = "8 Done.m") {
  return "I Job.i 1 Job.m\nI Done.i " + all +
         "\nI Tick.i 1 Tick.m\n"
         "O Job.o Server.p -t Job.m -n 8 " +
         (control.find("-s ") == std::string::npos ? "-b 300 " : "") + control +
         "\nO Done.o ACK -t Done.m\n"
         "O Tick.o Server.p[{self}] -t Tick.m -d 1\n"
         "F give.f NULL NULL Job.o SAME\nF all.f Done.i NULL NULL NULL\n"
         "F work.f Job.i NULL " +
         answers +
         " SAME\nF tick.f Tick.i NULL NULL SAME\n"
         "U front.fu give.f all.f\nU server.fu work.f tick.f\n"
         "P Front.p 1 front.fu\nP Server.p 4 -server server.fu\n";
}

Texts warnings_of(const std::string& text) {
  Texts texts;
  for (const Diagnostic& warning : find_warnings(program_of(text))) {
    texts.push_back(std::to_string(warning.span.line) + ": " + warning.text);
  }
  return texts;
}

std::vector<std::uint64_t> jobs_of(const std::string& control) {
  const engine::PlayResult played = engine::play(program_of(pool(control)));
  EXPECT_EQ(played.end, engine::PlayEnd::kFinished);
  std::vector<std::uint64_t> jobs;
  for (std::size_t server = 1; server < 5; ++server) {
    jobs.push_back(played.processes[server].units[0].functionalities[0].triggered);
  }
  return jobs;
}

TEST(Picks, EachMessageGoesToOneReceiver) {
  EXPECT_EQ(jobs_of("-pick round_robin"), (std::vector<std::uint64_t>{2, 2, 2, 2}));
  EXPECT_EQ(jobs_of("-pick least -window 1"), (std::vector<std::uint64_t>{2, 2, 2, 2}));
  std::uint64_t sum = 0;
  for (const std::uint64_t jobs : jobs_of("-pick random")) {
    sum += jobs;
  }
  EXPECT_EQ(sum, 8U);
}

TEST(Picks, AreInSlicesAndInTheEncoding) {
  const Program program = program_of(pool("-pick least -window 7"));
  const Program part = slice(program, ProcessId{0});
  const auto decoded = decode_program(encode_program(part));
  ASSERT_TRUE(decoded);
  EXPECT_EQ(*decoded, part);
  EXPECT_EQ(decoded->outputs[0].pick, Pick::kLeast);
  EXPECT_EQ(decoded->outputs[0].window, 7U);
}

TEST(Picks, TheDecoderRefusesThemWithATimer) {
  for (const auto change : {+[](Output& output) { output.pick = Pick::kLeast; },
                            +[](Output& output) { output.window = 1; }}) {
    Program program = program_of(pool("-pick least", "Done.o,Tick.o"));
    for (Output& output : program.outputs) {
      if (output.delay) {
        change(output);
      }
    }
    EXPECT_FALSE(decode_program(encode_program(program)));
  }
}

TEST(Picks, TheDecoderRefusesSharesOfDifferentCopies) {
  Program program = program_of(pool("-pick least -s {to}", "Done.o"));
  ASSERT_EQ(program.shares.size(), 4U);
  EXPECT_TRUE(decode_program(encode_program(program)));
  program.shares[2].copies = 7;
  EXPECT_FALSE(decode_program(encode_program(program)));
}

TEST(Picks, LinesThatCountAnswersOfNoProcessAreWarnedOf) {
  const Texts window = {
      "4: no receiver of 'Job.o' sends a message back, so with -window 2 each "
      "gets at most 2 messages"};
  const Texts least = {
      "4: no receiver of 'Job.o' sends a message back, so -pick least counts all "
      "messages that have been sent"};
  const auto picks_of = [](const std::string& text) {
    Texts texts = warnings_of(text);
    std::erase_if(texts, [](const std::string& warning) {
      return warning.find("no receiver of") == std::string::npos;
    });
    return texts;
  };
  EXPECT_EQ(picks_of(pool("-pick random -window 2", "Tick.o")), window);
  EXPECT_EQ(picks_of(pool("-pick least", "Tick.o")), least);
  EXPECT_EQ(picks_of(pool("-pick round_robin", "Tick.o")), Texts{});
  EXPECT_EQ(picks_of(pool("-pick least -window 1")), Texts{});
}

TEST(Picks, AProcessThatIsCompleteButForItsQueuesEmptiesThem) {
  const engine::PlayResult played =
      engine::play(program_of(pool("-pick least -window 1", "Done.o", "1 Done.m")));
  EXPECT_EQ(played.end, engine::PlayEnd::kFinished);
  EXPECT_TRUE(played.processes[0].complete);
  EXPECT_EQ(played.processes[0].msgs_out, 8U);
  EXPECT_EQ(played.processes[0].units[0].msgs_out, 8U);
  EXPECT_EQ(played.processes[0].units[0].functionalities[0].msgs_out,
            4U);  // without those that wait
  EXPECT_EQ(played.processes[0].msgs_in, 1U);
  EXPECT_EQ(played.processes[0].late, 7U);
}

TEST(Picks, ADeadlockNamesTheQueue) {
  const engine::PlayResult played =
      engine::play_and_judge(program_of(pool("-pick least -window 1", "Tick.o")));
  EXPECT_EQ(engine::play_report(played),
            (Texts{"played in zero time: a certain deadlock; no order of arrival avoids it",
                   "deadlock: 1 process waits and no message is under way",
                   "  Front.p[0] waits in front.fu", "    all.f (Done.i) has 0 of 8 Done.m",
                   "    4 messages 'Job.m' wait for an answer of Server.p[0..3] (-window 1)"}));
}

TEST(Picks, ADeadlockNamesTheQueueOfEachReceiver) {
  const engine::PlayResult played =
      engine::play(program_of(pool("-window 7", "Tick.o", "1 Done.m")));
  const Texts report = engine::play_report(played);
  ASSERT_EQ(report.size(), 8U);
  EXPECT_EQ(report[4], "    1 message 'Job.m' waits for an answer of Server.p[0] (-window 7)");
  EXPECT_EQ(report[7], "    1 message 'Job.m' waits for an answer of Server.p[3] (-window 7)");
}

/// Front.p[0] waits for an answer of Server.p[0], which gets one of two messages.
std::string gamble(const std::string& pick) {
  return "I Ask.i 1 Ask.m\nI Answer.i 2 Answer.m\nO Ask.o Server.p -t Ask.m -n 2 -pick " + pick +
         "\nO Answer.o Front.p -t Answer.m -n {self == 0 ? 1 : 0}\n"
         "F ask.f NULL NULL Ask.o SAME\nF end.f Answer.i NULL NULL NULL\n"
         "F answer.f Ask.i NULL Answer.o SAME\nU front.fu ask.f end.f\nU server.fu answer.f\n"
         "P Front.p 1 front.fu\nP Server.p 2 -server server.fu\n";
}

TEST(Picks, ADeadlockIsNotCertainIfAnotherPickAvoidsIt) {
  const auto is_certain = [](const std::string& pick) {
    const engine::PlayResult played = engine::play_and_judge(program_of(gamble(pick)));
    return played.end == engine::PlayEnd::kDeadlock && played.is_certain;
  };
  EXPECT_TRUE(is_certain("round_robin"));
  EXPECT_FALSE(is_certain("random"));
}

TEST(Picks, TheSummaryNamesThem) {
  const std::string text = summarize(program_of(pool("-pick least -window 1")));
  EXPECT_NE(text.find("Front.p[0] → one of Server.p (least, window 1): Job.m 8 × 300 B"),
            std::string::npos)
      << text;
  EXPECT_NE(summarize(program_of(pool("-window 2")))
                .find("Front.p[0] → Server.p (window 2): Job.m 8 × 300 B"),
            std::string::npos);
}

TEST(Picks, TheGraphHasOneDashedEdge) {
  const std::string text = graph(program_of(pool("-pick least -window 1")), "pool");
  EXPECT_NE(text.find("[label=\"Job.m 8 × 300 B\\none of 4 (least)\\nwindow 1\", style=dashed]"),
            std::string::npos)
      << text;
  const std::string window = graph(program_of(pool("-window 1")), "pool");
  EXPECT_NE(window.find("[label=\"Job.m 8 × 300 B\\nwindow 1\"]"), std::string::npos) << window;
}

}  // namespace
}  // namespace dps::blueprint
