/// The signals that request guard processes to end.
#pragma once

#include <initializer_list>

#include "base/descriptor.h"

namespace dps::simulator {

/// Returns a descriptor that becomes readable when one of the signals arrives. From now on they
/// have no other effect, neither here nor in later children, until restore_signals()
/// (base/new_process.h).
Descriptor watch_signals(std::initializer_list<int> signals);

/// Ignores SIGTERM, SIGINT, SIGHUP and SIGPIPE. For guards, which end only after their child.
void ignore_ending_signals();

}  // namespace dps::simulator
