/// The facts in run.toml for human readers.
#pragma once

#include <string>

#include "predictor/rawtiming/mpi/clock.h"
#include "predictor/rawtiming/mpi/world.h"
#include "predictor/rawtiming/plan/raw_output.h"

namespace dps::rawtiming {

/// Facts that are known before any measurement.
Facts first_facts(const Options& options, const World& world, const MeasurementPlan& plan,
                  Sync sync, const ClockCost& clock);

/// Formats a time: "250 ns", "1.5 us".
std::string nanoseconds_text(double nanoseconds);

}  // namespace dps::rawtiming
