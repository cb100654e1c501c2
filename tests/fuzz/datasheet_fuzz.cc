// Any bytes as a data sheet; a valid sheet is written and read again.
#include <cstddef>
#include <cstdint>
#include <string>

#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const dps::SourceText source{"sheet", std::string(reinterpret_cast<const char*>(data), size)};
  const auto reading = dps::machines::read_datasheet(source);
  const std::string text = render(source, reading.diagnostics);
  if (reading.sheet.has_value() == has_errors(reading.diagnostics) || text.size() > 1'000'000) {
    __builtin_trap();
  }
  if (reading.sheet && reading.sheet->hosts.size() < 1000) {
    const auto again =
        dps::machines::read_datasheet({"again", dps::machines::datasheet_text(*reading.sheet)});
    if (!(again.sheet == reading.sheet)) {
      __builtin_trap();
    }
    for (const auto& function : reading.sheet->functions) {
      const auto& range = dps::machines::range_for(function, 33);
      if (!(dps::machines::times_of(range.equation, 16, 33).min >= 0)) {
        __builtin_trap();
      }
    }
  }
  return 0;
}
