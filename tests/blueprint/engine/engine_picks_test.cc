// Choices of receivers and windows: the steps of one process. Source: docs/language.md, "One of
// several receivers" and "At most so many unanswered".
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "blueprint/engine/engine.h"
#include "blueprint/engine/unknown_origin.h"
#include "blueprint/reading/reader.h"

namespace dps::engine {
namespace {

/// Front.p[0], process 0, has the O line Job.o with these fields, which Go.f executes for each
/// Go.m; Go.m comes from itself, and Done.m from Server.p[0] to [3], processes 1 to 4.
class Front {
 public:
  explicit Front(const std::string& job, const std::string& next = "SAME",
                 const std::string& more = "")
      : program_(read("I Go.i 1 Go.m\nI Done.i 1 Done.m\nO Job.o " + job + " -t Job.m\n" + more +
                      "O Go.o Front.p -t Go.m\nO Done.o Front.p -t Done.m\n"
                      "O All.o Server.p -t Job.m -n 0\nI Job.i 1 Job.m\n"
                      "F go.f Go.i NULL Job.o" +
                      (more.empty() ? "" : ",More.o") + " " + next +
                      "\nF done.f Done.i NULL NULL SAME\nF job.f Job.i NULL Done.o SAME\n"
                      "F start.f NULL NULL Go.o SAME\nU front.fu go.f done.f\n"
                      "U server.fu job.f\nU start.fu start.f\nP Front.p 1 front.fu\n"
                      "P Server.p 4 -server server.fu\nP Start.p 1 start.fu\n")),
        engine_(program_, ProcessId{0}) {
    run();
  }

  /// The receivers of the messages that the process sends when it fires go.f: "0", "1 2", "-" for
  /// each message that waits.
  std::string go() { return take("Go.m", 0); }
  /// Takes an answer of the server; returns the receivers like go().
  std::string answer(std::uint32_t server) { return take("Done.m", 1 + server); }

  Engine& engine() { return engine_; }
  [[nodiscard]] const std::string& why() const { return why_; }
  [[nodiscard]] bool is_complete() const { return engine_.complete(); }

 private:
  static blueprint::Program read(const std::string& text) {
    auto reading = blueprint::read_blueprint({"test", text});
    EXPECT_TRUE(reading.program) << render({"test", text}, reading.diagnostics);
    return reading.program.value_or(blueprint::Program{});
  }

  std::string take(const std::string& mtag, std::uint32_t from) {
    if (is_draining_) {
      engine_.pass_late(ProcessId{from}, false);
      return run();
    }
    for (std::uint32_t mid = 0; mid < program_.message_types.size(); ++mid) {
      if (program_.message_types[mid].mtag == mtag) {
        engine_.deliver(MessageId{mid}, ProcessId{from});
        return run();
      }
    }
    return "?";
  }

  std::string run() {
    std::string words;
    for (;;) {
      const Step step = engine_.next();
      if (step.kind == StepKind::kSend && step.receiver == kUnknownOrigin) {
        why_ = unknown_origin_text(program_, step, engine_.cause());
        return "error";
      }
      if (step.kind == StepKind::kSend) {
        if (program_.has_requests) {
          engine_.request_of_message(step, 0);
        }
        const std::string name = program_.process_name(step.receiver);
        words += (words.empty() ? "" : " ") + name.substr(name.find('[') + 1, 1);
        const std::uint64_t bytes = program_.bytes_of(program_.outputs[step.output], step.draw);
        words += bytes == 0 ? "" : fmt::format(":{}", bytes);
      } else if (step.kind == StepKind::kQueue) {
        engine_.hold(step, 0);
        words += words.empty() ? "-" : " -";
      } else if (step.kind == StepKind::kReceive || step.kind == StepKind::kComplete ||
                 step.kind == StepKind::kDrain) {
        is_draining_ = step.kind == StepKind::kDrain;
        return words;
      }
    }
  }

