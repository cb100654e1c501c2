/// Reads machine files of all kinds.
/// Source: docs/machines.md.
#pragma once

#include <span>
#include <string_view>

#include "machines/files/machine_reading.h"

namespace dps::machines {

/// A kind of machine file.
struct MachineKind {
  std::string_view name;  ///< MachineSummary::kind of its machines
  /// True if the text is a file of this kind, even one with errors.
  bool (*is_kind_of)(std::string_view text);
  MachineReading (*read)(const SourceText& source);
};

/// The kinds in the order in which they are tried. The last one recognises every text.
std::span<const MachineKind> machine_kinds();

/// Reads the text with the first kind that recognises it. Diagnostics are in the order of the
/// lines.
MachineReading read_machine(const SourceText& source);

}  // namespace dps::machines
