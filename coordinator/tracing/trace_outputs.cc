#include "coordinator/tracing/trace_outputs.h"

#include <optional>
#include <utility>

#include "base/check.h"
#include "coordinator/agents/failure.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/pending_signals.h"

namespace dps::coordinator {

Result<TraceOutputs> TraceOutputs::create(const std::vector<std::string>& paths) {
  TraceOutputs outputs;
  for (const std::string& path : paths) {
    const traces::Format* format = traces::format_of(path);
    DPS_CHECK(format != nullptr);
    auto file = OutputFile::create(path);
    if (!file) {
      return tl::unexpected(file.error());
    }
    outputs.files_.push_back({std::move(*file), format});
  }
  return outputs;
}

ExitStatus TraceOutputs::write(const traces::Trace& trace) {
  PendingSignals signals;
  std::optional<int> stopped;
  for (File& file : files_) {
    const auto written = file.output.commit([&](int fd) {
      return traces::write_as(*file.format, trace, [&](std::string_view text) -> Result<void> {
        stopped = signals.take();
        return stopped ? failure(ErrorCode::kInterrupted, stopped_by(*stopped).reason)
                       : write_all(fd, text);
      });
    });
    if (stopped) {
      const Failure why = stopped_by(*stopped);
      return print_error(why.reason + "; the trace is not written", why.status);
    }
    if (!written) {
      return print_error(written.error().message, ExitStatus::kIncomplete);
    }
  }
  return ExitStatus::kDone;
}

}  // namespace dps::coordinator
