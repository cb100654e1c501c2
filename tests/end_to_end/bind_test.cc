// The cores that --bind core assigns: each process executes a program that prints its own.
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <sched.h>

#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace {

using dps::support::run_dps;

/// The CPUs of every process of a run, in the format of the kernel: "0", "0-1" …
std::multiset<std::string> cpus_of_processes(const std::string& options) {
  const dps::support::ScratchFolder folder;
  const auto blueprint = folder.write("where.txt",
                                      "C Where.c exec grep Cpus_allowed_list /proc/self/status\n"
                                      "F where.f NULL Where.c NULL NULL\n"
                                      "U where.u where.f\nP Here.p 2 where.u\n");
  const auto run = run_dps("run '" + blueprint.string() + "' --quiet " + options + " 2>&1");
  EXPECT_EQ(run.status, 0) << run.out;
  const std::string key = "Cpus_allowed_list:\\x09";  // a tab, as dps shows it
  std::multiset<std::string> cpus;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) {
    if (const auto at = line.find(key); at != std::string::npos) {
      cpus.insert(line.substr(at + key.size()));
    }
  }
  EXPECT_EQ(cpus.size(), 2U) << run.out;
  return cpus;
}

int usable_cores() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  sched_getaffinity(0, sizeof mask, &mask);
  return CPU_COUNT(&mask);
}

TEST(Bind, EachProcessHasItsOwnCoreIfThereAreEnough) {
  if (usable_cores() < 2) {
    GTEST_SKIP() << "one core";
  }
  const auto cpus = cpus_of_processes("--bind core");
  EXPECT_NE(*cpus.begin(), *cpus.rbegin());
  for (const std::string& list : cpus) {
    EXPECT_EQ(list.find_first_of("-,"), std::string::npos) << list;
  }
}

TEST(Bind, WithoutBindingEveryProcessMayUseAllCores) {
  const auto cpus = cpus_of_processes("");
  EXPECT_EQ(*cpus.begin(), *cpus.rbegin());
  if (usable_cores() > 1) {
    EXPECT_NE(cpus.begin()->find_first_of("-,"), std::string::npos) << *cpus.begin();
  }
}

}  // namespace
