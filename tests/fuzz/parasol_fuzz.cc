// Any bytes as a Parasol machine file; formulas of files without errors are evaluated.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "predictor/machines/kinds/parasol/file/evaluator.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto reading = dps::parasol::parse_parasol_text(text);
  if ((reading.file == nullptr) != dps::has_errors(reading.diagnostics)) {
    __builtin_trap();
  }
  if (reading.file != nullptr) {
    for (const auto& formula : reading.file->formulas) {
      (void)dps::parasol::evaluate(*reading.file, formula.expression, {1000, 1, 3});
    }
  } else {
    dps::render({"m.par", std::string(text)}, reading.diagnostics);
  }
  return 0;
}
