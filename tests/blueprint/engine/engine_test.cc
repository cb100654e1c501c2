// Each rule of docs/language.md, as a blueprint and the steps of its process Me.p.
#include "blueprint/engine/engine.h"

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "blueprint/reading/reader.h"

namespace dps::engine {
namespace {

/// Runs the engine of Me.p in a blueprint. Its steps are one line of text.
class Player {
 public:
  explicit Player(const std::string& text, Detail detail = Detail::kFunctionalities)
      : program_(read(text)), detail_(detail) {
    for (std::uint32_t p = 0; p < program_.process_count(); ++p) {
      if (program_.process_name(ProcessId{p}) == "Me.p[0]") {
        engine_.emplace(program_, ProcessId{p});
      }
    }
    EXPECT_TRUE(engine_) << "no Me.p in the blueprint";
  }

  /// The steps until it waits for a message: "[u]" activation, "f" firing, "o>Name[0]" send.
  std::string run() {
    std::string words;
    for (;;) {
      const Step step = engine_->next(detail_);
      if (step.kind == StepKind::kReceive) {
        return words;
      }
      words += (words.empty() ? "" : " ") + word(step);
      if (step.kind == StepKind::kComplete) {
        return words;
      }
    }
  }

  std::string take(const std::string& mtag, const std::string& from = "Other.p[0]") {
    engine_->deliver(mid(mtag), process(from));
    return run();
  }

  Engine& engine() { return *engine_; }

  std::string unclaimed() {
    std::string words;
    for (const Unclaimed& u : engine_->unclaimed()) {
      words += std::to_string(u.count) + " " + program_.mtag(u.mid) + " from " +
               program_.process_name(u.from) + " in " + std::to_string(u.unit) + ";";
    }
    return words;
  }

 private:
  static blueprint::Program read(const std::string& text) {
    auto reading = blueprint::read_blueprint({"test", text});
    EXPECT_TRUE(reading.program) << render({"test", text}, reading.diagnostics);
    return reading.program.value_or(blueprint::Program{});
  }

  [[nodiscard]] MessageId mid(const std::string& mtag) const {
    for (std::uint32_t i = 0; i < program_.message_types.size(); ++i) {
      if (program_.message_types[i].mtag == mtag) {
        return MessageId{i};
      }
    }
    ADD_FAILURE() << "no type " << mtag;
    return {};
  }

  [[nodiscard]] ProcessId process(const std::string& name) const {
    for (std::uint32_t i = 0; i < program_.process_count(); ++i) {
      if (program_.process_name(ProcessId{i}) == name) {
        return ProcessId{i};
      }
    }
    ADD_FAILURE() << "no process " << name;
    return {};
  }

  [[nodiscard]] std::string word(const Step& step) const {
    switch (step.kind) {
      case StepKind::kBeginUnit: {
        const auto units = program_.units_of(program_.plan(ProcessId{0}));
        return "[" + program_.tag(program_.units[units[step.unit]].definition) + "]";
      }
      case StepKind::kBeginFunctionality:
        return program_.tag(program_.functionalities[step.functionality].definition);
      case StepKind::kCompute:
        return program_.tag(program_.computations[step.computation].definition);
      case StepKind::kSend:
        return program_.tag(program_.outputs[step.output].definition) + ">" +
               program_.process_name(step.receiver);
      case StepKind::kContribute:
        break;
      case StepKind::kEndFunctionality:
        return ".";
      case StepKind::kQueue:
      case StepKind::kReceive:
      case StepKind::kDrain:
      case StepKind::kComplete:
        return "complete";
    }
    return "?";
  }

