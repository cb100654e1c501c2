/// A host as the user lists it.
#pragma once

#include <string>

#include "terrain/host_facts.h"

namespace dps::terrain {

/// Properties that the user did not give are empty.
struct ListedHost {
  HostFacts facts;
  std::string address;       ///< by which the other hosts reach it, a name or a number
  std::string login;         ///< user name on the host
  std::string program_path;  ///< folders on the host that contain dps's programs: a:b
  std::string folder;        ///< in which programs run on the host
};

}  // namespace dps::terrain
