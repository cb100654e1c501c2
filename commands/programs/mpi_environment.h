/// Loads the library that records calls into the ranks of a command.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

#include "base/result.h"

namespace dps::commands {

/// The path of libdps_mpi.so, which is installed with dps. Errors (kInput): it is not there, as in
/// a dps that was built without MPI.
Result<std::string> find_mpi_library();

/// Checks that ranks can write their calls to $TMPDIR or /tmp of this host. Errors (kSystem): the
/// folder is not there, is not writable, or is full.
Result<void> check_room_for_calls();

/// Makes a folder for the files that Open MPI leaves if it is killed: in /dev/shm, or, if that is
/// full, in $TMPDIR or /tmp. Errors (kSystem).
Result<std::string> make_private_folder();

/// The settings for the command: LD_PRELOAD, DPS_BOARD, and, unless the user has set them, the
/// folder of Open MPI or, if other hosts take part, the time after which it notices that a host
/// does not answer. In a prediction, ranks that wait in MPI yield the processor to others.
std::vector<std::string> mpi_environment(const std::string& library, const std::string& board,
                                         const std::string& folder, bool has_other_hosts,
                                         bool is_prediction);

/// The command, with the options by which Open MPI's mpirun and mpiexec pass LD_PRELOAD and
/// DPS_BOARD on to the ranks of each program. It is unchanged if it has a list of variables of its
/// own (mca_base_env_list), beside which mpirun refuses such options; local ranks need none.
std::vector<std::string> with_exports(std::vector<std::string> words);

/// Removes the folder that Open MPI's launcher with this pid has left in $TMPDIR or /tmp of this
/// host, if it was killed. To be called after its end.
void remove_session_folder(pid_t launcher);

/// Removes the shared memory on this host that the ranks of an MPI_COMM_WORLD have left, if they
/// were killed. `world`: PMIX_NAMESPACE. To be called after their end.
void remove_shared_memory(const std::string& world);

/// Returns true if the command is Open MPI's launcher itself, so that its end by a signal is not
/// that of a rank.
bool is_open_mpi_launcher(const std::vector<std::string>& words);

/// Returns true if the command starts ranks on other hosts, according to its options and the
/// environment.
bool names_other_hosts(const std::vector<std::string>& words);

}  // namespace dps::commands
