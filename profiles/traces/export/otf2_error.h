/// Errors of the OTF2 library.
#pragma once

#include <fmt/format.h>
#include <otf2/otf2.h>

#include "base/result.h"

namespace dps::traces {

/// The first error of the calls of the library.
class Otf2Error {
 public:
  void keep(OTF2_ErrorCode code) { first_ = first_ == OTF2_SUCCESS ? code : first_; }
  [[nodiscard]] bool is_ok() const { return first_ == OTF2_SUCCESS; }
  [[nodiscard]] Result<void> result() const {
    return is_ok()
               ? Result<void>()
               : Result<void>(failure(ErrorCode::kSystem,
                                      fmt::format("OTF2: {}", OTF2_Error_GetDescription(first_))));
  }

 private:
  OTF2_ErrorCode first_ = OTF2_SUCCESS;
};

}  // namespace dps::traces
