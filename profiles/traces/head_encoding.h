/// The bytes of the head of a trace. Source: docs/trace.md, "Head".
#pragma once

#include <cstddef>
#include <span>

#include "base/encoding.h"
#include "base/result.h"
#include "profiles/traces/head.h"

namespace dps::traces {

ByteString encode_head(const TraceHead& head);

/// Errors (kProtocol): the list or the field that is wrong.
Result<TraceHead> decode_head(std::span<const std::byte> bytes);

}  // namespace dps::traces
