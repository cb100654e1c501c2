#include "commands/estimate/estimate_work.h"

#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>

#include "base/file_bytes.h"
#include "base/text/problems.h"
#include "base/units.h"
#include "commands/cli/command_output.h"
#include "commands/predict/prediction_input.h"
#include "coordinator/agents/failure.h"
#include "predictor/estimator/recorder/recorder.h"
#include "predictor/estimator/simulation/simulate.h"
#include "predictor/estimator/streams/stream_reader.h"

namespace dps::commands {
namespace {

using estimator::ShortReceive;

constexpr Seconds kUsualTimeout{60};

/// The recorder of a source, or the streams of a file.
class StreamSource {
 public:
  StreamSource(EstimateInput input, std::optional<estimator::StreamRecorder> recorder)
      : input_(std::move(input)), recorder_(std::move(recorder)) {}

  static Result<StreamSource> make(const EstimateOptions& given, EstimateInput input,
                                   const SignalDescriptor& signals) {
    std::optional<estimator::StreamRecorder> recorder;
    if (input.source) {
      auto compiled = estimator::StreamRecorder::compile(
          *input.source, input.numbers, {given.timeout.value_or(kUsualTimeout), signals.get()});
      if (!compiled) {
        return tl::unexpected(compiled.error());
      }
      recorder.emplace(*std::move(compiled));
    }
    return StreamSource(std::move(input), std::move(recorder));
  }

  [[nodiscard]] const EstimateInput& input() const { return input_; }
  /// Returns true if the next number may be recorded after an error.
  [[nodiscard]] bool can_go_on() const { return recorder_ && recorder_->can_go_on(); }
  Result<estimator::Streams> next() {
    return recorder_ ? recorder_->record()
                     : Result<estimator::Streams>(std::move(input_.streams->streams));
  }

 private:
  EstimateInput input_;
  std::optional<estimator::StreamRecorder> recorder_;
};

std::string short_receive_text(const ShortReceive& receive) {
  return fmt::format("'{}' has fewer words than the {} that processor {} sends",
                     estimator::instruction_text(receive.receive), format_count(receive.sent),
                     receive.from);
}

/// Prints the receives that have fewer words than their sends: at their
/// statements, or by processor and instruction.
void print_short_receives(const EstimateOptions& given, const EstimateInput& input,
                          const estimator::StreamEstimate& estimate) {
  if (input.streams) {
    const auto reading = estimator::read_streams(input.streams->text, true);
    const text::SourceMap map(input.streams->text.text);
    text::Problems problems(map);
    for (const ShortReceive& receive : estimate.short_receives) {
      const auto& places = reading.places[reading.streams.content_of[receive.to]];
      problems.error(places[receive.number - 1], short_receive_text(receive));
    }
    print_diagnostics(given.common, input.streams->text, problems.take());
    return;
  }
  constexpr std::size_t kMostPrinted = 20;
  for (std::size_t i = 0; i < std::min(estimate.short_receives.size(), kMostPrinted); ++i) {
    const ShortReceive& receive = estimate.short_receives[i];
    print_error(
        fmt::format("processor {} of {}: instruction {}: {}", receive.to,
                    estimate.processors.size(), receive.number, short_receive_text(receive)),
        ExitStatus::kInputWrong, given.common.color);
  }
}

/// Returns true if a signal is pending, and leaves it pending.
bool has_signal(const SignalDescriptor& signals) {
  pollfd watched{signals.get(), POLLIN, 0};
  return ::poll(&watched, 1, 0) > 0;
}

void show(StatusLine& progress, const char* phase, std::uint32_t processors) {
  progress.show(fmt::format("{} {}", phase, counted(processors, "processor")),
                {{"phase", phase}, {"processors", processors}});
}

}  // namespace

ExitStatus print_estimate_error(const EstimateOptions& given, const Error& error,
                                const SignalDescriptor& signals, ExitStatus otherwise) {
  if (error.code == ErrorCode::kInterrupted) {
    const auto signal = signals.take();
    const coordinator::Failure why =
        coordinator::stopped_by(signal ? static_cast<int>(signal->ssi_signo) : SIGTERM);
    return print_error(why.reason, why.status, given.common.color);
  }
  return print_error(error.message,
                     error.code == ErrorCode::kTimeout ? ExitStatus::kTimeout
                     : error.code == ErrorCode::kInput ? ExitStatus::kInputWrong
                                                       : otherwise,
                     given.common.color);
}

namespace {

/// Estimates one number of processors after the other.
class Estimation {
 public:
  Estimation(const EstimateOptions& given, const machines::ArchitectureDescription& machine,
             const SignalDescriptor& signals, StatusLine& progress)
      : given_(given), machine_(machine), signals_(signals), progress_(progress) {}

  /// Prints the error, and returns its status.
  ExitStatus fail(const Error& error, ExitStatus otherwise) const {
    progress_.clear();
    return print_estimate_error(given_, error, signals_, otherwise);
  }

  /// Adds the estimate of the next number, or prints why it has none. Returns false if the numbers
  /// after it cannot have one, either.
  bool add(std::uint32_t number, StreamSource& source, Estimated& all) const {
    const auto failed = [&all](ExitStatus status) {
      all.status = first_failure(all.status, status);
    };
    show(progress_, "recording", number);
    auto streams = source.next();
    if (!streams) {
      failed(fail(streams.error(), ExitStatus::kFailed));
      return source.can_go_on();
    }
    show(progress_, "simulating", number);
    auto estimate = estimator::simulate(*streams, machine_, [&] { return has_signal(signals_); });
    if (!estimate) {
      failed(fail(estimate.error(), ExitStatus::kInputWrong));
      return estimate.error().code != ErrorCode::kInterrupted;
    }
    if (!estimate->short_receives.empty()) {
      progress_.clear();
      print_short_receives(given_, source.input(), *estimate);
      failed(ExitStatus::kInputWrong);
      return true;
    }
    all.table.rows.push_back({number, *std::move(estimate)});
    all.streams = *std::move(streams);
    return true;
  }

 private:
  const EstimateOptions& given_;
  const machines::ArchitectureDescription& machine_;
  const SignalDescriptor& signals_;
  StatusLine& progress_;
};

}  // namespace

tl::expected<Estimated, ExitStatus> estimate_all(const EstimateOptions& given, EstimateInput input,
                                                 const machines::ArchitectureDescription& machine,
                                                 const SignalDescriptor& signals,
                                                 StatusLine& progress) {
  const Estimation estimation(given, machine, signals, progress);
  if (input.source) {
    progress.show("compiling");
  }
  auto source = StreamSource::make(given, std::move(input), signals);
  if (!source) {
    return tl::unexpected(estimation.fail(source.error(), ExitStatus::kFailed));
  }
  Estimated all{{input_name(given.file), changed_machine_name(given.machine), {}, {}}, {}};
  if (const std::string note = changed_machine_note(given.machine); !note.empty()) {
    all.table.notes.push_back(note);
  }
  for (const std::uint32_t number : source->input().numbers) {
    if (!estimation.add(number, *source, all)) {
      break;
    }
  }
  progress.clear();
  return all.table.rows.empty() ? tl::expected<Estimated, ExitStatus>(tl::unexpected(all.status))
                                : std::move(all);
}

}  // namespace dps::commands
