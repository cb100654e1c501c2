/// The writers of traces for other programs, one for each format with a single stream.
/// Source: docs/trace.md, "Conversions".
#pragma once

#include "base/result.h"
#include "profiles/traces/output.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

// Errors of all: those of the output and of reading the trace.

/// A line for each event.
Result<void> write_csv(const Trace& trace, BufferedOutput& output);

/// Folded stacks, for flame graphs.
Result<void> write_folded(const Trace& trace, BufferedOutput& output);

/// Chrome trace events, as Perfetto and speedscope read them.
Result<void> write_chrome(const Trace& trace, BufferedOutput& output);

/// The form in which Perfetto stores its own traces.
Result<void> write_perfetto(const Trace& trace, BufferedOutput& output);

/// The three files of a trace for Paraver: the records (.prv), the names of their numbers (.pcf)
/// and the names of the processes (.row).
Result<void> write_paraver(const Trace& trace, BufferedOutput& output);
Result<void> write_paraver_names(const Trace& trace, BufferedOutput& output);
Result<void> write_paraver_rows(const Trace& trace, BufferedOutput& output);

}  // namespace dps::traces
