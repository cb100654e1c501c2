#include "commands/files/output_kind.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace dps::commands {
namespace {

using Form = OutputKind::Form;

const OutputKind kCsv{"output of 'dps model'", Form::kCsv};
const OutputKind kStacks{".folded trace", Form::kStacks};
const OutputKind kLines{".trace trace", Form::kBeginning, {}, "$types\n", "$events"};

class OutputKindTest : public testing::Test {
 protected:
  [[nodiscard]] std::string reason(const OutputKind& kind, const std::string& text) const {
    return reason_to_keep(folder_.write("file", text), kind);
  }

  support::ScratchFolder folder_;
};

TEST_F(OutputKindTest, ANewOrEmptyFileMayBeWritten) {
  EXPECT_EQ(reason_to_keep(folder_.path() / "none", marked_kind("page")), "");
  EXPECT_EQ(reason(marked_kind("page"), ""), "");
}

TEST_F(OutputKindTest, AFileOfTheSameKindMayBeReplaced) {
  const std::vector<std::pair<OutputKind, std::string>> rows{
      {marked_kind("page"), content_of(marked_kind("page"), "text")},
      {picture_kind("a.svg"), content_of(picture_kind("b.svg"), "<svg/>")},
      {json_kind("result", "dps-result"), "{\"format\": \"dps-result\", \"version\": 7}"},
      {json_kind("result", "dps-result"), "{\n  \"format\":\"dps-result\"}"},
      {json_kind("output of 'dps check'", "dps_check"), "{\"dps_check\": 2}"},
      {json_kind("output of 'dps model'", ""), "{\"format\": \"dps-model-table\"}"},
      {kCsv, "n,time_s\n1,2\n"},
      {with_content(kCsv, "n,time_s\r\n3,4\r\n"), "n,time_s\n1,2\n"},
      {kStacks, "p[0];unit 12\np[1] 7\n"},
      {kLines, "$types\nState BUSY\n$events\n"},
      {any_kind(), "thesis"}};
  for (const auto& [kind, text] : rows) {
    EXPECT_EQ(reason(kind, text), "") << kind.noun << ": " << text;
  }
}

TEST_F(OutputKindTest, AnotherFileIsKept) {
  const std::string blueprint = "P a.p 1 a.u\nU a.u b.f\n";
  const std::vector<std::pair<OutputKind, std::string>> rows{
      {marked_kind("page"), "it is a blueprint, not a page that dps wrote"},
      {json_kind("result", "dps-result"), "it is a blueprint, not a result that dps wrote"},
      {kCsv, "it is a blueprint, not an output of 'dps model' that dps wrote"},
      {kStacks, "it is a blueprint, not a .folded trace that dps wrote"},
      {kLines, "it is a blueprint, not a .trace trace that dps wrote"}};
  for (const auto& [kind, why] : rows) {
    EXPECT_EQ(reason(kind, blueprint), why);
    EXPECT_NE(reason(kind, "A thesis, in one line and 12"), "") << kind.noun;
    EXPECT_NE(reason(kind, content_of(marked_kind("chart"), "text")), "") << kind.noun;
  }
  EXPECT_EQ(reason(json_kind("result", "dps-result"), "{\"format\": \"dps-comparison\"}"),
            "it is a comparison, not a result that dps wrote");
  EXPECT_EQ(reason(json_kind("output of 'dps model'", ""), "{\"name\": \"dps\"}"),
            "it is a JSON file, not an output of 'dps model' that dps wrote");
  EXPECT_EQ(reason(with_content(kCsv, "n,time_s\n"), "name,age\nAnn,32\n"),
            "it is a CSV with other columns");
  EXPECT_EQ(reason(kLines, "$types\nmine\n"),
            "it is a trace as lines of states, not a .trace trace that dps wrote");
}

TEST_F(OutputKindTest, AFileThatWasChangedIsKept) {
  const OutputKind kind = marked_kind("machine file");
  EXPECT_EQ(reason(kind, content_of(kind, "cores = 4\n") + "# mine\n"),
            "this machine file was changed after dps wrote it");
}

}  // namespace
}  // namespace dps::commands
