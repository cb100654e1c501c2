/// The formats of traces, by the ends of file names.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "profiles/traces/output.h"
#include "profiles/traces/state_line_options.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The text by which dps recognises a file that it wrote; no other program begins a file like this.
struct Beginning {
  std::string_view text = {};   ///< empty: lines "NAME;NAME NUMBER"
  std::string_view early = {};  ///< another text in the first 1000 bytes
};

/// A second file of a format, beside the named one.
struct Companion {
  std::string_view suffix;  ///< ".pcf"
  Beginning beginning;
  Result<void> (*write)(const Trace& trace, BufferedOutput& output);
};

/// A format of several files is to be written.
struct ArchiveOrder {
  std::string folder;  ///< empty; it exists
  std::string name;    ///< of the archive in it
  StateLineOptions lines;
  std::function<bool()> is_to_stop;  ///< called now and then
};

struct TraceFormat {
  std::string_view suffix;  ///< ".json"; "/" of a folder with a file for each process
  std::string_view use;     ///< for messages: "for Perfetto and speedscope"
  Beginning beginning;      ///< unused if there are several files
  Result<void> (*write)(const Trace& trace, BufferedOutput& output);
  bool is_compressed = false;
  std::string_view lacks = {};  ///< the library that this build has not: it cannot write this
  std::span<const Companion> companions = {};
  /// Writes a format of several files, whose `write` is null.
  Result<void> (*write_archive)(const Trace& trace, const ArchiveOrder& order) = nullptr;
  /// Writes lines with options; `write` writes them with the usual ones.
  Result<void> (*write_lines)(const Trace& trace, const StateLineOptions& options,
                              BufferedOutput& output) = nullptr;
  bool has_links = false;  ///< it has the tracks of links
};

/// The form that dps reads back is the first one.
std::span<const TraceFormat> formats();

/// The format of a file by its suffix; null if the suffix is unknown.
const TraceFormat* format_of(std::string_view path);

/// The name of a second file: x.pcf for x.prv.
std::string companion_path(const TraceFormat& format, std::string_view path,
                           const Companion& companion);

/// Writes a whole file. Errors: those of the drain; those of reading the trace.
Result<void> write_as(const TraceFormat& format, const Trace& trace, Drain drain,
                      const StateLineOptions& options = {});

}  // namespace dps::traces
