/// One change of a machine file: "network.latency=10us", "host.node1.speed*=2", "cost.send+=1us".
/// Source: docs/machines.md, "Changing a machine".
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "predictor/machines/factor.h"
#include "predictor/machines/files/machine_key.h"

namespace dps::machines {

enum class ChangeKind : std::uint8_t {
  kSet,       ///< KEY=VALUE
  kMultiply,  ///< KEY*=FACTOR
  kAdd,       ///< KEY+=TIME
};

struct MachineChange {
  std::string key;
  ChangeKind kind = ChangeKind::kSet;
  std::string value;  ///< the new value, the factor as a decimal number, or the time
  /// The factor, instead of `value`, if it is known.
  std::optional<Factor> factor{};

  bool operator==(const MachineChange&) const = default;
};

/// The text of a machine file after a change.
struct ChangedText {
  std::string text;
  bool is_checked = false;  ///< it is known to have no errors
};

/// The sign of the operator in front of the "=": "", "*" or "+".
std::string_view sign_of(ChangeKind kind);

/// "network.latency=10us": the text from which the change is read.
std::string text_of(const MachineChange& change);

/// Reads KEY=VALUE, KEY*=FACTOR or KEY+=TIME, with blanks where the user likes. The key ends at the
/// first "=". Errors (kInput): another form. Keys and values are not checked.
Result<MachineChange> parse_machine_change(std::string_view text);

/// Reads a factor: a decimal number from 0 to 1,000,000 with at most nine decimals. Errors: kInput.
Result<Factor> parse_factor(std::string_view text);

/// The value of the key after the change. Errors (kInput): the value has no multiples, or is no
/// time; a wrong factor or time.
Result<std::string> changed_value(const MachineKey& key, const MachineChange& change);

/// The error for a key that is none of these: "this machine has no key 'network.latncy'; did you
/// mean 'network.latency'?", and a list of all keys.
Error unknown_key(std::span<const MachineKey> keys, std::string_view key);

/// The functions of a kind of file each of whose keys is one value of the text.
struct SingleValues {
  std::vector<MachineKey> (*keys)(std::string_view text);
  std::optional<MachineKey> (*find_key)(std::string_view text, std::string_view name);
  /// The text with another value, which is not checked; nullopt if there is no such key.
  std::optional<std::string> (*with_value)(std::string_view text, std::string_view name,
                                           std::string_view value);
};

/// The text of such a file after the change. Errors (kInput): no such key, or those of
/// changed_value().
Result<std::string> changed_text(std::string_view text, const MachineChange& change,
                                 const SingleValues& values);

}  // namespace dps::machines
