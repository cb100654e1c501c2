#include "commands/measurement/measure_operations.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <optional>
#include <span>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/host_name.h"
#include "base/interference.h"
#include "base/printable.h"
#include "base/utc_date.h"
#include "base/version.h"
#include "commands/measurement/kernel_programs.h"
#include "commands/measurement/step_progress.h"
#include "commands/terminal/messages.h"
#include "predictor/calibration/operations/store_lines.h"
#include "profiles/host_load.h"
#include "profiles/result.h"

namespace dps::commands {
namespace {

using calibration::Kernel;
using calibration::KernelChoice;

constexpr std::array<std::uint32_t, 8> kCacheCopies{10, 50, 100, 500, 1000, 5000, 10000, 50000};
constexpr std::size_t kQuickCacheCopies = 7;
constexpr std::uint32_t kFewestCopies = 500;
constexpr std::uint32_t kMostCopies = 5000;
constexpr unsigned kQuickRounds = 5;
constexpr std::size_t kMostJobs = 8;

/// Measures kernel after kernel until one is interrupted.
class OperationSeries {
 public:
  OperationSeries(KernelPrograms& programs, const OperationMeasurement& wanted,
                  StepProgress& progress)
      : programs_(programs), wanted_(wanted), progress_(progress) {
    choice_.language = wanted.language;
    choice_.dependent = wanted.dependent;
    run_.rounds = wanted.is_quick ? kQuickRounds : run_.rounds;
    run_.dependent = wanted.dependent;
    kernels_ = calibration::kernels_for(wanted.operations, calibration::knows_store_lines());
    const std::size_t lengths = wanted.is_quick ? kQuickCacheCopies : kCacheCopies.size();
    steps_ = static_cast<double>(kernels_.size() + lengths);
  }

  /// Returns false if it was interrupted.
  bool measure() { return measure_cache() && measure_all(); }

  std::vector<calibration::LoopTime> loop_times;
  calibration::OperationTimes times;  ///< by kernel
  std::vector<std::string> failed;    ///< names of kernels
  std::optional<calibration::CacheFigures> cache;

 private:
  [[nodiscard]] static std::size_t jobs() {
    return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostJobs);
  }

  /// Measures the cache, which precedes the others, since all of them run outside it.
  bool measure_cache() {
    std::vector<Kernel> kernels;
    const std::size_t lengths = wanted_.is_quick ? kQuickCacheCopies : kCacheCopies.size();
    for (const std::uint32_t copies : std::span(kCacheCopies).first(lengths)) {
      kernels.push_back(calibration::cache_kernel(choice_, copies));
    }
    if (!measure_kernels(kernels)) {
      return false;
    }
    for (std::size_t i = 0; i < lengths; ++i) {
      if (const auto found = times.find(kernels[i].name); found != times.end()) {
        loop_times.push_back({kCacheCopies[i], found->second.mean});
        times.erase(found);
      }
    }
    if (!loop_times.empty()) {
      cache = calibration::cache_figures(loop_times);
    }
    const std::uint64_t size = cache ? cache->size : kFewestCopies;
    choice_.copies =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(2 * size, kFewestCopies, kMostCopies));
    return true;
  }

  bool measure_all() {
    std::vector<Kernel> kernels;
    for (const std::string_view name : kernels_) {
      kernels.push_back(calibration::kernel_of(name, choice_));
      if (kernels.size() == jobs() || name == kernels_.back()) {
        if (!measure_kernels(kernels)) {
          return false;
        }
        kernels.clear();
      }
    }
    return true;
  }

  /// Compiles the kernels concurrently, and runs them one after the other.
  bool measure_kernels(std::span<const Kernel> all) {
    while (!all.empty()) {
      const auto batch = all.first(std::min(all.size(), jobs()));
      all = all.subspan(batch.size());
      progress_.begin(batch.front().name, done_ / steps_);
      const auto compiled = programs_.compile(batch);
      if (!compiled) {
        return false;
      }
      for (std::size_t i = 0; i < batch.size(); ++i) {
        if (!measure_one(batch[i], i, (*compiled)[i])) {
          return false;
        }
      }
    }
    return true;
  }

  bool measure_one(const Kernel& kernel, std::size_t place, bool is_compiled) {
    progress_.begin(kernel.name, done_++ / steps_);
    const auto rounds =
        is_compiled ? programs_.run(place, run_) : Result<std::vector<calibration::RoundTimes>>();
    if (!rounds) {
      return false;
    }
    if (rounds->empty()) {
      failed.push_back(kernel.name);
    } else {
      times[kernel.name] = calibration::time_of_operation(kernel, *rounds);
    }
    return true;
  }

