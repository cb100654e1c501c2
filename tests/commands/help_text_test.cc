// --help and the manual page, which come from the table of commands or must agree with it.
#include "commands/options/help_text.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "base/printable.h"
#include "commands/command_table.h"
#include "tests/support/run_shell.h"

namespace dps::commands {
namespace {

std::string manual() {
  std::ifstream in("docs/dps.1");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A text in the notation of the manual page: "\-\-max\-message".
std::string in_roff(std::string_view name) {
  std::string text;
  for (const char c : name) {
    text += c == '-' ? "\\-" : std::string(1, c);
  }
  return text;
}

TEST(HelpText, NoLineIsWiderThanTheTerminal) {
  for (const std::size_t width : {60U, 80U, 100U, 200U}) {
    std::string all = overview(command_table(), width);
    for (const Command& command : command_table()) {
      all += help_of(command, command.prepare()->syntax(), width);
    }
    std::istringstream lines(all);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(printed_width(line), width) << line;
    }
  }
}

TEST(HelpText, EveryCommandHasAnExampleThatBeginsWithDps) {
  for (const Command& command : command_table()) {
    ASSERT_FALSE(command.examples.empty()) << command.name;
    for (const Example& example : command.examples) {
      EXPECT_TRUE(example.command.starts_with("dps ")) << example.command;
    }
  }
}

TEST(HelpText, TheOverviewListsEveryCommand) {
  for (const Command& command : command_table()) {
    EXPECT_NE(overview(command_table(), 80).find("\n  " + std::string(command.name) + " "),
              std::string::npos)
        << command.name;
  }
}

TEST(HelpText, TheManualPageHasEveryCommandAndOption) {
  const std::string page = manual();
  for (const Command& command : command_table()) {
    EXPECT_NE(page.find(".B " + std::string(command.name) + "\n"), std::string::npos)
        << command.name;
    const auto prepared = command.prepare();
    for (const Option& option : prepared->syntax().options) {
      EXPECT_NE(page.find(in_roff(option.name)), std::string::npos) << option.name;
    }
  }
}

TEST(ManualPage, HasTheUsualSections) {
  const std::string page = manual();
  for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS",
                              "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"}) {
    EXPECT_NE(page.find(std::string("\n.SH ") + section + "\n"), std::string::npos) << section;
  }
}

TEST(ManualPage, IsFormattedWithoutWarnings) {
  const auto groff = support::run_shell(
      "command -v groff >/dev/null || exit 42; "
      "groff -man -Tutf8 -ww -z docs/dps.1 2>&1");
  if (groff.status == 42) {
    GTEST_SKIP() << "groff is not installed";
  }
  EXPECT_EQ(groff.out, "");
}

}  // namespace
}  // namespace dps::commands
