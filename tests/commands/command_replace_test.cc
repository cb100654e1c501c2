// An output replaces only a file of its own kind, for every option that writes.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/command_test.h"

namespace dps {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPlan =
    "I Go.i 1 Go.m\n"
    "O Go.o Worker.p -t Go.m -b 64\n"
    "F go.f NULL NULL Go.o NULL\n"
    "F work.f Go.i NULL NULL NULL\n"
    "U master.u go.f\n"
    "U worker.u work.f\n"
    "P Worker.p 1 worker.u\n"
    "P Master.p 1 master.u\n";

constexpr const char* kThesis = "All of a thesis.\nThree years of work, with care.\n";

/// A command that writes the file or the files.
struct Row {
  std::string command;  ///< with the option; "@" denotes the name without an ending
  std::vector<std::string> endings;
};

class CommandReplace : public support::CommandTest {
 protected:
  CommandReplace() {
    folder_.write("plan.txt", kPlan);
    folder_.write("time.model", "time(n) = 2 * n\n");
    folder_.write(
        "plan.streams",
        "dps-streams 1\nprocessors 2\nprocessor 0\n send 1 8\nprocessor 1\n receive 0 8\n");
    folder_.write("raw/send.data", "2 8 0.004 0.001\n2 16 0.002 0.001\n2 32 0.003 0.001\n");
    EXPECT_EQ(dps("predict plan.txt --machine laptop -o a.json --trace a.dpstrace").status, 0);
    folder_.write("b.json", folder_.read("a.json"));
  }
  [[nodiscard]] std::string in(const std::string& name) const { return folder_.path() / name; }

  static std::string with_name(std::string command, const std::string& name) {
    for (auto at = command.find('@'); at != std::string::npos; at = command.find('@')) {
      command.replace(at, 1, name);
    }
    return command;
  }
  [[nodiscard]] bool has_gnuplot() const {
    return support::run_shell("command -v gnuplot").status == 0;
  }
  [[nodiscard]] bool has_dot() const { return support::run_shell("command -v dot").status == 0; }

  [[nodiscard]] std::vector<Row> rows() const {
    const std::string predict = "predict plan.txt --machine laptop ";
    std::vector<Row> rows{{predict + "-o @.json", {".json"}},
                          {"run plan.txt -o @.json", {".json"}},
                          {"compare a.json a.json -o @.json", {".json"}},
                          {"compare --designs a.json b.json -o @.json", {".json"}},
                          {"report a.json -o @.html", {".html"}},
                          {"machine show laptop -o @.toml", {".toml"}},
                          {"machine list -o @.txt", {".txt"}},
                          {"profile a.json -o @.txt", {".txt"}},
                          {"profile a.json --format csv -o @.csv", {".csv"}},
                          {"profile a.json --format json -o @.json", {".json"}},
                          {"check plan.txt -o @.txt", {".txt"}},
                          {"check plan.txt --format json -o @.json", {".json"}},
                          {"hosts -o @.txt", {".txt"}},
                          {"graph plan.txt -o @.dot", {".dot"}},
                          {"model time.model --vary n=1..3 -o @.txt", {".txt"}},
                          {"datasheet raw -o @.toml", {".toml"}},
                          {"datasheet raw --tex @.tex", {".tex"}},
                          {"datasheet raw --html @.html", {".html"}},
                          {"trace a.dpstrace -o @.dpstrace", {".dpstrace"}},
                          {"estimate plan.streams --machine sp2 -o @.txt", {".txt"}},
                          {"estimate plan.streams --machine sp2 --streams @.streams", {".streams"}},
                          {"estimate plan.streams --machine sp2 --to-blueprint @.txt", {".txt"}},
                          {predict + "--trace @.prv", {".prv", ".pcf", ".row"}}};
    for (const char* ending : {".json", ".json.gz", ".trace", ".csv", ".folded"}) {
      rows.push_back({predict + "--trace @" + ending, {ending}});
    }
    if (has_dot()) {
      for (const char* ending : {".svg", ".pdf", ".png"}) {
        rows.push_back({std::string("graph plan.txt -o @") + ending, {ending}});
      }
    }
    if (has_gnuplot()) {
      for (const char* ending : {".svg", ".pdf", ".tex"}) {
        for (const char* command : {"model time.model --vary n=1..3 --plot @",
                                    "estimate plan.streams --machine sp2 --plot @"}) {
          rows.push_back({std::string(command) + ending, {ending}});
        }
      }
    }
    return rows;
  }

