/// The secret of a studio, with which a page may edit and predict.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace dps::studio {

/// 128 random bits as 32 hexadecimal digits. Errors (kSystem): the system has no random bits.
Result<std::string> make_token();

/// Compares two tokens, in a time that does not depend on the position of the first difference.
bool is_token(std::string_view token, std::string_view given);

}  // namespace dps::studio
