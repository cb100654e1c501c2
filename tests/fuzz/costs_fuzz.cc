// Any bytes as a costs file.
#include <cstddef>
#include <cstdint>
#include <string>

#include "predictor/machines/files/component_costs_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const dps::SourceText source{"costs", std::string(reinterpret_cast<const char*>(data), size)};
  const auto reading = dps::machines::read_component_costs(source);
  const std::string text = render(source, reading.diagnostics);
  if (reading.costs.has_value() == has_errors(reading.diagnostics) || text.size() > 1'000'000) {
    __builtin_trap();
  }
  return 0;
}
