/// The formulas that a Parasol machine file can have, and their names in references.
/// Source: docs/parasol.md, "The file".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dps::parasol {

/// The sections that consist of formulas.
enum class FormulaSection : std::uint8_t {
  kCombinations,
  kMachineCombinations,
  kPvm,
  kExpress,
  kMpi
};
inline constexpr std::size_t kSectionCount = 5;

struct SectionNames {
  std::string_view section;                 ///< "pvm"
  std::string_view reference;               ///< "pv"
  std::span<const std::string_view> names;  ///< of its formulas
};
const SectionNames& names_of(FormulaSection section);

/// True for pvm, express and mpi, whose formulas have size, count and hops.
constexpr bool is_run_time(FormulaSection section) {
  return section >= FormulaSection::kPvm;
}

/// A formula of a file.
struct FormulaName {
  FormulaSection section = FormulaSection::kCombinations;
  std::uint64_t processor = 0;  ///< the id, of a formula of `combinations`
  std::uint32_t name = 0;       ///< place in the names of the section

  bool operator==(const FormulaName&) const = default;
};

/// The formula as a reference: "po(1).ia_spd", "pv.send".
std::string text_of(const FormulaName& formula);

/// The place of a name in a section.
std::optional<std::uint32_t> find_formula_name(FormulaSection section, std::string_view name);

/// The values that an expression can have from outside the file.
enum class Argument : std::uint8_t { kSize, kCount, kHops };
inline constexpr std::size_t kArgumentCount = 3;
std::span<const std::string_view, kArgumentCount> argument_names();

}  // namespace dps::parasol
