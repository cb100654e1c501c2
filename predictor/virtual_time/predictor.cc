#include "predictor/virtual_time/predictor.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/time_units.h"
#include "base/units.h"
#include "predictor/virtual_time/made_prediction.h"
#include "predictor/virtual_time/traced_prediction.h"

namespace dps::predictor {

Result<Prediction> predict(const blueprint::Program& program, const machines::Machine& machine,
                           std::vector<std::uint32_t> host_of, const PredictionOptions& options) {
  if (machine.hosts().empty()) {
    host_of.resize(program.process_count());
    for (std::uint32_t p = 0; p < host_of.size(); ++p) {
      host_of[p] = p;
    }
  }
  if (std::string lacks = machine.summary().lacks; !lacks.empty()) {
    return failure(ErrorCode::kInput, std::move(lacks));
  }
  const Picoseconds setup = machine.parts().setup;
  if (options.end && *options.end < setup) {
    return failure(
        ErrorCode::kInput,
        fmt::format("the run is to end after {}, but the set-up of the machine takes {}, "
                    "and no process begins before",
                    format_time(Seconds(seconds_of(*options.end))),
                    format_time(Seconds(seconds_of(setup)))));
  }
  DPS_CHECK(host_of.size() == program.process_count());
  if (options.trace != nullptr) {
    return predict_traced(program, machine, host_of, options);
  }
  return at_level(options.level, [&](auto level) {
    return predict_with<level()>({program, machine, host_of, options});
  });
}

}  // namespace dps::predictor
