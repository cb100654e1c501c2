/// Lines of the source of an MPI program around its calls.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "profiles/mpi_profile.h"

namespace dps::reports {

struct SourceExcerpt {
  std::string file;                                          ///< as places name it: "life.cc"
  std::vector<std::pair<std::uint64_t, std::string>> lines;  ///< by number, from 1
};

/// For each file of the places of the sites ("life.cc:42") and of the lines with the most computing
/// of functions that one of the folders has, the first that does: the lines up to three before and
/// after them. Files are read in their present
/// state. Files that cannot be read are left out.
std::vector<SourceExcerpt> source_excerpts(const profiles::MpiProfile& program,
                                           std::span<const std::string> folders);

}  // namespace dps::reports
