/// Machine files of every kind: docs/machines.md.
#pragma once

#include <span>
#include <string_view>

#include "machines/files/machine_reading.h"

namespace dps::machines {

/// A kind of machine file.
struct MachineKind {
  std::string_view name;  ///< MachineSummary::kind of its machines
  /// True if the text is of this kind, right or wrong.
  bool (*is_kind_of)(std::string_view text);
  MachineReading (*read)(const SourceText& source);
};

/// The first kind that recognises a text reads it; the last recognises every text.
std::span<const MachineKind> machine_kinds();

/// Diagnostics are in the order of the lines.
MachineReading read_machine(const SourceText& source);

}  // namespace dps::machines
