// dps timecalc, as a user calls it. The equations of lab.toml and their averages are those of the
// session in the dissertation on MPI data sheets, 3.5.5; min and max follow docs/datasheets.md.
#include <sstream>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/file_text.h"
#include "tests/support/run_shell.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

constexpr const char* kLab = R"toml(format = "dps-datasheet"
version = 1
name = "lab"
element = "8B"
[[function]]
name = "bcast"
class = "collective"
[[function.range]]
c = "106.549us"
start = "p"
s = "6.35065us"
data = "p*d"
d = "43.9693ns"
error = {c = "12.3071us", s = "783.058ns", d = "1.75882ns"}
[[function]]
name = "alltoall"
class = "collective"
[[function.range]]
c = "14.1845us"
start = "p"
s = "46.1065us"
data = "p*d"
d = "244.134ns"
error = {c = "480.534ns", s = "2.9256us", d = "8.85081ns"}
[[function]]
name = "send"
class = "point-to-point"
[[function.range]]
most = 32
c = "30us"
[[function.range]]
c = "0s"
data = "d"
d = "2us"
error = {c = "1us", d = "500ns"}
correlation = {cd = -0.5}
measured = {elements = [32, 1024]}
[[function]]
name = "send"
class = "point-to-point"
path = "host"
[[function.range]]
c = "5us"
[[function]]
name = "barrier"
class = "barrier"
[[function.range]]
c = "10us"
start = "log(p)"
s = "8us"
[[function]]
name = "wtime"
class = "local"
[[function.range]]
c = "30ns"
)toml";

class Timecalc : public testing::Test {
 protected:
  Timecalc() { folder_.write("lab.toml", kLab); }

  /// Runs dps timecalc in the folder, with the questions as standard input.
  [[nodiscard]] support::Finished ask(const std::string& arguments,
                                      const std::string& questions = "") const {
    folder_.write("questions.txt", questions);
    return support::run_shell("cd '" + folder_.path().string() +
                              "' && '" DPS_PROGRAM "' timecalc " + arguments + " <questions.txt");
  }

  support::ScratchFolder folder_;
};

TEST_F(Timecalc, TheSessionOfTheDissertation) {
  const auto answers = ask("lab.toml", "bcast 16 1000\n\n# a comment\nalltoall 16 1000\n");
  EXPECT_EQ(answers.status, 0);
  EXPECT_EQ(answers.out,
            "# t = (0.000106549 +/- 1.23071e-05) +\n"
            "#     (6.35065e-06 +/- 7.83058e-07)*nprocs +\n"
            "#     (4.39693e-08 +/- 1.75882e-09)*nprocs*ndata\n"
            "Times (s): min=0.000858691 avg=0.000911668 max=0.000964645\n"
            "# t = (1.41845e-05 +/- 4.80534e-07) +\n"
            "#     (4.61065e-05 +/- 2.9256e-06)*nprocs +\n"
            "#     (2.44134e-07 +/- 8.85081e-09)*nprocs*ndata\n"
            "Times (s): min=0.00446913 avg=0.00465803 max=0.00484694\n");
}

/// The first block of the section of docs/datasheets.md, without its indentation.
std::string block_of(const std::string& section) {
  std::istringstream page(file_text(DPS_SOURCE_DIR "/docs/datasheets.md"));
  constexpr std::string_view kIndent = "    ";
  std::string block;
  bool is_in_section = false;
  for (std::string line; std::getline(page, line);) {
    if (!is_in_section || (block.empty() && !line.starts_with(kIndent))) {
      is_in_section = is_in_section || line == "## " + section;
    } else if (!line.starts_with(kIndent)) {
      break;
    } else {
      block += line.substr(kIndent.size()) + "\n";
    }
  }
  return block;
}

TEST_F(Timecalc, TheSheetOfItsPageGivesTheAnswerOfItsPage) {
  folder_.write("page.toml", block_of("Sheets"));
  const auto answer = ask("page.toml bcast 16 1000 2>&1");
  EXPECT_EQ(answer.status, 0);
  const std::string session = block_of("dps timecalc");
  const std::string question = "> bcast 16 1000\n";
  ASSERT_NE(session.find(question), std::string::npos) << session;
  EXPECT_EQ(answer.out, session.substr(session.find(question) + question.size()));
}

