/// Makes this process a PVM task. libpvm keeps its state in the process, so there is one task for
/// each process.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace dps::transport {

/// Becomes a task of the PVM whose daemon PVMSOCK or the daemon's address file names. Returns the
/// tid. Afterwards libpvm no longer prints errors, which the callers report, and its sockets are
/// closed on exec. Errors (kSystem): no daemon answers.
Result<int> enrol();

/// Makes the sockets of libpvm close on exec. Called again when routes have been added.
void close_pvm_sockets_on_exec();

/// Every descriptor on which data may arrive for this task. Valid until the next call of libpvm.
std::vector<int> pvm_descriptors();

/// The meaning of a PVM error code: "there is no such host (PvmNoHost)".
std::string pvm_error_text(int code);

}  // namespace dps::transport
