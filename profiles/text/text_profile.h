/// Prints a result as a profile for people: a summary in 80 columns, then all figures in the layout
/// of figure 9 of the DPS paper (section 4.1). See docs/result.md, "The profile as text".
#pragma once

#include <cstddef>
#include <string>

#include "profiles/result.h"

namespace dps::profiles {

struct TextOptions {
  bool color = false;           ///< makes headings bold
  bool list_clones = false;     ///< lists clones one by one (Selection::names_processes())
  std::size_t most_sites = 20;  ///< of an MPI program; 0: all
};

/// Prints the run with the median makespan at the result's level. Control characters in tags and
/// notes are printed as \xNN.
std::string text_profile(const RunResult& result, const TextOptions& options);

}  // namespace dps::profiles
