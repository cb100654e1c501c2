#include "predictor/traced_prediction.h"

#include "events/combined.h"
#include "predictor/made_prediction.h"
#include "traces/recorder.h"

namespace dps::predictor {

Result<Prediction> predict_traced(const blueprint::Program& program,
                                  const machines::Machine& machine,
                                  std::span<const std::uint32_t> host_of,
                                  const PredictionOptions& options) {
  return at_level(options.level, [&](auto level) {
    Tallies<level()> tallies(program);
    traces::Recorder<Picoseconds> recorder(*options.trace);
    events::Combined events(tallies, recorder);
    return predict_with({program, machine, host_of, options}, tallies, events);
  });
}

}  // namespace dps::predictor
