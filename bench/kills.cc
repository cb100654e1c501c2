// Runs over four hosts in which a process is killed at a random moment: checks that nothing is left
// of them and that the next run succeeds. On a cluster of namespaces (tests/cluster), as root.
// usage: kills [TRIALS [ssh|mpi|pvm [SEED [LAST_MS [VICTIM]]]]]
// Each kill is within LAST_MS of the run's start. With a VICTIM (bench/victims.h; only pvm), only
// processes of this kind are killed, within LAST_MS of their start: while hosts are being added.
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
#include "bench/victims.h"
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
constexpr seconds kDirectedTimeout(12);
constexpr double kEndWithin = 10;
/// The time after a kill for which the ring must run to show that the run continues without the
/// killed process.
constexpr seconds kWellAfter(3);
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

struct Campaign {
  int trials;
  std::string launcher;
  unsigned seed;
  int last_ms;
  std::string victim;  ///< the only kind that is killed; empty: all kinds in turn
};

/// The victims of the campaign; none if its launcher or its victim is unknown.
std::vector<Victim> chosen_victims(const Campaign& campaign) {
  if (campaign.victim.empty()) {
    return victims_of(campaign.launcher);
  }
  std::vector<Victim> victims = victims_of_start();
  std::erase_if(victims, [&](const Victim& one) {
    return campaign.launcher != "pvm" || one.name != campaign.victim;
  });
  return victims;
}

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
        is_directed_(!campaign.victim.empty()),
        victims_(chosen_victims(campaign)),
        random_(campaign.seed) {}

  void play(int number) {
    const Victim& victim = victims_[static_cast<std::size_t>(number) % victims_.size()];
    const std::string what = strike(victim);
    const auto over = Clock::now();
    std::vector<std::string> left;  // excludes the processes that earlier trials have left
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
    limits.at_most("the longest time from the kill to the end of the run", longest_end_, kEndWithin,
                   "s");
    limits.at_most("runs that ended later or without naming the host", poor_reports_, 0, "");
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
    const int first = victim.hosts == VictimHosts::kOthers ? 2 : 1;
    const int last = victim.hosts == VictimHosts::kFirst ? 1 : kHosts;
    const std::string host =
        fmt::format("node{}", std::uniform_int_distribution<int>(first, last)(random_));
    if (is_directed_) {
      await_victim(host, victim);
    } else {
      eventually(seconds(10), [&] { return !cluster_.processes("node1", kCoordinator).empty(); });
    }
    const auto moment =
        Clock::now() + Milliseconds(std::uniform_int_distribution<int>(0, last_ms_)(random_));
    if (moment > Clock::now()) {
      eventually(seconds(5), [&] { return Clock::now() >= moment; });
    }
    auto found = find_victims(cluster_, host, victim);
    std::string what(victim.name);
    if (found.empty()) {
      found = cluster_.processes("node1", kCoordinator);
      what = fmt::format("coordinator, before or after there was {}", victim.name);
    }
    killed_process_.clear();
    if (!found.empty()) {
      const pid_t killed = found[random_() % found.size()];
      killed_process_ = fmt::format("{}: {}", host, command_line(killed));
      kill(killed, SIGKILL);
    }
    std::string named;  // the part of the error that names the host
    if (is_directed_ && what == victim.name && victim.words != kCoordinator) {
      named = victim.hosts == VictimHosts::kOthers ? host : "node";
    }
    return what + await_end(run, named);
  }

  /// Waits for the end of the run after the kill. Returns a description of a run that does not end,
  /// which is killed later. `named`: the error of dps must contain this.
  std::string await_end(Running& run, const std::string& named) {
    const auto killed = Clock::now();
    bool is_well = false;
    eventually(is_directed_ ? kDirectedTimeout : kTimeout, [&] {
      is_well = is_directed_ && Clock::now() > killed + kWellAfter && ring_runs();
      return is_well || !run.is_running();
    });
    if (run.is_running()) {
      is_well = is_well || ring_runs();
      trials_with_rest_ += is_well ? 0 : 1;
      return is_well ? ", which had done its work" : ", and the run did not end";
    }
    const double ended = std::chrono::duration<double>(Clock::now() - killed).count();
    longest_end_ = std::max(longest_end_, ended);
    const std::string words = run.err();
    if (ended > kEndWithin || words.find(named) == std::string::npos) {
      ++poor_reports_;
      fmt::print("ended {:.1f} s after the kill of '{}' with:\n{}\n", ended, killed_process_,
                 words);
    }
    return "";
  }

  /// Waits without pauses, since a shell exists only for some milliseconds.
  void await_victim(const std::string& host, const Victim& victim) const {
    const auto until = Clock::now() + seconds(10);
    while (find_victims(cluster_, host, victim).empty() && Clock::now() < until) {
    }
  }

  /// Returns true if the ring runs: every host has a process of it.
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
  bool is_directed_;
  std::vector<Victim> victims_;
  std::mt19937 random_;
  std::map<std::string, int> killed_;
  std::string killed_process_;  ///< command line of the last one
  std::set<std::string> known_;
  double longest_cleaning_ = 0;
  double longest_next_ = 0;
  int trials_with_rest_ = 0;
  int failed_next_ = 0;
  double longest_end_ = 0;
  int poor_reports_ = 0;
};

/// Lets the shell of every login remain while its command runs, as csh does and as bash does for a
/// ForceCommand like this one.
void keep_shells(const Cluster& cluster) {
  for (int host = 1; host <= kHosts; ++host) {
    const std::string name = fmt::format("node{}", host);
    std::ofstream(cluster.ssh_folder(name) / "sshd_config", std::ios::app)
        << "ForceCommand /bin/sh -c \"$SSH_ORIGINAL_COMMAND; exit \\$?\"\n";
    for (const pid_t server : cluster.processes(name, "sshd -D")) {
      kill(server, SIGHUP);  // makes it read its configuration again
    }
  }
  for (int host = 1; host <= kHosts; ++host) {
    eventually(seconds(10), [&] {
      return Running(cluster.on("node1", {"ssh", fmt::format("node{}", host), "true"}))
                 .wait(seconds(5))
                 .status == 0;
    });
  }
}

}  // namespace

int kills(const Campaign& campaign) {
  if (chosen_victims(campaign).empty()) {
    std::fputs("usage: kills [TRIALS [ssh|mpi|pvm [SEED [LAST_MS [VICTIM]]]]]\nvictims over pvm:",
               stderr);
    for (const Victim& victim : victims_of_start()) {
      fmt::print(stderr, " {}", victim.name);
    }
    std::fputs("\n", stderr);
    return 2;
  }
  const auto cluster = Cluster::up(fmt::format("nodes {}\n", kHosts));
  if (!cluster) {
    return 1;
  }
  fmt::print("{} runs over {} hosts by {}, seed {}, kills within {} ms\n", campaign.trials, kHosts,
             campaign.launcher, campaign.seed, campaign.last_ms);
  std::fflush(stdout);
  if (campaign.victim == kShell) {
    keep_shells(*cluster);
  }
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
  campaign.victim = argc > 5 ? argv[5] : "";
  return dps::bench::kills(campaign);
}
