/// The values in a file to which references refer.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

/// The part of a reference that the file does not have, for an error: "there is no processor type
/// 9"; "" if all parts are there. An unknown value of a part that is there is no error.
std::string missing_part(const ParasolFile& file, const Reference& reference);

/// The value of a reference without missing parts, which refers to no formula. Errors: the file
/// does not have the value.
tl::expected<ParasolValue, std::string> value_of(const ParasolFile& file,
                                                 const Reference& reference);

}  // namespace dps::parasol
