/// The files that --trace and dps trace -o name.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/exit_status.h"
#include "base/result.h"
#include "commands/files/output_file.h"
#include "commands/options/common_options.h"
#include "commands/terminal/status_line.h"
#include "commands/tracing/archive_output.h"
#include "profiles/traces/export/formats.h"
#include "profiles/traces/trace.h"

namespace dps::commands {

class TraceOutputs {
 public:
  /// The names must end in known suffixes. Creates no files until write(). Errors (kInput): those
  /// of OutputFile::create() and ArchiveOutput::create().
  static Result<TraceOutputs> create(const std::vector<std::string>& paths,
                                     const traces::StateLineOptions& lines, Existing existing);

  [[nodiscard]] bool empty() const { return files_.empty(); }

  /// Writes each file whole or not at all; one that cannot be written does not keep the others from
  /// being written. SIGINT, SIGTERM and SIGHUP end it. Returns kDone, or the status after printing
  /// the errors in that colour.
  ExitStatus write(const traces::Trace& trace, Color color);

  /// Prints a note on stderr if a file lacks the threads that the trace has.
  void note_threads(const traces::TraceHead& head) const;
  /// Prints a note on stderr if a file lacks the tracks of links that the trace has.
  void note_links(const traces::LinkTracks& links) const;

 private:
  struct File {
    std::variant<std::vector<OutputFile>, ArchiveOutput> output;
    const traces::TraceFormat* format;
  };
  std::vector<File> files_;
  traces::StateLineOptions lines_;
};

/// Writes the trace of a program that has been run or predicted, shows so, and notes the events
/// that the limits of the trace left out. Returns the status of TraceOutputs::write().
ExitStatus write_recorded(const CommonOptions& common, TraceOutputs& outputs,
                          const traces::Trace& trace, StatusLine& progress);

}  // namespace dps::commands
