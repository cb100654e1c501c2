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
      {"board", {"base"}},
      {"mpi_library", {"base", "board"}},
      {"text", {"base"}},
      {"expression", {"base", "text"}},
      {"blueprint", {"base", "text", "expression"}},
      {"terrain", {"base", "text", "blueprint"}},
      {"engine", {"base", "blueprint"}},
      {"events", {"base"}},
      {"traces", {"base", "events", "statistics"}},
      {"traces/analysis", {"base", "traces"}},
      {"traces/export", {"base", "traces"}},
      {"traces/states", {"base", "text"}},
      {"profiles", {"base", "blueprint", "events", "statistics"}},
      {"profiles/comparison", {"base", "profiles"}},
      {"transport", {"base"}},
      {"userfuncs", {"base"}},
      {"control", {"base", "blueprint", "engine", "events", "profiles"}},
      {"simulator/process",
       {"base", "blueprint", "events", "engine", "profiles", "traces", "transport", "userfuncs"}},
      {"simulator/guard", {"base", "control"}},
      {"simulator/agent",
       {"base", "blueprint", "profiles", "traces", "transport", "userfuncs", "control",
        "simulator/process", "simulator/guard"}},
      {"simulator/mpi", {"base", "transport", "control", "simulator/guard", "simulator/agent"}},
      {"simulator/pvm", {"base", "transport", "control", "simulator/guard", "simulator/agent"}},
      {"coordinator/placement", {"base", "blueprint", "terrain"}},
      {"coordinator/launch", {"base", "control", "coordinator/placement"}},
      {"coordinator/agents",
       {"base", "blueprint", "profiles", "control", "coordinator/placement", "coordinator/launch"}},
      {"coordinator/session",
       {"base", "blueprint", "engine", "profiles", "traces", "control", "coordinator/placement",
        "coordinator/launch", "coordinator/agents"}},
      {"coordinator/cli",
       {"base", "text", "blueprint", "terrain", "engine", "plots", "profiles", "sweeps", "traces",
        "userfuncs", "coordinator/placement", "coordinator/launch", "coordinator/agents",
        "coordinator/session"}},
      {"coordinator/tracing",
       {"base", "blueprint", "profiles", "traces", "traces/analysis", "traces/export",
        "coordinator/placement", "coordinator/agents", "coordinator/session", "coordinator/cli"}},
      {"coordinator/options",
       {"base", "text", "profiles", "traces", "traces/export", "machines/kinds",
        "coordinator/cli"}},
      {"coordinator/measurement",
       {"base", "blueprint", "profiles", "statistics", "datasheets", "calibration",
        "coordinator/agents", "coordinator/session", "coordinator/cli"}},
      {"coordinator/what_if",
       {"base", "blueprint", "engine", "profiles", "machines", "machines/files", "machines/kinds",
        "predictor", "coordinator/cli"}},
      {"mpi_profiles",
       {"base", "board", "clocks", "mpi_library", "profiles", "statistics", "traces"}},
      {"coordinator/programs",
       {"base", "board", "mpi_library", "mpi_profiles", "profiles", "coordinator/agents",
        "coordinator/cli", "coordinator/launch"}},
      {"coordinator/surfaces", {"base", "profiles", "surfaces", "sweeps", "coordinator/cli"}},
      {"coordinator/sheets",
       {"base", "text", "datasheets", "plots", "machines", "machines/kinds", "coordinator/agents",
        "coordinator/cli"}},
      {"coordinator/commands",
       {"base",
        "text",
        "blueprint",
        "terrain",
        "engine",
        "profiles",
        "profiles/comparison",
        "machines",
        "machines/files",
        "machines/kinds",
        "models",
        "datasheets",
        "predictor",
        "plots",
        "calibration",
        "reports",
        "sweeps",
        "traces",
        "traces/export",
        "traces/states",
        "coordinator/placement",
        "coordinator/launch",
        "coordinator/agents",
        "coordinator/session",
        "coordinator/cli",
        "coordinator/tracing",
        "coordinator/options",
        "coordinator/measurement",
        "coordinator/what_if",
        "coordinator/sheets",
        "coordinator/surfaces",
        "coordinator/programs",
        "mpi_profiles",
        "surfaces"}},
      {"machines", {"base"}},
      {"machines/flows", {"base", "machines"}},
      {"machines/files", {"base", "text", "machines"}},
      {"machines/kinds", {"base", "text", "machines", "machines/flows", "machines/files"}},
      {"models", {"base", "text", "expression", "machines", "machines/kinds", "plots"}},
      {"statistics", {"base"}},
      {"clocks", {"base"}},
      {"datasheets",
       {"base", "text", "statistics", "plots", "machines", "machines/files", "machines/kinds"}},
      {"rawtiming/plan",
       {"base", "text", "statistics", "datasheets", "machines/files", "machines/kinds"}},
      {"rawtiming/mpi", {"base", "text", "statistics", "clocks", "datasheets", "rawtiming/plan"}},
      {"plots", {"base"}},
      {"sweeps", {"base", "text", "profiles", "plots"}},
      {"surfaces", {"base", "text", "profiles", "sweeps"}},
      {"reports", {"base", "blueprint", "profiles", "traces", "traces/analysis", "traces/export"}},
      {"calibration",
       {"base", "blueprint", "profiles", "statistics", "datasheets", "machines", "machines/files",
        "machines/kinds"}},
      {"predictor",
       {"base", "blueprint", "terrain", "events", "traces", "engine", "profiles", "statistics",
        "machines"}},
      {"examples", {"userfuncs", "mpi_library"}},  // the public headers
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
    return path.starts_with("machines/files/") || path.find("/file/") != std::string::npos;
  };
  const fs::path kinds = "machines/kinds";
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
      const bool has_own = name == "mpi" && (include.file.starts_with("mpi_library/") ||
                                             include.file.starts_with("rawtiming/mpi/"));
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
