/// Runs the generated blueprints of a calibration exactly as `dps run` runs the user's: with the
/// same launcher, transport and way of waiting.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "coordinator/agents/exit_status.h"
#include "coordinator/cli/command_line.h"
#include "coordinator/cli/run_target.h"
#include "profiles/result.h"

namespace dps::coordinator {

struct GeneratedRun {
  std::string blueprint;  ///< generated, so without errors
  std::uint32_t runs = 1;
  std::optional<bool> spin{};  ///< receivers poll; nullopt: as --wait says
  profiles::Level level = profiles::Level::kFunctionality;
};

/// What the components of the user's blueprint need; absolute paths.
struct ComponentFiles {
  std::string folder;                  ///< working directory of `exec`
  std::vector<std::string> userfuncs;  ///< libraries
};

class BlueprintRunner {
 public:
  /// Both references are borrowed. Every session makes its own launcher; the target's is not used.
  BlueprintRunner(const CommandLine& line, const RunTarget& target, ComponentFiles files = {})
      : line_(line), target_(target), files_(std::move(files)) {}

  /// Runs one session, with a warm-up run that does not count. A failure is printed on stderr,
  /// after the last lines that the processes wrote.
  tl::expected<profiles::RunResult, ExitStatus> run(const GeneratedRun& wanted) const;

  /// Prints "measuring …" if stderr is a terminal.
  void report_step(const std::string& what) const;

  /// Receivers poll (--wait spin).
  [[nodiscard]] bool spins() const { return line_.spin; }
  [[nodiscard]] const std::vector<Host>& hosts() const { return target_.choice.hosts; }

 private:
  const CommandLine& line_;
  const RunTarget& target_;
  ComponentFiles files_;
};

}  // namespace dps::coordinator
