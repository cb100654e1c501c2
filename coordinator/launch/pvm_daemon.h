/// Finds the user's running virtual machine of PVM by the address file of its daemon.
#pragma once

#include <cstdint>
#include <string>

namespace dps::coordinator {

enum class PvmState : std::uint8_t {
  kDown,
  kUp,
  kDead,  ///< there is an address file, but no daemon
};

struct PvmDaemon {
  PvmState state = PvmState::kDown;
  std::string address_file;  ///< "/tmp/pvmd.1000"
};

/// Looks for this user's daemon in $PVM_TMP, else /tmp, under the name $PVM_VMID, and connects to
/// its address without sending anything. Source: pvmd(1), pvm_intro(1): "/tmp/pvmd.<uid>".
PvmDaemon find_pvm_daemon();

}  // namespace dps::coordinator
