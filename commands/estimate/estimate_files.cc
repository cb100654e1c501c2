#include "commands/estimate/estimate_files.h"

#include <string>
#include <utility>

#include <fmt/format.h>
#include <poll.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/problems.h"
#include "base/text/source_map.h"
#include "base/version.h"
#include "blueprint/layout/standard_layout.h"
#include "commands/cli/command_output.h"
#include "commands/predict/prediction_input.h"
#include "predictor/estimator/blueprints/blueprint_text.h"
#include "predictor/estimator/pictures/estimate_picture.h"
#include "predictor/estimator/streams/stream_writer.h"
#include "predictor/estimator/tables/deadlock_text.h"
#include "predictor/estimator/tracing/stream_trace.h"

namespace dps::commands {
namespace {

/// The given option that requires a single number of processors; "" if there is
/// none.
std::string single_option(const EstimateOptions& given) {
  return !given.streams.empty()       ? "--streams"
         : !given.blueprint.empty()   ? "--to-blueprint"
         : !given.trace.files.empty() ? "--trace"
                                      : "";
}

Result<void> open(const std::string& path, std::string noun, Existing existing,
                  std::optional<OutputFile>& file) {
  if (path.empty()) {
    return {};
  }
  auto opened = OutputFile::create(path, marked_kind(std::move(noun)), existing);
  if (!opened) {
    return tl::unexpected(opened.error());
  }
  file.emplace(*std::move(opened));
  return {};
}

}  // namespace

Result<EstimateFiles> EstimateFiles::create(const EstimateOptions& given,
                                            const EstimateInput& input) {
  if (const std::string option = single_option(given);
      !option.empty() && input.numbers.size() != 1) {
    return failure(ErrorCode::kInput,
                   option + " goes with one number of processors: name it, as in -n 8");
  }
  EstimateFiles files;
  const Existing existing = given.common.replaced;
  for (auto done : {open(given.streams, "streams file", existing, files.streams_),
                    open(given.blueprint, "blueprint", existing, files.blueprint_),
                    check_output(given.common, given.output)}) {
    if (!done) {
      return tl::unexpected(done.error());
    }
  }
  auto traces = TraceOutputs::create(given.trace.files, given.trace.states.lines, existing);
  if (!traces) {
    return tl::unexpected(traces.error());
  }
  files.traces_ = *std::move(traces);
  if (!given.plot.empty()) {
    auto plot = PlotFile::create(given.plot, given.common.replaced);
    if (!plot) {
      return tl::unexpected(plot.error());
    }
    files.plot_.emplace(*std::move(plot));
  }
  return files;
}

Result<void> EstimateFiles::write_streams(const Estimated& estimated) {
  return streams_ ? streams_->commit(estimator::streams_text(estimated.streams)) : Result<void>();
}

Result<void> EstimateFiles::write_blueprint(const EstimateOptions& given,
                                            const Estimated& estimated) {
  if (!blueprint_) {
    return {};
  }
  const auto text = estimator::blueprint_of(estimated.streams, input_name(given.file));
  if (!text) {
    return tl::unexpected(text.error());
  }
  const text::SourceMap source(*text);
  text::Problems problems(source);
  return blueprint_->commit(blueprint::standard_layout(source, problems).value_or(*text));
}

Result<void> EstimateFiles::draw(const Estimated& estimated,
                                 const machines::ArchitectureDescription& machine,
                                 const estimator::StopRequest& is_to_stop) {
  if (estimated.table.rows.size() > 1) {
    return plot_->draw(estimator::curves_picture(estimated.table));
  }
  const auto timeline = estimator::timeline_of(
      estimated.streams, machine, estimated.table.rows.front().estimate.time, is_to_stop);
  return timeline ? plot_->draw(estimator::timeline_picture(estimated.table, *timeline))
                  : tl::unexpected(timeline.error());
}

ExitStatus EstimateFiles::write(const EstimateOptions& given, const Estimated& estimated,
                                const machines::ArchitectureDescription& machine,
                                const SignalDescriptor& signals, StatusLine& progress) {
  const estimator::StopRequest is_to_stop = [&] {
    pollfd watched{signals.get(), POLLIN, 0};
    return ::poll(&watched, 1, 0) > 0;
  };
  ExitStatus status = ExitStatus::kDone;
  const auto fail = [&](const Error& error) {
    progress.clear();
    const ExitStatus failed = print_estimate_error(given, error, signals, ExitStatus::kIncomplete);
    status = first_failure(status, failed);
    return failed;
  };
  for (const auto& done : {write_streams(estimated), write_blueprint(given, estimated)}) {
    if (!done) {
      fail(done.error());
    }
  }
  if (plot_) {
    progress.show("drawing");
    if (const auto done = draw(estimated, machine, is_to_stop); !done) {
      const ExitStatus failed = fail(done.error());
      if (done.error().code == ErrorCode::kInterrupted) {
        return failed;
      }
    }
  }
  if (traces_.empty()) {
    return status;
  }
  progress.show("recording the events");
  const auto lines = estimator::deadlock_lines(estimated.table.rows.front().estimate);
  const auto trace =
      estimator::trace_of(estimated.streams, machine,
                          {dps_version(), printable(input_name(given.file)),
                           printable(changed_machine_name(given.machine)),
                           trace_limits_of(given.trace, traces::TimeUnit::kPicoseconds)},
                          lines.empty() ? "" : lines.front(), is_to_stop);
  if (!trace) {
    return fail(trace.error());
  }
  const ExitStatus written = write_recorded(given.common, traces_, *trace, progress);
  return first_failure(status, written);
}

}  // namespace dps::commands
