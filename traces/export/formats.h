/// The formats of traces, by the ends of file names.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "traces/output.h"
#include "traces/trace.h"

namespace dps::traces {

struct Format {
  std::string_view suffix;  ///< ".json"
  std::string_view use;     ///< for messages: "for Perfetto and speedscope"
  Result<void> (*write)(const Trace& trace, Output& output);
  bool is_compressed = false;
};

/// The form that dps reads back is the first one.
std::span<const Format> formats();

/// Null if the name ends in no known suffix.
const Format* format_of(std::string_view path);

/// Writes a whole file. Errors: those of the drain; those of reading the trace.
Result<void> write_as(const Format& format, const Trace& trace, Drain drain);

}  // namespace dps::traces
