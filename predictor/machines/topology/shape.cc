#include "predictor/machines/topology/shape.h"

namespace dps::machines {

std::string joined(std::span<const std::uint32_t> numbers, char between) {
  std::string text;
  for (const std::uint32_t number : numbers) {
    text += (text.empty() ? "" : std::string(1, between)) + std::to_string(number);
  }
  return text;
}

}  // namespace dps::machines
