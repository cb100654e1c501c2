// README.md and the tutorials, as a reader uses them: the files that they show are written, their
// commands are run in order in one folder, and must print the output in the document.
//
//   ```blueprint NAME   a file that the reader writes (also ```hosts NAME)
//   ```console          commands after "$ ", each followed by its output; "..." matches any
//   lines
//   ```console fails    the same; the last command fails
//   ```console varies   the output of real processes: only the labels of its rows are compared
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/run_shell.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

std::filesystem::path source() {
  return DPS_SOURCE_DIR;
}

using Lines = std::vector<std::string>;

Lines lines_of(std::istream& in) {
  Lines lines;
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

struct Block {
  std::string kind;
  std::string argument;  ///< the second word after ```
  Lines lines;
  std::size_t number = 0;  ///< the number of its first line in the document
};

std::vector<Block> blocks_of(const std::filesystem::path& document) {
  std::ifstream in(document);
  std::vector<Block> blocks;
  bool inside = false;
  std::size_t number = 0;
  for (const std::string& line : lines_of(in)) {
    ++number;
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) {
        Block& block = blocks.emplace_back();
        std::istringstream(line.substr(3)) >> block.kind >> block.argument;
        block.number = number + 1;
      }
    } else if (inside) {
      blocks.back().lines.push_back(line);
    }
  }
  return blocks;
}

struct Command {
  std::string text;
  Lines shown;  ///< its output in the document
};

std::vector<Command> commands_of(const Block& block) {
  std::vector<Command> commands;
  for (const std::string& line : block.lines) {
    if (line.starts_with("$ ")) {
      commands.push_back({line.substr(2), {}});
    } else if (!commands.empty()) {
      commands.back().shown.push_back(line);
    }
  }
  return commands;
}

/// Returns true if the lines are the same; a line "..." of `shown` matches any number of lines.
bool agree(const Lines& shown, const Lines& printed) {
  const auto next = std::ranges::find(shown, "...");
  const auto literal = std::distance(shown.begin(), next);
  if (std::ssize(printed) < literal || !std::equal(shown.begin(), next, printed.begin())) {
    return false;
  }
  if (next == shown.end()) {
    return printed.size() == shown.size();
  }
  const Lines rest(next + 1, shown.end());
  for (auto from = literal; from <= std::ssize(printed); ++from) {
    if (agree(rest, Lines(printed.begin() + from, printed.end()))) {
      return true;
    }
  }
  return false;
}

/// The first words of the lines that name a process, a column or the makespan. A comparison lists
/// only the rows that differ, which depend on the machine.
std::vector<std::string> labels_of(const std::string& command, const Lines& lines) {
  const bool has_all_rows = !command.starts_with("dps compare");
  std::vector<std::string> labels;
  for (const std::string& line : lines) {
    std::string word;
    std::istringstream(line) >> word;
    if (word == "makespan" || (has_all_rows && (word == "process" || word.ends_with(']')))) {
      labels.push_back(word);
    }
  }
  return labels;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) {
    text += line + "\n";
  }
  return text;
}

/// A reader with an empty folder that has the examples of the source folder.
class Reader {
 public:
  Reader() { std::filesystem::create_symlink(source() / "examples", folder_.path() / "examples"); }

  void follow(const std::string& document) {
    std::size_t typed = 0;
    for (const Block& block : blocks_of(source() / document)) {
      SCOPED_TRACE(document + ":" + std::to_string(block.number));
      if (block.kind == "console") {
        ++typed;
        type(block);
      } else if (!block.argument.empty()) {
        folder_.write(block.argument, joined(block.lines));
      }
    }
    EXPECT_GT(typed, 0U) << document << " shows no commands";
  }

 private:
  void type(const Block& block) {
    const auto commands = commands_of(block);
    ASSERT_FALSE(commands.empty());
    for (std::size_t i = 0; i < commands.size(); ++i) {
      SCOPED_TRACE(commands[i].text);
      const auto finished = support::run_shell(
          "unset DPS_HOSTS SLURM_JOB_NODELIST; export HOME=/nonexistent; "
          "PATH=\"$(dirname '" DPS_PROGRAM "'):$PATH\"; cd '" +
          folder_.path().string() + "' || exit 99; { " + commands[i].text + "\n} 2>&1");
      std::istringstream out(finished.out);
      const Lines printed = lines_of(out);
      if (block.argument == "varies") {
        EXPECT_LE(finished.status, 1) << finished.out;
        EXPECT_TRUE(includes(labels_of(commands[i].text, printed),
                             labels_of(commands[i].text, commands[i].shown)))
            << finished.out;
        continue;
      }
      const bool fails = block.argument == "fails" && i + 1 == commands.size();
      EXPECT_EQ(finished.status != 0, fails) << finished.status << "\n" << finished.out;
      EXPECT_TRUE(agree(commands[i].shown, printed))
          << "the document shows\n"
          << joined(commands[i].shown) << "but the command prints\n"
          << finished.out;
    }
  }

  static bool includes(const Lines& all, const Lines& some) {
    return std::ranges::all_of(
        some, [&](const std::string& one) { return std::ranges::count(all, one) > 0; });
  }

  support::ScratchFolder folder_;
};

