#include "machines/kinds/machine_file.h"

#include <algorithm>
#include <array>

#include "machines/kinds/architecture/file/architecture_file.h"
#include "machines/kinds/native/file/native_file.h"

namespace dps::machines {
namespace {

constexpr std::array kKinds{
    MachineKind{"architecture", is_architecture_file, read_architecture_file},
    MachineKind{"native", [](std::string_view) { return true; }, read_native_file},
};

}  // namespace

std::span<const MachineKind> machine_kinds() {
  return kKinds;
}

MachineReading read_machine(const SourceText& source) {
  const auto kind = std::find_if(kKinds.begin(), kKinds.end(), [&](const MachineKind& one) {
    return one.is_kind_of(source.text);
  });
  MachineReading reading = kind->read(source);
  sort_by_place(reading.diagnostics);
  return reading;
}

}  // namespace dps::machines
