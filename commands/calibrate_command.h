/// dps calibrate: measures hosts and network and prints a machine file; or measures the components
/// of a blueprint, or the operations of this host's processors, and prints a file of their costs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/groups/blueprint_options.h"
#include "commands/groups/output_options.h"
#include "commands/measurement/blueprint_runner.h"
#include "commands/options/command.h"
#include "predictor/calibration/operations/kernel.h"

namespace dps::commands {

/// The machine file that a calibration makes.
enum class CalibratedKind { kNative, kArchitecture, kParasol };

struct CalibrateOptions {
  CommonOptions common;
  BlueprintOptions blueprint;  ///< --components, --set; without a file, hosts are measured
  std::vector<std::string> userfuncs;
  HostOptions hosts;
  ProgressChoice progress = ProgressChoice::kAuto;
  OutputOptions output;
  std::string raw;                                      ///< the folder of --raw; empty: not given
  bool contended = false;                               ///< --contended
  bool quick = false;                                   ///< --quick
  std::optional<CalibratedKind> as;                     ///< --as
  bool operations = false;                              ///< --operations
  std::optional<calibration::KernelLanguage> language;  ///< --language
  std::string only;                                     ///< --only; empty: all operations
  bool dependent = false;                               ///< --dependent

  Syntax syntax();
  std::string check();
  [[nodiscard]] CalibratedKind kind() const { return as.value_or(CalibratedKind::kNative); }
  [[nodiscard]] CalibrationSetting setting() const { return {hosts, common, progress}; }
};

Command calibrate_command();

}  // namespace dps::commands
