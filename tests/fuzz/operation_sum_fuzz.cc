// Any bytes as the sum of an `ops` line; the text of a sum is read as the same counts.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/operations/operation_sum.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using dps::operations::read_operation_sum;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto counts = read_operation_sum(text);
  if (!counts) {
    if (counts.error().text.empty()) {
      __builtin_trap();
    }
    return 0;
  }
  const auto again = read_operation_sum(dps::operations::sum_text(*counts));
  if (!counts->empty() && (!again || *again != *counts)) {
    __builtin_trap();
  }
  return 0;
}
