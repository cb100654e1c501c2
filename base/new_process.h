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

/// Sends this process `signal` when `parent`, which has forked it, ends; exits with kCannotExecute
/// if it has ended already.
void end_with(pid_t parent, int signal = SIGKILL);

/// A descriptor of the parent, and the number at which the new program expects it.
struct PlacedDescriptor {
  int from;
  int to;
};

/// Duplicates each descriptor to its number; a `from` may equal the `to` of another. At most eight.
/// False if the kernel refuses one.
bool place_descriptors(std::span<const PlacedDescriptor> descriptors);

/// A duplicate, closed on exec, whose number no program expects to be open.
int move_out_of_the_way(int descriptor);

/// The argument vector for execv(): pointers into `words`, then a null pointer.
std::vector<char*> exec_arguments(const std::vector<std::string>& words);

}  // namespace dps
