#include "profiles/uncharged_note.h"

#include <fmt/format.h>

namespace dps::profiles {
namespace {

constexpr std::string_view kBeginning = "components without a cost take no time: ";
/// The beginning in results of earlier versions.
constexpr std::string_view kFormerBeginning = "charged 0 for want of a cost: ";

}  // namespace

std::string uncharged_note(std::string_view components, std::string_view advice) {
  return fmt::format("{}{}; {}", kBeginning, components, advice);
}

bool is_uncharged_note(std::string_view note) {
  return note.starts_with(kBeginning) || note.starts_with(kFormerBeginning);
}

}  // namespace dps::profiles
