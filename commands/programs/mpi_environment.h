/// Loads the library that records calls into the ranks of a command.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace dps::commands {

/// The path of libdps_mpi.so, which is installed with dps. Errors (kInput): it is not there, as in
/// a dps that was built without MPI.
Result<std::string> find_mpi_library();

/// A folder for the files of Open MPI, which it leaves if it is killed: in /dev/shm, or, if that is
/// full, in $TMPDIR or /tmp. Errors (kSystem).
Result<std::string> make_private_folder();

/// The settings for the command: LD_PRELOAD, DPS_BOARD, and the folder of Open MPI unless the user
/// has set one, or `folder` is empty.
std::vector<std::string> mpi_environment(const std::string& library, const std::string& board,
                                         const std::string& folder);

/// The command, with the options by which Open MPI's mpirun and mpiexec pass LD_PRELOAD and
/// DPS_BOARD on to the ranks of each program. It is unchanged if it has a list of variables of its
/// own (mca_base_env_list), beside which mpirun refuses such options; local ranks need none.
std::vector<std::string> with_exports(std::vector<std::string> words);

/// Returns true if the command is Open MPI's launcher itself, so that its end by a signal is not
/// that of a rank.
bool is_open_mpi_launcher(const std::vector<std::string>& words);

/// Returns true if the command starts ranks on other hosts, as far as its options and the
/// environment show. Open MPI would make a private folder there, too, and leave it.
bool names_other_hosts(const std::vector<std::string>& words);

}  // namespace dps::commands
