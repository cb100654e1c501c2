#include "blueprint/graph.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/blueprint/programs.h"
#include "tests/support/scratch_folder.h"

namespace dps::blueprint {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Graph, DrawsControlDashedAndMessagesSolid) {
  const std::string dot = graph(read(kMatrixMultiply1), "mm1");
  EXPECT_EQ(count_of(dot, "label=\"Worker.p ×4\\n[0] on B: NAME = htsun2"), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"Mats.i\\n2 Mat.m\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"Mat.m 2 × 400 B\""), 1U) << dot;
  // Two functionalities of the master wait for the result.
  EXPECT_EQ(count_of(dot, "label=\"RsltMat.m 400 B\""), 2U) << dot;
  // Each process: from its start to its first unit. The worker: from its unit to "wait". Each
  // functionality: from its unit or from "wait", through its components, to the next node.
  EXPECT_EQ(count_of(dot, "[style=dashed"), 2U + 1U + 4U + 4U + 3U + 3U);
}

bool has_edge(const std::string& dot, const std::string& from, const std::string& to) {
  return dot.find("  " + from + " -> " + to + " [") != std::string::npos;
}

TEST(Graph, ACollectiveIsANodeBetweenContributionAndCompletion) {
  const std::string dot =
      graph(read("I Sum.i 1 Sum.m\nO Sum.o W.p -t Sum.m -collective allreduce -b 8\n"
                 "F go.f NULL NULL Sum.o SAME\nF end.f Sum.i NULL NULL NULL\nU w.fu go.f end.f\n"
                 "P W.p 4 w.fu\n"),
            "sum");
  EXPECT_EQ(count_of(dot, "shape=hexagon, label=\"Sum.o\\nallreduce, 4 members\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"Sum.m\""), 1U) << dot;
}

TEST(Graph, FunctionalitiesWithoutItagFireOnceAndThenTheProcessWaits) {
  const std::string dot = graph(
      read("U u f g\nF f NULL NULL NULL SAME\nF g i NULL NULL SAME*9,NULL\nI i 1 m\nP A.p 1 u\n"
           "O o A.p -t m\nU v h\nF h NULL NULL o NULL\nP B.p 1 v\n"),
      "waits");
  const auto id_of = [&](const std::string& label) {
    const std::size_t at = dot.find(" [label=\"" + label);
    const std::size_t begin = dot.rfind(' ', at - 1) + 1;
    return dot.substr(begin, at - begin);
  };
  const std::string wait = id_of("wait");
  const std::string unit = wait.substr(0, wait.find("_wait"));
  const std::string null_input = id_of("NULL");
  EXPECT_TRUE(has_edge(dot, id_of("start"), unit)) << dot;
  EXPECT_TRUE(has_edge(dot, unit, null_input)) << dot;
  EXPECT_TRUE(has_edge(dot, null_input, wait)) << dot;
  EXPECT_TRUE(has_edge(dot, wait, id_of("i\\n1 m"))) << dot;
  EXPECT_FALSE(has_edge(dot, unit, id_of("i\\n1 m"))) << dot;
  EXPECT_EQ(count_of(dot, "label=\"9 ×\", constraint=false"), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"then\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"wait\""), 1U) << "B.p never waits\n" << dot;
}

TEST(Graph, ShowsSumsOfOperations) {
  const std::string dot =
      graph(read("U u f\nF f NULL a,b,c NULL NULL\nP A.p 1 u\nC a ops 2*(ila+goto)\n"
                 "C b ops ila cached\nC c ops 0*ila loop 40\n"),
            "operations");
  EXPECT_EQ(count_of(dot, "label=\"a\\nops 2*goto + 2*ila\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"b\\nops ila cached\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"c\\nops 0 loop 40\""), 1U) << dot;
}

TEST(Graph, ShowsTheTerrain) {
  const std::string dot = graph(
      read("U u f\nF f NULL NULL NULL NULL\nP A.p 1 u\nP B.p 4 u\nT A.p X TYPE = SUN SPEED >= 1e3\n"
           "T B.p X\nT B.p[2] Y MEMORY > 16G\n"),
      "terrain");
  EXPECT_EQ(count_of(dot, "label=\"A.p[0]\\non X: TYPE = SUN, SPEED >= 1000\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "\\n[0..1,3] on X: TYPE = SUN, SPEED >= 1000\\n[2] on Y: MEMORY > 16G\""),
            1U)
      << dot;
}

TEST(Graph, GrowsWithTheLinesNotWithTheProcesses) {
  const std::string text =
      "U u f g\nF f NULL NULL o SAME\nF g i c o SAME*3,NULL\nI i 1 m{self}\nC c sleep {self}\n"
      "O o R.p[{(self+1)%count}] -t m{(self+1)%count}\n";
  const std::string small = graph(read("P R.p 3 u\n" + text), "ring");
  const std::string large = graph(read("P R.p 3000 u\n" + text), "ring");
  EXPECT_EQ(std::count(small.begin(), small.end(), '\n'),
            std::count(large.begin(), large.end(), '\n'));
}

