// Prints a sample as text, json or csv. make_golden.sh writes the golden files with it.
//   print_sample matrix_multiply_2 text > tests/profiles/golden/matrix_multiply_2.txt
#include <cstdio>
#include <string_view>

#include "profiles/comparison/comparison_output.h"
#include "profiles/comparison/designs_output.h"
#include "profiles/json/result_json.h"
#include "profiles/text/csv_profile.h"
#include "profiles/text/text_profile.h"
#include "tests/profiles/sample_comparisons.h"
#include "tests/profiles/sample_designs.h"
#include "tests/profiles/sample_results.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: print_sample NAME text|json|csv\n", stderr);
    return 2;
  }
  const std::string_view format = argv[2];
  for (const auto& [name, result] : dps::profiles::all_samples()) {
    if (name == argv[1]) {
      const std::string text = format == "json"  ? dps::profiles::to_json(result)
                               : format == "csv" ? dps::profiles::csv_profile(result)
                                                 : dps::profiles::text_profile(result, {});
      std::fwrite(text.data(), 1, text.size(), stdout);
      return 0;
    }
  }
  for (const auto& pair : dps::profiles::all_sample_pairs()) {
    if (pair.name == argv[1]) {
      const auto comparison = pair.compared();
      const std::string text = format == "json" ? dps::profiles::comparison_json(comparison)
                               : format == "csv"
                                   ? dps::profiles::comparison_csv(comparison)
                                   : dps::profiles::comparison_text(comparison, false);
      std::fwrite(text.data(), 1, text.size(), stdout);
      return 0;
    }
  }
  for (const auto& sample : dps::profiles::all_design_samples()) {
    if (sample.name == argv[1]) {
      const auto comparison = sample.compared();
      const std::string text = format == "json"  ? dps::profiles::designs_json(comparison)
                               : format == "csv" ? dps::profiles::designs_csv(comparison)
                                                 : dps::profiles::designs_text(comparison, false);
      std::fwrite(text.data(), 1, text.size(), stdout);
      return 0;
    }
  }
  std::fputs("no such sample\n", stderr);
  return 2;
}
