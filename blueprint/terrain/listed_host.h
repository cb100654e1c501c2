/// A host as listed by the user.
#pragma once

#include <string>

#include "blueprint/terrain/host_facts.h"

namespace dps::terrain {

/// Properties that the user has not specified are empty.
struct ListedHost {
  HostFacts facts;
  std::string address;       ///< at which the other hosts reach it: a name or an IP address
  std::string login;         ///< user name on the host
  std::string program_path;  ///< folders on the host that contain dps's programs: a:b
  std::string folder;        ///< working directory of programs on the host
};

}  // namespace dps::terrain
