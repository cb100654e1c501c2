// The cost of the execution-history log: the same run at level functionality and at level process.
// usage: level [RUNS]
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/limits.h"
#include "bench/loop_blueprint.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr int kFirings = 500'000;

/// Real and CPU time per firing in microseconds, by run.
struct Costs {
  std::vector<double> real;
  std::vector<double> cpu;

  bool add(const std::optional<nlohmann::json>& result) {
    if (!result) {
      return false;
    }
    real.push_back(real_seconds(*result, "Loop.p[0]") / kFirings * 1e6);
    cpu.push_back(cpu_seconds(*result, "Loop.p[0]") / kFirings * 1e6);
    return true;
  }
};

}  // namespace

int level(int runs) {
  const support::ScratchFolder folder;
  const std::string blueprint = folder.write("loop.txt", loop_blueprint(kFirings));
  Limits limits;
  Costs coarse;
  Costs fine;
  for (int i = 0; i < runs; ++i) {
    if (!coarse.add(run_blueprint(blueprint, {"--level", "process"})) ||
        !fine.add(run_blueprint(blueprint, {"--level", "functionality"}))) {
      limits.failed("a loop of messages to oneself");
      return limits.exit_status();
    }
  }
  fmt::print("a firing at level process: {:.3f} us, of which CPU {:.3f} us\n", median(coarse.real),
             median(coarse.cpu));
  limits.at_most("level functionality, more a firing", median(fine.real) - median(coarse.real), 1,
                 "us");
  limits.at_most("  of which CPU", median(fine.cpu) - median(coarse.cpu), 1, "us");
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 11;
  return dps::bench::level(runs < 1 ? 1 : runs);
}
