// Any bytes as a record: encoded, and as a page that a crashed writer has corrupted.
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/check.h"
#include "profiles/record.h"
#include "profiles/record_page.h"

namespace {

using dps::profiles::Level;
using dps::profiles::PageShape;
using dps::profiles::RecordPage;

void read_wire(std::span<const std::byte> bytes) {
  const auto record = dps::profiles::decode_record(bytes);
  if (record) {
    const auto again = dps::profiles::encode_record(*record);
    DPS_CHECK(again.size() == bytes.size() &&
              std::memcmp(again.data(), bytes.data(), again.size()) == 0);
  }
}

void read_page(std::vector<std::uint64_t>& words) {
  const auto page = RecordPage::open(std::as_writable_bytes(std::span(words)));
  if (!page) {
    return;
  }
  static_cast<void>(page->counters());
  if (const auto record = page->read()) {
    DPS_CHECK(dps::profiles::decode_record(dps::profiles::encode_record(*record)).has_value());
  }
}

/// Reads the bytes as a page, and as the contents of a page that create() has initialised.
void read_pages(std::span<const std::byte> bytes) {
  std::vector<std::uint64_t> words((bytes.size() + 7) / 8);
  if (!bytes.empty()) {
    std::memcpy(words.data(), bytes.data(), bytes.size());
  }
  read_page(words);
  PageShape shape;
  shape.level = Level::kFunctionality;
  shape.functionalities = {2, 1};
  shape.flows.resize(2);
  std::vector<std::uint64_t> made(RecordPage::size_for(shape) / 8);
  RecordPage::create(std::as_writable_bytes(std::span(made)), shape);
  for (std::size_t i = 0; i < made.size() && i < words.size(); ++i) {
    made[i] ^= words[i];
  }
  read_page(made);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(data, size));
  read_wire(bytes);
  read_pages(bytes);
  return 0;
}
