/// Temporary files and folders beside an output: ".NAME.dps-XXXXXX". Each is locked as long as a
/// process works on it; one that a kill left behind has no lock.
#pragma once

#include <string>

namespace dps {

/// The pattern, for mkstemp(3) and mkdtemp(3), in the folder of `target`.
std::string temporary_pattern(const std::string& target);

/// Locks a new temporary file or folder, so that it is not taken for a remainder. The lock ends
/// with the descriptor. Returns false if the name is gone: another process has just removed it.
bool lock_temporary(int descriptor, const std::string& name);

/// Removes the temporary files and folders of this target that nobody has locked. Those that cannot
/// be locked or removed stay.
void remove_remainders(const std::string& target);

}  // namespace dps
