/// The call sites of a thread: return addresses and their numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace dps::mpi_library {

/// The numbers of the call sites in the log of a thread, by return address.
class SiteTable {
 public:
  static constexpr std::size_t kSlots = 8192;
  static constexpr std::uint16_t kMost = kSlots / 2;

  /// `number` is 0 until the caller of find() sets it.
  struct SiteSlot {
    const void* address = nullptr;
    std::uint16_t number = 0;
    bool is_in_mpi4py = false;  ///< so that the line of Python is the site, if it can be found
  };
  /// Returns the slot of the address, a new one if it has none; null if the table is full.
  SiteSlot* find(const void* address) {
    auto at = (reinterpret_cast<std::uintptr_t>(address) * 0x9e37'79b9'7f4a'7c15ULL) >> 51;
    while (slots_[at].address != address && slots_[at].address != nullptr) {
      at = (at + 1) % kSlots;
    }
    if (slots_[at].address == nullptr) {
      if (used_ == kMost) {
        return nullptr;
      }
      slots_[at].address = address;
      ++used_;
    }
    return &slots_[at];
  }
  [[nodiscard]] std::uint16_t count() const { return used_; }

 private:
  std::array<SiteSlot, kSlots> slots_{};
  std::uint16_t used_ = 0;
};

/// The return address of the function that called one of Open MPI's wrappers for mpi_f08, or
/// `caller` if that is no such wrapper: `caller` is a return address on this thread's stack.
const void* site_of(const void* caller);

}  // namespace dps::mpi_library
