/// Lays the links of a topology for another routing or other dimensions.
/// Source: docs/parasol.md, "Changes".
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "predictor/machines/kinds/parasol/file/changes/edits.h"

namespace dps::parasol {

/// Edits the routing of the topology with this index in the description, and its links. Errors
/// (kInput): no such routing; there is no link that the new ones could be like; too many links.
Result<void> change_routing(const ParasolFile& file, std::string_view text, std::size_t index,
                            const std::string& routing, Edits& edits);

/// Does the same for dimensions such as "8,64".
Result<void> change_dimensions(const ParasolFile& file, std::string_view text, std::size_t index,
                               const std::string& dimensions, Edits& edits);

}  // namespace dps::parasol
