/// The secret of a studio: who has it may edit and predict.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace dps::studio {

/// 128 random bits as 32 hexadecimal digits. Errors (kSystem): the system has no random bits.
Result<std::string> make_token();

/// Takes the same time wherever two texts of the length of a token differ.
bool is_token(std::string_view token, std::string_view given);

}  // namespace dps::studio
