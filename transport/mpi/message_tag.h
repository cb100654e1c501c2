/// The MPI tag of a message: its type and the flags that the receiver needs.
#pragma once

#include <cstdint>
#include <optional>

#include "base/ids.h"

namespace dps::transport {

/// Bodies have no header, so that messages are as long as in the planned program. One bit of the
/// run's number is sufficient, since a run begins after all messages of the previous one have
/// arrived.
struct MpiTag {
  MessageId mid{};
  bool packed = true;
  bool xdr = true;
  bool odd_run = false;

  bool operator==(const MpiTag&) const = default;
};

inline constexpr std::uint32_t kTagsOfAType = 8;

/// 8 mid + 4 if the run is odd + 2 if packed + 1 if XDR.
constexpr std::uint64_t encode(const MpiTag& tag) {
  return std::uint64_t{kTagsOfAType} * index(tag.mid) + (tag.odd_run ? 4U : 0U) +
         (tag.packed ? 2U : 0U) + (tag.xdr ? 1U : 0U);
}

constexpr MpiTag decode_tag(int tag) {
  const auto value = static_cast<std::uint32_t>(tag);
  return {MessageId{value / kTagsOfAType}, (value & 2) != 0, (value & 1) != 0, (value & 4) != 0};
}

}  // namespace dps::transport
