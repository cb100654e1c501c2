// Programs for tests: those of the DPS paper, and common patterns of parallel programs.
#pragma once

#include <string>
#include <vector>

#include "blueprint/program.h"

namespace dps::blueprint {

/// The program of a valid text; for an invalid one, the test fails with its diagnostics.
Program read(const std::string& text);

/// The process with this full name.
ProcessId process(const Program& program, const std::string& name);

extern const std::string kMatrixMultiply1;  ///< figure 19
extern const std::string kMatrixMultiply2;  ///< figure 20
extern const std::string kRing;
extern const std::string kPipeline;
extern const std::string kStencil;  ///< a row of cells with two ends, in phases, -early
extern const std::string kClientAndServer;
extern const std::string kBarrier;  ///< workers that a master synchronises after each phase
extern const std::string kColumns;  ///< an LU factorisation, with step and to

/// All these programs with their names.
std::vector<std::pair<std::string, std::string>> sensible_programs();

}  // namespace dps::blueprint
