/// The memory that a simulator shares with its agent: the record page and, if the run is traced,
/// the events.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "base/result.h"
#include "profiles/record_page.h"
#include "profiles/traces/event_memory.h"

namespace dps::simulator {

/// Views of the two parts.
struct SharedMemory {
  profiles::RecordPage page;
  std::optional<traces::EventMemory> events;  ///< empty: no events are recorded

  static std::size_t size_for(const profiles::PageShape& shape,
                              const std::optional<traces::Limits>& limits);
  /// Lays out zeroed memory of size_for() bytes, 8-byte aligned.
  static SharedMemory create(std::span<std::byte> memory, const profiles::PageShape& shape,
                             const std::optional<traces::Limits>& limits);
  /// Opens what create() has laid out. Errors (kProtocol): those of RecordPage and EventMemory.
  static Result<SharedMemory> open(std::span<std::byte> memory);
};

}  // namespace dps::simulator