  blueprint::Program program_;
  Detail detail_;
  std::optional<Engine> engine_;
};

const std::string kOther =
    "P Other.p 2 other.fu\nU other.fu other.f\nF other.f NULL NULL NULL NULL\n";

TEST(Engine, NullFunctionalitiesFireInTheOrderOfTheUnitLine) {
  Player player("P Me.p 1 a\nU a y x\nF x NULL NULL NULL SAME\nF y NULL NULL NULL SAME\n" + kOther);
  EXPECT_EQ(player.run(), "[a] y . x .");
}

TEST(Engine, ACollectionIsCompleteWhenEveryPairIs) {
  Player player("P Me.p 1 a\nU a f\nI i 2 A 1 B\nF f i NULL NULL NULL\n" + kOther);
  player.run();
  EXPECT_EQ(player.take("A"), "");
  EXPECT_EQ(player.take("B"), "");
  EXPECT_EQ(player.take("A"), "f . complete");
}

TEST(Engine, OneMessageFiresEveryCollectionThatItCompletesInTheOrderOfTheUnitLine) {
  Player player(
      "P Me.p 1 a\nU a g f\nI one 1 A\nI two 2 A\nF f one NULL NULL SAME\nF g two NULL NULL "
      "SAME\n" +
      kOther);
  player.run();
  EXPECT_EQ(player.take("A"), "f .");
  EXPECT_EQ(player.take("A"), "g . f .");
  EXPECT_EQ(player.take("A"), "f .");
}

TEST(Engine, CompletionWinsOverAUnitAndAUnitOverSame) {
  Player player(
      "P Me.p 1 a b\nU a f g h\nU b k\nI i 1 A\nI j 1 B\nF f i NULL NULL SAME\n"
      "F g i NULL NULL b\nF h j NULL NULL NULL\nF k i NULL NULL a\n" +
      kOther);
  player.run();
  EXPECT_EQ(player.take("A"), "f . g . [b]");
  EXPECT_EQ(player.take("A"), "k . [a]");
  EXPECT_EQ(player.take("B"), "h . complete");
}

TEST(Engine, BeginsAndEndsOfFunctionalitiesAreStepsOnlyIfAskedFor) {
  const std::string text =
      "P Me.p 1 a b\nU a f g\nU b f\nI i 1 A\nC c compute 1ms\nO o Other.p[0] -t B\n"
      "F f i c o SAME\nF g NULL NULL o b\n" +
      kOther;
  Player all(text);
  EXPECT_EQ(all.run(), "[a] g o>Other.p[0] . [b]");
  EXPECT_EQ(all.take("A"), "f c o>Other.p[0] .");
  Player units(text, Detail::kUnits);
  EXPECT_EQ(units.run(), "[a] o>Other.p[0] [b]");
  EXPECT_EQ(units.take("A"), "c o>Other.p[0]");
}

TEST(Engine, BetweenTwoUnitsTheFirstOnTheUnitLineWins) {
  Player player(
      "P Me.p 1 a b c\nU a f g\nU b n\nU c n\nI i 1 A\nI j 1 B\nF f i NULL NULL c\nF g i NULL NULL "
      "b\n"
      "F n j NULL NULL NULL\n" +
      kOther);
  player.run();
  EXPECT_EQ(player.take("A"), "f . g . [c]");
}

TEST(Engine, AUnitThatIsItsOwnNextRestarts) {
  Player player("P Me.p 1 a\nU a f g\nI i 2 A\nI j 1 B\nF f i NULL NULL SAME\nF g j NULL NULL a\n" +
                kOther);
  player.run();
  player.take("A");
  EXPECT_EQ(player.take("B"), "g . [a]");
  EXPECT_EQ(player.take("A"), "");  // the first A is lost to the new activation
  EXPECT_EQ(player.take("A"), "f .");
}

TEST(Engine, AnEarlyUnitCountsMessagesThatCameBeforeIt) {
  Player player(
      "P Me.p 1 a b\nU a f\nU b -early g\nI i 1 A\nI j 2 B\nF f i NULL NULL b\n"
      "O ack ACK -t x\nF g j NULL ack NULL\n" +
      kOther);
  player.run();
  player.take("B", "Other.p[0]");
  player.take("B", "Other.p[1]");
  EXPECT_EQ(player.take("A"), "f . [b] g ack>Other.p[1] . complete");
}

TEST(Engine, WithoutEarlyEarlierMessagesAreUnclaimed) {
  Player player(
      "P Me.p 1 a b\nU a f\nU b g\nI i 1 A\nI j 1 B\nF f i NULL NULL b\nF g j NULL NULL NULL\n" +
      kOther);
  player.run();
  player.take("B", "Other.p[1]");
  EXPECT_EQ(player.take("A"), "f . [b]");
  EXPECT_EQ(player.take("B"), "g . complete");
  EXPECT_EQ(player.unclaimed(), "1 B from Other.p[1] in 0;");
}

TEST(Engine, UnusedMessagesOfTheActiveUnitAreUnclaimedIfItEnds) {
  Player player("P Me.p 1 a\nU a f\nI i 2 A 1 B\nF f i NULL NULL SAME\n" + kOther);
  player.run();
  for (const char* type : {"A", "A", "B", "A"}) {
    player.take(type);
  }
  EXPECT_EQ(player.unclaimed(), "1 A from Other.p[0] in 0;");
  player.engine().finish();
  EXPECT_EQ(player.unclaimed(), "1 A from Other.p[0] in 0;");
}

TEST(Engine, AckInAListIsSentOnceAndOthersExcludesTheSender) {
  Player player(
      "P Me.p 1 a\nU a f g\nI i 1 A\nI j 1 B\nO o ACK,Other.p -t x -n 2\nO p Me.p,Other.p[1] -t x "
      "-others\nF f i NULL o SAME\nF g j NULL p SAME\n" +
      kOther);
  player.run();
  EXPECT_EQ(player.take("A", "Other.p[1]"),
            "f o>Other.p[1] o>Other.p[0] o>Other.p[1] o>Other.p[0] .");
  EXPECT_EQ(player.take("B"), "g p>Other.p[1] .");
}

TEST(Engine, ANextWithLegsCountsItsFirings) {
  Player player(
      "P Me.p 1 a b\nU a f\nU b g\nI i 1 A\nI j 1 B\nF f i NULL NULL SAME*2,b\nF g j NULL NULL "
      "a\n" +
      kOther);
  player.run();
  EXPECT_EQ(player.take("A"), "f .");
  EXPECT_EQ(player.take("A"), "f .");
  EXPECT_EQ(player.take("A"), "f . [b]");
  EXPECT_EQ(player.take("B"), "g . [a]");
  EXPECT_EQ(player.take("A"), "f .");
}

TEST(Engine, ProgressHasTheCountsOfEachPair) {
  Player player("P Me.p 1 a\nU a f\nI i 2 A 1 B\nF f i NULL NULL SAME\n" + kOther);
  player.run();
  player.take("A");
  player.take("A");
  player.take("B");
  player.take("A");
  const auto progress = player.engine().progress();
  ASSERT_EQ(progress.size(), 2U);
  EXPECT_EQ(progress[0].has, 1U);
  EXPECT_EQ(progress[0].wants, 2U);
  EXPECT_EQ(progress[1].has, 0U);
}

TEST(Engine, MillionsOfUnusedMessagesOfOneSenderNeedNoMemory) {
  Player player("P Me.p 1 a\nU a f\nI i 1000000 A 1 B\nF f i NULL NULL NULL\n" + kOther);
  player.run();
  for (int i = 0; i < 999'999; ++i) {
    player.take("A");
  }
  EXPECT_EQ(player.take("B"), "");
  EXPECT_EQ(player.take("A"), "f . complete");
  EXPECT_EQ(player.unclaimed(), "");
}

}  // namespace
}  // namespace dps::engine
