// Any bytes as times of phases, as a text and as the table of a model.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "profiles/surfaces/figures.h"
#include "profiles/surfaces/phase_text.h"
#include "profiles/surfaces/point_sources.h"
#include "profiles/surfaces/table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const auto read = dps::surfaces::read_phase_text(text);
  DPS_CHECK(read.diagnostics.empty() || !dps::render({"a.txt", text}, read.diagnostics).empty());
  const auto surfaces = dps::surfaces::surfaces_of(read.samples);
  const auto table = dps::surfaces::speedup_table(dps::surfaces::speedups_of(surfaces));
  DPS_CHECK(table.rows.size() <= read.samples.size());
  DPS_CHECK(!dps::surfaces::surface_text(table).empty());
  static_cast<void>(dps::surfaces::phase_files(table));
  const auto points = dps::surfaces::points_of_model_table(text);
  DPS_CHECK(points || !points.error().message.empty());
  return 0;
}
