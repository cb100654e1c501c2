#include "profiles/surfaces/phase_text.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dps::surfaces {
namespace {

/// The samples of a text, or its mistakes as they are printed.
std::string mistakes_in(const std::string& text) {
  const PhaseText read = read_phase_text(text);
  return render({"a.txt", text}, read.diagnostics);
}

TEST(PhaseText, HasBlocksOfPhases) {
  const PhaseText read =
      read_phase_text("# 1 64\ncompute 1.5\n\n total\t2e0\r\n*8 64.5\ncompute .25\n# 2 0\n");
  EXPECT_TRUE(read.diagnostics.empty());
  EXPECT_EQ(read.samples,
            (std::vector<Sample>{
                {"compute", 1, 64, 1.5}, {"total", 1, 64, 2}, {"compute", 8, 64.5, 0.25}}));
  EXPECT_TRUE(read_phase_text("").samples.empty());
}

TEST(PhaseText, AllMistakesHaveAPlace) {
  EXPECT_EQ(
      mistakes_in("compute 1\n# 1\n# 0 5\nt 1\n# 2 -1\n# 1 5\na 1\na 2\nb x\nb -1\nc\nd 1 2\n"),
      "a.txt:1:1: error: a time without a point: '# PROCESSES DATA' is missing before it\n"
      "compute 1\n^~~~~~~\n"
      "a.txt:2:1: error: expected '# PROCESSES DATA', such as '# 8 1000'\n# 1\n^~~\n"
      "a.txt:3:3: error: expected a number of processes, at least 1, got '0'\n# 0 5\n  ^\n"
      "a.txt:5:5: error: expected a size of data, at least 0, got '-1'\n# 2 -1\n    ^~\n"
      "a.txt:8:1: error: 'a' occurs twice at this point\na 2\n^\n"
      "a.txt:7:1: note: first here\na 1\n^\n"
      "a.txt:9:3: error: expected a time in seconds, got 'x'\nb x\n  ^\n"
      "a.txt:10:1: error: 'b' occurs twice at this point\nb -1\n^\n"
      "a.txt:9:1: note: first here\nb x\n^\n"
      "a.txt:10:3: error: expected a time in seconds, at least 0, got '-1'\nb -1\n  ^~\n"
      "a.txt:11:1: error: expected 'PHASE SECONDS' or '# PROCESSES DATA'\nc\n^\n"
      "a.txt:12:1: error: expected 'PHASE SECONDS' or '# PROCESSES DATA'\nd 1 2\n^~~~~\n");
}

}  // namespace
}  // namespace dps::surfaces