TEST_F(Timecalc, TheRangeOfTheSizeIsUsed) {
  const std::string no_errors =
      "# note: the sheet has no errors of this equation: min and max are the average\n";
  const std::string small = "# t = (3e-05)\nTimes (s): min=3e-05 avg=3e-05 max=3e-05\n" + no_errors;
  EXPECT_EQ(ask("lab.toml send 32").out, small);
  EXPECT_EQ(ask("lab.toml send 2 256B").out, small);
  // The errors are 1 us and 100 * 500 ns, with a correlation of -0.5.
  EXPECT_EQ(ask("lab.toml send 100").out,
            "# t = (2e-06 +/- 5e-07)*ndata\n"
            "Times (s): min=0.000149 avg=0.0002 max=0.000251\n"
            "95% interval (s): 0.000102967..0.000297033\n");
  EXPECT_EQ(ask("lab.toml send 100 --path host").out,
            "# t = (5e-06)\nTimes (s): min=5e-06 avg=5e-06 max=5e-06\n" + no_errors);
}

TEST_F(Timecalc, NotesNameAliasesAndUnmeasuredSizes) {
  EXPECT_EQ(ask("lab.toml send 8KiB").out.find("# note"), std::string::npos);
  EXPECT_NE(ask("lab.toml send 16KiB")
                .out.find("# note: 2048 elements are outside the measured range 32..1024\n"),
            std::string::npos);
  const std::string alias = ask("lab.toml alltoallvi 1 1").out;
  EXPECT_NE(alias.find("# note: 'alltoallvi' has no equation of its own: this is that of "
                       "'alltoall'\n"
                       "# note: one process sends nothing, but the equation has a time for it\n"),
            std::string::npos)
      << alias;
}

/// The sheet of 10 points whose chi-squared is 32 with 8 degrees of freedom: their errors are half
/// of the correct ones.
constexpr const char* kPoor = R"toml(format = "dps-datasheet"
version = 1
name = "poor"
[[function]]
name = "send"
class = "point-to-point"
[[function.range]]
c = "100us"
data = "d"
d = "1us"
error = {c = "2us", d = "10ns"}
correlation = {cd = 0.0}
fit = {chi2 = 32, freedom = 8, q = 0.0001, median = 0.1, most = 0.2, points = 10}
)toml";

TEST_F(Timecalc, WarnsOfAPoorFitAndScalesItsErrors) {
  folder_.write("poor.toml", kPoor);
  const auto answer = ask("poor.toml send 100 2>errors.txt");
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(folder_.read("errors.txt"),
            "dps: warning: Q is less than 0.01 for equations of send: the measured times do not "
            "follow them, and may be off by more than their errors\n");
  EXPECT_EQ(answer.out,
            "# t = (0.0001 +/- 2e-06) +\n#     (1e-06 +/- 1e-08)*ndata\n"
            "Times (s): min=0.000197 avg=0.0002 max=0.000203\n"
            "95% interval (s): 0.000195617..0.000204383\n"
            "With errors times 2 (s): min=0.000194 max=0.000206, 95% interval "
            "0.000191235..0.000208765\n");
  const auto json = nlohmann::json::parse(ask("poor.toml send 100 --format json 2>/dev/null").out);
  EXPECT_EQ(json["scaled"]["factor"], 2);
  EXPECT_DOUBLE_EQ(json["scaled"]["max_s"], 0.000206);
}

TEST_F(Timecalc, OtherEquationsHaveNoWarning) {
  EXPECT_EQ(ask("lab.toml send 100 2>&1 >/dev/null").out, "");
}

TEST_F(Timecalc, AWrongLineIsReportedAndTheOthersAreAnswered) {
  const auto answers = ask("lab.toml 2>errors.txt",
                           "bcst 16 1000\nwtime\nbcast 16\nbcast 0 1\nbcast 2 x\nsend -1\n"
                           "barrier\nbarrier 4 5 6\nsend 3XB\nwtime 1 2\n");
  EXPECT_EQ(answers.status, 2);
  const std::string wtime =
      "# t = (3e-08)\nTimes (s): min=3e-08 avg=3e-08 max=3e-08\n"
      "# note: the sheet has no errors of this equation: min and max are the average\n";
  EXPECT_EQ(answers.out, wtime + wtime);
  EXPECT_EQ(
      folder_.read("errors.txt"),
      "dps: error: no function 'bcst' in 'lab'; did you mean 'bcast'?\n"
      "dps: error: expected 'bcast P D', with P processes and D elements, got 'bcast 16'\n"
      "dps: error: the number of processes is from 1 to 2^53, got '0'\n"
      "dps: error: the number of elements must be a number, got 'x'\n"
      "dps: error: the number of elements cannot be negative, got '-1'\n"
      "dps: error: expected 'barrier P [D]', with P processes and D elements, got 'barrier'\n"
      "dps: error: expected 'barrier P [D]', with P processes and D elements, got "
      "'barrier 4 5 6'\n"
      "dps: error: unknown unit 'XB' in '3XB'; the units are B kB KB MB GB TB KiB MiB GiB TiB\n");
}

