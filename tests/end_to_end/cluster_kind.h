/// The configuration of the cluster of a test program. Each test program defines it.
#pragma once

namespace dps::end_to_end {

/// Its syntax is described in tests/cluster/README.md.
extern const char* const kClusterKind;

}  // namespace dps::end_to_end
