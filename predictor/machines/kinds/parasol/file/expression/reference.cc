#include "predictor/machines/kinds/parasol/file/expression/reference.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/operations/operations.h"

namespace dps::parasol {

std::string text_of(const Reference& reference) {
  // {0}, {1}, {2}: the numbers; {3}: the operation.
  constexpr std::array<std::string_view, 22> kForms{"ma.id",
                                                    "ma.processors",
                                                    "ma.topologies",
                                                    "pr({0}).id",
                                                    "pt({0}).{3}",
                                                    "pc({0}).size",
                                                    "pc({0}).speed",
                                                    "pc({0}).smallloopspeedup",
                                                    "",
                                                    "to({0}).id",
                                                    "to({0}).setup",
                                                    "to({0}).processors",
                                                    "to({0}).links",
                                                    "tp({0})({1})",
                                                    "tl({0})({1}).id",
                                                    "tl({0})({1}).latency",
                                                    "tl({0})({1}).speed",
                                                    "tl({0})({1}).connect({2})",
                                                    "vt({0}).id",
                                                    "vt({0}).setup",
                                                    "vt({0}).processors",
                                                    "vm({0})({1})"};
  if (reference.kind == ReferenceKind::kFormula) {
    return text_of(reference.formula());
  }
  const std::string_view operation = reference.kind == ReferenceKind::kTiming
                                         ? operations::all_operations()[reference.name].name
                                         : "";
  return fmt::format(fmt::runtime(kForms[static_cast<std::size_t>(reference.kind)]),
                     reference.first, reference.second, reference.third, operation);
}

}  // namespace dps::parasol
