#include "blueprint/terrain/assignment.h"

#include <gtest/gtest.h>

#include "blueprint/constraint_text.h"
#include "blueprint/terrain/constraints.h"
#include "programs.h"

namespace dps::terrain {
namespace {

constexpr const char* kHeat = "htsgi[1-3] type=SGI\nhtibm[1-3] type=IBM\nhtsun[1-3] type=SUN\n";

/// The name of the host of each process.
std::vector<std::string> where(const std::string& terrain_lines, std::uint32_t processes,
                               const std::string& hosts_file) {
  const auto hosts = hosts_of(hosts_file);
  const auto assigned = assign(program_with(terrain_lines, processes), hosts);
  std::vector<std::string> names;
  if (assigned) {
    for (const std::uint32_t host : assigned->host_of_process) {
      names.push_back(hosts[host].name);
    }
  }
  return names;
}

using Names = std::vector<std::string>;

// Figures 13 and 19 of the DPS paper.
TEST(Assignment, MatrixMultiply1IsPlacedAsInThePaper) {
  EXPECT_EQ(where("T P.p[4] A TYPE = SGI SPEED >= 1000\n"
                  "T P.p[0] B NAME = htsun2\n"
                  "T P.p[1] C TYPE = SGI\n"
                  "T P.p[2] D TYPE != IBM TYPE != SGI\n"
                  "T P.p[3] C NAME = htsgi3\n",
                  5, kHeat),
            (Names{"htsun2", "htsgi3", "htsun1", "htsgi3", "htsgi1"}));
}

TEST(Assignment, DifferentHtagsNeverShareAHostButProcessesOfOneHtagDo) {
  EXPECT_EQ(where("T P.p[0] A\nT P.p[1] B\nT P.p[2] A\n", 3, "n[1-9]\n"),
            (Names{"n1", "n2", "n1"}));
  EXPECT_EQ(where("T P.p[0] A\nT P.p[1] B\n", 2, "n1\n"), Names{});
}

TEST(Assignment, AnHtagMovesForOneWithFewerHosts) {
  EXPECT_EQ(where("T P.p[0] A\nT P.p[1] B NAME = n1\n", 2, "n[1-2]\n"), (Names{"n2", "n1"}));
}

TEST(Assignment, TheFirstAssignmentInTheOrderOfTheHostsIsChosen) {
  EXPECT_EQ(where("T P.p[0] A\nT P.p[1] B TYPE = x\nT P.p[2] C\n", 3,
                  "n1 type=y\nn2 type=x\nn3 type=x\nn4 type=y\n"),
            (Names{"n1", "n2", "n3"}));
}

TEST(Assignment, TheConstraintsOfAllLinesOfAnHtagApply) {
  const std::string hosts = "n1 sp=500\nn2 sp=2000\nn3 sp=2000 memory=64G slots=8\n";
  EXPECT_EQ(where("T P.p[0] A SPEED > 500\nT P.p[1] A MEMORY >= 64G CORES = 8\n", 2, hosts),
            (Names{"n3", "n3"}));
  EXPECT_EQ(where("T P.p[0] A SPEED > 500\nT P.p[1] A SPEED < 501\n", 2, hosts), Names{});
}

TEST(Assignment, ProcessesWithoutAnHtagGoToTheHostWithTheFewestPerCore) {
  EXPECT_EQ(where("", 7, "n1 slots=1\nn2 slots=4\nn3 slots=2\n"),
            (Names{"n1", "n2", "n3", "n2", "n2", "n3", "n2"}));
  EXPECT_EQ(where("T P.p[3] A NAME = n1\n", 4, "n1\nn2\n"), (Names{"n2", "n1", "n2", "n1"}));
}

TEST(Assignment, WithoutTLinesAndCoresProcessesAreDistributedInTurn) {
  EXPECT_EQ(where("", 5, "a,b,c\n"), (Names{"a", "b", "c", "a", "b"}));
}

TEST(Constraints, AreCheckedAgainstAHost) {
  const auto holds = [](const std::string& constraint, const HostFacts& host) {
    const auto program = program_with("T P.p[0] A " + constraint + "\n", 1);
    return satisfies(host, program.logical_hosts[0].constraints[0]);
  };
  const HostFacts host{"node1", "x86_64", 1000, 8, 64ULL << 30};
  for (const char* yes :
       {"NAME = node1", "NAME != node2", "TYPE = X86_64", "TYPE != SUN", "SPEED = 1000",
        "SPEED != 1", "SPEED < 1001", "SPEED > 999", "SPEED <= 1000", "SPEED >= 1000", "CORES > 7",
        "MEMORY >= 64G", "MEMORY = 68719476736"}) {
    EXPECT_TRUE(holds(yes, host)) << yes;
  }
  for (const char* no :
       {"NAME = Node1", "NAME = node", "NAME != node1", "TYPE = SUN", "TYPE != X86_64",
        "SPEED = 999", "SPEED != 1000", "SPEED < 1000", "SPEED > 1000", "SPEED <= 999",
        "SPEED >= 1001", "CORES < 8", "MEMORY > 64G"}) {
    EXPECT_FALSE(holds(no, host)) << no;
  }
}

TEST(Constraints, AnUnknownPropertySatisfiesOnlyNotEqual) {
  const HostFacts host{"node1", "", 1000, std::nullopt, std::nullopt};
  const auto program = program_with(
      "T P.p[0] A TYPE = x CORES >= 0 MEMORY < 1T CORES = 0\n"
      "T P.p[1] B TYPE != x CORES != 1 MEMORY != 1\n",
      2);
  for (const auto& constraint : program.logical_hosts[0].constraints) {
    EXPECT_FALSE(satisfies(host, constraint)) << text_of(constraint);
  }
  for (const auto& constraint : program.logical_hosts[1].constraints) {
    EXPECT_TRUE(satisfies(host, constraint)) << text_of(constraint);
  }
  EXPECT_TRUE(lacks_facts(program, host));
  EXPECT_FALSE(lacks_facts(program, {"node1", "x", 1000, 1, 1}));
  EXPECT_FALSE(lacks_facts(program_with("T P.p[0] A SPEED = 1 NAME = b\n", 1), host));
}

TEST(Constraints, AreShownAsTheyAreWritten) {
  const auto program = program_with(
      "T P.p[0] A NAME != n1 TYPE = SUN SPEED >= 10 CORES < 4 MEMORY > 1536M MEMORY <= 2T "
      "MEMORY = 1000\n",
      1);
  std::vector<std::string> texts;
  for (const auto& constraint : program.logical_hosts[0].constraints) {
    texts.push_back(text_of(constraint));
  }
  EXPECT_EQ(texts, (Names{"NAME != n1", "TYPE = SUN", "SPEED >= 10", "CORES < 4", "MEMORY > 1536M",
                          "MEMORY <= 2T", "MEMORY = 1000"}));
}

}  // namespace
}  // namespace dps::terrain
