/// The functions that dps-rawtiming measures.
#pragma once

#include <string>
#include <vector>

#include "base/text/quantities.h"
#include "predictor/datasheets/functions.h"

namespace dps::rawtiming {

using Functions = std::vector<const datasheets::KnownFunction*>;

/// All functions except those of the groups rma and neighbour.
Functions default_functions();

/// Chooses functions by names and groups, separated by commas or blanks. Returns them in the order
/// of documents. Errors: a word that is neither.
text::Checked<Functions> choose_functions(const std::string& words);

/// A line for each function, by group: its name and the time that is measured.
std::string list_functions();

}  // namespace dps::rawtiming
