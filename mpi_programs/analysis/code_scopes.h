/// Finds the functions that contain an instruction, from debug information and symbols.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

struct Dwfl_Module;

namespace dps::mpi_profiles {

/// The place of an instruction in the source.
struct CodePlace {
  std::string function;  ///< "relax"; without a name "life+0x1160", which begins there; "": unknown
  std::string place;     ///< the place of its declaration: "jacobi.c:12"; "": unknown
  std::string module;    ///< the file of code: "jacobi"; "": none
  std::string line;      ///< the line of the instruction: "jacobi.c:17"; "": unknown

  bool operator<(const CodePlace& other) const {
    return std::tie(function, place, module, line) <
           std::tie(other.function, other.place, other.module, other.line);
  }
};

/// "life.cc:42": the line of the instruction; "": unknown.
std::string line_of(Dwfl_Module* module, std::uint64_t address);

/// Returns the function, its declaration, and the line; unknown fields, and the module, are "". An
/// inlined function counts as itself, unless it is from a system header.
CodePlace code_place(Dwfl_Module* module, std::uint64_t address);

/// Returns the function of a system library, from its symbols and without lines, which would not
/// help those who call it.
CodePlace library_place(Dwfl_Module* module, std::uint64_t address);

/// The address at which the function of the instruction begins, from the exception tables, which
/// even a file without symbols has; 0: unknown.
std::uint64_t function_begin(Dwfl_Module* module, std::uint64_t address);

}  // namespace dps::mpi_profiles
