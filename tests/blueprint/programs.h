// Programs to test with: the DPS paper's, and the usual shapes of parallel programs.
#pragma once

#include <string>
#include <vector>

#include "blueprint/program.h"

namespace dps::blueprint {

/// The program of a text that has no mistake; otherwise the test fails and says why.
Program read(const std::string& text);

/// The process of that full name.
ProcessId process(const Program& program, const std::string& name);

extern const std::string kMatrixMultiply1;  ///< figure 19
extern const std::string kMatrixMultiply2;  ///< figure 20
extern const std::string kRing;
extern const std::string kPipeline;
extern const std::string kStencil;  ///< a row of cells with two ends, in phases, -early
extern const std::string kClientAndServer;
extern const std::string kBarrier;  ///< workers that a master lets go from phase to phase

/// All of them, with their names.
std::vector<std::pair<std::string, std::string>> sensible_programs();

}  // namespace dps::blueprint
