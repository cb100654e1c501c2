/// Compiles and runs the programs that measure operations.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/processes/guarded_command.h"
#include "base/processes/signal_descriptor.h"
#include "base/processes/temporary_folder.h"
#include "base/result.h"
#include "predictor/calibration/operations/kernel.h"
#include "predictor/calibration/operations/measured_operations.h"

namespace dps::commands {

/// The rounds and the lengths of the measurements of a kernel.
struct KernelRun {
  unsigned rounds = 11;
  unsigned milliseconds = 10;  ///< the minimum length of one measurement
  bool dependent = false;
};

/// A folder with the driver, for kernels in one language. SIGINT, SIGTERM and SIGHUP are blocked
/// while it exists; they end compilers and kernels.
class KernelPrograms {
 public:
  /// Errors (kSystem): there is no compiler, and the message names its package; it cannot compile;
  /// kInterrupted.
  static Result<KernelPrograms> open(calibration::KernelLanguage language);

  /// Compiles kernels side by side. Returns whether each could be compiled. Errors (kInterrupted).
  Result<std::vector<bool>> compile(std::span<const calibration::Kernel> kernels);

  /// Runs the kernel at this position among those that were compiled last. Returns no times if it
  /// failed. Errors: kInterrupted.
  Result<std::vector<calibration::RoundTimes>> run(std::size_t kernel, const KernelRun& run);

  /// "gfortran -O0 -fno-inline".
  [[nodiscard]] std::string command() const;
  /// The first line that the compiler prints about its version; may be empty.
  [[nodiscard]] const std::string& version() const { return version_; }
  /// The signal that interrupted an operation.
  [[nodiscard]] std::optional<int> signal() const { return signal_; }

 private:
  KernelPrograms(calibration::KernelLanguage language, TemporaryFolder folder);

  /// Starts `sh -c script` in the folder; its output goes to a file there, or to stderr if it is
  /// "".
  Result<GuardedCommand> start(const std::string& script, const std::string& output) const;
  /// Waits for the end. Returns whether the status is 0.
  Result<bool> wait(GuardedCommand& command);
  Result<bool> execute(const std::string& script, const std::string& output = "");
  Result<bool> prepare_without_stores(const calibration::Kernel& kernel, const std::string& name);
  [[nodiscard]] std::string path(const std::string& name) const;

  calibration::KernelLanguage language_;
  TemporaryFolder folder_;
  std::unique_ptr<SignalDescriptor> signals_;
  std::optional<int> signal_;
  std::string version_;
};

}  // namespace dps::commands