TEST_F(Timecalc, ANegativeNumberIsAWrongValueAndNoOption) {
  for (const char* question : {"send -1", "-- send -1", "send --path host -1"}) {
    const auto answer = ask(std::string("lab.toml ") + question + " 2>&1");
    EXPECT_EQ(answer.status, 2) << question;
    EXPECT_EQ(answer.out, "dps: error: the number of elements cannot be negative, got '-1'\n")
        << question;
  }
}

TEST_F(Timecalc, JsonHasAnObjectForEachAnswer) {
  const auto one = nlohmann::json::parse(ask("lab.toml bcast 16 1.5 --format json").out);
  EXPECT_EQ(one["format"], "dps-timecalc");
  EXPECT_EQ(one["version"], 1);
  EXPECT_EQ(one["function"], "bcast");
  EXPECT_EQ(one["processes"], 16);
  EXPECT_EQ(one["elements"], 1.5);
  EXPECT_DOUBLE_EQ(one["avg_s"], 106.549e-6 + 16 * 6.35065e-6 + 24 * 43.9693e-9);
  EXPECT_TRUE(one["interval_s"].is_null());
  EXPECT_EQ(one["notes"], nlohmann::json::array());
  const std::string lines = ask("lab.toml --format json", "wtime\nsend 100\n").out;
  const auto second = nlohmann::json::parse(lines.substr(lines.find('\n') + 1));
  EXPECT_TRUE(second["processes"].is_null());
  EXPECT_NEAR(second["interval_s"][1], 0.000297033, 1e-9);
}

TEST_F(Timecalc, OnlyADialogueHasAPromptAndSucceedsAfterMistakes) {
  const auto dialogue =
      support::run_shell("cd '" + folder_.path().string() +
                         "' && printf 'bcst 1 1\\nwtime\\nquit\\n' | script -qec \"'" DPS_PROGRAM
                         "' timecalc lab.toml --color never\" /dev/null");
  EXPECT_EQ(dialogue.status, 0);
  EXPECT_NE(dialogue.out.find("Enter <name> <groupsize> <datasize>\r\n> "), std::string::npos)
      << dialogue.out;
  EXPECT_NE(dialogue.out.find("did you mean 'bcast'?\r\n> "), std::string::npos) << dialogue.out;
  EXPECT_NE(dialogue.out.find("avg=3e-08"), std::string::npos) << dialogue.out;
  EXPECT_EQ(ask("lab.toml", "").out, "");
}

TEST_F(Timecalc, OtherFilesAreRefused) {
  folder_.write("host.toml", "[[host]]\nname = \"h\"\n");
  folder_.write("diary", "Dear diary,\n");
  folder_.write("bad.toml", std::string(kLab) + "x = 1\n");
  const auto host = ask("host.toml wtime 2>&1");
  EXPECT_EQ(host.status, 2);
  EXPECT_EQ(host.out,
            "dps: error: 'host.toml' is a machine file, not a data sheet; 'dps predict BLUEPRINT "
            "--machine host.toml' uses it\n");
  EXPECT_EQ(ask("diary wtime 2>&1").out,
            "dps: error: 'diary' is not a data sheet: it has no format = \"dps-datasheet\"\n");
  const auto bad = ask("bad.toml wtime 2>&1");
  EXPECT_EQ(bad.status, 2);
  EXPECT_NE(bad.out.find("error: unknown key 'x' in [[function.range]]\nx = 1\n^"),
            std::string::npos)
      << bad.out;
  EXPECT_EQ(ask("lab.toml --path hst 2>&1").status, 2);
}

}  // namespace
}  // namespace dps
