#include "transport/pvm/message_tag.h"

#include "base/check.h"

namespace dps::transport {
namespace {

constexpr std::uint32_t kPaddingMask = 3;
constexpr std::uint32_t kPackedBit = 1U << 2;
constexpr std::uint32_t kXdrBit = 1U << 3;
constexpr unsigned kRunShift = 4;
constexpr unsigned kMidShift = 10;

}  // namespace

int encode(const MessageTag& tag) {
  DPS_CHECK(index(tag.mid) < kTagTypes);
  return static_cast<int>((index(tag.mid) << kMidShift) | (tag.run % kRunNumbers) << kRunShift |
                          (tag.xdr ? kXdrBit : 0) | (tag.packed ? kPackedBit : 0) |
                          (tag.padding & kPaddingMask));
}

std::optional<MessageTag> decode_tag(int tag) {
  const auto bits = static_cast<std::uint32_t>(tag);
  if (tag < 0 || bits >> kMidShift >= kTagTypes) {
    return std::nullopt;
  }
  return MessageTag{MessageId{bits >> kMidShift}, (bits >> kRunShift) % kRunNumbers,
                    (bits & kPackedBit) != 0, (bits & kXdrBit) != 0, bits & kPaddingMask};
}

}  // namespace dps::transport
