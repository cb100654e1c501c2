// Any text as the values of --set.
#include <cstdint>
#include <string>

#include "base/check.h"
#include "base/text/value_list.h"
#include "profiles/sweeps/axes.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto list = dps::text::parse_values(text);
  if (list) {
    const auto again = dps::text::parse_values(dps::text::print_values(*list));
    DPS_CHECK(again.has_value() && *again == *list);
    DPS_CHECK(dps::text::expand(*list).size() <= dps::text::kMostValues);
  } else {
    DPS_CHECK(list.error().begin + list.error().size <= size);
    DPS_CHECK(!list.error().text.empty());
  }
  static_cast<void>(dps::sweeps::variable_axis("n", text));
  return 0;
}
