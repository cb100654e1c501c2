#include "commands/tracing/trace_outputs.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/processes/pending_signals.h"
#include "base/units.h"
#include "coordinator/agents/failure.h"
#include "profiles/traces/summary.h"

namespace dps::commands {
namespace {

using Output = std::variant<std::vector<OutputFile>, ArchiveOutput>;

/// The kind of a file by the beginning that the format gives it.
OutputKind kind_of(std::string_view suffix, const traces::Beginning& beginning) {
  OutputKind kind{fmt::format("{} trace", suffix), OutputKind::Form::kBeginning};
  kind.form = beginning.text.empty() ? OutputKind::Form::kStacks : kind.form;
  kind.word = beginning.text;
  kind.early = beginning.early;
  return kind;
}

Result<Output> create_output(const std::string& path, const traces::TraceFormat& format,
                             Existing existing) {
  if (format.write_archive != nullptr) {
    auto archive = ArchiveOutput::create(path);
    return archive ? Result<Output>(std::move(*archive)) : tl::unexpected(archive.error());
  }
  std::vector<std::pair<std::string, OutputKind>> named{
      {path, kind_of(format.suffix, format.beginning)}};
  for (const traces::Companion& companion : format.companions) {
    named.emplace_back(traces::companion_path(format, path, companion),
                       kind_of(companion.suffix, companion.beginning));
  }
  std::vector<OutputFile> files;
  files.reserve(named.size());
  for (auto& [name, kind] : named) {
    auto file = OutputFile::create(name, std::move(kind), existing);
    if (!file) {
      return tl::unexpected(file.error());
    }
    files.push_back(std::move(*file));
  }
  return Output(std::move(files));
}

/// The trace, and the settings that all its files share.
struct Writing {
  const traces::Trace& trace;
  const traces::StateLineOptions& lines;
  std::function<bool()> is_to_stop;  ///< called now and then
};

/// Writes a file and its companions; the named file is renamed last.
Result<void> write_files(std::vector<OutputFile>& files, const traces::TraceFormat& format,
                         const Writing& writing) {
  const auto drain_to = [&](int fd) {
    return [&is_to_stop = writing.is_to_stop, fd](std::string_view text) -> Result<void> {
      return is_to_stop() ? failure(ErrorCode::kInterrupted, "stopped") : write_all(fd, text);
    };
  };
  return files.front().commit([&](int fd) {
    auto done = traces::write_as(format, writing.trace, drain_to(fd), writing.lines);
    for (std::size_t i = 1; i < files.size() && done; ++i) {
      done = files[i].commit([&](int other) {
        traces::BufferedOutput output(drain_to(other));
        return format.companions[i - 1].write(writing.trace, output);
      });
    }
    return done;
  });
}

Result<void> write_one(Output& output, const traces::TraceFormat& format, const Writing& writing) {
  if (auto* archive = std::get_if<ArchiveOutput>(&output)) {
    return archive->commit([&](const std::string& folder, const std::string& name) {
      return format.write_archive(writing.trace, {folder, name, writing.lines, writing.is_to_stop});
    });
  }
  return write_files(std::get<std::vector<OutputFile>>(output), format, writing);
}

/// Prints a note on stderr if a limit of the trace was reached.
void note_left_out(const traces::Trace& trace) {
  const traces::TraceHead& head = trace.head();
  if (head.has_reached_limit()) {
    fmt::print(stderr, "dps: note: the trace leaves out {}\n", traces::left_out_text(head));
  }
  if (trace.links().left_out > 0) {
    fmt::print(stderr, "dps: note: the tracks of links leave out {} ({} {} of each link)\n",
               counted(trace.links().left_out, "message"),
               head.limits.keep == traces::Keep::kFirst ? "the first" : "the last",
               format_count(head.limits.events));
  }
}

}  // namespace

Result<TraceOutputs> TraceOutputs::create(const std::vector<std::string>& paths,
                                          const traces::StateLineOptions& lines,
                                          Existing existing) {
  TraceOutputs outputs;
  outputs.lines_ = lines;
  for (const std::string& path : paths) {
    const traces::TraceFormat* format = traces::format_of(path);
    DPS_CHECK(format != nullptr);
    auto output = create_output(path, *format, existing);
    if (!output) {
      return tl::unexpected(output.error());
    }
    outputs.files_.push_back({std::move(*output), format});
  }
  return outputs;
}

ExitStatus TraceOutputs::write(const traces::Trace& trace, Color color) {
  PendingSignals signals;
  std::optional<int> stopped;
  const Writing writing{trace, lines_, [&] {
                          stopped = stopped ? stopped : signals.take();
                          return stopped.has_value();
                        }};
  ExitStatus status = ExitStatus::kDone;
  for (File& file : files_) {
    const auto written = write_one(file.output, *file.format, writing);
    if (stopped) {
      const coordinator::Failure why = coordinator::stopped_by(*stopped);
      return print_error(why.reason + "; the trace is not written", why.status, color);
    }
    if (!written) {
      status = print_error(written.error().message, ExitStatus::kIncomplete, color);
    }
  }
  return status;
}

void TraceOutputs::note_threads(const traces::TraceHead& head) const {
  const bool has_lines = std::any_of(files_.begin(), files_.end(), [](const File& file) {
    return file.format->suffix == ".trace" || file.format->suffix == "/";
  });
  const bool has_threads =
      std::any_of(head.groups.begin(), head.groups.end(),
                  [&](const traces::Group& of) { return head.is_more_threads(of); });
  if (has_lines && has_threads) {
    fmt::print(stderr,
               "dps: note: lines of states have one thread of each process: the one that called "
               "MPI_Init\n");
  }
}

void TraceOutputs::note_links(const traces::LinkTracks& links) const {
  std::vector<std::string_view> without;
  for (const File& file : files_) {
    const std::string_view suffix = file.format->suffix;
    if (!file.format->has_links &&
        std::find(without.begin(), without.end(), suffix) == without.end()) {
      without.push_back(suffix);
    }
  }
  if (!links.tracks.empty() && !without.empty()) {
    fmt::print(stderr, "dps: note: the tracks of links are left out of {}\n",
               fmt::join(without, ", "));
  }
}

ExitStatus write_recorded(const CommonOptions& common, TraceOutputs& outputs,
                          const traces::Trace& trace, StatusLine& progress) {
  if (outputs.empty()) {
    return ExitStatus::kDone;
  }
  progress.show("writing the trace");
  const ExitStatus status = outputs.write(trace, common.color);
  progress.clear();
  if (!common.quiet) {
    note_left_out(trace);
    outputs.note_threads(trace.head());
    outputs.note_links(trace.links());
  }
  return status;
}

}  // namespace dps::commands