TEST(Graph, ShowsTheRangeOfAllSteps) {
  const std::string dot = graph(read(kColumns), "columns");
  EXPECT_EQ(count_of(dot, "label=\"Update.c\\nwork 2 to 162\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"Column.m up to 902 B\""), 1U) << dot;  // First.o
  EXPECT_EQ(count_of(dot, "label=\"Column.m up to 802 B\""), 1U) << dot;  // Next.o
  EXPECT_EQ(count_of(dot, "label=\"Part.m up to 8 B\""), 1U) << dot;
}

/// The words of `dps check`: the largest value of the clones that send.
TEST(Graph, LabelsHaveTheValuesOfAllClonesThatUseTheLine) {
  const std::string dot =
      graph(read("I Halo.i {(self>0)+(self<count-1)} Halo.m\nC Pre.c compute {10*(self+1)}us\n"
                 "C Same.c compute 5us\nC Rest.c compute {self}us\nC Ops.c ops {self+1}*goto\n"
                 "O Left.o W.p[{self-1}] -t Halo.m -b 800 -n {self>0}\n"
                 "O Right.o W.p[{self+1}] -t Halo.m -b 900 -n {self<count-1}\n"
                 "O Odd.o W.p[0] -t Odd.m -b {self*10} -n {self==3}\n"
                 "O All.o W.p[0] -t All.m -b {100*(self+1)}\n"
                 "F a.f NULL Pre.c,Same.c,Ops.c Left.o,Right.o,Odd.o,All.o {self>1 ? b.fu : NULL}\n"
                 "F b.f Halo.i Rest.c NULL NULL\nU a.fu a.f\nU b.fu b.f\nP W.p 5 a.fu b.fu\n"),
            "clones");
  for (const char* label :
       {"Halo.i\\n1 to 2 Halo.m", "Pre.c\\ncompute 10 us to 50 us", "Same.c\\ncompute 5 us",
        "Rest.c\\ncompute 2 us to 4 us", "Ops.c\\nops goto …", "All.m up to 500 B"}) {
    EXPECT_EQ(count_of(dot, std::string("label=\"") + label + "\""), 1U) << label << '\n' << dot;
  }
  EXPECT_EQ(count_of(dot, "Odd.m 30 B\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "Halo.m 900 B\""), 1U) << dot;
}

/// Clones that use other lines than the first have chains of their own.
TEST(Graph, HasTheComponentsOfAllClones) {
  const std::string dot =
      graph(read("I Even.i 1 Even.m\nI Odd.i 2 Odd.m\nC Even.c compute 1us\nC Odd.c compute 2us\n"
                 "C Both.c compute 3us\nO Even.o W.p[0] -t Even.m\nO Odd.o W.p[1] -n 2 -t Odd.m\n"
                 "F a.f NULL {self==0 ? Even.c : Odd.c},Both.c {self==0 ? Even.o : Odd.o} SAME\n"
                 "F b.f {self==0 ? Even.i : Odd.i} NULL NULL NULL\nU a.fu a.f b.f\nP W.p 2 a.fu\n"),
            "components");
  const auto id_of = [&](const std::string& label) {
    const std::size_t at = dot.find(" [label=\"" + label);
    const std::size_t begin = dot.rfind(' ', at - 1) + 1;
    return dot.substr(begin, at - begin);
  };
  const std::vector<std::pair<std::string, std::string>> edges{
      {"NULL", "Even.c"},   {"NULL", "Odd.c"},   {"Even.c", "Both.c"}, {"Odd.c", "Both.c"},
      {"Both.c", "Even.o"}, {"Both.c", "Odd.o"}, {"Even.o", "wait"},   {"Odd.o", "wait"},
      {"wait", "Even.i"},   {"wait", "Odd.i"},   {"Even.o", "Even.i"}, {"Odd.o", "Odd.i"}};
  for (const auto& [from, to] : edges) {
    EXPECT_TRUE(has_edge(dot, id_of(from), id_of(to))) << from << " -> " << to << '\n' << dot;
  }
  EXPECT_FALSE(has_edge(dot, id_of("Even.c"), id_of("Odd.c"))) << dot;
  EXPECT_FALSE(has_edge(dot, id_of("Even.o"), id_of("Odd.i"))) << dot;
  EXPECT_EQ(count_of(dot, "label=\"Even.i\\n1 Even.m\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"Odd.i\\n2 Odd.m\""), 1U) << dot;
}

TEST(Graph, ASizeThatIsRandomIsUpToItsLargest) {
  const std::string dot = graph(read("I Go.i 1 Go.m\nO Go.o B.p -t Go.m -b {uniform(100,900)}\n"
                                     "F a.f NULL NULL Go.o NULL\nF b.f Go.i NULL NULL NULL\n"
                                     "U a.fu a.f\nU b.fu b.f\nP A.p 1 a.fu\nP B.p 1 b.fu\n"),
                                "random");
  EXPECT_EQ(count_of(dot, "label=\"Go.m up to 900 B\""), 1U) << dot;
}

TEST(Graph, GraphvizReadsIt) {
  ASSERT_EQ(std::system("command -v dot > /dev/null 2>&1"), 0)
      << "scripts/install test installs graphviz";
  const support::ScratchFolder folder;
  for (const auto& [name, text] : sensible_programs()) {
    const auto file = folder.write("graph.dot", graph(read(text), name + " \"quoted\" \\"));
    const std::string command = "dot -Tsvg -o /dev/null " + file.string() + " 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << name;
  }
}

}  // namespace
}  // namespace dps::blueprint
