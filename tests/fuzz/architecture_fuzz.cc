// Any bytes as an architecture file.
#include <cstddef>
#include <cstdint>
#include <string>

#include "predictor/machines/kinds/architecture/file/architecture_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const dps::SourceText source{"sp2", std::string(reinterpret_cast<const char*>(data), size)};
  const auto reading = dps::machines::read_architecture_file(source);
  if ((reading.machine == nullptr) != has_errors(reading.diagnostics)) {
    __builtin_trap();
  }
  render(source, reading.diagnostics);
  return 0;
}
