/// A command in a child, which ends with the process that has started it.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace dps::simulator {

/// In a child of `parent`, after fork(): is killed when the parent ends, or ends if it has already.
void end_with(pid_t parent);

/// In a child of `parent`: becomes the command, looked for in PATH, with signals as a process
/// expects them, and ends with the parent. Where it cannot be started that is said, and the exit
/// status is 127.
[[noreturn]] void become(const std::vector<std::string>& command, pid_t parent);

/// Runs the command, which ends with us, and returns its exit status as a shell has it.
int run_command(const std::vector<std::string>& command);

/// A shell's, for a status of waitpid().
int shell_status(int status);

}  // namespace dps::simulator
