#include "studio/hub/message_depth.h"

#include <string>

#include <gtest/gtest.h>

namespace dps::studio {
namespace {

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

TEST(MessageDepthTest, CountsArraysAndObjects) {
  EXPECT_FALSE(is_nested_deeper("", 0));
  EXPECT_FALSE(is_nested_deeper("1", 0));
  EXPECT_TRUE(is_nested_deeper("{}", 0));
  EXPECT_FALSE(is_nested_deeper(R"({"a":[{}],"b":[[]]})", 3));
  EXPECT_TRUE(is_nested_deeper(R"({"a":[{}],"b":[[]]})", 2));
  EXPECT_FALSE(is_nested_deeper(nested(kMostDepth), kMostDepth));
  EXPECT_TRUE(is_nested_deeper(nested(1'000'000), kMostDepth));
}

TEST(MessageDepthTest, ElementsBesideOneAnotherAreNotDeeper) {
  std::string beside = "[";
  for (int i = 0; i < 1000; ++i) {
    beside += "[{}],";
  }
  EXPECT_FALSE(is_nested_deeper(beside + "0]", 3));
}

TEST(MessageDepthTest, IgnoresBracketsInStrings) {
  EXPECT_FALSE(is_nested_deeper(R"(["[[[[","\"[[[[","\\"])", 1));
  EXPECT_TRUE(is_nested_deeper(R"(["\\",[[]]])", 2));
}

TEST(MessageDepthTest, TakesAnyBytes) {
  for (const char* text : {"]]]]", "\"", "\\", "\"\\", "}[", "\"\\\""}) {
    EXPECT_FALSE(is_nested_deeper(text, 1)) << text;
  }
}

}  // namespace
}  // namespace dps::studio
