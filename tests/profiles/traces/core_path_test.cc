// The critical path through processes that share the cores of a host.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "profiles/causes/named_why.h"
#include "profiles/text/why_lines.h"
#include "profiles/traces/analysis/activities.h"
#include "profiles/traces/analysis/shared_cores.h"
#include "tests/profiles/traces/path_text.h"
#include "tests/profiles/traces/recorded_prediction.h"
#include "tests/support/fixed_machine.h"

namespace dps::traces {
namespace {

using Texts = std::vector<std::string>;

/// Processes are on the hosts in turn. Only computing takes time.
machines::FixedMachine hosts_with(std::size_t count, std::uint32_t cores) {
  machines::FixedFigures figures;
  figures.hosts.resize(count);
  for (machines::MachineHost& host : figures.hosts) {
    host.cores = cores;
  }
  return machines::FixedMachine(figures);
}

machines::FixedMachine one_host(std::uint32_t cores) {
  return hosts_with(1, cores);
}

machines::FixedMachine host_with_turns(std::uint32_t cores, Picoseconds turn,
                                       const machines::MessageCost& cost = {}) {
  machines::FixedFigures figures;
  figures.hosts.push_back({"h", "", 1000, cores, {}, turn});
  figures.message = cost;
  figures.transit = Picoseconds(1'111'111);
  return machines::FixedMachine(figures);
}

/// The path, in nanoseconds.
Texts shared_path(const machines::Machine& machine, const std::string& blueprint) {
  const auto made = record_on(machine, blueprint);
  return texts_of(made.trace, path_of(made.trace), 1'000);
}

constexpr const char* kTwo = R"(
C main.c  compute 1us
C other.c compute 1us
F main.f  NULL main.c  NULL NULL
F other.f NULL other.c NULL NULL
U main.u  main.f
U other.u other.f
P Main.p  1 main.u
P Other.p 1 other.u
)";

TEST(CorePath, HasTheTimeInWhichAnotherProcessHasTheCore) {
  EXPECT_EQ(shared_path(one_host(1), kTwo),
            (Texts{"Main.p[0] core Other.p[0] 1000", "Main.p[0] compute main.c 1000"}));
}

TEST(CorePath, OfProcessesWithACoreForEachHasNoWait) {
  EXPECT_EQ(shared_path(one_host(2), kTwo), (Texts{"Main.p[0] compute main.c 1000"}));
}

TEST(CorePath, NamesTheLineThatHasTheCore) {
  const auto made = record_on(one_host(1), kTwo);
  const auto why = profiles::why_of(made.trace);
  ASSERT_TRUE(why) << why.error().message;
  const std::string text = profiles::why_lines(*why, why->path_s);
  EXPECT_NE(text.find(" 50.0%  Main.p[0] waits for a core: Other.p has it for other.c (line 3)"),
            std::string::npos)
      << text;
}

/// The long computation begins first and ends first. Its whole length delays the other one.
constexpr const char* kLate = R"(
C pause.c sleep 10us
C main.c  compute 1us
C long.c  compute {0.0000105}
F main.f  NULL pause.c,main.c NULL NULL
F long.f  NULL long.c         NULL NULL
U main.u  main.f
U long.u  long.f
P Main.p 1 main.u
P Long.p 1 long.u
)";

TEST(CorePath, GoesOnInTheWorkThatFreedTheCore) {
  EXPECT_EQ(shared_path(one_host(1), kLate),
            (Texts{"Long.p[0] core Main.p[0] 500", "Long.p[0] compute long.c 10500",
                   "Main.p[0] compute main.c 500"}));
}

/// The long computation ends later. It takes half of the core all the time, so only the beginning
/// of the short one matters.
TEST(CorePath, StaysInTheWorkThatEndsFirst) {
  constexpr const char* kLonger = R"(
I Done.i  1 Done.m
C pause.c sleep 10us
C main.c  compute 1us
C long.c  compute 30us
C last.c  compute 50us
O Done.o  Last.p -t Done.m
F main.f  NULL   pause.c,main.c Done.o NULL
F long.f  NULL   long.c         NULL   NULL
F last.f  Done.i last.c         NULL   NULL
U main.u  main.f
U long.u  long.f
U last.u  last.f
P Main.p 1 main.u
P Last.p 1 last.u
P Long.p 1 long.u
)";
  EXPECT_EQ(shared_path(hosts_with(2, 1), kLonger),
            (Texts{"Main.p[0] compute pause.c 10000", "Main.p[0] core Long.p[0] 1000",
                   "Main.p[0] compute main.c 1000", "Last.p[0] compute last.c 50000"}));
}

// --- turns --------------------------------------------------------------------------------------

TEST(CorePath, HasTheTurnsOfTheOtherProcess) {
  EXPECT_EQ(shared_path(host_with_turns(1, Picoseconds(300'000)), kTwo),
            (Texts{"Other.p[0] core Main.p[0] 1000", "Other.p[0] compute other.c 1000"}));
}

/// The hosts of a file that was not written by dps may have any number of cores.
TEST(CorePath, WithTurnsNeedsNoMemoryForUnusedCores) {
  machines::FixedFigures figures;
  for (const std::uint32_t cores : {1U, 4'000'000'000U}) {
    figures.hosts.push_back({"h", "", 1000, cores, {}, Picoseconds(300'000)});
  }
  const std::string processes = std::string(kTwo) + "P More.p 2 other.u\n";
  const auto made = record_on(machines::FixedMachine(figures), processes);
  const auto cores = SharedCores::read(made.trace);
  ASSERT_TRUE(cores);
  const CoreUse use = cores->use_during(0, 0, 1'900'000);
  EXPECT_EQ(use.own, 1'000'000);
  ASSERT_EQ(use.others.size(), 1U);
  EXPECT_EQ(use.others[0].process, 2U);  // on the first host, too
}

/// 1 and 3 are on the second core, and wait for one another, while the first core is free at times.
constexpr const char* kCrowd = R"(
C work.c compute {exponential(0.00002)}
C rest.c sleep {exponential(0.00003)}
I in.i   1 Go.m
O out.o  Worker.p[{self+1<5 ? self+1 : 0}] -t Go.m
F send.f NULL NULL out.o SAME
F got.f  in.i rest.c,work.c,work.c out.o SAME*50,NULL
U work.u send.f got.f
P Worker.p 5 work.u
)";

TEST(CorePath, WithTurnsHasTheCpuTimeOfEachProcess) {
  const auto made = record_on(host_with_turns(2, Picoseconds(7'000'003),
                                              {Picoseconds(1234), Picoseconds(4'321'000),
                                               Picoseconds(777), Picoseconds(999'000)}),
                              kCrowd);
  const auto cores = SharedCores::read(made.trace);
  ASSERT_TRUE(cores);
  Ticks lost = 0;
  for (std::uint32_t process = 0; process < made.sums.size(); ++process) {
    Ticks own = 0;
    ASSERT_TRUE(for_each_activity(made.trace, process, [&](const ActivityTime& time) {
      const bool works = time.activity == Activity::kSend || time.activity == Activity::kTake ||
                         (time.activity == Activity::kCompute &&
                          made.trace.head().times[time.element] == ComputationTime::kCore);
      if (works && time.begin < time.end) {
        const CoreUse use = cores->use_during(process, time.begin, time.end);
        own += use.own;
        lost += time.end - time.begin - use.own;
      }
    }));
    EXPECT_EQ(own, (made.sums[process].times.user + made.sums[process].times.sys).count());
  }
  EXPECT_GT(lost, 0);
}

}  // namespace
}  // namespace dps::traces
