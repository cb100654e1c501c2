// Conventions of the sources: their includes, their number in a folder, and their names.
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "tests/layering/source_tree.h"

namespace dps::layering {
namespace {

namespace fs = std::filesystem;

TEST(Conventions, OurHeadersAreIncludedFromTheRoot) {
  // The public headers are installed, and their users include them by name alone.
  const auto is_public = [](const std::string& name) {
    return name == "dps_user.h" || name == "dps_mpi.h";
  };
  for (const std::string& room : rooms()) {
    for (const Include& include : includes_below(room)) {
      if (include.is_quoted && !is_public(include.name)) {
        EXPECT_TRUE(fs::exists(root() / include.name)) << described(include);
      }
    }
  }
}

TEST(Conventions, ExamplesIncludeOnlyPublicHeadersAndTheirOwn) {
  for (const Include& include : includes_below("examples")) {
    if (include.is_quoted && !include.target.starts_with("examples/")) {
      const fs::path name = fs::path(include.name).filename();
      EXPECT_TRUE(name == "dps_user.h" || name == "dps_mpi.h") << described(include);
    }
  }
}

/// The reason: compiling the source then proves that the header includes all that it requires.
TEST(Conventions, ASourceIncludesItsHeaderFirst) {
  std::vector<std::string> folders = rooms();
  folders.emplace_back("examples");
  for (const std::string& room : folders) {
    for (const std::string& source : sources_below(room)) {
      const fs::path header = fs::path(source).replace_extension(".h");
      if (!source.ends_with(".cc") || !fs::exists(root() / header)) {
        continue;
      }
      const auto includes = includes_of(source);
      ASSERT_FALSE(includes.empty()) << source;
      EXPECT_EQ(fs::path(includes.front().name).filename(), header.filename())
          << described(includes.front());
    }
  }
}

/// The name of the type that the line begins to define; or empty.
std::string defined_type(const std::string& line) {
  static const std::regex definition(
      R"(^(?:struct|class|enum class) (?:\[\[nodiscard\]\] )?([A-Z]\w*)(?: final)?(?: :.*)? \{.*)");
  std::smatch found;
  const bool may_be =
      !line.empty() && std::string_view("sce").find(line[0]) != std::string_view::npos;
  return may_be && std::regex_match(line, found, definition) ? found[1].str() : "";
}

/// The reason: a name is then clear without its namespace. Types inside others do not count.
TEST(Conventions, APublicTypeHasANameOfItsOwn) {
  std::map<std::string, std::string> headers;
  for (const std::string& room : rooms()) {
    for (const std::string& source : sources_below(room)) {
      if (!source.ends_with(".h")) {
        continue;
      }
      std::ifstream file(root() / source);
      for (std::string line; std::getline(file, line);) {
        const std::string type = defined_type(line);
        if (type.empty()) {
          continue;
        }
        const auto [known, is_new] = headers.emplace(type, source);
        EXPECT_TRUE(is_new) << type << " of " << source << " is also in " << known->second;
      }
    }
  }
  EXPECT_GT(headers.size(), 500);
}

/// The reason: the times of a model are then clear without the format of its files.
TEST(Conventions, TheModelOfAMachineIncludesNoReader) {
  const auto reads_files = [](const std::string& path) {
    return path.starts_with("predictor/machines/files/") ||
           path.find("/file/") != std::string::npos;
  };
  const std::string kinds = "predictor/machines/kinds";
  EXPECT_FALSE(includes_below(kinds).empty());
  for (const Include& include : includes_below(kinds)) {
    if (folder_of(include.file) != kinds && !reads_files(include.file)) {
      EXPECT_FALSE(reads_files(include.name)) << described(include);
    }
  }
}

/// The reason: rc::check() only returns whether the property holds; RC_GTEST_PROP fails.
TEST(Conventions, APropertyThatDoesNotHoldFailsItsTest) {
  for (const std::string& source : sources_below("tests")) {
    std::ifstream file(root() / source);
    for (std::string line; std::getline(file, line);) {
      const std::size_t first = line.find_first_not_of(' ');
      EXPECT_FALSE(first != std::string::npos && line.substr(first).starts_with("rc::check("))
          << source << ": " << line;
    }
  }
}

TEST(Conventions, NoFolderHasMoreThanFiftySources) {
  std::map<std::string, int> sources;
  for (const std::string& file : sources_below("")) {
    ++sources[folder_of(file)];
  }
  for (const auto& [folder, count] : sources) {
    EXPECT_LE(count, 50) << folder;
  }
}

TEST(Conventions, MessagePassingLibrariesStayBehindTheirTransport) {
  const std::map<std::string, std::vector<std::string>> users = {
      {"mpi.h",
       {"transport/mpi/", "simulator/mpi/", "mpi_programs/library/", "predictor/rawtiming/mpi/"}},
      {"pvm3.h", {"transport/pvm/", "simulator/pvm/"}}};
  for (const std::string& room : rooms()) {
    for (const Include& include : includes_below(room)) {
      const auto found = users.find(include.name);
      bool may_include = found == users.end();
      for (std::size_t i = 0; !may_include && i < found->second.size(); ++i) {
        may_include = include.file.starts_with(found->second[i]);
      }
      EXPECT_TRUE(may_include) << described(include);
    }
  }
}

/// Returns true if a path can start at `at`: the character before it is not part of a path or a
/// name.
bool can_start_a_path(const std::string& text, std::size_t at) {
  return at == 0 || std::string(" \t\"'`(<=:,[{").find(text[at - 1]) != std::string::npos;
}

bool ends_a_name(const std::string& text, std::size_t at) {
  return at >= text.size() || (std::isalnum(static_cast<unsigned char>(text[at])) == 0 &&
                               text[at] != '_' && text[at] != '-');
}

TEST(Conventions, NoFileRefersToAPathOutsideTheTree) {
  // Each path is composed of two parts, so that this file passes its own test.
  const std::vector<std::string> outside = {
      std::string("/wo") + "rk", std::string("../sha") + "red", std::string("/tmp/help") + "ers"};
  for (const std::string& file : files_below("")) {
    std::ifstream in(root() / file);
    std::string text;
    for (int line = 1; std::getline(in, text); ++line) {
      for (const std::string& name : outside) {
        const auto at = text.find(name);
        const bool found = at != std::string::npos && can_start_a_path(text, at) &&
                           ends_a_name(text, at + name.size());
        EXPECT_FALSE(found) << file << ":" << line << ": " << name;
      }
    }
  }
}

}  // namespace
}  // namespace dps::layering
