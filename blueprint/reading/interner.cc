#include "blueprint/reading/interner.h"

#include <algorithm>
#include <utility>

namespace dps::blueprint {

void HashIndex::insert(Hash hash, std::uint32_t position) {
  if (used_ * 4 >= slots_.size() * 3) {
    grow();
  }
  place({static_cast<std::uint32_t>(hash.value() >> 32), static_cast<std::uint32_t>(hash.value()),
         position});
  ++used_;
}

void HashIndex::place(const HashSlot& slot) {
  std::size_t at = slot.low & mask();
  while (slots_[at].position != kNone) {
    at = (at + 1) & mask();
  }
  slots_[at] = slot;
}

void HashIndex::grow() {
  const std::size_t size = std::max<std::size_t>(16, slots_.size() * 2);
  std::vector<HashSlot> old = std::exchange(slots_, std::vector<HashSlot>(size));
  for (const HashSlot& slot : old) {
    if (slot.position != kNone) {
      place(slot);
    }
  }
}

}  // namespace dps::blueprint
