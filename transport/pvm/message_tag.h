/// The fields of a message that its PVM tag encodes: PVM's own header has no room for them, and a
/// buffer that was packed once and is sent repeatedly cannot hold them (docs/pvm.md, "Messages").
#pragma once

#include <cstdint>
#include <optional>

#include "base/ids.h"

namespace dps::transport {

struct MessageTag {
  MessageId mid{};
  std::uint32_t run = 0;  ///< modulo kRunNumbers
  bool packed = true;
  bool xdr = true;
  std::uint32_t padding = 0;  ///< bytes that XDR added to the body: 0 to 3

  bool operator==(const MessageTag&) const = default;
};

inline constexpr std::uint32_t kRunNumbers = 64;
/// Message types must be below this. The type itself is not usable, because of kGreetingTag.
inline constexpr std::uint32_t kTagTypes = (1U << 21) - 1;
/// The tag of the message that each process of a pair sends to the other before READY.
inline constexpr int kGreetingTag = 0x7fffffff;

/// The tag of a message with the request of the message that follows it (docs/pvm.md, "Messages").
inline constexpr int kRequestTag = 0x7ffffffe;

/// Requires tag.mid < kTagTypes. The result is never negative and never one of the two above.
int encode(const MessageTag& tag);
/// Returns nothing if the tag is negative or one of the two above.
std::optional<MessageTag> decode_tag(int tag);

}  // namespace dps::transport
