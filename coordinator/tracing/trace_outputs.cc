#include "coordinator/tracing/trace_outputs.h"

#include <functional>
#include <optional>
#include <utility>

#include "base/check.h"
#include "coordinator/agents/failure.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/pending_signals.h"
#include "coordinator/tracing/trace_options.h"

namespace dps::coordinator {
namespace {

using Output = std::variant<std::vector<OutputFile>, ArchiveOutput>;

Result<Output> create_output(const std::string& path, const traces::Format& format) {
  if (format.write_archive != nullptr) {
    auto archive = ArchiveOutput::create(path);
    return archive ? Result<Output>(std::move(*archive)) : tl::unexpected(archive.error());
  }
  std::vector<std::string> paths{path};
  paths.reserve(1 + format.companions.size());
  for (const traces::Companion& companion : format.companions) {
    paths.push_back(traces::companion_path(format, path, companion));
  }
  std::vector<OutputFile> files;
  files.reserve(paths.size());
  for (const std::string& one : paths) {
    auto file = OutputFile::create(one);
    if (!file) {
      return tl::unexpected(file.error());
    }
    files.push_back(std::move(*file));
  }
  return Output(std::move(files));
}

/// Its companions are written when the named file is, and before that is put in its place.
Result<void> write_files(std::vector<OutputFile>& files, const traces::Format& format,
                         const traces::Trace& trace, const std::function<bool()>& is_to_stop) {
  const auto drain_to = [&](int fd) {
    return [&is_to_stop, fd](std::string_view text) -> Result<void> {
      return is_to_stop() ? failure(ErrorCode::kInterrupted, "stopped") : write_all(fd, text);
    };
  };
  return files.front().commit([&](int fd) {
    auto done = traces::write_as(format, trace, drain_to(fd));
    for (std::size_t i = 1; i < files.size() && done; ++i) {
      done = files[i].commit([&](int other) {
        traces::Output output(drain_to(other));
        return format.companions[i - 1].write(trace, output);
      });
    }
    return done;
  });
}

/// `is_to_stop` is asked now and then.
Result<void> write_one(Output& output, const traces::Format& format, const traces::Trace& trace,
                       const std::function<bool()>& is_to_stop) {
  if (auto* archive = std::get_if<ArchiveOutput>(&output)) {
    return archive->commit([&](const std::string& folder, const std::string& name) {
      return format.write_archive(trace, folder, name, is_to_stop);
    });
  }
  return write_files(std::get<std::vector<OutputFile>>(output), format, trace, is_to_stop);
}

}  // namespace

Result<TraceOutputs> TraceOutputs::create(const std::vector<std::string>& paths) {
  TraceOutputs outputs;
  for (const std::string& path : paths) {
    const traces::Format* format = traces::format_of(path);
    DPS_CHECK(format != nullptr);
    auto output = create_output(path, *format);
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
  for (File& file : files_) {
    const auto written = write_one(file.output, *file.format, trace, [&] {
      stopped = stopped ? stopped : signals.take();
      return stopped.has_value();
    });
    if (stopped) {
      const Failure why = stopped_by(*stopped);
      return print_error(why.reason + "; the trace is not written", why.status, color);
    }
    if (!written) {
      return print_error(written.error().message, ExitStatus::kIncomplete, color);
    }
  }
  return ExitStatus::kDone;
}

ExitStatus write_recorded(const CommandLine& line, TraceOutputs& outputs,
                          const traces::Trace& trace, StatusLine& progress) {
  if (outputs.empty()) {
    return ExitStatus::kDone;
  }
  progress.show("writing the trace");
  const ExitStatus status = outputs.write(trace, line.color);
  progress.clear();
  note_left_out(line, trace.head());
  return status;
}

}  // namespace dps::coordinator
