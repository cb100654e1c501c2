/// The words of data sheets for the parts of their equations.
/// Source: docs/datasheets.md, "Sheets".
#pragma once

#include <array>
#include <string_view>

#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::machines {

inline constexpr std::string_view kSheetFormat = "dps-datasheet";
inline constexpr std::uint64_t kSheetVersion = 1;

// The words are in the order of the enumerators.

inline constexpr std::array<std::string_view, 4> kClassWords{"point-to-point", "collective",
                                                             "barrier", "local"};
inline constexpr std::array<std::string_view, 1> kPathWords{"host"};
inline constexpr std::array<std::string_view, 3> kStartWords{"p", "log(p)", "p^2"};
inline constexpr std::array<std::string_view, 4> kDataWords{"d", "p*d", "log(p)*d", "p^2*d"};

std::string_view word_of(FunctionClass function_class);
std::string_view word_of(StartForm form);
std::string_view word_of(DataForm form);

}  // namespace dps::machines
