#include "predictor/machines/flows/routes.h"

namespace dps::machines {

std::uint32_t Routes::position_of(std::span<const std::uint32_t> links) {
  const auto next = static_cast<std::uint32_t>(spans_.size());
  const auto [entry, is_new] = table_.try_emplace({links.begin(), links.end()}, next);
  if (is_new) {
    spans_.emplace_back(entry->first);
  }
  return entry->second;
}

}  // namespace dps::machines
