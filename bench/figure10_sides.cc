#include "bench/figure10_sides.h"

#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/runs.h"

namespace dps::bench {

Sides sides_on_this_machine() {
  Sides sides;
  sides.dps = [](int workers, int size) -> std::optional<double> {
    const auto result = run_blueprint(
        DPS_SOURCE_DIR "/examples/matrix_multiply_2/scaled.txt",
        {"--set", fmt::format("workers={}", workers), "--set", fmt::format("n={}", size)});
    return result ? std::optional(real_seconds(*result, "Master.p[0]")) : std::nullopt;
  };
  sides.by_hand = [](int workers, int size) -> std::optional<double> {
    const std::string program = DPS_BINARY_DIR "/examples/matrix_multiply_2_real";
    const Finished finished =
        run({program, "--workers", std::to_string(workers), "--size", std::to_string(size)});
    return finished.status == 0 ? std::optional(std::atof(finished.out.c_str())) : std::nullopt;
  };
  return sides;
}

}  // namespace dps::bench
