#include "profiles/reports/shape.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace dps::reports {
namespace {

profiles::RunProfile star() {
  profiles::RunProfile run;
  for (const char* name : {"Master.p[0]", "Worker.p[0]", "Worker.p[1]"}) {
    run.processes.emplace_back().ptag = name;
  }
  run.messages.push_back({"Job.m", "Master.p[0]", "Worker.p[0]", 3, 3, 0, 0, 300, 0});
  run.messages.push_back({"Job.m", "Master.p[0]", "Worker.p[1]", 2, 2, 0, 0, 200, 0});
  run.messages.push_back({"Done.m", "Worker.p[1]", "Master.p[0]", 5, 5, 0, 0, 50, 0});
  return run;
}

TEST(ProgramShape, HasTheSumsOfTheMessagesBetweenPLines) {
  const ProgramShape shape = shape_of(star());
  EXPECT_EQ(shape.groups, (std::vector<std::string>{"Master.p", "Worker.p"}));
  EXPECT_EQ(shape.clones, (std::vector<std::uint64_t>{1, 2}));
  ASSERT_EQ(shape.edges.size(), 2U);
  EXPECT_EQ(shape.edges[0].messages, 5U);
  EXPECT_EQ(shape.edges[0].bytes, 500U);
  EXPECT_EQ(shape.edges[1].from, 1U);
}

TEST(ProgramShape, TheGraphHasNoTextOfTheUser) {
  profiles::RunProfile run;
  run.processes.emplace_back().ptag = "\"; evil";
  profiles::MessageProfile& message = run.messages.emplace_back();
  message.mtag = "\"]; evil";
  message.sender = message.receiver = "\"; evil";
  EXPECT_EQ(graph_of(shape_of(run)).find("evil"), std::string::npos);
}

TEST(ProgramShape, PlacesAreReadFromTheOutputOfDotInAnyOrder) {
  const auto json = shape_json(shape_of(star()),
                               "graph 1 4.5 2\n"
                               "node n1 3 1 1.5 0.5 \"\" solid box black lightgrey\n"
                               "node n0 1 1 1.5 0.5 \"\" solid box black lightgrey\n"
                               "edge n1 n0 4 1 2 3 4 5 6 7 8 e1____ 2.5 1.5 solid black\n"
                               "edge n0 n1 4 9 9 9 9 9 9 9 9 e0____ 2 1 solid black\n"
                               "stop\n");
  EXPECT_EQ(json["size"], (std::vector<double>{4.5, 2}));
  EXPECT_EQ(json["groups"][1]["at"], (std::vector<double>{3, 1, 1.5, 0.5}));
  EXPECT_EQ(json["edges"][1]["curve"], (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(json["edges"][1]["label_at"], (std::vector<double>{2.5, 1.5}));
}

RC_GTEST_PROP(ProgramShape, AnyOutputOfDotIsReadWithoutHarm, ()) {
  const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(
      std::vector<std::string>{"node", "edge", "graph", "n0", "n7", "n-1", "n1e99", "n", "1", "-3",
                               "e1_", "e9_", "e", "1e300", "nan", "4", "\n", "x"}));
  std::string plain;
  for (const std::string& word : words) {
    plain += word + " ";
  }
  RC_ASSERT(shape_json(shape_of(star()), plain)["edges"].size() == 2U);
}

}  // namespace
}  // namespace dps::reports
