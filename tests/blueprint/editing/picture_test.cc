#include "blueprint/editing/picture.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "blueprint/reading/reader.h"

namespace dps::blueprint {
namespace {

tl::expected<Picture, std::string> picture(const std::string& text) {
  const auto reading = read_blueprint({"", text});
  return picture_of(Outline(text), reading.program ? &*reading.program : nullptr);
}

std::vector<std::string> arrows(const Picture& picture) {
  std::vector<std::string> all;
  for (const Arrow& arrow : picture.arrows) {
    all.push_back(fmt::format("{} {} -> {}: {} ({} x {}){}", arrow.output,
                              picture.processes[arrow.from].tag, picture.processes[arrow.to].tag,
                              arrow.label, arrow.count, arrow.bytes,
                              arrow.is_answer ? " answer" : ""));
  }
  return all;
}

constexpr const char* kDrawnPlan =
    "V jobs 3  # to do\n"
    "I Job.i 1 Job.m\n"
    "I All.i {jobs} Done.m\n"
    "C Work.c compute 2ms\n"
    "O Job.o Worker.p -t Job.m -b {jobs*1000} -n 2\n"
    "O Done.o ACK -t Done.m\n"
    "F start.f NULL NULL Job.o SAME\n"
    "F all.f All.i NULL NULL NULL\n"
    "F work.f Job.i Work.c Done.o SAME\n"
    "U master.fu start.f all.f\n"
    "U worker.fu work.f\n"
    "P Master.p 1 master.fu\n"
    "P Worker.p {jobs+1} -server worker.fu\n";

TEST(Picture, HasProcessesUnitsFunctionalitiesAndMessages) {
  const auto made = picture(kDrawnPlan);
  ASSERT_TRUE(made) << made.error();
  ASSERT_EQ(made->processes.size(), 2U);
  const PicturedProcess& worker = made->processes[1];
  EXPECT_EQ(worker.tag, "Worker.p");
  EXPECT_EQ(worker.line, 13U);
  EXPECT_EQ(worker.count, 4U);
  EXPECT_EQ(worker.count_text, "{jobs+1}");
  EXPECT_TRUE(worker.is_server);
  EXPECT_EQ(worker.units, std::vector<std::string>{"worker.fu"});
  ASSERT_EQ(made->units.size(), 2U);
  EXPECT_EQ(made->units[0].functionalities, (std::vector<std::string>{"start.f", "all.f"}));
  ASSERT_EQ(made->functionalities.size(), 3U);
  EXPECT_EQ(made->functionalities[2].computations, std::vector<std::string>{"Work.c"});
  EXPECT_EQ(made->functionalities[2].text, "Job.i Work.c Done.o SAME");
  ASSERT_EQ(made->outputs.size(), 2U);
  EXPECT_EQ(made->outputs[0].size, "{jobs*1000}");
  EXPECT_EQ(made->outputs[0].type, "Job.m");
  EXPECT_EQ(made->outputs[0].copies, "2");
  ASSERT_EQ(made->variables.size(), 1U);
  EXPECT_EQ(made->variables[0].text, "3");
  EXPECT_EQ(arrows(*made),
            (std::vector<std::string>{"Job.o Master.p -> Worker.p: Job.m 2 × 3 kB (8 x 3000)",
                                      "Done.o Worker.p -> Master.p: Done.m 0 B (1 x 0) answer"}));
}

/// As in dps graph: clones that send nothing do not count.
TEST(Picture, LabelsHaveTheMessagesOfTheClonesThatSendAny) {
  const auto made = picture(
      "I In.i 1 In.m\nI Far.i 1 Far.m\nO In.o W.p[0] -t In.m -b {self*10} -n {self==3}\n"
      "O Far.o S.p -t Far.m -b {uniform(1,(self+1)*100)}\n"
      "O Never.o S.p -t Far.m -b 5000\n"
      "F a.f NULL NULL In.o,Far.o {self==0 ? b.fu : NULL}\nF b.f In.i NULL NULL NULL\n"
      "F n.f NULL NULL Never.o NULL\nF s.f Far.i NULL NULL SAME\n"
      "U a.fu a.f\nU b.fu b.f\nU n.fu n.f\nU s.fu s.f\n"
      "P W.p 4 a.fu b.fu n.fu\nP S.p 1 -server s.fu\n");
  ASSERT_TRUE(made) << made.error();
  EXPECT_EQ(arrows(*made),
            (std::vector<std::string>{"In.o W.p -> W.p: In.m 30 B (1 x 30)",
                                      "Far.o W.p -> S.p: Far.m up to 400 B (1 x 400)"}));
}

TEST(Picture, HasTheFlagsOfMessagesAndTheHostsOfProcesses) {
  const auto made = picture(
      "I Go.i 1 Go.m\n"
      "I Sum.i 1 Sum.m\n"
      "C Add.c work 10\n"
      "O Go.o B.p -t Go.m -window {1+1} -pick least -n 8\n"
      "O Sum.o B.p -t Sum.m -b 80 -collective reduce -root B.p[1] -alg linear -combine Add.c\n"
      "F a.f NULL NULL Go.o NULL\nF b.f Go.i NULL Sum.o SAME\nF c.f Sum.i NULL NULL NULL\n"
      "U a.fu a.f\nU b.fu b.f c.f\nP A.p 1 a.fu\nP B.p 2 b.fu\n"
      "T B.p[1] H  MEMORY >= 1G   CORES > 2 # large\n"
      "T A.p G\n");
  ASSERT_TRUE(made) << made.error();
  ASSERT_EQ(made->outputs.size(), 2U);
  const PicturedOutput& go = made->outputs[0];
  EXPECT_EQ((std::vector{go.pick, go.window, go.operation}),
            (std::vector<std::string>{"least", "{1+1}", ""}));
  const PicturedOutput& sum = made->outputs[1];
  EXPECT_EQ((std::vector{sum.operation, sum.root, sum.algorithm, sum.combine}),
            (std::vector<std::string>{"reduce", "B.p[1]", "linear", "Add.c"}));
  ASSERT_EQ(made->terrain.size(), 2U);
  const PicturedTerrain& one = made->terrain[0];
  EXPECT_EQ((std::vector{one.tag, one.process, one.host, one.conditions}),
            (std::vector<std::string>{"B.p[1]", "B.p", "H", "MEMORY >= 1G CORES > 2"}));
  EXPECT_EQ(one.line, 13U);
  EXPECT_EQ(made->terrain[1].conditions, "");
}

TEST(Picture, HasTheOptionsOfItsLines) {
  const auto made = picture(
      "I Go.i -each 1 Go.m  2/3 More.m\n"
      "I Tick.i 1 Tick.m\n"
      "O Go.o B.p -t Go.m -new -others -p off -e off -X TCP\n"
      "O More.o B.p -t More.m -n 3\n"
      "O Tick.o A.p[{self}] -t Tick.m -d {1+1}ms\n"
      "F a.f NULL NULL Tick.o SAME\nF t.f Tick.i NULL Go.o,More.o NULL\n"
      "F b.f Go.i NULL NULL NULL\nF c.f Go.i NULL NULL SAME\n"
      "U a.fu a.f t.f\nU b.fu -early b.f*2|c.f\nU r.fu c.f\nP A.p 1 a.fu\nP B.p 2 -server b.fu "
      "r.fu\n");
  ASSERT_TRUE(made) << made.error();
  ASSERT_EQ(made->outputs.size(), 3U);
  const PicturedOutput& go = made->outputs[0];
  EXPECT_EQ((std::vector{go.packed, go.xdr, go.route, go.delay}),
            (std::vector<std::string>{"off", "off", "TCP", ""}));
  EXPECT_TRUE(go.begins_request && go.to_others);
  const PicturedOutput& tick = made->outputs[2];
  EXPECT_EQ(tick.delay, "{1+1}ms");
  EXPECT_FALSE(tick.begins_request || tick.to_others);
  ASSERT_EQ(made->collections.size(), 2U);
  EXPECT_TRUE(made->collections[0].is_each);
  EXPECT_EQ(made->collections[0].pairs, "1 Go.m 2/3 More.m");
  EXPECT_FALSE(made->collections[1].is_each);
  EXPECT_EQ(made->collections[1].pairs, "1 Tick.m");
  ASSERT_EQ(made->units.size(), 3U);
  EXPECT_FALSE(made->units[0].is_early);
  EXPECT_TRUE(made->units[1].is_early);
  EXPECT_EQ(made->units[1].choices, "b.f*2|c.f");
  EXPECT_EQ(made->processes[1].units_text, "b.fu r.fu");
}

TEST(Picture, OfATextWithoutProcessesIsEmpty) {
  for (const char* text : {"", "# nothing yet\n", "V n 3\n"}) {
    const auto made = picture(text);
    ASSERT_TRUE(made) << text;
    EXPECT_TRUE(made->processes.empty());
  }
}

TEST(Picture, OfATextWithErrorsIsRefused) {
  const auto made = picture("P A.p 1 a.fu\n");
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error(), "the text has errors");
}

TEST(Picture, LeavesOutArrowsBeyondItsLimit) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += fmt::format(
        "I I{0:03} 1 M{0:03}\nO O{0:03} P -t M{0:03}\nF a{0:03} NULL NULL O{0:03} SAME\n"
        "F b{0:03} I{0:03} NULL NULL NULL\nU u{0:03} a{0:03} b{0:03}\nP P{0:03} 1 u{0:03}\n",
        i);
  }
  const auto made = picture(text);
  ASSERT_TRUE(made) << made.error();
  EXPECT_EQ(made->arrows.size(), kMostArrows);
  EXPECT_EQ(made->more_arrows, 600U);
  EXPECT_FALSE(made->is_partial);
}

