/// The forms in which `dps machine` answers.
#pragma once

#include <cstdint>

namespace dps::parasol {

enum class AnswerFormat : std::uint8_t { kText, kJson, kCsv };

}  // namespace dps::parasol
