/// A result as a profile for people: a summary that fits 80 columns, then the figures in the layout
/// of figure 9 of the DPS paper (section 4.1). docs/result.md, "The profile as text".
#pragma once

#include <string>

#include "profiles/result.h"

namespace dps::profiles {

struct TextOptions {
  bool color = false;        ///< bold headings
  bool list_clones = false;  ///< every clone by itself, however many (Selection::names_processes())
};

/// The profile at the result's level of the run with the median makespan. Control characters of
/// tags and notes are shown as \xNN.
std::string text_profile(const RunResult& result, const TextOptions& options);

}  // namespace dps::profiles
