/// The examples, and dps as a user calls it.
#pragma once

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ostream>
#include <string>

#include <nlohmann/json.hpp>
#include <sys/wait.h>

namespace dps::end_to_end {

using Json = nlohmann::json;

struct Example {
  const char* name;       ///< of the file in tests/end_to_end/expected
  const char* blueprint;  ///< below examples/
};

inline void PrintTo(const Example& example, std::ostream* out) {  // NOLINT: GoogleTest's name
  *out << example.name;
}

struct Finished {
  int status = -1;
  std::string out;  ///< stdout and stderr
};

/// Runs dps with the arguments, which hold no quotes.
inline Finished run_dps(const std::string& arguments) {
  const std::string command = std::string("'") + DPS_PROGRAM + "' " + arguments;
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  Finished finished;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    return finished;
  }
  char bytes[4096];
  for (std::size_t got = 0; (got = fread(bytes, 1, sizeof bytes, pipe)) > 0;) {
    finished.out.append(bytes, got);
  }
  const int status = pclose(pipe);
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return finished;
}

inline std::string path_of(const Example& example) {
  return std::string("'") + DPS_SOURCE_DIR "/examples/" + example.blueprint + "'";
}

/// "Worker.p[3]" is a clone of "Worker.p".
inline std::string clones_of(const std::string& process) {
  return process.substr(0, process.rfind('['));
}

/// Every example, and every blueprint of it that runs on one host.
inline constexpr std::array kExamples{
    Example{"matrix_multiply_1", "matrix_multiply_1/blueprint.txt"},
    Example{"matrix_multiply_2", "matrix_multiply_2/blueprint.txt"},
    Example{"matrix_multiply_2_scaled", "matrix_multiply_2/scaled.txt"},
    Example{"ring", "ring/blueprint.txt"},
    Example{"pipeline", "pipeline/blueprint.txt"},
    Example{"stencil_2d", "stencil_2d/blueprint.txt"},
    Example{"parallel_sort", "parallel_sort/blueprint.txt"},
    Example{"parameter_server", "parameter_server/blueprint.txt"},
    Example{"fan_out_service", "fan_out_service/blueprint.txt"}};

}  // namespace dps::end_to_end
