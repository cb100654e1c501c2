/// The signals by which a guard is asked to end, and what its children make of them.
#pragma once

#include <initializer_list>

#include "base/descriptor.h"

namespace dps::simulator {

/// Turns readable when one of the signals has come. They do nothing else from here on, in children
/// neither, until restore_signals().
Descriptor watch_signals(std::initializer_list<int> signals);

/// None is blocked, and those that ask a process to end do so again. In a child.
void restore_signals();

}  // namespace dps::simulator
