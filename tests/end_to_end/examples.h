/// The table of all examples, for tests.
#pragma once

#include <array>
#include <ostream>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/support/run_dps.h"

namespace dps::end_to_end {

using Json = nlohmann::json;
using support::Finished;
using support::run_dps;

struct Example {
  const char* name;       ///< name of its file in tests/end_to_end/expected
  const char* blueprint;  ///< path in examples/
};

inline void PrintTo(const Example& example, std::ostream* out) {  // NOLINT: GoogleTest's name
  *out << example.name;
}

inline std::string path_of(const Example& example) {
  return std::string("'") + DPS_SOURCE_DIR "/examples/" + example.blueprint + "'";
}

/// "Worker.p" for "Worker.p[3]".
inline std::string clones_of(const std::string& process) {
  return process.substr(0, process.rfind('['));
}

/// All blueprints in examples/.
inline constexpr std::array kExamples{
    Example{"matrix_multiply_1", "matrix_multiply_1/blueprint.txt"},
    Example{"matrix_multiply_2", "matrix_multiply_2/blueprint.txt"},
    Example{"matrix_multiply_2_scaled", "matrix_multiply_2/scaled.txt"},
    Example{"ring", "ring/blueprint.txt"},
    Example{"pipeline", "pipeline/blueprint.txt"},
    Example{"stencil_2d", "stencil_2d/blueprint.txt"},
    Example{"parallel_sort", "parallel_sort/blueprint.txt"},
    Example{"parameter_server", "parameter_server/blueprint.txt"},
    Example{"fan_out_service", "fan_out_service/blueprint.txt"},
    Example{"allreduce_star", "allreduce/star.txt"},
    Example{"allreduce_ring", "allreduce/ring.txt"},
    Example{"allreduce_doubling", "allreduce/doubling.txt"}};

}  // namespace dps::end_to_end
