#include "simulator/agent/shared_memory.h"

namespace dps::simulator {
namespace {

/// The events begin at the next cache line after the page.
std::size_t begin_of_events(std::size_t page_size) {
  constexpr std::size_t kCacheLine = 64;
  return (page_size + kCacheLine - 1) / kCacheLine * kCacheLine;
}

}  // namespace

std::size_t SharedMemory::size_for(const profiles::PageShape& shape,
                                   const std::optional<traces::Limits>& limits) {
  const std::size_t page = profiles::RecordPage::size_for(shape);
  return limits ? begin_of_events(page) + traces::EventMemory::size_for(*limits) : page;
}

SharedMemory SharedMemory::create(std::span<std::byte> memory, const profiles::PageShape& shape,
                                  const std::optional<traces::Limits>& limits) {
  SharedMemory made{profiles::RecordPage::create(memory, shape), std::nullopt};
  if (limits) {
    const auto events = memory.subspan(begin_of_events(made.page.size()));
    made.events = traces::EventMemory::create(events, *limits);
  }
  return made;
}

Result<SharedMemory> SharedMemory::open(std::span<std::byte> memory) {
  auto page = profiles::RecordPage::open(memory);
  if (!page) {
    return tl::unexpected(page.error());
  }
  const std::size_t begin = begin_of_events(page->size());
  if (begin >= memory.size()) {
    return SharedMemory{*std::move(page), std::nullopt};
  }
  auto events = traces::EventMemory::open(memory.subspan(begin));
  if (!events) {
    return tl::unexpected(events.error());
  }
  return SharedMemory{*std::move(page), *events};
}

}  // namespace dps::simulator
