// The readers of sizes of messages.
#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/letter_case.h"
#include "base/text/decimal.h"
#include "base/text/problems.h"
#include "base/text/quantities.h"
#include "base/text/units.h"
#include "base/units.h"

namespace dps::text {
namespace {

/// The size if it has a unit, known or not.
std::optional<WrittenQuantity> size_with_unit(std::string_view text) {
  auto size = split_quantity(text, units_of_size(), QuantityFormat::kMachine);
  return size && !size->unit_name.empty() ? size : std::nullopt;
}

/// "; did you mean '8kB' (8,000) or '8KiB' (8,192)?" for "8k", "8K" and "8Kb".
std::string suggest(const WrittenQuantity& size) {
  const std::string name = lower_case(size.unit_name);
  std::string suggestion;
  for (const QuantityUnit& unit : units_of_size()) {
    const std::string known = lower_case(unit.name);
    const bool is_spelt_otherwise = name == known || name + "b" == known;
    const bool is_short_for =
        known.size() > 1 && (name == known.substr(0, 1) || name == known.substr(0, 1) + "b");
    const auto bytes = exact_product(size.number, unit.factor);
    if ((is_spelt_otherwise || is_short_for) && unit.is_in(QuantityFormat::kMachine) &&
        unit.name != "KB" && bytes) {
      suggestion += fmt::format("{}'{}{}' ({})", suggestion.empty() ? "" : " or ",
                                size.number.written, unit.name, format_count(*bytes));
    }
  }
  return suggestion.empty() ? "" : "; did you mean " + suggestion + "?";
}

tl::unexpected<std::string> unknown_unit(const WrittenQuantity& size, std::string_view what,
                                         std::string_view text) {
  const std::string near = suggest(size);
  return tl::unexpected(fmt::format(
      "{} must be a number of bytes, got {}{}", what, quoted(text),
      near.empty() ? "; units are " + unit_names(units_of_size(), QuantityFormat::kMachine)
                   : near));
}

}  // namespace

Checked<std::uint64_t> read_size(std::string_view text, const WholeNumber& wanted) {
  const auto size = size_with_unit(text);
  if (!size) {
    return read_whole(text, wanted);
  }
  if (size->unit == nullptr) {
    return unknown_unit(*size, wanted.what, text);
  }
  const auto bytes = exact_product(size->number, size->unit->factor);
  if (!bytes && bytes.error() == Inexact::kFraction) {
    return tl::unexpected(
        fmt::format("{} must be a whole number of bytes, got {}", wanted.what, quoted(text)));
  }
  if (!bytes || *bytes > wanted.most) {
    return tl::unexpected(fmt::format("{} must be at most {}, got {}", wanted.what,
                                      format_count(wanted.most), quoted(text)));
  }
  return *bytes;
}

Checked<double> read_real_size(std::string_view text, std::string_view what) {
  const auto size = size_with_unit(text);
  if (!size) {
    return read_real(text, what);
  }
  if (size->unit == nullptr) {
    return unknown_unit(*size, what, text);
  }
  return nearest_double(size->number) * static_cast<double>(size->unit->factor);
}

}  // namespace dps::text
