/// Any bytes as an expression: it has a finite value, or an error at a position in the text.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/expression/expression.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dps::expression;  // NOLINT(google-build-using-namespace): one function
  static const std::vector<std::optional<double>> kValues{3, 0.5, std::nullopt};
  static const Names kNames{{{"n", 0}, {"half", 1}, {"lost", 2}}};
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const dps::text::Range all{0, static_cast<std::uint32_t>(size)};
  const auto is_inside = [&](const Mistake& mistake) {
    return !mistake.text.empty() && mistake.place.begin <= mistake.place.end &&
           mistake.place.end <= size;
  };
  const auto compiled = compile_expression(text, all, {kNames, true, size % 2 == 0});
  if (!compiled) {
    DPS_CHECK(is_inside(compiled.error()));
    return 0;
  }
  const Evaluation evaluation = compiled->evaluate({kValues, 2, 5});
  DPS_CHECK(!evaluation.value || std::isfinite(*evaluation.value));
  DPS_CHECK(!evaluation.mistake || is_inside(*evaluation.mistake));
  DPS_CHECK(!evaluation.value || !number_text(*evaluation.value).empty());
  return 0;
}
