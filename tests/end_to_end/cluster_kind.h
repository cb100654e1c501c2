/// What every program of tests over a cluster says of the cluster that it wants.
#pragma once

namespace dps::end_to_end {

/// A configuration of tests/cluster/cluster (its README says which keys there are).
extern const char* const kClusterKind;

}  // namespace dps::end_to_end
