// Compares the includes between folders with the table in docs/architecture.md, and checks that no
// file refers to a path outside the tree.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

namespace fs = std::filesystem;

using Names = std::set<std::string>;

const fs::path& root() {
  static const fs::path kRoot = DPS_SOURCE_DIR;
  return kRoot;
}

/// The folders that each folder may include, in addition to itself. A folder without a row has the
/// row of its parent; so "coordinator/launch" includes its sub-folders.
const std::map<std::string, Names>& allowed() {
  static const std::map<std::string, Names> kAllowed = {
      {"base", {}},
      {"mpi_programs/board", {"base"}},
      {"mpi_programs/library", {"base", "mpi_programs/board"}},
      {"base/text", {"base"}},
      {"base/expression", {"base", "base/text"}},
      {"blueprint", {"base", "base/text", "base/expression"}},
      {"blueprint/terrain", {"base", "base/text", "blueprint"}},
      {"blueprint/engine", {"base", "blueprint"}},
      {"blueprint/events", {"base"}},
      {"profiles/traces", {"base", "blueprint/events", "base/statistics"}},
      {"profiles/traces/analysis", {"base", "profiles/traces"}},
      {"profiles/traces/export", {"base", "profiles/traces"}},
      {"profiles/traces/states", {"base", "base/text"}},
      {"profiles", {"base", "blueprint", "blueprint/events", "base/statistics"}},
      {"profiles/comparison", {"base", "profiles"}},
      {"transport", {"base"}},
      {"userfuncs", {"base"}},
      {"transport/control",
       {"base", "blueprint", "blueprint/engine", "blueprint/events", "profiles"}},
      {"simulator/process",
       {"base", "blueprint", "blueprint/events", "blueprint/engine", "profiles", "profiles/traces",
        "transport", "userfuncs"}},
      {"simulator/guard", {"base", "transport/control"}},
      {"simulator/agent",
       {"base", "blueprint", "profiles", "profiles/traces", "transport", "userfuncs",
        "transport/control", "simulator/process", "simulator/guard"}},
      {"simulator/mpi",
       {"base", "transport", "transport/control", "simulator/guard", "simulator/agent"}},
      {"simulator/pvm",
       {"base", "transport", "transport/control", "simulator/guard", "simulator/agent"}},
      {"coordinator/placement", {"base", "blueprint", "blueprint/terrain"}},
      {"coordinator/launch", {"base", "transport/control", "coordinator/placement"}},
      {"coordinator/agents",
       {"base", "blueprint", "profiles", "transport/control", "coordinator/placement",
        "coordinator/launch"}},
      {"coordinator/session",
       {"base", "blueprint", "blueprint/engine", "profiles", "profiles/traces", "transport/control",
        "coordinator/placement", "coordinator/launch", "coordinator/agents"}},
      {"commands/cli",
       {"base", "base/text", "blueprint", "blueprint/terrain", "blueprint/engine", "base/plots",
        "profiles", "profiles/sweeps", "profiles/traces", "userfuncs", "coordinator/placement",
        "coordinator/launch", "coordinator/agents", "coordinator/session"}},
      {"commands/tracing",
       {"base", "blueprint", "profiles", "profiles/traces", "profiles/traces/analysis",
        "profiles/traces/export", "coordinator/placement", "coordinator/agents",
        "coordinator/session", "commands/cli"}},
      {"commands/options",
       {"base", "base/text", "profiles", "profiles/traces", "profiles/traces/export",
        "predictor/machines/kinds", "commands/cli"}},
      {"commands/measurement",
       {"base", "blueprint", "profiles", "base/statistics", "predictor/datasheets",
        "predictor/calibration", "coordinator/agents", "coordinator/session", "commands/cli"}},
      {"commands/what_if",
       {"base", "blueprint", "blueprint/engine", "profiles", "predictor/machines",
        "predictor/machines/files", "predictor/machines/kinds", "predictor/virtual_time",
        "commands/cli"}},
      {"mpi_programs/analysis",
       {"base", "mpi_programs/board", "base/clocks", "mpi_programs/library", "profiles",
        "base/statistics", "profiles/traces"}},
      {"commands/programs",
       {"base", "mpi_programs/board", "mpi_programs/library", "mpi_programs/analysis", "profiles",
        "coordinator/agents", "commands/cli", "coordinator/launch"}},
      {"commands/surfaces",
       {"base", "profiles", "profiles/surfaces", "profiles/sweeps", "commands/cli"}},
      {"commands/sheets",
       {"base", "base/text", "predictor/datasheets", "base/plots", "predictor/machines",
        "predictor/machines/kinds", "coordinator/agents", "commands/cli"}},
      {"commands",
       {"base",
        "base/text",
        "blueprint",
        "blueprint/terrain",
        "blueprint/engine",
        "profiles",
        "profiles/comparison",
        "predictor/machines",
        "predictor/machines/files",
        "predictor/machines/kinds",
        "predictor/models",
        "predictor/datasheets",
        "predictor/virtual_time",
        "base/plots",
        "predictor/calibration",
        "profiles/reports",
        "profiles/sweeps",
        "profiles/traces",
        "profiles/traces/export",
        "profiles/traces/states",
        "coordinator/placement",
        "coordinator/launch",
        "coordinator/agents",
        "coordinator/session",
        "commands/cli",
        "commands/tracing",
        "commands/options",
        "commands/measurement",
        "commands/what_if",
        "commands/sheets",
        "commands/surfaces",
        "commands/programs",
        "mpi_programs/analysis",
        "profiles/surfaces"}},
      {"predictor/machines", {"base"}},
      {"predictor/machines/flows", {"base", "predictor/machines"}},
      {"predictor/machines/files", {"base", "base/text", "predictor/machines"}},
      {"predictor/machines/kinds",
       {"base", "base/text", "predictor/machines", "predictor/machines/flows",
        "predictor/machines/files"}},
      {"predictor/models",
       {"base", "base/text", "base/expression", "predictor/machines", "predictor/machines/kinds",
        "base/plots"}},
      {"base/statistics", {"base"}},
      {"base/clocks", {"base"}},
      {"predictor/datasheets",
       {"base", "base/text", "base/statistics", "base/plots", "predictor/machines",
        "predictor/machines/files", "predictor/machines/kinds"}},
      {"predictor/rawtiming/plan",
       {"base", "base/text", "base/statistics", "predictor/datasheets", "predictor/machines/files",
        "predictor/machines/kinds"}},
      {"predictor/rawtiming/mpi",
       {"base", "base/text", "base/statistics", "base/clocks", "predictor/datasheets",
        "predictor/rawtiming/plan"}},
      {"base/plots", {"base"}},
      {"profiles/sweeps", {"base", "base/text", "profiles", "base/plots"}},
      {"profiles/surfaces", {"base", "base/text", "profiles", "profiles/sweeps"}},
      {"profiles/reports",
       {"base", "blueprint", "profiles", "profiles/traces", "profiles/traces/analysis",
        "profiles/traces/export"}},
      {"predictor/calibration",
       {"base", "blueprint", "profiles", "base/statistics", "predictor/datasheets",
        "predictor/machines", "predictor/machines/files", "predictor/machines/kinds"}},
      {"predictor/virtual_time",
       {"base", "blueprint", "blueprint/terrain", "blueprint/events", "profiles/traces",
        "blueprint/engine", "profiles", "base/statistics", "predictor/machines"}},
      {"examples", {"userfuncs", "mpi_programs/library"}},  // the public headers
  };
  return kAllowed;
}

