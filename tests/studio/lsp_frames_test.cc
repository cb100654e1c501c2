#include "studio/children/lsp_frames.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dps::studio {
namespace {

TEST(LspFrames, AreTheSameHoweverTheBytesCome) {
  const std::vector<std::string> contents{"{}", "", "{\"text\":\"\\r\\n\\r\\n\"}", "[1]"};
  std::string bytes;
  for (const std::string& content : contents) {
    bytes += lsp_frame(content);
  }
  for (std::size_t step = 1; step <= bytes.size(); ++step) {
    LspFrames frames;
    std::vector<std::string> got;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      EXPECT_TRUE(frames.add(std::string_view(bytes).substr(at, step),
                             [&](std::string_view content) { got.emplace_back(content); }));
    }
    EXPECT_EQ(got, contents) << step;
  }
}

TEST(LspFrames, AHeaderThatIsNoneIsReported) {
  for (const std::string_view bytes :
       {"Content-Type: x\r\n\r\n{}", "Content-Length: x\r\n\r\n{}", "\r\n\r\n{}"}) {
    LspFrames frames;
    EXPECT_FALSE(frames.add(bytes, [](std::string_view /*content*/) {})) << bytes;
  }
}

}  // namespace
}  // namespace dps::studio
