/// Names the files of code that call MPI.
#pragma once

#include <cstdint>

namespace dps::mpi_library {

struct CallingThread;

/// Writes the record of a site, and of its module if that is new to the log.
void write_site(CallingThread& thread, std::uint16_t number, const void* caller);

}  // namespace dps::mpi_library