  KernelPrograms& programs_;            // borrowed
  const OperationMeasurement& wanted_;  // borrowed
  StepProgress& progress_;              // borrowed
  KernelChoice choice_;
  KernelRun run_;
  std::vector<std::string_view> kernels_;
  double steps_ = 1;
  double done_ = 0;
};

/// The note that the host was busy during the measurement; "" if it was not.
std::string busy_note(double load, Nanoseconds stolen, Seconds elapsed) {
  profiles::RunResult evidence;
  profiles::HostProfile& host = evidence.hosts.emplace_back();
  host.name = this_host_name();
  host.cores = std::thread::hardware_concurrency();
  evidence.runs.emplace_back().makespan_s = elapsed.count();
  evidence.environment = {{"load_before", fmt::format("{:.2f}", load)},
                          {"steal_s", fmt::format("{}", Seconds(stolen).count())}};
  const std::string note = profiles::load_note(evidence);
  return note.empty() ? "" : note + "; measure again when nothing else uses the host";
}

ExitStatus status_of_signal(int signal) {
  return signal == SIGHUP    ? ExitStatus::kHangup
         : signal == SIGTERM ? ExitStatus::kTerminated
                             : ExitStatus::kInterrupted;
}

std::string language_name(calibration::KernelLanguage language) {
  return language == calibration::KernelLanguage::kC ? "C" : "Fortran";
}

std::vector<std::string> comments_of(const OperationMeasurement& wanted,
                                     const KernelPrograms& programs,
                                     const OperationSeries& series) {
  std::vector<std::string> lines{
      fmt::format(
          "Measured by dps {} calibrate --operations on {}; docs/calibrate.md describes the "
          "method.",
          dps_version(), utc_date()),
      fmt::format("{}: {}", language_name(wanted.language), printable(programs.command()))};
  if (!programs.version().empty()) {
    lines.push_back(printable(programs.version()));
  }
  if (wanted.dependent) {
    lines.emplace_back("Each arithmetic statement takes the result of the one before it.");
  }
  if (wanted.is_quick) {
    lines.emplace_back("Measured briefly (--quick).");
  }
  std::vector<std::string> loops;
  for (const calibration::LoopTime& one : series.loop_times) {
    loops.push_back(fmt::format("{}: {:.3g} ns", one.copies, 1e9 * one.seconds));
  }
  if (!loops.empty()) {
    lines.push_back(fmt::format("dlm by the length of the loop: {}", fmt::join(loops, ", ")));
  }
  if (!series.failed.empty()) {
    lines.push_back(fmt::format("Not measured: {}", fmt::join(series.failed, ", ")));
  }
  return lines;
}

}  // namespace

tl::expected<MeasuredOperations, ExitStatus> measure_operations(const OperationMeasurement& wanted,
                                                                const CommonOptions& common,
                                                                ProgressChoice progress) {
  const double load = load_by_others();
  const Interference before = interference_so_far();
  const auto begin = std::chrono::steady_clock::now();
  auto programs = KernelPrograms::open(wanted.language);
  if (!programs) {
    const bool is_stop = programs.error().code == ErrorCode::kInterrupted;
    return tl::unexpected(print_error(programs.error().message,
                                      is_stop ? ExitStatus::kInterrupted : ExitStatus::kFailed,
                                      common.color));
  }
  StepProgress steps(progress_style(progress, common.quiet));
  OperationSeries series(*programs, wanted, steps);
  const bool is_whole = series.measure();
  steps.clear();
  MeasuredOperations measured;
  calibration::MeasuredProcessor& processor = measured.processor;
  processor.host = this_host_name();
  processor.name = programs->version().empty()
                       ? programs->command()
                       : fmt::format("{} ({})", programs->command(), programs->version());
  processor.times = calibration::times_of_operations(series.times, wanted.operations);
  processor.cache = series.cache;
  processor.comments = comments_of(wanted, *programs, series);
  if (!is_whole) {
    measured.status = status_of_signal(programs->signal().value_or(SIGINT));
    const std::string note = fmt::format("interrupted: {} of {} operations are measured",
                                         processor.times.size(), wanted.operations.size());
    processor.comments.push_back(note);
    print_error(note, measured.status, common.color);
    if (processor.times.empty()) {
      return tl::unexpected(measured.status);
    }
  } else if (!series.failed.empty()) {
    measured.status = print_error(
        fmt::format("not measured, for their programs failed: {}", fmt::join(series.failed, ", ")),
        ExitStatus::kIncomplete, common.color);
  }
  const Nanoseconds stolen = interference_so_far().steal - before.steal;
  if (const std::string busy = busy_note(load, stolen, std::chrono::steady_clock::now() - begin);
      !busy.empty()) {
    processor.comments.push_back(busy);
    if (!common.quiet) {
      fmt::print(stderr, "dps: note: {}\n", busy);
    }
  }
  return measured;
}

}  // namespace dps::commands
