/// dps compare --designs: ranks the results of two or more designs.
#pragma once

#include "base/exit_status.h"
#include "commands/compare/compare_options.h"

namespace dps::commands {

/// Returns kDone if at least two results could be ranked, else kFailed; kInputWrong after errors.
ExitStatus compare_designs(const CompareOptions& given);

}  // namespace dps::commands
