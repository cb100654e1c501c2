/// The program that is PVM's daemon.
#pragma once

#include <string>
#include <vector>

namespace dps::simulator {

/// Executes pvmd ($PVM_ROOT/lib/pvmd, else where Debian has it) with these arguments. Where there
/// is none it says so, and the exit status is 127.
[[noreturn]] void become_pvm_daemon(std::vector<std::string> arguments);

}  // namespace dps::simulator
