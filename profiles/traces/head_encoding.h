/// The bytes of the head of a trace. Source: docs/trace.md, "Head".
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/encoding.h"
#include "base/result.h"
#include "profiles/traces/head.h"

namespace dps::traces {

inline constexpr std::uint32_t kTraceVersion = 7;
/// The version of traces in which no host has turns.
inline constexpr std::uint32_t kTurnlessVersion = 6;
/// The version of traces in which, in addition, the program has no -collective.
inline constexpr std::uint32_t kUncollectiveVersion = 5;
/// The version of traces in which, in addition, the program has no -window.
inline constexpr std::uint32_t kWindowlessVersion = 4;
/// The version of traces in which, in addition, the program has no requests.
inline constexpr std::uint32_t kRequestlessVersion = 3;
/// The oldest version that can be read: a head without collections and uses.
inline constexpr std::uint32_t kOldestTraceVersion = 2;

/// The version in which the head of a trace is written.
inline std::uint32_t version_of(const TraceHead& head) {
  const bool has_turns = std::any_of(head.hosts.begin(), head.hosts.end(),
                                     [](const TraceHost& host) { return host.turn > 0; });
  return has_turns                   ? kTraceVersion
         : !head.collectives.empty() ? kTurnlessVersion
         : head.has_windows          ? kUncollectiveVersion
         : head.has_requests         ? kWindowlessVersion
                                     : kRequestlessVersion;
}

ByteString encode_head(const TraceHead& head);

/// Errors (kProtocol): the list or the field that is wrong.
Result<TraceHead> decode_head(std::span<const std::byte> bytes, std::uint32_t version);

}  // namespace dps::traces
