// Any bytes as a saved result, and all functions that print it.
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "profiles/comparison/compare.h"
#include "profiles/comparison/compare_designs.h"
#include "profiles/comparison/comparison_output.h"
#include "profiles/comparison/designs_output.h"
#include "profiles/json/result_json.h"
#include "profiles/text/csv_profile.h"
#include "profiles/text/text_profile.h"
#include "profiles/view.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto result = dps::profiles::parse_result({reinterpret_cast<const char*>(data), size});
  if (!result) {
    DPS_CHECK(!result.error().message.empty());
    return 0;
  }
  const std::string json = dps::profiles::to_json(*result);
  const auto again = dps::profiles::parse_result(json);
  DPS_CHECK(again.has_value() && dps::profiles::to_json(*again) == json);
  static_cast<void>(dps::profiles::csv_profile(*result));
  static_cast<void>(dps::profiles::text_profile(*result, {}));
  dps::profiles::RunResult coarse = *result;
  dps::profiles::coarsen(coarse, dps::profiles::Level::kProcess);
  static_cast<void>(dps::profiles::text_profile(coarse, {true, true}));
  if (const auto comparison = dps::profiles::compare(coarse, *result, {})) {
    static_cast<void>(dps::profiles::comparison_text(*comparison, false));
    static_cast<void>(dps::profiles::comparison_csv(*comparison));
    static_cast<void>(dps::profiles::comparison_json(*comparison));
  }
  const auto designs = dps::profiles::compare_designs({{"a", coarse}, {"b", *result}}, {});
  static_cast<void>(dps::profiles::designs_text(designs, false));
  static_cast<void>(dps::profiles::designs_csv(designs));
  static_cast<void>(dps::profiles::designs_json(designs));
  return 0;
}
