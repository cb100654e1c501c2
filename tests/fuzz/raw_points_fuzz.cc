// Any bytes as a raw file of points or of trials, or as run.toml.
#include <cstddef>
#include <cstdint>
#include <string>

#include "predictor/datasheets/fit/fit_function.h"
#include "predictor/datasheets/raw/raw_reader.h"
#include "predictor/datasheets/raw/run_facts.h"

namespace {

using dps::datasheets::RawFile;
using dps::datasheets::RawReading;

/// The reader returns either mistakes, which can be printed, or points that can be fitted.
void check(const RawReading& reading, const std::string& text) {
  const std::string printed = render({"raw", text}, reading.diagnostics);
  if (reading.file.has_value() == has_errors(reading.diagnostics) || printed.size() > 4'000'000) {
    __builtin_trap();
  }
  if (!reading.file) {
    return;
  }
  for (const bool finds_ranges : {false, true}) {
    const auto fitted = dps::datasheets::fit_function(
        {"f", dps::machines::FunctionPath::kAny, dps::machines::FunctionClass::kCollective,
         reading.file->points, std::nullopt},
        {.finds_ranges = finds_ranges});
    if (fitted && fitted->function.ranges.empty()) {
      __builtin_trap();
    }
  }
}

void check_writer(RawFile file) {
  for (auto& point : file.points) {
    point.counts = point.counts.value_or(dps::datasheets::TrialCounts());
  }
  const std::string written = write_raw(file);
  if (dps::datasheets::read_raw(written, {"f"}).file != file) {
    __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const RawReading points = dps::datasheets::read_raw(text, {"f"});
  check(points, text);
  if (points.file) {
    check_writer(*points.file);
  }
  check(dps::datasheets::read_trials(text, {"f"}), text);
  const auto facts = dps::datasheets::read_run_facts(text);
  if (facts.facts.has_value() == has_errors(facts.diagnostics)) {
    __builtin_trap();
  }
  return 0;
}
