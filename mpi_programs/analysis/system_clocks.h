/// The clocks of the system that a program reads itself. In a prediction they stay real.
#pragma once

#include <string>
#include <vector>

namespace dps::mpi_profiles {

/// The functions that read a clock of the system and that this file, a program or a shared library,
/// imports, as their users write them: "gettimeofday", "std::chrono", "system_clock". Empty if the
/// file cannot be read, or is no ELF file. Whether it calls them is not known.
std::vector<std::string> system_clocks_of(const std::string& path);

}  // namespace dps::mpi_profiles
