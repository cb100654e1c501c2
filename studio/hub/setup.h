/// What a studio was started with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dps::studio {

struct Setup {
  std::string dps;                     ///< the path of the program dps
  std::string file;                    ///< the blueprint of the command line; "": none
  std::vector<std::string> machines;   ///< of the command line
  std::vector<std::string> libraries;  ///< of user functions, for runs; absolute paths
  std::uint64_t memory = 0;            ///< of a prediction, in bytes; 0: not limited
  std::string private_folder;          ///< only this user can look into it; "": none
  std::string layouts;                 ///< the folder of KeptLayouts; "": none are kept
  bool keeps_on = false;               ///< without pages
  std::size_t workers = 1;
};

}  // namespace dps::studio
