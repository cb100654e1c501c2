#include "profiles/uncharged_note.h"

#include <fmt/format.h>

namespace dps::profiles {
namespace {

constexpr std::string_view kBeginning = "charged 0 for want of a cost: ";

}  // namespace

std::string uncharged_note(std::string_view components, std::string_view advice) {
  return fmt::format("{}{}; {}", kBeginning, components, advice);
}

bool is_uncharged_note(std::string_view note) {
  return note.starts_with(kBeginning);
}

}  // namespace dps::profiles
