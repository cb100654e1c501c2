#include "blueprint/graph.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

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
  EXPECT_EQ(count_of(dot, "label=\"Worker.p ×4\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"Mats.i\\n2 Mat.m\""), 1U) << dot;
  EXPECT_EQ(count_of(dot, "label=\"Mat.m 2 × 400 B\""), 1U) << dot;
  // The result is waited for by two functionalities of the master.
  EXPECT_EQ(count_of(dot, "label=\"RsltMat.m 400 B\""), 2U) << dot;
  // Each functionality: from its unit, through its components, to what follows.
  EXPECT_EQ(count_of(dot, "[style=dashed]"), 4U + 4U + 3U + 3U);
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
