/// The program that is PVM's daemon.
#pragma once

#include <string>
#include <vector>

namespace dps::simulator {

/// Exit status of a process that could not become the daemon.
inline constexpr int kNoDaemon = 127;

/// Executes pvmd ($PVM_ROOT/lib/pvmd, else where Debian has it) with these arguments. Where there
/// is none it says so and ends with kNoDaemon.
[[noreturn]] void become_pvm_daemon(std::vector<std::string> arguments);

}  // namespace dps::simulator
