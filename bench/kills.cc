// Runs over four hosts in which a process is killed at a random moment: checks that nothing is left
// of them and that the next run succeeds. On a cluster of namespaces (tests/cluster), as root.
// usage: kills [TRIALS [ssh|mpi|pvm [SEED [LAST_MS]]]], each kill is within LAST_MS of the run's
// start
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bench/limits.h"
#include "tests/end_to_end/cluster.h"

namespace dps::bench {
namespace {

using Clock = std::chrono::steady_clock;
using end_to_end::Cluster;
using end_to_end::eventually;
using end_to_end::Milliseconds;
using end_to_end::Running;
using std::chrono::seconds;

constexpr int kHosts = 4;
constexpr seconds kTimeout(30);
constexpr seconds kLeftWithin(3);
/// The limit of the next run: twice the time that it takes on four hosts of a busy machine.
constexpr double kNextWithin = 10;

/// A token travels around a ring `rounds` times. The first process starts a daemon and does not end
/// it, like a faulty program.
constexpr const char* kRing = R"(
V rounds 100000
I Token.i 1 Token.m
C Say.c exec /bin/sh -c "setsid sleep 12345 >/dev/null 2>&1 &"
C Work.c sleep 5ms
O Pass.o Ring.p[{(self+1)%count}] -t Token.m -b 64
F begin.f NULL {self==0 ? Say.c : NULL} {self==0 ? Pass.o : NULL} ring.u
F pass.f Token.i Work.c Pass.o SAME*{self==0 ? rounds-2 : rounds-1},{self==0 ? last.u : NULL}
F last.f Token.i Work.c NULL NULL
U begin.u begin.f
U ring.u pass.f
U last.u last.f
P Ring.p 4 begin.u ring.u last.u
)";

/// A process that may be killed, identified by a part of its command line.
struct Victim {
  const char* name;
  bool is_anywhere;  ///< true: on any host; false: on node1, where dps runs
  const char* words;
};

constexpr const char* kCoordinator = "bin/dps run";

/// The victims, killed in turn; none for an unknown launcher.
std::vector<Victim> victims_of(std::string_view launcher) {
  if (launcher == "ssh") {
    return {{"coordinator", false, kCoordinator},
            {"a half of an agent", true, "dps-simulator --agent"},
            {"a simulator", true, "--simulator"},
            {"an ssh", false, "-- node"}};
  }
  if (launcher == "mpi") {
    return {{"coordinator", false, kCoordinator},
            {"a half of an agent", true, "--rank-of agent"},
            {"mpirun or its guard", false, "mpirun --enable-recovery"},
            {"a simulator or its guard", true, "--rank-of process"},
            {"a daemon of Open MPI", true, "orted"}};
  }
  if (launcher == "pvm") {
    return {{"coordinator", false, kCoordinator},
            {"a carrier or a half of an agent", true, "--carrier"},
            {"a pvmd or its guard", true, "pvmd"},
            {"a simulator", true, "--simulator"},
            {"the bridge or its guard", false, "--bridge"}};
  }
  return {};
}

struct Campaign {
  int trials;
  std::string launcher;
  unsigned seed;
  int last_ms;
};

std::string command_line(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/cmdline", process));
  std::string words((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::replace(words.begin(), words.end(), '\0', ' ');
  return words;
}

class Trials {
 public:
  Trials(const Cluster& cluster, const Campaign& campaign)
      : cluster_(cluster),
        launcher_(campaign.launcher),
        last_ms_(campaign.last_ms),
        victims_(victims_of(launcher_)),
        random_(campaign.seed) {}

  void play(int number) {
    const Victim& victim = victims_[static_cast<std::size_t>(number) % victims_.size()];
    const std::string what = strike(victim);
    const auto over = Clock::now();
    std::vector<std::string> left;  // without processes that earlier trials have left
    eventually(kLeftWithin, [&] {
      left = cluster_.left();
      std::erase_if(left, [this](const std::string& one) { return known_.contains(one); });
      return left.empty();
    });
    const double cleaned = std::chrono::duration<double>(Clock::now() - over).count();
    longest_cleaning_ = std::max(longest_cleaning_, cleaned);
    trials_with_rest_ += left.empty() ? 0 : 1;
    for (const std::string& one : left) {
      fmt::print("trial {}, {} ({}): left: {}\n", number, what, killed_process_, one);
      known_.insert(one);
    }
    ++killed_[what];
    run_next(number);
    std::fflush(stdout);
  }

  void report(Limits& limits) const {
    for (const auto& [what, times] : killed_) {
      fmt::print("{:>5} times {}\n", times, what);
    }
    fmt::print("clean {:.2f} s after the end of the run, at the latest\n", longest_cleaning_);
    limits.at_most("runs that left something behind after 3 s", trials_with_rest_, 0, "");
    limits.at_most("runs after them that failed", failed_next_, 0, "");
    limits.at_most("the longest run after them, from start to prompt", longest_next_, kNextWithin,
                   "s");
  }

 private:
  [[nodiscard]] std::vector<std::string> words(int rounds) const {
    return cluster_.dps({"run", cluster_.write_file("ring.txt", kRing), "--hosts",
                         cluster_.hosts_file(), "--launcher", launcher_, "--transport",
                         launcher_ == "ssh" ? "tcp" : launcher_, "--set",
                         fmt::format("rounds={}", rounds)});
  }

  /// Starts a run, kills the victim at the chosen moment and waits for the end of the run. Returns
  /// a description of the killed process.
  std::string strike(const Victim& victim) {
    Running run(words(100'000));
    eventually(seconds(10), [&] { return !cluster_.processes("node1", kCoordinator).empty(); });
    const auto moment =
        Clock::now() + Milliseconds(std::uniform_int_distribution<int>(0, last_ms_)(random_));
    eventually(seconds(5), [&] { return Clock::now() >= moment; });
    const int host =
        victim.is_anywhere ? std::uniform_int_distribution<int>(1, kHosts)(random_) : 1;
    auto found = cluster_.processes(fmt::format("node{}", host), victim.words);
    std::string what = victim.name;
    if (found.empty()) {
      found = cluster_.processes("node1", kCoordinator);
      what = fmt::format("coordinator, before there was {}", victim.name);
    }
    killed_process_.clear();
    if (!found.empty()) {
      const pid_t killed = found[random_() % found.size()];
      killed_process_ = command_line(killed);
      kill(killed, SIGKILL);
    }
    if (!eventually(kTimeout, [&] { return !run.is_running(); })) {
      const bool is_well = ring_runs();
      what += is_well ? ", which had done its work" : ", and the run did not end";
      trials_with_rest_ += is_well ? 0 : 1;
    }
    return what;  // the run is killed if it has not ended
  }

  /// True if the ring runs: every host has a process of it.
  [[nodiscard]] bool ring_runs() const {
    for (int host = 1; host <= kHosts; ++host) {
      if (cluster_.processes(fmt::format("node{}", host), "--simulator Ring.p").empty() &&
          cluster_.processes(fmt::format("node{}", host), "--rank-of process").empty()) {
        return false;
      }
    }
    return true;
  }

  void run_next(int number) {
    const auto next = Running(words(10)).wait(kTimeout);
    longest_next_ = std::max(longest_next_, next.seconds);
    if (next.status != 0) {
      ++failed_next_;
      fmt::print("after trial {}: {}", number, next.err);
    }
    // The daemon of the program itself does not count; after a successful run it is not killed.
    Running(cluster_.on("node1", {"pkill", "-x", "sleep"})).wait(kTimeout);
  }

  const Cluster& cluster_;
  std::string launcher_;
  int last_ms_;
  std::vector<Victim> victims_;
  std::mt19937 random_;
  std::map<std::string, int> killed_;
  std::string killed_process_;  ///< command line of the last one
  std::set<std::string> known_;
  double longest_cleaning_ = 0;
  double longest_next_ = 0;
  int trials_with_rest_ = 0;
  int failed_next_ = 0;
};

}  // namespace

int kills(const Campaign& campaign) {
  if (victims_of(campaign.launcher).empty()) {
    std::fputs("usage: kills [TRIALS [ssh|mpi|pvm [SEED [LAST_MS]]]]\n", stderr);
    return 2;
  }
  const auto cluster = Cluster::up(fmt::format("nodes {}\n", kHosts));
  if (!cluster) {
    return 1;
  }
  fmt::print("{} runs over {} hosts by {}, seed {}\n", campaign.trials, kHosts, campaign.launcher,
             campaign.seed);
  Trials played(*cluster, campaign);
  for (int number = 0; number < campaign.trials; ++number) {
    played.play(number);
  }
  Limits limits;
  played.report(limits);
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  dps::bench::Campaign campaign;
  campaign.trials = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 200;
  campaign.launcher = argc > 2 ? argv[2] : "ssh";
  campaign.seed = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : std::random_device{}();
  const int whole_start_ms = campaign.launcher == "ssh" ? 1500 : 2500;
  campaign.last_ms = argc > 4 ? std::max(std::atoi(argv[4]), 0) : whole_start_ms;
  return dps::bench::kills(campaign);
}
