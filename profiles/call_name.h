/// The tags of calls in the results of MPI programs: "MPI_Allreduce@life.cc:42", "MPI_Allreduce".
#pragma once

#include <string_view>

namespace dps::profiles {

inline constexpr std::string_view kCallPrefix = "MPI_";

inline bool is_call(std::string_view tag) {
  return tag.starts_with(kCallPrefix);
}

/// Shortens "MPI_Allreduce@life.cc:42" to "Allreduce@life.cc:42". Other tags are unchanged.
inline std::string_view short_call_name(std::string_view tag) {
  return is_call(tag) ? tag.substr(kCallPrefix.size()) : tag;
}

}  // namespace dps::profiles
