/// This process as a task of a PVM. libpvm keeps its state in the process: one task a process.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace dps::transport {

/// Becomes a task of the PVM whose daemon PVMSOCK or the daemon's address file names. Returns the
/// tid. libpvm's messages about errors are switched off afterwards: whoever calls tells them; its
/// sockets are closed on exec. Errors (kSystem): no daemon answers.
Result<int> enrol();

/// The sockets of libpvm are closed on exec; to be called again when routes have been added.
void close_pvm_sockets_on_exec();

/// Every descriptor on which something may come for this task. Until the next call of libpvm.
std::vector<int> pvm_descriptors();

/// What PVM means by one of its error codes: "there is no such host (PvmNoHost)".
std::string pvm_error_text(int code);

}  // namespace dps::transport
