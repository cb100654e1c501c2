// The hosts files, node sets and terrains in docs/hosts.md have the results that the document
// shows.
#include <fstream>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "blueprint/terrain/conflict_report.h"
#include "blueprint/terrain/host_list.h"
#include "programs.h"

namespace dps::terrain {
namespace {

struct Block {
  std::string kind;  ///< the word after ```
  std::string text;
};

std::vector<Block> blocks_of(const std::string& path) {
  std::ifstream in(path);
  std::vector<Block> blocks;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) {
        blocks.push_back({line.substr(3), ""});
      }
    } else if (inside) {
      blocks.back().text += line + "\n";
    }
  }
  return blocks;
}

std::string told(const std::string& text) {
  const SourceText source{"lab.hosts", text};
  return render(source, read_hosts_file(source).diagnostics);
}

TEST(HostsDoc, EveryBlockGivesTheOutputShown) {
  const std::vector<Block> blocks = blocks_of("docs/hosts.md");
  std::size_t checked = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const auto& [kind, text] = blocks[i];
    if (kind == "hosts") {
      EXPECT_EQ(told(text), "");
    } else if (kind == "hosts-error") {
      ASSERT_EQ(blocks[i + 1].kind, "diagnostics");
      EXPECT_EQ(told(text), blocks[i + 1].text);
    } else if (kind == "terrain") {
      ASSERT_EQ(blocks[i + 2].kind, "report");
      const auto program = program_with(text, 5);
      const auto hosts = hosts_of(blocks[i + 1].text);
      const auto assigned = assign(program, hosts);
      ASSERT_FALSE(assigned.has_value());
      EXPECT_EQ(conflict_report(program, hosts, assigned.error()), blocks[i + 2].text);
    } else {
      continue;
    }
    ++checked;
  }
  EXPECT_EQ(checked, 7U);
}

}  // namespace
}  // namespace dps::terrain
