/// Any bytes as a blueprint: it is read, or refused with a diagnostic.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "blueprint/reading/reader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  dps::blueprint::ReadOptions options;
  options.max_processes = 12;  // more processes take time without executing other code
  std::string text(bytes, bytes + size);
  if (size > 0 && bytes[0] == 0xfe) {  // the first line is a --set option
    const std::size_t end = text.find('\n');
    options.settings.emplace_back("n", text.substr(1, end == std::string::npos ? end : end - 1));
    text = end == std::string::npos ? "" : text.substr(end + 1);
  }
  const dps::SourceText source{"blueprint.txt", text};
  const auto reading = dps::blueprint::read_blueprint(source, options);
  DPS_CHECK(reading.program.has_value() != dps::has_errors(reading.diagnostics));
  DPS_CHECK(!dps::render(source, reading.diagnostics).empty() || reading.diagnostics.empty());
  if (reading.program) {
    for (std::uint32_t i = 0; i < reading.program->process_count(); ++i) {
      DPS_CHECK(!reading.program->units_of(reading.program->plan(dps::ProcessId{i})).empty());
    }
  }
  return 0;
}
