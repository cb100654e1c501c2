#include "predictor/machines/kinds/parasol/file/parasol_file.h"

#include <algorithm>

namespace dps::parasol {

const Formula* ParasolFile::find(const FormulaName& name) const {
  const auto found = std::find_if(formulas.begin(), formulas.end(),
                                  [&](const Formula& one) { return one.name == name; });
  return found == formulas.end() ? nullptr : &*found;
}

}  // namespace dps::parasol
