/// Executes PVM's daemon.
#pragma once

#include <string>
#include <vector>

namespace dps::simulator {

/// Executes pvmd ($PVM_ROOT/lib/pvmd, else the path of Debian's package) with these arguments. If
/// that fails, prints the reason and exits with status 127.
[[noreturn]] void become_pvm_daemon(const std::vector<std::string>& arguments);

}  // namespace dps::simulator
