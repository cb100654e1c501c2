/// Short names of files and functions.
#pragma once

#include <string>

namespace dps::mpi_profiles {

/// Returns "life.cc" for "/home/ann/life.cc".
std::string base_name(const std::string& path);

/// The name of the function with the linker symbol `symbol`, without its parameters and return
/// type: "Grid::relax<double>" for "_ZN4Grid5relaxIdEEvPT_". Symbols of other languages than C++
/// are returned unchanged.
std::string function_of_symbol(const std::string& symbol);

/// Does the same for a demangled name: returns "Grid::relax<double>" for "void
/// Grid::relax<double>(double*) const".
std::string without_types(const std::string& name);

}  // namespace dps::mpi_profiles
