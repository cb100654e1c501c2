/// Changes of machines for what-if questions: "network.latency=10us", "host.node1.speed*=2".
/// Source: docs/machines.md, "Changing a machine".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "predictor/machines/factor.h"

namespace dps::machines {

/// Another value for a key, or a factor for its value.
struct MachineChange {
  std::string key;
  bool is_factor = false;
  std::string value;  ///< of a factor: a decimal number

  bool operator==(const MachineChange&) const = default;
};

/// "network.latency=10us": the text from which the change is read.
std::string text_of(const MachineChange& change);

/// Reads KEY=VALUE or KEY*=FACTOR, with blanks where the user likes. Errors (kInput): neither of
/// them. Keys and values are not checked.
Result<MachineChange> parse_machine_change(std::string_view text);

/// Reads a factor: a decimal number from 0 to 1,000,000 with at most nine decimals. Errors: kInput.
Result<Factor> parse_factor(std::string_view text);

/// The text of a machine file without errors after the changes, in their order. Errors (kInput): a
/// key that the machine does not have, with those that it has; a value that the machine file must
/// not have, with the error of its reader. The message begins with the change.
Result<std::string> changed_machine(const SourceText& source,
                                    std::span<const MachineChange> changes);

/// Multiplies the value of a key. Errors: as above; and if the value has no multiples.
Result<std::string> scaled_machine(const SourceText& source, std::string_view key, Factor factor);

/// The keys for an error: ": unknown key 'network.latncy'; did you mean 'network.latency'?", and a
/// list of all keys.
std::string unknown_key(std::string_view text, std::string_view key);

}  // namespace dps::machines