/// The row of the table for a file: that of its folder, or of the nearest parent that has one.
std::string row_of(const fs::path& file) {
  fs::path folder = file.parent_path();
  while (!folder.empty() && !allowed().contains(folder)) {
    folder = folder.parent_path();
  }
  return folder;
}

struct Include {
  std::string file;  // relative to the root
  int line;
  bool quoted;  // true: "…"; false: <…>
  std::string name;
};

bool is_source(const fs::path& path) {
  const std::string extension = path.extension();
  return extension == ".h" || extension == ".cc" || extension == ".c";
}

/// True for folders that do not belong to the tree: build folders, hidden folders, and folders that
/// git ignores by name.
bool is_outside(const fs::path& path) {
  const std::string name = path.filename();
  return name.starts_with(".") || name.starts_with("build");
}

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) {
    return files;
  }
  for (auto entry = fs::recursive_directory_iterator(folder); entry != fs::end(entry); ++entry) {
    if (entry->is_directory() && is_outside(entry->path())) {
      entry.disable_recursion_pending();
    } else if (entry->is_regular_file()) {
      files.push_back(entry->path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<Include> includes_of(const fs::path& path) {
  std::vector<Include> includes;
  std::ifstream in(path);
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    std::istringstream words(text);
    std::string directive;
    std::string target;
    words >> directive;
    if (directive == "#") {  // "# include"
      words >> directive;
    }
    const bool is_include = directive == "#include" || directive == "include";
    if (!is_include || !(words >> target) || target.size() < 3) {
      continue;
    }
    includes.push_back({fs::relative(path, root()), line, target.front() == '"',
                        target.substr(1, target.find_first_of("\">", 1) - 1)});
  }
  return includes;
}

std::vector<Include> includes_below(const std::string& folder) {
  std::vector<Include> all;
  for (const fs::path& path : files_below(root() / folder)) {
    if (is_source(path)) {
      const auto here = includes_of(path);
      all.insert(all.end(), here.begin(), here.end());
    }
  }
  return all;
}

std::string place(const Include& include) {
  return include.file + ":" + std::to_string(include.line) + ": " + include.name;
}

/// True if a file in `folder` may have this quoted include.
bool is_allowed(const std::string& folder, const Include& include) {
  const auto slash = include.name.find('/');
  if (slash == std::string::npos || folder == "examples") {
    // A header in the same folder. The programs in examples may only use the public headers.
    return include.name.ends_with("dps_user.h") || include.name == "dps_mpi.h" ||
           fs::exists(root() / fs::path(include.file).parent_path() / include.name);
  }
  const std::string target = row_of(include.name);
  return target == folder || allowed().at(folder).contains(target);
}

TEST(Layering, EveryFolderIncludesOnlyWhatTheTableAllows) {
  for (const auto& [folder, targets] : allowed()) {
    for (const Include& include : includes_below(folder)) {
      if (include.quoted && row_of(include.file) == folder) {
        EXPECT_TRUE(is_allowed(folder, include)) << place(include);
      }
    }
  }
}

TEST(Layering, OurHeadersAreIncludedFromTheRoot) {
  for (const auto& [folder, targets] : allowed()) {
    if (folder == "examples") {
      continue;
    }
    for (const Include& include : includes_below(folder)) {
      if (include.quoted) {
        EXPECT_TRUE(fs::exists(root() / include.name)) << place(include);
      }
    }
  }
}

/// So compiling the source alone shows that the header includes what it needs.
TEST(Layering, ASourceIncludesItsHeaderFirst) {
  for (const auto& [folder, targets] : allowed()) {
    for (const fs::path& source : files_below(root() / folder)) {
      const fs::path header = fs::path(source).replace_extension(".h");
      if (source.extension() != ".cc" || !fs::exists(header)) {
        continue;
      }
      const auto includes = includes_of(source);
      ASSERT_FALSE(includes.empty()) << source;
      EXPECT_EQ(fs::path(includes.front().name).filename(), header.filename())
          << place(includes.front());
    }
  }
}

TEST(Layering, TheTableHasNoCycle) {
  Names settled;
  for (std::size_t round = 0; round < allowed().size(); ++round) {
    for (const auto& [folder, targets] : allowed()) {
      if (std::includes(settled.begin(), settled.end(), targets.begin(), targets.end())) {
        settled.insert(folder);
      }
    }
  }
  EXPECT_EQ(settled.size(), allowed().size());
}

/// So a program that uses only a model links no library that reads files.
TEST(Layering, TheModelOfAMachineIncludesNoReader) {
  const auto reads_files = [](const std::string& path) {
    return path.starts_with("predictor/machines/files/") ||
           path.find("/file/") != std::string::npos;
  };
  const fs::path kinds = "predictor/machines/kinds";
  for (const Include& include : includes_below(kinds)) {
    const fs::path folder = fs::path(include.file).parent_path();
    if (folder != kinds && !reads_files(include.file)) {
      EXPECT_FALSE(reads_files(include.name)) << place(include);
    }
  }
}

TEST(Layering, EveryFolderOfSourcesIsInTheTable) {
  for (const auto& entry : fs::directory_iterator(root())) {
    const std::string name = entry.path().filename();
    if (!entry.is_directory() || is_outside(entry.path()) || name == "tests" || name == "bench") {
      continue;
    }
    for (const fs::path& file : files_below(entry.path())) {
      if (is_source(file)) {
        EXPECT_FALSE(row_of(fs::relative(file, root())).empty()) << file.string();
      }
    }
  }
}

TEST(Layering, NoFolderHasMoreThanFiftyFiles) {
  std::map<std::string, int> files;
  for (const fs::path& file : files_below(root())) {
    if (is_source(file)) {
      ++files[fs::relative(file.parent_path(), root())];
    }
  }
  for (const auto& [folder, count] : files) {
    EXPECT_LE(count, 50) << folder;
  }
}

TEST(Layering, MessagePassingLibrariesStayBehindTheirTransport) {
  const std::map<std::string, std::string> own = {{"mpi.h", "mpi"}, {"pvm3.h", "pvm"}};
  for (const auto& [folder, targets] : allowed()) {
    for (const Include& include : includes_below(folder)) {
      const auto found = own.find(include.name);
      if (found == own.end()) {
        continue;
      }
      const std::string& name = found->second;
      const bool has_own = name == "mpi" && (include.file.starts_with("mpi_programs/library/") ||
                                             include.file.starts_with("predictor/rawtiming/mpi/"));
      const bool behind = has_own || include.file.starts_with("transport/" + name + "/") ||
                          include.file.starts_with("simulator/" + name + "/") ||
                          include.file.starts_with("examples/");
      EXPECT_TRUE(behind) << place(include);
    }
  }
}

/// True if a path can begin at `at`: the character before it is not part of a path or a name.
bool begins_a_path(const std::string& text, std::size_t at) {
  return at == 0 || std::string(" \t\"'`(<=:,[{").find(text[at - 1]) != std::string::npos;
}

bool ends_a_name(const std::string& text, std::size_t at) {
  return at >= text.size() || (std::isalnum(static_cast<unsigned char>(text[at])) == 0 &&
                               text[at] != '_' && text[at] != '-');
}

TEST(Layering, NoFileRefersToAPathOutsideTheTree) {
  // Each path is composed of two parts, so that this file passes its own test.
  const std::vector<std::string> outside = {
      std::string("/wo") + "rk", std::string("../sha") + "red", std::string("/tmp/help") + "ers"};
  for (const fs::path& path : files_below(root())) {
    std::ifstream in(path);
    std::string text;
    for (int line = 1; std::getline(in, text); ++line) {
      for (const std::string& name : outside) {
        const auto at = text.find(name);
        const bool found = at != std::string::npos && begins_a_path(text, at) &&
                           ends_a_name(text, at + name.size());
        EXPECT_FALSE(found) << fs::relative(path, root()).string() << ":" << line << ": " << name;
      }
    }
  }
}

}  // namespace
