/// The form of traces that dps reads back. Source: docs/trace.md, "The file `.dpstrace`".
#pragma once

#include <string>

#include "base/result.h"
#include "profiles/traces/output.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

inline constexpr std::string_view kTraceMagic = "dpstrace";

/// True if the text is the beginning of such a file.
bool is_trace(std::string_view beginning);

/// Errors: those of the output and of Trace::read().
Result<void> write_trace(const Trace& trace, BufferedOutput& output);

/// Opens a file, or standard input ("-"), of which it makes a temporary copy. Reads only the head.
/// Errors: kInput: it cannot be read, or is no trace; kVersion; kProtocol: it is damaged, or
/// shorter or longer than its head specifies; kSystem.
Result<Trace> open_trace(const std::string& path);

}  // namespace dps::traces
