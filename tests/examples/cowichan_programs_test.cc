// The programs of examples/cowichan, under mpirun.
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/run_shell.h"
#include "tests/support/scratch_folder.h"

namespace {

using dps::support::Finished;
using dps::support::run_shell;
using dps::support::ScratchFolder;

const std::vector<std::string>& programs() {
  static const std::vector<std::string> names = {
      "elastic", "gauss",   "half",    "invperc", "life",   "mandel",  "norm",
      "outer",   "product", "randmat", "sor",     "thresh", "vecdiff", "winnow"};
  return names;
}

Finished on_ranks(int ranks, const std::string& command) {
  return run_shell(std::string(COWICHAN_MPIRUN) + " -n " + std::to_string(ranks) + " " + command +
                   " 2>&1");
}

/// Runs command lines in one start of MPI.
Finished run_commands(int ranks, const ScratchFolder& folder, const std::string& lines) {
  return on_ranks(
      ranks, std::string(COWICHAN_COMMANDS) + " " + folder.write("commands.txt", lines).string());
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

/// The lines of all programs but sor, whose iterations depend on the number of ranks.
std::string without_sor(const std::string& text) {
  std::istringstream in(text);
  std::string kept;
  for (std::string line; std::getline(in, line);) {
    kept += line.starts_with("sor:") ? "" : line + "\n";
  }
  return kept;
}

/// All programs with n = 1, fewer rows than ranks, fewer than three points on a rank, and more.
std::string all_checks() {
  std::string lines;
  for (const std::string& program : programs()) {
    for (const int n : {1, 2, 3, 4, 6, 13, 40}) {
      const bool iterates = program == "elastic" || program == "life";
      const std::string fewer = program == "elastic" ? " --iterations 20" : " --generations 20";
      lines += program + " --check --seed " + std::to_string(n) + " --n " + std::to_string(n) +
               (iterates ? fewer : "") + "\n";
    }
  }
  return lines +
         "life --check --n 1200 --generations 4 --long\n"  // rows that MPI_Send might not keep
         "norm --check --n 7 --one\n"
         "thresh --check --n 9 --percent 0\n"
         "thresh --check --n 9 --percent 100 --levels 3\n"
         "winnow --check --n 9 --stride 1000\n"
         "invperc --check --n 9 --percent 100\n";
}

TEST(CowichanPrograms, GiveTheResultsOfTheirReferencesForAnyNumberOfRanks) {
  const ScratchFolder folder;
  const std::string lines = all_checks();
  const Finished first = run_commands(1, folder, lines);
  EXPECT_EQ(first.status, 0) << first.out;
  EXPECT_EQ(count(first.out, ": check passed\n"), count(lines, "\n")) << first.out;
  for (int ranks = 2; ranks <= 5; ++ranks) {
    const Finished more = run_commands(ranks, folder, lines);
    EXPECT_EQ(more.status, 0) << more.out;
    EXPECT_EQ(count(more.out, ": check passed\n"), count(lines, "\n")) << ranks;
    EXPECT_EQ(without_sor(more.out), without_sor(first.out)) << ranks;
  }
}

TEST(CowichanPrograms, ReadTheirOwnFiles) {
  const ScratchFolder folder;
  std::string lines =
      "randmat --check --n 30 --output @matrix\n"
      "half --check --input @matrix --output @shuffled\n"
      "thresh --check --input @shuffled --percent 30 --output @mask\n"
      "life --check --input @mask --generations 3 --output @cells\n"
      "life --check --input @cells --long\n"
      "invperc --check --input @matrix --output @filled\n"
      "winnow --check --input @matrix --mask @filled --output @places\n"
      "norm --check --input @places --output @points\n"
      "elastic --check --input @points --iterations 5 --output @net\n"
      "norm --check --input @net\n"
      "outer --check --input @points --output @distances --distances @right\n"
      "gauss --check --input @distances --vector @right --output @solution\n"
      "sor --check --input @distances --vector @right --output @relaxed\n"
      "product --check --input @distances --vector @solution --output @product\n"
      "vecdiff --check --input @product --other @right --output @error\n"
      "vecdiff --check --input @solution --other @relaxed --output @change\n"
      "mandel --check --n 12 --output @set\n"
      "half --check --input @set\n";
  for (auto at = lines.find('@'); at != std::string::npos; at = lines.find('@')) {
    lines.replace(at, 1, folder.path().string() + "/");
  }
  const Finished chain = run_commands(3, folder, lines);
  EXPECT_EQ(chain.status, 0) << chain.out;
  EXPECT_EQ(count(chain.out, ": check passed\n"), count(lines, "\n")) << chain.out;
  const auto only_number = [&](const std::string& name) {
    std::istringstream in(folder.read(name));
    double rows = 0;
    double columns = 0;
    double value = -1;
    in >> rows >> columns >> value;
    EXPECT_EQ(rows * columns, 1) << name;
    return value;
  };
  EXPECT_LT(only_number("error"), 1e-12);  // the matrix times the solution is the right side
  EXPECT_LT(only_number("change"), 2e-6);  // both methods have the same solution
  EXPECT_GE(only_number("error"), 0);
}

/// A mask of zeros selects no point. A matrix, unlike points, has at least one row.
TEST(CowichanPrograms, ReadAndWriteNoPoints) {
  const ScratchFolder folder;
  const std::string in = " --check --input " + folder.path().string();
  const std::string mask = folder.write("mask", "2 2\n0 0\n0 0\n").string();
  const std::string values = folder.write("values", "2 2\n5 6\n7 8\n").string();
  const Finished chain =
      run_commands(3, folder,
                   "winnow --check --input " + values + " --mask " + mask + " --output " +
                       folder.path().string() + "/points\nnorm" + in + "/points --output " +
                       folder.path().string() + "/scaled\nnorm --one" + in + "/scaled\n");
  EXPECT_EQ(chain.status, 0) << chain.out;
  EXPECT_EQ(count(chain.out, ": check passed\n"), 3) << chain.out;
  EXPECT_NE(chain.out.find("0 points, coordinates: none"), std::string::npos) << chain.out;
  EXPECT_EQ(folder.read("points"), "0 2\n");
  EXPECT_EQ(folder.read("scaled"), "0 2\n");
  const Finished outer = on_ranks(1, std::string(COWICHAN_FOLDER) + "/outer" + in + "/points");
  EXPECT_NE(outer.status, 0);
  EXPECT_NE(outer.out.find("points:1: expected N rows and 2 columns, got 0 rows and 2 columns"),
            std::string::npos)
      << outer.out;
}

TEST(CowichanPrograms, RunOneByOne) {
  for (const std::string& program : programs()) {
    const Finished done =
        on_ranks(2, std::string(COWICHAN_FOLDER) + "/" + program + " --check --n 20 --seed 7");
    EXPECT_EQ(done.status, 0) << done.out;
    EXPECT_TRUE(done.out.ends_with(program + ": check passed\n")) << done.out;
  }
}

TEST(CowichanPrograms, ReportAMistakeOnceAndEnd) {
  const ScratchFolder folder;
  const auto file = [&](const std::string& name, const std::string& text) {
    return folder.write(name, text).string();
  };
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"mandel --n 0", "mandel: error: --n: expected a whole number from 1 to 2000000000, got '0'"},
      {"life --sed 1", "life: error: unknown option '--sed'; 'life --help' lists the options"},
      {"norm --seed", "norm: error: --seed needs a value: N"},
      {"half --input " + folder.path().string() + "/none", "none': No such file or directory"},
      {"thresh --input " + file("a", "2 2\n1 2\n3 x4\n"),
       "a:3: expected a whole number that fits, got 'x4'"},
      {"outer --input " + file("b", "2 2\n1 2\n3\n"),
       "b:4: expected a number, got the end of the file"},
      {"gauss --input " + file("c", "2 2\n1 2\n2 4\n"),
       "row 1 (from 0) follows from those before it"},
      {"randmat --n 2 --output " + folder.path().string() + "/none/x",
       "none/x': No such file or directory"},
      {"half --input " + file("d", "1 1\n5\n") + " --output " + folder.path().string() + "/d",
       "d' is read and would be overwritten"}};
  // mpirun takes its time to end after a rank has failed, so half of them run without it.
  int ranks = 1;
  for (const auto& [command, message] : mistakes) {
    ranks = 4 - ranks;
    const std::string program = std::string(COWICHAN_FOLDER) + "/" + command;
    const Finished done = ranks > 1 ? on_ranks(ranks, program) : run_shell(program + " 2>&1");
    EXPECT_EQ(done.status, 2) << command << done.out;
    EXPECT_EQ(count(done.out, message), 1) << command << "\n" << done.out;
  }
  EXPECT_EQ(folder.read("d"), "1 1\n5\n");
}

}  // namespace
