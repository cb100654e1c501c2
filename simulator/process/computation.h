/// Executes the computation components (C lines) of one process.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/units.h"
#include "blueprint/program.h"
#include "simulator/process/exec.h"
#include "simulator/process/sleeper.h"
#include "transport/stop_signal.h"
#include "userfuncs/call.h"
#include "userfuncs/functions.h"

namespace dps::simulator {

/// The settings on which components depend.
struct ComputationSetting {
  std::string folder;          ///< the blueprint's
  std::uint64_t speed = 1000;  ///< the speed of this host
  transport::StopSignal stop;
};

/// The computations of one process: its functions are loaded, and its programs found.
class Computations {
 public:
  /// Finds the functions and programs of all components that the process may reach. `slice` and
  /// `sleeper` are borrowed and outlive the result.
  /// Errors (kInput): functions or programs are missing; the message lists all of them with their
  /// ctags.
  static Result<std::unique_ptr<Computations>> prepare(const blueprint::Program& slice,
                                                       ProcessId self,
                                                       const userfuncs::Functions& functions,
                                                       Sleeper& sleeper,
                                                       const ComputationSetting& setting);

  /// Executes the computation, or `part` of its amount, once. `draw` is the random number of the
  /// step.
  /// Errors: kInterrupted by the stop signal, or the failure of the function or program.
  Result<void> run(std::uint32_t computation, std::uint64_t draw, double part,
                   const userfuncs::FiringMessage& message);

  /// Returns true for `call` and `exec`.
  [[nodiscard]] bool is_foreign(std::uint32_t computation) const;
  /// Returns true for `call`, whose function may request the message that fired it.
  [[nodiscard]] bool wants_message(std::uint32_t computation) const;

 private:
  struct Sleep {
    std::chrono::nanoseconds time;
  };
  struct Busywait {
    std::chrono::nanoseconds time;
  };
  struct Compute {
    std::chrono::nanoseconds cpu_time;
  };
  struct Work {
    double multiplications;
  };
  using Component =
      std::variant<std::monostate, Sleep, Busywait, Compute, Work, userfuncs::UserCall, Exec>;
  struct Runner;

  Computations(const blueprint::Program& slice, ProcessId self, Sleeper& sleeper,
               const ComputationSetting& setting);
  [[nodiscard]] Component timed(blueprint::ComputationKind kind, double amount) const;
  Result<Component> prepare_one(const blueprint::Computation& line,
                                const userfuncs::Functions& functions) const;

  const blueprint::Program& slice_;  // borrowed
  Sleeper& sleeper_;                 // borrowed
  ComputationSetting setting_;
  userfuncs::Caller caller_;
  std::vector<Component> components_;  ///< by position in Program::computations
};

}  // namespace dps::simulator