  void expect_kept(const std::string& command, const std::string& file, const std::string& text) {
    const auto refused = dps(command + " 2>&1");
    EXPECT_EQ(refused.status, 2) << command << ": " << refused.out;
    EXPECT_NE(refused.out.find("--force"), std::string::npos) << command << ": " << refused.out;
    EXPECT_EQ(refused.out.find("dps: error:"), 0U) << refused.out;  // before all work
    EXPECT_EQ(folder_.read(file), text) << command;
  }
};

TEST_F(CommandReplace, AFileOfAnotherKindIsKept) {
  int number = 0;
  for (const Row& row : rows()) {
    for (const std::string& ending : row.endings) {
      const std::string name = "kept" + std::to_string(++number);
      folder_.write(name + ending, kThesis);
      expect_kept(with_name(row.command, name), name + ending, kThesis);
      folder_.write(name + ending, kPlan);
      expect_kept(with_name(row.command, name), name + ending, kPlan);
    }
  }
}

TEST_F(CommandReplace, AFileOfTheSameKindAndAnEmptyOneAreReplaced) {
  int number = 0;
  for (const Row& row : rows()) {
    const std::string name = "made" + std::to_string(++number);
    for (const std::string& ending : row.endings) {
      folder_.write(name + ending, "");
    }
    for (int i = 0; i < 2; ++i) {
      const auto finished = dps(with_name(row.command, name) + " 2>&1");
      EXPECT_EQ(finished.status, 0) << row.command << ": " << finished.out;
    }
    for (const std::string& ending : row.endings) {
      EXPECT_NE(folder_.read(name + ending), "") << row.command;
    }
  }
}

TEST_F(CommandReplace, WithForceAnyFileIsReplaced) {
  folder_.write("b.html", kThesis);
  EXPECT_EQ(dps("report a.json -o b.html --force").status, 0);
  EXPECT_EQ(folder_.read("b.html").find("<!"), 0U);
  folder_.write("b.prv", kThesis);
  EXPECT_EQ(dps("trace a.dpstrace -o b.prv --force").status, 0);
}

TEST_F(CommandReplace, AFileThatTheUserHasChangedIsKept) {
  ASSERT_EQ(dps("machine show laptop -o mine.toml").status, 0);
  const std::string changed = folder_.read("mine.toml") + "# measured\n";
  folder_.write("mine.toml", changed);
  expect_kept("machine show laptop -o mine.toml", "mine.toml", changed);
  EXPECT_NE(dps("machine show laptop -o mine.toml 2>&1").out.find("was changed after dps wrote it"),
            std::string::npos);
  EXPECT_EQ(dps("predict plan.txt --machine mine.toml").status, 0);
}

TEST_F(CommandReplace, TheTargetOfALinkIsKept) {
  folder_.write("thesis", kThesis);
  fs::create_symlink("thesis", in("link.html"));
  expect_kept("report a.json -o link.html", "thesis", kThesis);
  EXPECT_TRUE(fs::is_symlink(in("link.html")));
}

TEST_F(CommandReplace, PipesAndDevicesAreFree) {
  EXPECT_EQ(dps("report a.json -o /dev/null").status, 0);
  EXPECT_EQ(dps("trace a.dpstrace -o /dev/fd/3.json 3>&1").status, 2);  // no such file
  EXPECT_EQ(dps("profile a.json -o - >thesis.txt").status, 0);
}

TEST_F(CommandReplace, AFolderIsNewOrEmptyOrMadeByDps) {
  folder_.write("a.txt", "# 1 10\nwork 4\ntotal 5\n# 2 10\nwork 2\ntotal 3\n");
  const std::vector<std::string> commands{"surface a.txt -o @", "datasheet raw --plots @",
                                          "datasheet raw --tex @.tex"};
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const std::string name = "folder" + std::to_string(i);
    const std::string folder =
        name + (commands[i].find(".tex") == std::string::npos ? "" : "-figures");
    const std::string command = with_name(commands[i], name);
    folder_.write(folder + "/thesis", kThesis);
    expect_kept(command, folder + "/thesis", kThesis);
    fs::remove(in(folder + "/thesis"));
    EXPECT_EQ(dps(command + " 2>&1").status, 0) << command;
    EXPECT_EQ(dps(command + " 2>&1").status, 0) << command;
  }
  folder_.write("folder0/total.dat", kThesis);
  expect_kept("surface a.txt -o folder0", "folder0/total.dat", kThesis);
}

TEST_F(CommandReplace, ATargetThatBecomesAnotherFileDuringTheWorkIsKept) {
  // The program of the run writes the file of -o while it runs.
  folder_.write("write.txt",
                "C Write.c exec sh -c \"printf thesis >late.json\"\n"
                "F write.f NULL Write.c NULL NULL\n"
                "U write.u write.f\n"
                "P Write.p 1 write.u\n");
  const auto run = dps("run write.txt -o late.json 2>&1");
  EXPECT_EQ(run.status, 6) << run.out;
  EXPECT_EQ(folder_.read("late.json"), "thesis");
  const std::string before = "not a result that dps wrote; the new text is in '";
  const auto at = run.out.find(before);
  ASSERT_NE(at, std::string::npos) << run.out;
  const std::string kept = run.out.substr(at + before.size());
  EXPECT_EQ(dps("profile '" + kept.substr(0, kept.find('\'')) + "'").status, 0);
}

/// A file that becomes larger than a limit.
TEST_F(CommandReplace, ALimitOfTheSizeOfFilesIsLikeAFullDisk) {
  for (const char* command :
       {"report a.json -o limited.html", "machine show torus_8x8x4 -o - >out.txt",
        "predict plan.txt --machine laptop --trace limited.prv"}) {
    const auto limited =
        support::run_shell("cd '" + folder_.path().string() +
                           "' && ulimit -f 1 && '" DPS_PROGRAM "' " + command + " 2>err.txt");
    EXPECT_EQ(limited.status, 6) << command;
  }
  EXPECT_FALSE(exists("limited.html"));
  EXPECT_FALSE(exists("limited.prv"));
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    EXPECT_EQ(entry.path().filename().string().find(".limited"), std::string::npos);
  }
}

}  // namespace
}  // namespace dps
