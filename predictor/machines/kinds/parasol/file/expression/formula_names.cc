#include "predictor/machines/kinds/parasol/file/expression/formula_names.h"

#include <algorithm>
#include <array>

namespace dps::parasol {
namespace {

using namespace std::string_view_literals;

constexpr std::array kCombinationNames{"ia_spd"sv, "im_spd"sv, "da_spd"sv, "dm_spd"sv,
                                       "dd_spd"sv, "ds_spd"sv, "dp_spd"sv};
constexpr std::array kMachineNames{"maxtotalspd"sv};
constexpr std::array kPvmNames{"sync"sv,         "broadcast"sv,   "multicast"sv,  "send"sv,
                               "receive"sv,      "packbyte"sv,    "packdouble"sv, "packfloat"sv,
                               "packint"sv,      "packlong"sv,    "packstring"sv, "unpackbyte"sv,
                               "unpackdouble"sv, "unpackfloat"sv, "unpackint"sv,  "unpacklong"sv,
                               "unpackstring"sv};
constexpr std::array kExpressNames{"sync"sv,    "broadcast"sv, "multicast"sv, "send"sv,
                                   "receive"sv, "exchange"sv,  "combine"sv,   "concat"sv};
constexpr std::array kMpiNames{"send"sv, "receive"sv};
constexpr std::array kArguments{"size"sv, "count"sv, "hops"sv};

constexpr std::array<SectionNames, kSectionCount> kSections{{
    {"combinations", "po", kCombinationNames},
    {"machinecombinations", "mc", kMachineNames},
    {"pvm", "pv", kPvmNames},
    {"express", "ex", kExpressNames},
    {"mpi", "mp", kMpiNames},
}};

}  // namespace

const SectionNames& names_of(FormulaSection section) {
  return kSections[static_cast<std::size_t>(section)];
}

std::string text_of(const FormulaName& formula) {
  const SectionNames& names = names_of(formula.section);
  std::string head(names.reference);
  if (formula.section == FormulaSection::kCombinations) {
    head += "(" + std::to_string(formula.processor) + ")";
  }
  return head + "." + std::string(names.names[formula.name]);
}

std::optional<std::uint32_t> find_formula_name(FormulaSection section, std::string_view name) {
  const auto names = names_of(section).names;
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? std::nullopt
                              : std::optional(static_cast<std::uint32_t>(found - names.begin()));
}

std::span<const std::string_view, kArgumentCount> argument_names() {
  return kArguments;
}

}  // namespace dps::parasol
