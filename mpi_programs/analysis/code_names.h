/// Short names of files and functions.
#pragma once

#include <string>

namespace dps::mpi_profiles {

/// "life.cc" of "/home/ann/life.cc".
std::string base_name(const std::string& path);

/// The name of a function that the linker knows by `symbol`, without its parameters and the type
/// that it returns: "Grid::relax<double>" of "_ZN4Grid5relaxIdEEvPT_". Other languages than C++
/// have their symbols.
std::string function_of_symbol(const std::string& symbol);

/// The same of a name that is no longer mangled: "Grid::relax<double>" of
/// "void Grid::relax<double>(double*) const".
std::string without_types(const std::string& name);

}  // namespace dps::mpi_profiles
