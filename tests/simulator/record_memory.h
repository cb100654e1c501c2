/// Memory for a record page in tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "profiles/record_page.h"

namespace dps::simulator {

/// A page with its memory.
struct RecordMemory {
  explicit RecordMemory(const profiles::PageShape& shape)
      : words((profiles::RecordPage::size_for(shape) + 7) / 8),
        page(profiles::RecordPage::create(std::as_writable_bytes(std::span(words)), shape)) {}

  std::vector<std::uint64_t> words;
  profiles::RecordPage page;
};

}  // namespace dps::simulator
