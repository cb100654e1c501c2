/// The signals by which guard processes are asked to end.
#pragma once

#include <initializer_list>

#include "base/descriptor.h"

namespace dps::simulator {

/// Returns a descriptor that becomes readable when one of the signals arrives. From now on they
/// have no other effect, in later children neither, until restore_signals() (base/new_process.h).
Descriptor watch_signals(std::initializer_list<int> signals);

/// Ignores SIGTERM, SIGINT, SIGHUP and SIGPIPE: for guards, which end when their child has ended.
void ignore_ending_signals();

}  // namespace dps::simulator
