#include "base/version.h"

namespace dps {

const char* dps_version() {
  return DPS_VERSION;
}

}  // namespace dps
