// Predicted messages of MPI programs a second, on a data sheet and on a switch, beside SMPI
// (SimGrid) on the same switch. usage: mpi_predict [RUNS]
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr const char* kPeer = DPS_BINARY_DIR "/bench/mpi_messages_peer";
constexpr const char* kSmpiPeer = DPS_BINARY_DIR "/bench/mpi_messages_smpi";
constexpr const char* kSwitch = DPS_SOURCE_DIR "/bench/predict/switch.toml";
constexpr double kWanted = 0.8;  // relative to the messages per second of SMPI

/// The network of bench/predict/switch.toml.
constexpr const char* kPlatform = R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="switch" prefix="h" suffix="" radical="0-7" speed="1Gf" bw="1Gbps" lat="25us"/>
</platform>
)";

/// A pattern of bench/peers/mpi_messages.c, with two messages for each of its count.
struct Pattern {
  std::string name;
  int ranks;
  std::uint64_t count;
};

std::vector<std::string> with_pattern(std::vector<std::string> words, const char* peer,
                                      const Pattern& pattern, std::uint64_t count) {
  words.insert(words.end(), {peer, pattern.name, std::to_string(count)});
  return words;
}

/// Messages a second, without start and end: the difference between a long and a short command.
std::optional<double> rate(
    const Pattern& pattern,
    const std::function<std::vector<std::string>(std::uint64_t count)>& command) {
  const std::uint64_t few = pattern.count / 10;
  const Finished brief = run(command(few));
  const Finished whole = run(command(pattern.count));
  if (brief.status != 0 || whole.status != 0 || whole.seconds <= brief.seconds) {
    return std::nullopt;
  }
  return 2 * static_cast<double>(pattern.count - few) / (whole.seconds - brief.seconds);
}

class Comparison {
 public:
  explicit Comparison(int runs)
      : runs_(runs), platform_(folder_.write("switch.xml", kPlatform).string()) {
    std::string hosts;
    for (int host = 0; host < 8; ++host) {
      hosts += fmt::format("h{}\n", host);
    }
    hosts_ = folder_.write("hosts", hosts).string();
  }

  void compare(const Pattern& pattern) {
    const auto predicted_on = [&](const std::string& machine) {
      return rate(pattern, [&](std::uint64_t count) {
        return with_pattern(
            dps_command({"predict", "--quiet", "--progress", "none", "--compute", "zero",
                         "--machine", machine, "-o", "/dev/null", "--", "/usr/bin/mpirun",
                         "--oversubscribe", "-n", std::to_string(pattern.ranks)}),
            kPeer, pattern, count);
      });
    };
    const auto by_smpi = [&] {
      return rate(pattern, [&](std::uint64_t count) {
        return with_pattern({"/usr/bin/smpirun", "-np", std::to_string(pattern.ranks), "-platform",
                             platform_, "-hostfile", hosts_, "--log=root.thres:critical",
                             "--cfg=smpi/simulate-computation:no"},
                            kSmpiPeer, pattern, count);
      });
    };
    std::vector<double> on_sheet;
    std::vector<double> on_switch;
    std::vector<double> theirs;
    for (int i = 0; i < runs_; ++i) {
      const auto sheet = predicted_on("cray_t3d");
      const auto network = predicted_on(kSwitch);
      const auto smpi = by_smpi();
      if (!sheet || !network || !smpi) {
        return limits_.failed(pattern.name);
      }
      on_sheet.push_back(*sheet);
      on_switch.push_back(*network);
      theirs.push_back(*smpi);
    }
    fmt::print("{}: {:.0f} messages a second on a data sheet, {:.0f} on a switch, {:.0f} by SMPI\n",
               pattern.name, median(on_sheet), median(on_switch), median(theirs));
    limits_.with_goal(pattern.name + " on a data sheet, of SMPI's rate",
                      ratio_of_medians(on_sheet, theirs).value, kWanted, "times");
    limits_.with_goal(pattern.name + " on a switch, of SMPI's rate",
                      ratio_of_medians(on_switch, theirs).value, kWanted, "times");
  }

  [[nodiscard]] int exit_status() const { return limits_.exit_status(); }

 private:
  int runs_;
  support::ScratchFolder folder_;
  std::string platform_;
  std::string hosts_;
  Limits limits_;
};

}  // namespace

int mpi_predict(int runs) {
  Comparison comparison(runs);
  comparison.compare({"ping_pong", 2, 200'000});
  comparison.compare({"farm", 5, 100'000});
  return comparison.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  return dps::bench::mpi_predict(argc > 1 ? std::atoi(argv[1]) : 3);
}
