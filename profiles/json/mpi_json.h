/// Writes and reads the parts of a result that only MPI programs have.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "profiles/json/tree_reader.h"
#include "profiles/mpi_profile.h"

namespace dps::profiles {

nlohmann::ordered_json json_of(const ProgramFacts& program);
nlohmann::ordered_json json_of(const SiteProfile& row);
nlohmann::ordered_json json_of(const CollectiveProfile& row);
nlohmann::ordered_json json_of(const FunctionCount& row);

void read_program(TreeReader& in, const Tree& object, const KeyPath& at, ProgramFacts& program);
void read_mpi(TreeReader& in, const Tree& object, const KeyPath& at, MpiProfile& mpi);

}  // namespace dps::profiles