  blueprint::Program program_;
  Engine engine_;
  std::string why_;
  bool is_draining_ = false;
};

TEST(EnginePicks, RoundRobinGoesOnAfterTheLast) {
  Front front("Server.p -pick round_robin -n 3");
  EXPECT_EQ(front.go(), "0 1 2");
  EXPECT_EQ(front.go(), "3 0 1");
}

TEST(EnginePicks, LeastCountsMessagesThatAreNotAnswered) {
  Front front("Server.p -pick least");
  EXPECT_EQ(front.go(), "0");
  EXPECT_EQ(front.go(), "1");
  EXPECT_EQ(front.go(), "2");
  EXPECT_EQ(front.go(), "3");
  front.answer(2);
  EXPECT_EQ(front.go(), "2");
  front.answer(1);
  front.answer(1);  // answers nothing
  front.answer(3);
  EXPECT_EQ(front.go(), "3");  // the first one after the last that was picked
  EXPECT_EQ(front.go(), "1");
  EXPECT_EQ(front.go(), "2");  // all have one
}

TEST(EnginePicks, RandomPicksEachCandidateWithTheSameProbability) {
  Front front("Server.p[1..3] -pick random");
  std::string picks;
  for (int i = 0; i < 3000; ++i) {
    picks += front.go();
  }
  for (const char server : {'1', '2', '3'}) {
    const auto count = std::count(picks.begin(), picks.end(), server);
    EXPECT_NEAR(static_cast<double>(count), 1000, 100) << server;
  }
}

TEST(EnginePicks, CandidatesAreListedOnceAndWithoutTheSender) {
  Front front("Server.p[3],ACK,Front.p,Server.p -pick round_robin -others -n 5");
  EXPECT_EQ(front.go(), "3 0 1 2 3");  // ACK is the process itself
}

TEST(EnginePicks, NothingIsSentWithoutACandidate) {
  Front front("Front.p -pick least -others -n 5");
  EXPECT_EQ(front.go(), "");
}

TEST(EnginePicks, SizesAreThoseOfThePickedReceiver) {
  Front front("Server.p[2..3],Server.p[0..1] -pick round_robin -n 5 -b {10*to+5}");
  EXPECT_EQ(front.go(), "2:25 3:35 0:5 1:15 2:25");
}

TEST(EnginePicks, AWindowIsACreditForEachReceiver) {
  Front front("Server.p[0..1] -window 2");
  EXPECT_EQ(front.go(), "0 1");
  EXPECT_EQ(front.go(), "0 1");
  EXPECT_EQ(front.go(), "- -");
  EXPECT_EQ(front.answer(1), "1");
  EXPECT_EQ(front.answer(1), "");
  EXPECT_EQ(front.go(), "- 1");  // the other one follows the message that waits
  EXPECT_EQ(front.answer(0), "0");
  EXPECT_EQ(front.answer(0), "0");
  EXPECT_EQ(front.answer(0), "");
}

TEST(EnginePicks, AQueueOfPickGoesToTheFirstReceiverThatAnswers) {
  Front front("Server.p -pick least -window 1 -n 6");
  EXPECT_EQ(front.go(), "0 1 2 3 - -");
  EXPECT_EQ(front.answer(2), "2");
  EXPECT_EQ(front.answer(2), "2");
  EXPECT_EQ(front.answer(3), "");
}

TEST(EnginePicks, SizesOfWaitingMessagesAreThoseOfTheirReceivers) {
  Front front("Server.p -pick least -window 1 -n 5 -b {to+1}");
  EXPECT_EQ(front.go(), "0:1 1:2 2:3 3:4 -");
  EXPECT_EQ(front.answer(3), "3:4");
}

TEST(EnginePicks, LinesAreServedInTheirOrder) {
  Front front("Server.p[0] -window 1", "SAME", "O More.o Server.p[0] -t Job.m -window 2 -b 7\n");
  EXPECT_EQ(front.go(), "0 0:7");
  EXPECT_EQ(front.go(), "- -");
  EXPECT_EQ(front.answer(0), "0:7");  // for Job.o there is one too many
  EXPECT_EQ(front.answer(0), "");
  EXPECT_EQ(front.answer(0), "0");
}

TEST(EnginePicks, AProcessWithMessagesThatWaitIsNotCompleteYet) {
  Front front("Server.p[0] -window 1 -n 3", "NULL");
  EXPECT_EQ(front.go(), "0 - -");
  EXPECT_FALSE(front.is_complete());
  EXPECT_EQ(front.engine().queued(),
            (std::vector<QueuedMessages>{{front.engine().queued()[0].mid, 0, 1, 2}}));
  EXPECT_TRUE(front.engine().progress().empty());
  EXPECT_EQ(front.answer(1), "");  // from another one
  EXPECT_EQ(front.answer(0), "0");
  EXPECT_FALSE(front.is_complete());
  EXPECT_EQ(front.answer(0), "0");
  EXPECT_TRUE(front.is_complete());
}

TEST(EnginePicks, AProcessBeginsAtMostSoManyRequests) {
  for (const std::string job : {"Server.p[0..1] -new", "Server.p -pick least -new -n 2"}) {
    Front front(job);
    front.engine().pretend_begun(kMostRequests - 1);
    EXPECT_EQ(front.go(), "0 1");  // of one request
    EXPECT_EQ(front.go(), "error");
    EXPECT_EQ(front.why(),
              "'go.f' begins more than 281,474,976,710,655 requests, the limit for one process");
  }
}

TEST(EnginePicks, OnlyTheStepOfAMessageThatHasWaitedHasOne) {
  Front front("Server.p[0] -window 1 -n 2");
  EXPECT_EQ(front.go(), "0 -");
  EXPECT_EQ(front.engine().released(), nullptr);
  EXPECT_EQ(front.answer(0), "0");
  EXPECT_EQ(front.engine().queued(), std::vector<QueuedMessages>{});
}

}  // namespace
}  // namespace dps::engine
