/// Commands that end together with the process that started them.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace dps::simulator {

/// Called in a child of `parent`: executes the command, which is looked up in PATH, with default
/// signal actions. The kernel kills it when the parent ends. Returns only if the command cannot be
/// executed, with the value of errno.
int execute(const std::vector<std::string>& command, pid_t parent);

/// Starts the command in a child that is killed when this process ends, with this descriptor as its
/// standard output. Returns its pid, or -1 with errno if fork() fails. The child exits with 127,
/// after a message, if the command cannot be executed.
pid_t start_command(const std::vector<std::string>& command, int output);

/// Runs the command in a child that is killed when this process ends. Returns its exit status as a
/// shell reports it.
int run_command(const std::vector<std::string>& command);

/// The exit status that a shell would report for a wait status.
int shell_status(int wait_status);

}  // namespace dps::simulator