TEST(Picture, LooksAtALimitedNumberOfPairs) {
  std::string text = "I i 1 m\nF b NULL NULL o0";
  for (int i = 1; i < 80; ++i) {
    text += fmt::format(",o{}", i);
  }
  text += " SAME\nF a i NULL NULL NULL\nU u b a\n";
  for (int i = 0; i < 80; ++i) {
    text += fmt::format("O o{0} P -t m\nP P{0:03} 1 u\n", i);  // 512,000 pairs
  }
  const auto made = picture(text);
  ASSERT_TRUE(made) << made.error();
  EXPECT_TRUE(made->is_partial);
  EXPECT_EQ(made->processes.size(), 80U);
  EXPECT_EQ(made->processes.back().units, std::vector<std::string>{"u"});
  EXPECT_EQ(made->arrows.size(), kMostArrows);
  EXPECT_LE(made->more_arrows, kMostSteps);
}

TEST(Picture, LooksAtALimitedNumberOfClones) {
  std::string text =
      "I i 1 m\nF a NULL NULL o0,o1,o2,o3,o4,o5,o6,o7,o8,o9 SAME\nF b i NULL NULL NULL\nU u a b\n"
      "P A 20000 u\n";
  for (int i = 0; i < 10; ++i) {
    text += fmt::format("O o{} A -t m -b {{self}}\n", i);  // so that each clone has its own plan
  }
  const auto made = picture(text);
  ASSERT_TRUE(made) << made.error();
  EXPECT_TRUE(made->is_partial);
  EXPECT_EQ(made->arrows.size(), 10U);
}

TEST(Picture, CountsNoMoreThanANumberCanHave) {
  const auto made = picture(
      "I i 1 m\nO o B -t m -n 9007199254740991\nF a NULL NULL o NULL\nF b i NULL NULL SAME\n"
      "U a a\nU b b\nP A 1 a\nP B 4000 -server b\n");
  ASSERT_TRUE(made) << made.error();
  ASSERT_EQ(made->arrows.size(), 1U);
  EXPECT_EQ(made->arrows.front().count, 9007199254740991U);
}

}  // namespace
}  // namespace dps::blueprint
