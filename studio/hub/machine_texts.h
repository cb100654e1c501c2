/// The machines that a page may name.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "studio/files/start_folder.h"

namespace dps::studio {

class MachineTexts {
 public:
  /// `chosen`: the machines of the command line. `folder` is borrowed.
  MachineTexts(std::vector<std::string> chosen, const StartFolder& folder)
      : chosen_(std::move(chosen)), folder_(folder) {}

  [[nodiscard]] const std::vector<std::string>& chosen() const { return chosen_; }
  [[nodiscard]] static std::vector<std::string> library();

  /// The text of a machine of the command line, of the library, or of a file beneath the folder.
  /// Errors (kInput): there is no such machine, or it cannot be read.
  [[nodiscard]] Result<std::string> text_of(const std::string& name) const;

 private:
  std::vector<std::string> chosen_;
  const StartFolder& folder_;
};

}  // namespace dps::studio
