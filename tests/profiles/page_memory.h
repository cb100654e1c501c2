/// Memory for a record page in tests.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "profiles/record_page.h"

namespace dps::profiles {

class PageMemory {
 public:
  explicit PageMemory(PageShape shape)
      : shape_(std::move(shape)), words_(RecordPage::size_for(shape_) / sizeof(std::uint64_t)) {}

  RecordPage create() { return RecordPage::create(bytes(), shape_); }
  std::span<std::byte> bytes() { return std::as_writable_bytes(std::span(words_)); }
  std::vector<std::uint64_t>& words() { return words_; }

 private:
  PageShape shape_;
  std::vector<std::uint64_t> words_;
};

}  // namespace dps::profiles
