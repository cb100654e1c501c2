#include "studio/web/token.h"

#include <set>

#include <gtest/gtest.h>

namespace dps::studio {
namespace {

TEST(Token, HasThirtyTwoDigitsThatNoOtherHas) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) {
    const auto token = make_token();
    ASSERT_TRUE(token);
    EXPECT_EQ(token->size(), 32U);
    EXPECT_EQ(token->find_first_not_of("0123456789abcdef"), std::string::npos);
    tokens.insert(*token);
  }
  EXPECT_EQ(tokens.size(), 100U);
}

TEST(Token, IsOnlyItself) {
  const std::string token = "0123456789abcdef0123456789abcdef";
  EXPECT_TRUE(is_token(token, token));
  EXPECT_FALSE(is_token(token, ""));
  EXPECT_FALSE(is_token(token, token.substr(1)));
  EXPECT_FALSE(is_token(token, token + "0"));
  for (std::size_t i = 0; i < token.size(); ++i) {
    std::string other = token;
    other[i] = 'x';
    EXPECT_FALSE(is_token(token, other)) << other;
  }
}

}  // namespace
}  // namespace dps::studio
