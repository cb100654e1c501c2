/// Names the files of code that call MPI.
#pragma once

#include <array>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace dps::mpi_library {

struct CallingThread;

/// The path of a module and, behind a NUL byte, its build id, if it has one.
struct ModuleText {
  static constexpr std::size_t kMostId = 64;
  std::array<char, PATH_MAX + 4 + kMostId> text{};
  std::size_t size = 0;
};

/// Describes the module of an address in code. Returns the address as the module's file numbers it;
/// without a module, the address itself.
std::uint64_t describe_address(const void* address, ModuleText& module);

/// True if the first log has named the module of this address. A handler of a signal may call it.
bool is_named_code(std::uintptr_t address);

/// Names the module of the newest sample in the first log, if it has no name there.
void name_code(CallingThread& thread);

/// Writes the record of a site, and of its module if that is new to the log.
void write_site(CallingThread& thread, std::uint16_t number, const void* caller);
/// Does the same for a line of Python: "ring.py:14".
void write_python_site(CallingThread& thread, std::uint16_t number, std::string_view place);

}  // namespace dps::mpi_library
