/// Writes and reads the parts of a result that only MPI programs have.
#pragma once

#include <string>

#include "profiles/json/tree_reader.h"
#include "profiles/mpi_profile.h"

namespace dps::profiles {

/// The member "program" of a result, in one line.
std::string program_json(const ProgramFacts& program);
void read_program(TreeReader& in, const Tree& object, const KeyPath& at, ProgramFacts& program);

/// The member "mpi" of a run, with a line for each row.
std::string mpi_json(const MpiProfile& mpi);
void read_mpi(TreeReader& in, const Tree& object, const KeyPath& at, MpiProfile& mpi);

}  // namespace dps::profiles
