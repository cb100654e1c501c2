/// New processes: the steps of a child between fork() and exec(), and commands in children that end
/// together with this process.
#pragma once

#include <csignal>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

namespace dps {

/// Exit status of a child that could not execute its program. Source: sh(1).
inline constexpr int kCannotExecute = 127;

/// Gives every signal its default action and unblocks all of them.
void restore_signals();

/// Makes the kernel send this process `signal` when `parent`, which forked it, ends. Exits with
/// kCannotExecute if the parent has already ended.
void end_with(pid_t parent, int signal = SIGKILL);

/// A descriptor of the parent, and its number in the new program.
struct PlacedDescriptor {
  int from;
  int to;
};

/// Duplicates each descriptor to its number; a `from` may equal the `to` of another. At most eight.
/// Returns false if the kernel refuses one.
bool place_descriptors(std::span<const PlacedDescriptor> descriptors);

/// Duplicates the descriptor to a number above all numbers of PlacedDescriptor::to; closed on exec.
int move_out_of_the_way(int descriptor);

/// The argument vector for execv(): pointers into `words`, then a null pointer.
std::vector<char*> exec_arguments(const std::vector<std::string>& words);

/// Called in a child of `parent`: executes the command, which is looked up in PATH, with default
/// signal actions. The kernel kills it when the parent ends. Returns only if the command cannot be
/// executed, with the value of errno.
int execute_command(const std::vector<std::string>& command, pid_t parent);

/// Starts the command in a child that is killed when this process ends, with this descriptor as its
/// standard output. Returns its pid, or -1 with errno if fork() fails. The child exits with 127,
/// after a message, if the command cannot be executed.
pid_t start_command(const std::vector<std::string>& command, int output);

/// Runs the command in a child that is killed when this process ends. Returns its exit status as a
/// shell reports it.
int run_command(const std::vector<std::string>& command);

/// The exit status that a shell would report for a wait status.
int shell_status(int wait_status);

}  // namespace dps
