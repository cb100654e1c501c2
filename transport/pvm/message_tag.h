/// What a PVM message tag says of the message: PVM's own header has no room for it, and a buffer
/// that was packed once and is sent again and again cannot carry it (docs/pvm.md, "Messages").
#pragma once

#include <cstdint>
#include <optional>

#include "base/ids.h"

namespace dps::transport {

struct MessageTag {
  MessageId mid{};
  std::uint32_t run = 0;  ///< modulo kRunsTold
  bool packed = true;
  bool xdr = true;
  std::uint32_t padding = 0;  ///< bytes that XDR has added to the body: 0 to 3

  bool operator==(const MessageTag&) const = default;
};

inline constexpr std::uint32_t kRunsTold = 64;
/// Message types have to be below; the last one's place is taken by kGreetingTag.
inline constexpr std::uint32_t kTagTypes = (1U << 21) - 1;
/// Of the one message a pair that goes each way before READY.
inline constexpr int kGreetingTag = 0x7fffffff;

/// `tag.mid` is below kTagTypes. Never negative, never kGreetingTag.
int encode(const MessageTag& tag);
/// Nothing if it is negative or kGreetingTag.
std::optional<MessageTag> decode_tag(int tag);

}  // namespace dps::transport
