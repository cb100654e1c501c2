/// The output of PVM, and of dps-simulator-pvm about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "coordinator/launch/launcher.h"
#include "coordinator/launch/trunk_exit.h"

namespace dps::coordinator {

/// Reads a line of `dps-simulator-pvm --config`: "NAME ARCH SPEED". Errors: kProtocol.
Result<Host> parse_pvm_host(const std::string& line);

/// Returns the next step after the errors in `words`, which PVM, ssh and shells have printed.
LaunchVerdict judge_pvm_words(const std::string& host, const std::string& words);

/// Returns the host whose end has ended the virtual machine: that of a reported process, else this
/// machine, which has the first daemon. Returns nullopt if it is not among `hosts`.
std::optional<std::uint32_t> pvm_culprit(const TrunkExit& exit,
                                         const std::vector<std::string>& hosts);

/// Explains to one host why the virtual machine, or its agent, has ended.
Diagnosis diagnose_pvm(std::uint32_t host, const TrunkExit& exit,
                       const std::vector<std::string>& hosts);

}  // namespace dps::coordinator
