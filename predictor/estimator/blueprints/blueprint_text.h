/// Writes streams as a blueprint. Source: docs/estimate.md, "Blueprints".
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "predictor/estimator/streams/streams.h"

namespace dps::estimator {

/// A blueprint with the same effect; comments in it report the differences, and name `source`.
/// Errors (kLimit): a message has more bytes than one of a blueprint may have.
Result<std::string> blueprint_of(const Streams& streams, std::string_view source);

}  // namespace dps::estimator
