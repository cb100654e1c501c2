#include "bench/figure10_sides.h"

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/runs.h"

namespace dps::bench {

namespace {

/// Returns true if there is a core for every process. Both sides then bind their processes. Without
/// binding, the kernel wakes a receiver either on the sender's core or on another one, which takes
/// several times as long.
bool has_cores(int workers) {
  return workers + 1 <= static_cast<int>(std::thread::hardware_concurrency());
}

}  // namespace

Sides sides_on_this_machine() {
  Sides sides;
  sides.dps = [](int workers, int size) -> std::optional<double> {
    const auto result =
        run_blueprint(DPS_SOURCE_DIR "/examples/matrix_multiply_2/scaled.txt",
                      {"--set", fmt::format("workers={}", workers), "--set",
                       fmt::format("n={}", size), "--bind", has_cores(workers) ? "core" : "none"});
    return result ? std::optional(real_seconds(*result, "Master.p[0]")) : std::nullopt;
  };
  sides.by_hand = [](int workers, int size) -> std::optional<double> {
    const std::string program = DPS_BINARY_DIR "/examples/matrix_multiply_2_real";
    std::vector<std::string> words{program, "--workers", std::to_string(workers), "--size",
                                   std::to_string(size)};
    if (has_cores(workers)) {
      words.emplace_back("--bind");
    }
    const Finished finished = run(words);
    return finished.status == 0 ? std::optional(std::atof(finished.out.c_str())) : std::nullopt;
  };
  return sides;
}

}  // namespace dps::bench
