#include "commands/measurement/blueprint_runner.h"

#include <deque>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/check.h"
#include "blueprint/reading/reader.h"
#include "commands/cli/launchers.h"
#include "commands/tracing/run_trace.h"
#include "commands/tracing/trace_head.h"
#include "coordinator/session.h"
#include "coordinator/session/results/profile_maker.h"
#include "profiles/traces/latencies.h"

namespace dps::commands {
namespace {

/// Keeps only the last lines, since all runs may print the same ones.
class NewestLines : public coordinator::ProgressListener {
 public:
  explicit NewestLines(StepProgress& progress) : progress_(progress) {}

  void on_progress(const coordinator::SessionProgress& /*progress*/) override {
    progress_.refresh();
  }
  void on_line(const std::string& line) override {
    lines_.push_back(line);
    if (lines_.size() > kKept) {
      lines_.pop_front();
    }
  }
  void on_answer(const std::string& line) override {
    progress_.clear();
    fmt::print(stderr, "{}\n", line);
  }
  void print() const {
    progress_.clear();
    for (const std::string& line : lines_) {
      fmt::print(stderr, "{}\n", line);
    }
  }

 private:
  static constexpr std::size_t kKept = 10;
  StepProgress& progress_;  // borrowed
  std::deque<std::string> lines_;
};

coordinator::SessionOptions options_of(const HostOptions& hosts, const ComponentFiles& files,
                                       const GeneratedRun& wanted) {
  coordinator::SessionOptions options;
  options.level = wanted.level;
  options.spin = wanted.spin.value_or(hosts.polls());
  options.bind_to_cores = hosts.bind_to_cores;
  options.transport = hosts.transport;
  options.repetition.runs = wanted.runs;
  options.repetition.warmup = 1;
  std::error_code error;
  options.folder =
      files.folder.empty() ? std::filesystem::current_path(error).string() : files.folder;
  options.userfuncs = files.userfuncs;
  options.output_descriptor = STDOUT_FILENO;
  if (wanted.has_latencies) {
    options.trace = traces::Limits{};
  }
  return options;
}

/// Adds the latencies of the runs, from their events.
Result<void> add_latencies(const blueprint::Program& program, const traces::Limits& limits,
                           coordinator::SessionResult& session, profiles::RunResult& result) {
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    traces::TraceHead head = trace_head_of(program);
    head.limits = limits;
    const coordinator::PlayedRun& run = session.runs[i];
    auto latencies =
        run_trace(std::move(head), session.placement, run, session.take_events(run.number).value())
            .and_then([](const traces::Trace& trace) { return traces::latencies_of(trace); });
    if (!latencies) {
      return tl::unexpected(latencies.error());
    }
    result.runs[i].latencies = *std::move(latencies);
  }
  return {};
}

}  // namespace

tl::expected<profiles::RunResult, ExitStatus> BlueprintRunner::run(
    const GeneratedRun& wanted) const {
  const auto reading = blueprint::read_blueprint({"calibration", wanted.blueprint});
  DPS_CHECK(reading.program.has_value());
  const auto placement = initial_placement(target_.choice, *reading.program);
  DPS_CHECK(placement.has_value());  // the blueprint names existing hosts, each once
  auto launcher = make_launcher(target_.choice.launcher, setting_.hosts.bind_to_cores);
  if (!launcher) {
    progress_->clear();
    return tl::unexpected(
        print_error(launcher.error().message, ExitStatus::kInputWrong, setting_.common.color));
  }
  const coordinator::SessionOptions options = options_of(setting_.hosts, files_, wanted);
  NewestLines lines(*progress_);
  coordinator::Session session(*reading.program, *placement, options, **launcher, lines);
  coordinator::SessionResult played = session.run();
  if (played.failure) {
    lines.print();
    print_failure(*played.failure, setting_.common.color);
    return tl::unexpected(played.failure->status);
  }
  auto result = coordinator::make_result(*reading.program, played.placement, options,
                                         (*launcher)->name(), played);
  if (wanted.has_latencies) {
    if (const auto added = add_latencies(*reading.program, *options.trace, played, result);
        !added) {
      progress_->clear();
      return tl::unexpected(
          print_error(added.error().message, ExitStatus::kIncomplete, setting_.common.color));
    }
  }
  return result;
}

void BlueprintRunner::report_note(const std::string& text) const {
  if (!setting_.common.quiet) {
    progress_->clear();
    fmt::print(stderr, "dps: note: {}\n", text);
  }
}

}  // namespace dps::commands
