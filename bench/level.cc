// What the execution-history log costs: the same run at level functionality and at level process.
// usage: level [RUNS]
#include <cstdlib>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"

namespace dps::bench {
namespace {

constexpr double kFirings = 500'000;

/// One process that fires again and again, by messages to itself: nothing but the engine and the
/// log.
constexpr const char* kBlueprint = R"(
V firings 500000
I Again.i 1 Again.m
O Again.o Loop.p[0] -t Again.m
F first.f NULL NULL Again.o SAME
F again.f Again.i NULL Again.o SAME*{firings-2},last.u
F last.f Again.i NULL NULL NULL
U loop.u first.f again.f
U last.u last.f
P Loop.p 1 loop.u last.u
)";

}  // namespace

int level(int runs) {
  const ScratchFolder folder;
  const std::string blueprint = folder.write("loop.txt", kBlueprint);
  Limits limits;
  std::vector<double> process;
  std::vector<double> functionality;
  for (int i = 0; i < runs; ++i) {
    const auto coarse = run_blueprint(blueprint, {"--level", "process"});
    const auto fine = run_blueprint(blueprint, {"--level", "functionality"});
    if (!coarse || !fine) {
      limits.failed("a loop of messages to oneself");
      return limits.exit_status();
    }
    process.push_back(real_seconds(*coarse, "Loop.p[0]") / kFirings * 1e6);
    functionality.push_back(real_seconds(*fine, "Loop.p[0]") / kFirings * 1e6);
  }
  limits.at_most("a firing at level process", median(process), 100, "us");
  limits.at_most("level functionality, more per firing", median(functionality) - median(process), 1,
                 "us");
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 11;
  return dps::bench::level(runs < 1 ? 1 : runs);
}
