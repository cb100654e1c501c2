/// Traces in the Open Trace Format 2, as otf2-print and Vampir read it. Source: docs/trace.md,
/// "Conversions".
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// Writes NAME.otf2, NAME.def and the folder NAME into an empty folder. Between processes it calls
/// `is_to_stop`. Errors: kSystem: those of the library, such as a full disk; kInterrupted; those of
/// reading the trace.
Result<void> write_otf2(const Trace& trace, const std::string& folder, const std::string& name,
                        const std::function<bool()>& is_to_stop);

}  // namespace dps::traces
