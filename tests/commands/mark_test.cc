#include "commands/files/mark.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <zlib.h>

namespace dps::commands {
namespace {

using namespace std::string_literals;

constexpr std::pair<MarkComment, const char*> kComments[] = {  // NOLINT: a table
    {MarkComment::kHash, "a = 1\n"},
    {MarkComment::kPercent, "\\end{document}\n"},
    {MarkComment::kSlashes, "digraph {}\n"},
    {MarkComment::kMarkup, "<svg></svg>\n"}};

TEST(Mark, IsACommentAtTheEnd) {
  EXPECT_EQ(with_mark("a\n", "table", MarkComment::kHash),
            "a\n# dps wrote this table; checksum 2a8e9d05\n");
  EXPECT_EQ(with_mark("<svg/>", "picture", MarkComment::kMarkup).substr(0, 38),
            "<svg/>\n<!-- dps wrote this picture; ch");
  EXPECT_TRUE(with_mark("<svg/>", "picture", MarkComment::kMarkup).ends_with(" -->\n"));
  EXPECT_TRUE(with_mark("", "table", MarkComment::kHash).starts_with("# dps"));
}

TEST(Mark, IsValidUntilTheTextIsChanged) {
  for (const auto& [comment, text] : kComments) {
    const std::string marked = with_mark(text, "machine file", comment);
    EXPECT_EQ(find_mark(marked).kind, "machine file");
    EXPECT_TRUE(find_mark(marked).is_valid) << marked;
    std::string changed = marked;
    changed[0] = 'x';
    EXPECT_FALSE(find_mark(changed).is_valid) << changed;
    EXPECT_FALSE(find_mark(marked + "more\n").is_valid);
    EXPECT_FALSE(find_mark("before\n" + marked).is_valid);
    EXPECT_FALSE(find_mark(marked.substr(0, marked.size() - 1)).is_valid);
    EXPECT_EQ(find_mark(changed).kind, "machine file");
  }
}

TEST(Mark, OfAnotherKindIsNotThatOfTheText) {
  std::string marked = with_mark("a\n", "table", MarkComment::kHash);
  marked.replace(marked.find("table"), 5, "chart");
  EXPECT_EQ(find_mark(marked).kind, "chart");
  EXPECT_TRUE(find_mark(marked).is_valid);  // the kind is not part of the text
}

TEST(Mark, ATextWithoutOneHasNoKind) {
  for (const char* text : {"", "a = 1\n", "dps wrote this", "# dps wrote this table\n"}) {
    EXPECT_EQ(find_mark(text).kind, "") << text;
  }
}

TEST(Mark, OfAPictureIsAChunkOfText) {
  const std::string picture = "\x89PNG\r\n\x1a\nheader and data\0\0\0\0IEND\xae\x42\x60\x82"s;
  const std::string marked = with_mark(picture, "picture", MarkComment::kPng);
  EXPECT_TRUE(find_mark(marked).is_valid);
  EXPECT_TRUE(marked.ends_with("\0\0\0\0IEND\xae\x42\x60\x82"s));
  const std::size_t chunk = picture.size() - 12;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(marked[at]); };
  const std::size_t length = byte(chunk + 3);
  EXPECT_EQ(marked.size(), picture.size() + 12 + length);
  EXPECT_EQ(marked.substr(chunk + 4, 12), "tEXtComment\0"s);
  const auto crc =
      ::crc32_z(0, reinterpret_cast<const Bytef*>(marked.data()) + chunk + 4, 4 + length);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(byte(chunk + 8 + length + i), crc >> (24 - 8 * i) & 0xff);
  }
  std::string changed = marked;
  changed[10] ^= 1;
  EXPECT_FALSE(find_mark(changed).is_valid);
}

}  // namespace
}  // namespace dps::commands
