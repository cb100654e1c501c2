/// The options of all commands; what they mean is in docs/dps.1.
#pragma once

#include "coordinator/options/option.h"

namespace dps::coordinator::options {

extern const Option kSet;
extern const Option kLevel;
extern const Option kOnly;
extern const Option kFormat;
extern const Option kCheckFormat;
extern const Option kResultOutput;
extern const Option kComparisonOutput;
extern const Option kCalibrationOutput;
extern const Option kRuns;
extern const Option kUntilError;
extern const Option kWarmup;
extern const Option kSeed;
extern const Option kHosts;
extern const Option kTryHosts;
extern const Option kLauncher;
extern const Option kTransport;
extern const Option kBind;
extern const Option kWait;
extern const Option kUserfuncs;
extern const Option kMaxMessage;
extern const Option kAnyway;
extern const Option kTimeout;
extern const Option kMachine;
extern const Option kCosts;
extern const Option kQuick;
extern const Option kComponents;
extern const Option kTolerance;
extern const Option kQuiet;
extern const Option kColor;

}  // namespace dps::coordinator::options
