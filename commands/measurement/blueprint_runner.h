/// Runs the generated blueprints of a calibration like `dps run`: with the same launcher, transport
/// and way of waiting.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "base/exit_status.h"
#include "commands/cli/run_target.h"
#include "commands/measurement/step_progress.h"
#include "profiles/result.h"

namespace dps::commands {

struct GeneratedRun {
  std::string blueprint;  ///< generated, so without errors
  std::uint32_t runs = 1;
  std::optional<bool> spin{};  ///< receivers poll; nullopt: according to --wait
  profiles::Level level = profiles::Level::kFunctionality;
  bool has_latencies = false;  ///< the result contains latencies
};

/// The files that the components of the user's blueprint need, as absolute paths.
struct ComponentFiles {
  std::string folder;                  ///< working directory of `exec`
  std::vector<std::string> userfuncs;  ///< libraries
};

/// The options that hold for all measurements.
struct CalibrationSetting {
  HostOptions hosts;
  CommonOptions common;
  ProgressChoice progress = ProgressChoice::kAuto;
};

class BlueprintRunner {
 public:
  /// Both references are borrowed. Every session creates its own launcher; that of the target is
  /// not used.
  BlueprintRunner(const CalibrationSetting& setting, const RunTarget& target,
                  ComponentFiles files = {})
      : setting_(setting),
        target_(target),
        files_(std::move(files)),
        progress_(std::make_unique<StepProgress>(
            progress_style(setting.progress, setting.common.quiet))) {}

  /// Runs one session, with a warm-up run that does not count. A failure is printed on stderr,
  /// after the last lines that the processes wrote.
  tl::expected<profiles::RunResult, ExitStatus> run(const GeneratedRun& wanted) const;

  /// Shows "measuring …" and the time left if stderr is a terminal. `done`: the share of the work
  /// that is done, from 0 to 1.
  void report_step(const std::string& what, double done) const { progress_->begin(what, done); }

  /// Prints "dps: note: TEXT" on stderr, unless --quiet.
  void report_note(const std::string& text) const;

  /// Returns true if receivers poll (--wait spin).
  [[nodiscard]] bool spins() const { return setting_.hosts.polls(); }
  [[nodiscard]] const std::vector<coordinator::Host>& hosts() const { return target_.choice.hosts; }

 private:
  const CalibrationSetting& setting_;
  const RunTarget& target_;
  ComponentFiles files_;
  std::unique_ptr<StepProgress> progress_;
};

}  // namespace dps::commands
