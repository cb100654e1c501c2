/// Reads machine files of all kinds.
/// Source: docs/machines.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "predictor/machines/files/machine_change.h"
#include "predictor/machines/files/machine_key.h"
#include "predictor/machines/files/machine_reading.h"
#include "predictor/machines/machine_options.h"

namespace dps::machines {

/// A kind of machine file.
struct MachineKind {
  std::string_view name;  ///< MachineSummary::kind of its machines
  /// True if the text is a file of this kind, even one with errors.
  bool (*is_kind_of)(std::string_view text);
  MachineReading (*read)(const SourceText& source, const MachineOptions& options);

  // The values that can be changed (--set-machine, --what-if), of a text without errors.

  /// All such keys, without repetitions.
  std::vector<MachineKey> (*keys)(std::string_view text);
  /// One of `keys`, or one that has a part of its value, such as a host of a node set; nullopt if
  /// there is no such key.
  std::optional<MachineKey> (*find_key)(std::string_view text, std::string_view name);
  /// The text after a change of one value, or of the many values that the key names, in time linear
  /// in the text. New values need not be checked. `machine`: that of the text, which saves reading
  /// it again; or null. Errors (kInput): no such key, or a value that has no multiples, or is no
  /// time.
  Result<ChangedText> (*changed)(std::string_view text, const Machine* machine,
                                 const MachineChange& change);
};

/// The first kind that recognises the text.
const MachineKind& kind_of_machine(std::string_view text);

/// Reads the text with the first kind that recognises it. Diagnostics are in the order of the
/// lines. A kind without choices ignores the options.
MachineReading read_machine(const SourceText& source, const MachineOptions& options = {});

}  // namespace dps::machines
