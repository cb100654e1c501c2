#include "machines/machine_file.h"

#include "machines/architecture_file.h"
#include "machines/native_file.h"

namespace dps::machines {

MachineReading read_machine(const SourceText& source) {
  MachineReading reading =
      is_architecture_file(source.text) ? read_architecture_file(source) : read_native_file(source);
  sort_by_place(reading.diagnostics);
  return reading;
}

}  // namespace dps::machines
