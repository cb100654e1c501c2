/// The options with which a studio was started.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dps::studio {

struct Setup {
  std::string dps;                     ///< the path of the program dps
  std::string file;                    ///< the blueprint of the command line; "": none
  std::vector<std::string> machines;   ///< those of the command line
  std::vector<std::string> libraries;  ///< libraries of user functions, for runs; absolute paths
  std::uint64_t memory = 0;            ///< limit of a prediction, in bytes; 0: none
  std::string private_folder;          ///< a folder that only this user can read; "": none
  std::string layouts;                 ///< the folder of KeptLayouts; "": none are kept
  bool keeps_on = false;               ///< the studio does not end without pages
  std::size_t workers = 1;
};

}  // namespace dps::studio
