// Any bytes as an expression about a Parasol machine.
#include <cstddef>
#include <cstdint>
#include <string>

#include "predictor/machines/kinds/parasol/file/evaluator.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"
#include "predictor/machines/kinds/parasol/file/typed_expression.h"
#include "tests/predictor/machines/parasol/parasol_texts.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto file = dps::parasol::parse_parasol_text(dps::parasol::kTwo).file;
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (const auto parsed = dps::parasol::parse_typed_expression(*file, text)) {
    const auto value = dps::parasol::evaluate(*file, *parsed, {1000, 1, 3});
    if (value && !value->is_whole && value->real - value->real != 0) {
      __builtin_trap();  // infinite or undefined
    }
  }
  return 0;
}
