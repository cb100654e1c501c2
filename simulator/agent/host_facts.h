/// The properties of this host that an agent reports.
#pragma once

#include <string>

#include "control/frames.h"

namespace dps::simulator {

/// The load of a host by other work, from the text of /proc/loadavg: the average of the last
/// minute, but not more than the threads that are runnable now, beside the one that asks. So work
/// that has ended, such as a build, does not count, nor does work that begins at this moment.
double load_of(const std::string& proc_loadavg);

/// The HELLO frame of this host. A property that cannot be determined is empty or 0.
control::HelloFrame host_facts();

}  // namespace dps::simulator
