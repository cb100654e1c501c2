#include "predictor/virtual_time/traced_prediction.h"

#include "predictor/virtual_time/made_prediction.h"
#include "profiles/traces/recorder.h"

namespace dps::predictor {

Result<Prediction> predict_traced(const blueprint::Program& program,
                                  const machines::Machine& machine,
                                  std::span<const std::uint32_t> host_of,
                                  const PredictionOptions& options) {
  return at_level(options.level, [&](auto level) {
    traces::Recorder<Picoseconds, traces::SpoolSink> recorder{traces::SpoolSink(*options.trace)};
    return predict_with<level()>({program, machine, host_of, options}, recorder);
  });
}

}  // namespace dps::predictor
