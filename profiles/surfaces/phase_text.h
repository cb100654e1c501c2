/// Reads times of phases in the text form of mkgraph.
/// Source: docs/surface.md, "Texts"; dissertation on MPI data sheets, 2.5.1.
#pragma once

#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "profiles/surfaces/samples.h"

namespace dps::surfaces {

struct PhaseText {
  std::vector<Sample> samples;
  std::vector<Diagnostic> diagnostics;  ///< all mistakes; with any, the samples are incomplete
};

PhaseText read_phase_text(std::string_view text);

}  // namespace dps::surfaces
