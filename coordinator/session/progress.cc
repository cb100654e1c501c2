#include "coordinator/session/progress.h"

namespace dps::coordinator {

const char* phase_name(Phase phase) {
  switch (phase) {
    case Phase::kHello:
      return "starting agents";
    case Phase::kLaunch:
      return "launching";
    case Phase::kConnect:
      return "connecting";
    case Phase::kRun:
      return "running";
    case Phase::kCollect:
      return "collecting";
    case Phase::kStop:
      return "stopping";
    case Phase::kEnd:
      break;
  }
  return "ending";
}

}  // namespace dps::coordinator
