#pragma once

#include <string>

#include <gtest/gtest.h>

namespace dps {

/// The text with `by` in place of the first `part`, which it must contain.
inline std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

}  // namespace dps
