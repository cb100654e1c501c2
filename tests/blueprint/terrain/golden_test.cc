// Compares the diagnostics of hosts files, and the reports of terrains without a solution, with
// golden files. DPS_UPDATE_GOLDEN=1 writes the current output to the files instead; check the
// difference before you commit it.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "blueprint/terrain/conflict_report.h"
#include "blueprint/terrain/host_list.h"
#include "programs.h"

namespace dps::terrain {
namespace {

constexpr const char* kFolder = "tests/blueprint/terrain/golden/";
const std::string kReportBelow = "=== report ===\n";
const std::string kHostsBelow = "=== hosts ===\n";

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code missing;  // in another working directory there are no cases
  for (const auto& entry : std::filesystem::directory_iterator(kFolder + folder, missing)) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A golden file contains the input of `report`, the line kReportBelow, and the expected output.
template <typename Report>
void compare(const std::string& path, Report report) {
  const std::string text = read(path);
  const std::size_t cut = text.find(kReportBelow);
  ASSERT_NE(cut, std::string::npos);
  const std::string output = report(text.substr(0, cut));
  if (std::getenv("DPS_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(path, std::ios::binary) << text.substr(0, cut) << kReportBelow << output;
    return;
  }
  EXPECT_EQ(output, text.substr(cut + kReportBelow.size()));
}

class HostsGolden : public testing::TestWithParam<std::string> {};

TEST_P(HostsGolden, MistakesInHostsFilesAreReported) {
  compare(kFolder + ("hosts/" + GetParam()) + ".txt", [](const std::string& text) {
    const SourceText source{"lab.hosts", text};
    const HostList list = read_hosts_file(source);
    EXPECT_NE(list.hosts.empty(), list.diagnostics.empty());
    return render(source, list.diagnostics);
  });
}

INSTANTIATE_TEST_SUITE_P(Files, HostsGolden, testing::ValuesIn(names_in("hosts")),
                         [](const auto& golden) { return golden.param; });

TEST(TerrainGoldenFiles, AreFound) {
  EXPECT_FALSE(names_in("hosts").empty());
  EXPECT_FALSE(names_in("conflicts").empty());
}

class ConflictGolden : public testing::TestWithParam<std::string> {};

TEST_P(ConflictGolden, TerrainWithoutASolutionIsExplained) {
  compare(kFolder + ("conflicts/" + GetParam()) + ".txt", [](const std::string& text) {
    const std::size_t cut = text.find(kHostsBelow);
    EXPECT_NE(cut, std::string::npos);
    constexpr std::uint32_t kProcesses = 64;
    const auto program = program_with(text.substr(0, cut), kProcesses);
    const auto hosts = hosts_of(text.substr(cut + kHostsBelow.size()));
    const auto assigned = assign(program, hosts);
    EXPECT_FALSE(assigned.has_value());
    return assigned ? "" : conflict_report(program, hosts, assigned.error());
  });
}

INSTANTIATE_TEST_SUITE_P(Files, ConflictGolden, testing::ValuesIn(names_in("conflicts")),
                         [](const auto& golden) { return golden.param; });

}  // namespace
}  // namespace dps::terrain
