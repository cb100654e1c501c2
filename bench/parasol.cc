// The time and the memory of checking a torus of 64 x 64 x 64 processors beside `wc` of the same
// file, and of changing all its links; a prediction on GCel beside the same on a switch; questions.
#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr std::uint32_t kSide = 64;
constexpr std::uint32_t kProcessors = kSide * kSide * kSide;
constexpr int kRuns = 5;

/// The number of the processor one further on an axis of a torus.
std::uint32_t neighbour(std::uint32_t processor, std::uint32_t stride) {
  const std::uint32_t place = processor / stride % kSide;
  return processor + (place + 1 == kSide ? 0 : stride) - (place + 1 == kSide ? place * stride : 0);
}

void write_torus(const std::string& path) {
  std::ofstream out(path);
  out << "begin machine\nid = 1\nname = \"torus\"\nprocessors = 1\ntopologies = 1\n"
         "begin processor; id = 1; name = \"A\"; begin timings; dlm = 1.0e-9; end timings; end "
         "processor\n"
      << fmt::format(
             "begin topology\nid = 1\nrouting = \"3Dtorus\"\nprocessors = {}\nlinks = {}\nbegin "
             "procid\n",
             kProcessors, 3 * kProcessors);
  for (std::uint32_t p = 1; p <= kProcessors; ++p) {
    out << fmt::format("p[{}] = 1\n", p);
  }
  out << "end procid\nbegin linklist\n";
  std::uint32_t id = 0;
  for (const std::uint32_t stride : {1U, kSide, kSide * kSide}) {
    for (std::uint32_t p = 0; p < kProcessors; ++p) {
      out << fmt::format(
          "begin link; id = {}; latency = 28.5e-6; speed = 9.1e-7; connect = 2 {} {}; end link\n",
          ++id, p + 1, neighbour(p, stride) + 1);
    }
  }
  out << "end linklist\nend topology\nend machine\n";
}

/// The wall times of runs of both commands in turns; an empty list after a failure.
struct Turns {
  std::vector<double> ours, theirs;
};
Turns in_turns(const std::vector<std::string>& ours, const std::vector<std::string>& theirs) {
  Turns turns;
  for (int i = 0; i < kRuns; ++i) {
    const Finished one = run(ours);
    const Finished other = run(theirs);
    if (one.status != 0 || other.status != 0) {
      return {};
    }
    turns.ours.push_back(one.seconds);
    turns.theirs.push_back(other.seconds);
  }
  return turns;
}

void measure_torus(const std::string& folder, Limits& limits) {
  constexpr double kBytesPerKiB = 1024;
  const std::string path = folder + "/torus.par";
  write_torus(path);
  const Turns check = in_turns(dps_command({"machine", "check", path}), {"/usr/bin/wc", path});
  if (check.ours.empty()) {
    limits.failed("dps machine check of the torus");
    return;
  }
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const double seconds = median(check.ours);
  limits.at_most("check of a torus of 786,432 links", seconds, 3, "s");
  limits.at_most(fmt::format("  of wc's {:.3f} s", median(check.theirs)),
                 seconds / median(check.theirs), 12, "times");
  limits.at_most("  memory", static_cast<double>(used.ru_maxrss) * kBytesPerKiB / 1e6, 1000, "MB");
  const Finished changed = run(dps_command({"machine", "show", path, "--set-machine",
                                            "tl(1)(*).speed*=2", "-o", folder + "/changed.par"}));
  if (changed.status != 0) {
    limits.failed("a change of all links");
    return;
  }
  limits.at_most("a change of all links, beside check", changed.seconds / seconds, 2, "times");
}

/// Each even process exchanges messages with the next one, on a link of their own.
constexpr const char* kPairs = R"(
V rounds 1000
I M.i    1 M.m
O Out.o  W.p[{self % 2 == 0 ? self + 1 : self - 1}] -t M.m -b 1000 -p off
F first.f NULL NULL Out.o SAME
F next.f  M.i  NULL Out.o SAME*{rounds},last.u
U w.u     -early first.f next.f
F last.f  M.i  NULL NULL NULL
U last.u  -early last.f
P W.p 512 w.u last.u
)";

constexpr const char* kSwitch = R"([[host]]
name = "p[1-512]"
[network]
kind = "switch"
bandwidth = "8.8Mbit/s"
latency = "28500ns"
[local]
bandwidth = "8.8Mbit/s"
latency = "28500ns"
)";

void measure_prediction(const std::string& folder, Limits& limits) {
  constexpr double kMessages = 512.0 * 1001;
  std::ofstream(folder + "/pairs.txt") << kPairs;
  std::ofstream(folder + "/switch.toml") << kSwitch;
  const auto predict = [&](const std::string& machine) {
    return dps_command({"predict", folder + "/pairs.txt", "--quiet", "--machine", machine});
  };
  const Turns turns = in_turns(predict("gcel"), predict(folder + "/switch.toml"));
  if (turns.ours.empty()) {
    limits.failed("dps predict of 512 processes");
    return;
  }
  limits.at_most(
      fmt::format("GCel, 512 processes, beside a switch's {:.2f} s", median(turns.theirs)),
      median(turns.ours) / median(turns.theirs), 1.25, "times");
  limits.at_least("  messages", kMessages / median(turns.ours) / 1e6, 0.5, "million per second");
}

void measure_question(const std::string& what, const std::vector<std::string>& words,
                      Limits& limits) {
  std::vector<double> times;
  for (int i = 0; i < kRuns; ++i) {
    const Finished answer = run(dps_command(words));
    if (answer.status != 0) {
      limits.failed(what);
      return;
    }
    times.push_back(answer.seconds);
  }
  limits.at_most(what, median(times), 0.1, "s");
}

int measure() {
  Limits limits;
  const support::ScratchFolder folder;
  const std::string path = folder.path().string();
  measure_question("eval on GCel", {"machine", "eval", "gcel", "po(1).ia_spd"}, limits);
  measure_question("route on GCel", {"machine", "route", "gcel", "1,512,64KiB"}, limits);
  measure_prediction(path, limits);
  measure_torus(path, limits);
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main() {
  return dps::bench::measure();
}
