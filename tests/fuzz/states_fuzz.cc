// Any bytes as a trace as lines of states, and the comparison of two: the bytes before and after a
// zero.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "profiles/traces/states/state_comparison.h"
#include "profiles/traces/states/state_comparison_output.h"
#include "profiles/traces/states/state_reader.h"

namespace {

using dps::traces::StateReading;

/// The reader returns either mistakes, which can be printed, or a trace.
StateReading read(const std::string& text) {
  StateReading reading = dps::traces::read_states(text);
  const std::string printed = render({"trace", text}, reading.diagnostics);
  DPS_CHECK(reading.trace.has_value() != has_errors(reading.diagnostics));
  DPS_CHECK(printed.size() < 4'000'000);
  return reading;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t middle = text.find('\0');
  const StateReading a = read(text.substr(0, middle));
  const StateReading b = middle == std::string::npos ? a : read(text.substr(middle + 1));
  if (!a.trace || !b.trace) {
    return 0;
  }
  const auto same = compare_states(*a.trace, *a.trace, {});
  DPS_CHECK(same.is_within());
  const auto both = compare_states(*a.trace, *b.trace,
                                   {.level = dps::traces::StateLevel::kLine, .own = size % 2 == 1});
  DPS_CHECK(both.lines.size() == both.a.states + both.b.unmatched);
  DPS_CHECK(both.lines.size() == both.b.states + both.a.unmatched);
  DPS_CHECK(!state_comparison_text(both).empty() && !state_comparison_csv(both).empty() &&
            !state_comparison_json(both).empty());
  return 0;
}
