#include "profiles/traces/analysis/wait_parts.h"

namespace dps::traces {

WaitParts& WaitParts::operator+=(const WaitParts& more) {
  late += more.late;
  sending += more.sending;
  under_way += more.under_way;
  wake_up += more.wake_up;
  timer += more.timer;
  idle += more.idle;
  unknown += more.unknown;
  held += more.held;
  return *this;
}

}  // namespace dps::traces
