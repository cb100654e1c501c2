/// The steps of a child between fork() and exec().
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
/// False if the kernel refuses one.
bool place_descriptors(std::span<const PlacedDescriptor> descriptors);

/// Duplicates the descriptor to a number above all numbers of PlacedDescriptor::to; closed on exec.
int move_out_of_the_way(int descriptor);

/// The argument vector for execv(): pointers into `words`, then a null pointer.
std::vector<char*> exec_arguments(const std::vector<std::string>& words);

}  // namespace dps
