#pragma once

#include <string>
#include <vector>

#include "predictor/machines/kinds/machine_changes.h"

namespace dps::machines {

inline Result<std::string> changed_file(const std::string& text,
                                        const std::vector<std::string>& changes) {
  std::vector<MachineChange> parsed;
  for (const std::string& change : changes) {
    parsed.push_back(*parse_machine_change(change));
  }
  return changed_machine({"m.toml", text}, parsed);
}

/// The text of the file after the changes, or the error.
inline std::string after(const std::string& text, const std::vector<std::string>& changes) {
  const auto result = changed_file(text, changes);
  return result ? *result : result.error().message;
}

}  // namespace dps::machines
