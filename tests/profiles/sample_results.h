/// Fixed results whose profiles are golden files.
#pragma once

#include <string>
#include <vector>

#include "profiles/result.h"

namespace dps::profiles {

/// MatrixMultiply2 with four workers (examples/matrix_multiply_2), at level functionality.
RunResult matrix_multiply_2();
/// A master and 64 workers, at level unit; one worker waits less than the others.
RunResult many_clones();
/// A run that ended in a deadlock, with control characters in tags.
RunResult incomplete();
/// Five runs of one process, at level process.
RunResult five_runs();
/// Two predictions of a client and a server, with latencies; the splits of some messages are
/// unknown, as in runs.
RunResult latencies();

struct Sample {
  std::string name;
  RunResult result;
};
std::vector<Sample> all_samples();

}  // namespace dps::profiles
