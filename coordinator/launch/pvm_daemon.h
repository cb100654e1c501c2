/// Whether a virtual machine of the user's is up, from what its daemon leaves in the file system.
#pragma once

#include <cstdint>
#include <string>

namespace dps::coordinator {

enum class PvmState : std::uint8_t {
  kDown,
  kUp,
  kDead,  ///< the address file is there, the daemon is not
};

struct PvmDaemon {
  PvmState state = PvmState::kDown;
  std::string address_file;  ///< "/tmp/pvmd.1000"
};

/// Of this user, in $PVM_TMP (else /tmp), of the name $PVM_VMID, on this machine. Nothing is sent.
/// Source: pvmd(1), pvm_intro(1): "/tmp/pvmd.<uid>".
PvmDaemon find_pvm_daemon();

}  // namespace dps::coordinator