TEST(Documents, CommandsOfTheReadmePrintTheShownOutput) {
  Reader().follow("README.md");
}

TEST(Documents, CommandsOfTheTutorialPrintTheShownOutput) {
  Reader().follow("docs/tutorial.md");
}

TEST(Documents, CommandsOfTheTutorialForServicesPrintTheShownOutput) {
  Reader().follow("docs/tutorial_service.md");
}

TEST(Documents, ThePictureOfTheReadmeIsThatOfItsCommand) {
  const auto plotted = support::run_shell("PATH=\"$(dirname '" DPS_PROGRAM "'):$PATH\" '" +
                                          (source() / "examples/allreduce/plot").string() + "'");
  EXPECT_EQ(plotted.status, 0);
  std::ifstream in(source() / "docs/allreduce.svg");
  EXPECT_EQ(plotted.out, std::string(std::istreambuf_iterator<char>(in), {}));
}

/// The first command of the README, with a script that pretends to build.
TEST(Documents, ScriptsRunNamesTheProgramAfterItHasBuiltIt) {
  const support::ScratchFolder folder;
  folder.write_program("scripts/build",
                       "#!/bin/sh\ncd \"$(dirname \"$0\")/..\" && mkdir -p build/bin && "
                       "{ test -e build/bin/dps || cp dps build/bin/; }\n");
  folder.write_program("dps", "#!/bin/sh\necho \"dps $*\"\n");
  std::filesystem::copy(source() / "scripts/run", folder.path() / "scripts/run");
  const std::string command = "cd '" + folder.path().string() + "' && scripts/run plan.txt 2>&1";
  const std::string first = support::run_shell(command).out;
  EXPECT_NE(first.find("build/bin/dps runs it without this script"), std::string::npos) << first;
  EXPECT_TRUE(first.ends_with("\ndps plan.txt\n")) << first;
  EXPECT_EQ(support::run_shell(command).out, "dps plan.txt\n");
}

/// The pages for readers, as paths in the source folder.
std::vector<std::filesystem::path> pages() {
  std::vector<std::filesystem::path> found{"README.md", "examples/README.md", "bench/README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(source() / "docs")) {
    if (entry.path().extension() == ".md") {
      found.push_back(std::filesystem::path("docs") / entry.path().filename());
    }
  }
  return found;
}

TEST(Documents, LinksLeadToFiles) {
  const std::regex link(R"(\]\(([^)#:]+)(#[^)]*)?\))");
  std::size_t links = 0;
  for (const auto& page : pages()) {
    std::ifstream in(source() / page);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    for (std::sregex_iterator found(text.begin(), text.end(), link), end; found != end; ++found) {
      const std::string target = (*found)[1].str();
      EXPECT_TRUE(std::filesystem::exists(source() / page.parent_path() / target))
          << page << ": " << target;
      ++links;
    }
  }
  EXPECT_GT(links, 0U);
}

TEST(Documents, SectionsOfTheReadmeEndWithFurtherReading) {
  std::ifstream in(source() / "README.md");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  ASSERT_NE(text.find("\n## "), std::string::npos);
  for (std::size_t at = text.find("\n## "); at != std::string::npos;) {
    const std::size_t next = text.find("\n## ", at + 1);
    const std::string section = text.substr(at + 1, next - at);
    const std::size_t more = section.rfind("\n\nMore: ");
    EXPECT_TRUE(section.starts_with("## Licence") ||
                (more != std::string::npos && section.find("\n\n", more + 2) + 2 >= section.size()))
        << section;
    at = next;
  }
}

/// The sections in the order of the DPS paper, after the variables, and the endings of their tags.
void expect_order_and_endings(const Lines& blueprint, const std::string& where) {
  const std::string sections = "VICOFUPT";
  const std::map<char, std::string> endings{{'I', ".i"}, {'C', ".c"},  {'O', ".o"},
                                            {'F', ".f"}, {'U', ".fu"}, {'P', ".p"}};
  std::size_t latest = 0;
  for (const std::string& line : blueprint) {
    std::string section;
    std::string tag;
    std::istringstream(line) >> section >> tag;
    const std::size_t place = section.size() == 1 ? sections.find(section) : std::string::npos;
    if (place == std::string::npos) {
      continue;
    }
    EXPECT_GE(place, latest) << where << ": " << line;
    latest = place;
    const auto ending = endings.find(section.front());
    // The page that explains prefixes has a process 'Work.page'.
    EXPECT_TRUE(ending == endings.end() || tag.ends_with(ending->second) || tag == "Work.page")
        << where << ": " << line;
  }
}

TEST(Documents, BlueprintsHaveTheOrderAndTheEndingsOfThePaper) {
  std::size_t shown = 0;
  for (const auto& page : pages()) {
    for (const Block& block : blocks_of(source() / page)) {
      if (block.kind.starts_with("blueprint")) {
        expect_order_and_endings(block.lines, page.string() + ":" + std::to_string(block.number));
        ++shown;
      }
    }
  }
  EXPECT_GT(shown, 0U);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source() / "examples")) {
    if (entry.path().extension() == ".txt" && entry.path().filename() != "matrices.txt") {
      std::ifstream in(entry.path());
      expect_order_and_endings(lines_of(in), entry.path().string());
    }
  }
}

}  // namespace
}  // namespace dps
