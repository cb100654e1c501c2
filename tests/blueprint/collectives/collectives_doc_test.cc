/// The table of default algorithms in docs/collectives.md is made from the data file.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "blueprint/collectives/default_algorithms.h"

namespace dps::collectives {
namespace {

constexpr const char* kPage = "docs/collectives.md";
constexpr const char* kBegin = "<!-- defaults -->\n";
constexpr const char* kEnd = "<!-- end of defaults -->";

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t kKiB = 1024;
  if (bytes % (kKiB * kKiB) == 0) {
    return fmt::format("{} MiB", bytes / kKiB / kKiB);
  }
  return bytes % kKiB == 0 ? fmt::format("{} KiB", bytes / kKiB) : fmt::format("{}", bytes);
}

std::string members_text(const DefaultAlgorithms& row) {
  if (row.last == kMaxMembers) {
    return row.first == 2 ? "any" : fmt::format("{} and more", row.first);
  }
  return row.first == row.last ? fmt::format("{}", row.first)
                               : fmt::format("{} to {}", row.first, row.last);
}

std::string table() {
  std::string text = "| operation | members | algorithm |\n|---|---|---|\n";
  for (const DefaultAlgorithms& row : default_algorithms()) {
    text += fmt::format("| `{}` | {} | ", name_of(row.operation), members_text(row));
    for (const SizeLimit& size : row.sizes) {
      text += size.below == kAnySize
                  ? fmt::format("{}", name_of(size.algorithm))
                  : fmt::format("{}: {}, ", size_text(size.below), name_of(size.algorithm));
    }
    text += " |\n";
  }
  return text;
}

TEST(CollectivesDoc, ItsDefaultsAreThoseOfTheDataFile) {
  std::ifstream in(kPage);
  std::ostringstream read;
  read << in.rdbuf();
  const std::string page = read.str();
  const std::size_t begin = page.find(kBegin);
  const std::size_t end = page.find(kEnd);
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos);
  const std::size_t first = begin + std::string(kBegin).size();
  if (std::getenv("DPS_WRITE_DOCS") != nullptr) {
    std::ofstream(kPage) << page.substr(0, first) << table() << page.substr(end);
    return;
  }
  EXPECT_EQ(page.substr(first, end - first), table());
}

}  // namespace
}  // namespace dps::collectives
