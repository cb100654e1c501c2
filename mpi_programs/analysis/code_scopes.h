/// The functions that an instruction is in, by debug information and symbols.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

struct Dwfl_Module;

namespace dps::mpi_profiles {

/// The place of an instruction in the source.
struct CodePlace {
  std::string function;  ///< "relax"; without a name "life+0x1160", which begins there; "": unknown
  std::string place;     ///< of its declaration: "jacobi.c:12"; "": unknown
  std::string module;    ///< the file of code: "jacobi"; "": none
  std::string line;      ///< of the instruction: "jacobi.c:17"; "": unknown

  bool operator<(const CodePlace& other) const {
    return std::tie(function, place, module, line) <
           std::tie(other.function, other.place, other.module, other.line);
  }
};

/// "life.cc:42": the line of the instruction; "": unknown.
std::string line_of(Dwfl_Module* module, std::uint64_t address);

/// The function, its declaration, and the line; what is unknown is "", as is the module. A function
/// that the compiler has put into another one counts as itself, unless it is of a header of the
/// system.
CodePlace code_place(Dwfl_Module* module, std::uint64_t address);

/// The function of a library of the system, as its symbols name it, without lines: its inside says
/// nothing to those who call it.
CodePlace library_place(Dwfl_Module* module, std::uint64_t address);

/// The address at which the function of the instruction begins, by the tables for exceptions, which
/// a file without symbols has, too; 0: unknown.
std::uint64_t function_begin(Dwfl_Module* module, std::uint64_t address);

}  // namespace dps::mpi_profiles
