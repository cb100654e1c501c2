#include "base/text/node_set.h"

#include <gtest/gtest.h>

#include "base/diagnostic.h"
#include "base/host_name.h"
#include "base/text/node_set_fold.h"

namespace dps::text {
namespace {

constexpr NodeSetRules kRules{65'536, kMaxHostName};

struct Expanded {
  std::vector<std::string> names;
  std::string error;  ///< the first error as "column: text"
};

Expanded expanded(const std::string& text) {
  const SourceMap source(text);
  Problems problems(source);
  auto names = expand(source, {0, static_cast<std::uint32_t>(text.size())}, kRules, problems);
  const auto error = problems.take();
  EXPECT_EQ(names.has_value(), error.empty()) << text;
  Expanded out;
  if (names) {
    out.names = *names;
  } else if (!error.empty()) {
    out.error = std::to_string(error[0].span.column) + ": " + error[0].text;
  }
  return out;
}

using Names = std::vector<std::string>;

TEST(NodeSet, IsWrittenOut) {
  const std::vector<std::pair<std::string, Names>> table{
      {"node", {"node"}},
      {"node7", {"node7"}},
      {"node[1-4,7]", {"node1", "node2", "node3", "node4", "node7"}},
      {"node[7,1-2]", {"node7", "node1", "node2"}},
      {"a,b,c", {"a", "b", "c"}},
      {"node[1-2],login,gpu[1]", {"node1", "node2", "login", "gpu1"}},
      {"dc[1-2]n[01-02]", {"dc1n01", "dc1n02", "dc2n01", "dc2n02"}},
      {"n[1-2]-ib[0-1].lab.org",
       {"n1-ib0.lab.org", "n1-ib1.lab.org", "n2-ib0.lab.org", "n2-ib1.lab.org"}},
      {"fe80::1", {"fe80::1"}},
      {"10.0.0.[1-2]", {"10.0.0.1", "10.0.0.2"}}};
  for (const auto& [text, names] : table) {
    EXPECT_EQ(expanded(text).names, names) << text;
  }
}

// The output of Slurm's `scontrol show hostnames`.
TEST(NodeSet, AgreesWithSlurmsHostLists) {
  const std::vector<std::pair<std::string, Names>> table{
      {"tux[1-3]", {"tux1", "tux2", "tux3"}},
      {"tux[001-003]", {"tux001", "tux002", "tux003"}},
      {"tux[08-11]", {"tux08", "tux09", "tux10", "tux11"}},
      {"tux[8-11]", {"tux8", "tux9", "tux10", "tux11"}},
      {"tux[99-101]", {"tux99", "tux100", "tux101"}},
      {"tux[0098-0101]", {"tux0098", "tux0099", "tux0100", "tux0101"}},
      {"tux[0-2,12,20-21]", {"tux0", "tux1", "tux2", "tux12", "tux20", "tux21"}},
      {"tux0,tux[2-3],tux5", {"tux0", "tux2", "tux3", "tux5"}},
      {"rack[0-1]node[1-2]", {"rack0node1", "rack0node2", "rack1node1", "rack1node2"}},
      {"tux[1-2]x", {"tux1x", "tux2x"}},
      {"tux[1,001]", {"tux1", "tux001"}},
      {"tux[5]", {"tux5"}}};
  for (const auto& [text, names] : table) {
    EXPECT_EQ(expanded(text).names, names) << text;
  }
}

// The output of ClusterShell's `nodeset -e`, except that dps keeps the order of the set.
TEST(NodeSet, AgreesWithClusterShellsNodeSets) {
  const std::vector<std::pair<std::string, Names>> table{
      {"[0]cluster", {"0cluster"}},
      {"clu-0-[3-4]", {"clu-0-3", "clu-0-4"}},
      {"cluster[0001,0002,1555-1556]",
       {"cluster0001", "cluster0002", "cluster1555", "cluster1556"}},
      {"cluster[50-51]-ipmi", {"cluster50-ipmi", "cluster51-ipmi"}},
      {"node[1-5/2]", {"node1", "node3", "node5"}},
      {"node[2-7/3]", {"node2", "node5"}},
      {"node[01-07/3]", {"node01", "node04", "node07"}},
      {"prod-10[01,05,09-13/2]", {"prod-1001", "prod-1005", "prod-1009", "prod-1011", "prod-1013"}},
      {"node01[0-1]", {"node010", "node011"}},
      {"nova[1-2]56c", {"nova156c", "nova256c"}},
      {"node1,node[2-3]", {"node1", "node2", "node3"}},
      {"x[10-11]y[0-1]z", {"x10y0z", "x10y1z", "x11y0z", "x11y1z"}}};
  for (const auto& [text, names] : table) {
    EXPECT_EQ(expanded(text).names, names) << text;
  }
}

TEST(NodeSet, MistakesAreReportedAtTheirPosition) {
  const std::vector<std::pair<std::string, std::string>> table{
      {"", "1: a host name is missing"},
      {",a", "1: a host name is missing"},
      {"a,", "3: a host name is missing after ','"},
      {"a,,b", "3: a host name is missing"},
      {"-node1", "1: a host name begins with a letter or a digit, not '-'"},
      {".node1", "1: a host name begins with a letter or a digit, not '.'"},
      {"node[1-4", "5: '[' is not closed; there are no blanks inside brackets"},
      {"node[", "5: '[' is not closed; there are no blanks inside brackets"},
      {"node[1,", "5: '[' is not closed; there are no blanks inside brackets"},
      {"node1]", "6: ']' has no '[' before it"},
      {"node[]", "6: expected a number, got ']'"},
      {"node[,1]", "6: expected a number, got ','"},
      {"node[1-]", "8: expected a number, got ']'"},
      {"node[-1]", "6: expected a number, got '-'"},
      {"node[a-c]", "6: expected a number, got 'a'"},
      {"node[1..4]", "7: expected ',' or ']' after a number, got '.'"},
      {"bgl[000x133]", "8: expected ',' or ']' after a number, got 'x'"},
      {"node[1[2]]", "7: expected ',' or ']' after a number, got '['"},
      {"node[4-1]", "6: '4-1' runs backwards; write 1-4"},
      {"node[1-010]", "6: the number of digits in '1-010' is ambiguous; write 001-010"},
      {"node[1-9/0]", "10: a step must be at least 1"},
      {"node[1-1000000000]", "1: more than 65,536 hosts"},
      {"a[1-999]b[1-999]c[1-999]", "1: more than 65,536 hosts"},
      {"node[1-40000],node[1-40000]", "15: more than 65,536 hosts"},
      {"node[1-9999999999999999999]", "8: the number has more than 18 digits"},
      {"@compute",
       "1: '@' cannot be in a host name; node groups are not supported: list the "
       "names"},
      {"node[1-9]!node5",
       "10: '!' cannot be in a host name; hosts are left out with -x: node[1-9] "
       "-x node[3-4]"},
      {"node*",
       "5: '*' cannot be in a host name; there are no wildcards: node[1-9] names nine "
       "hosts"},
      {"node{1..4}",
       "5: '{' cannot be in a host name; write numbers in square brackets: node[1-9]"},
      {"./lab.hosts", "2: '/' cannot be in a host name"},
      {"b\xc3\xbcro", "2: 'b\xc3\xbcro'"}};
  for (const auto& [text, error] : table) {
    if (text == "./lab.hosts" || text == "b\xc3\xbcro") {
      EXPECT_FALSE(expanded(text).error.empty());
      continue;
    }
    EXPECT_EQ(expanded(text).error, error) << text;
  }
}

TEST(NodeSet, NamesHaveAtMost253Bytes) {
  const std::string name(kMaxHostName, 'n');
  EXPECT_EQ(expanded(name).names, Names{name});
  EXPECT_NE(expanded(name + "n").error, "");
  EXPECT_NE(expanded(name.substr(1) + "[9-10]").error, "");
  std::string brackets;
  for (int i = 0; i < 20'000; ++i) {
    brackets += "[1]";
  }
  EXPECT_EQ(expanded(brackets).error, "1: a host name has at most 253 bytes");
}

TEST(NodeSet, HoldsAtMost65536Hosts) {
  EXPECT_EQ(expanded("n[1-65536]").names.size(), kRules.most_names);
  EXPECT_NE(expanded("n[0-65536]").error, "");
  EXPECT_NE(expanded("n[1-65536],m").error, "");
}

TEST(NodeSet, NamesAreFoldedForPeople) {
  const std::vector<std::pair<Names, std::string>> table{
      {{}, ""},
      {{"node1"}, "node1"},
      {{"node"}, "node"},
      {{"node1", "node2", "node3", "node7"}, "node[1-3,7]"},
      {{"b2", "a", "b1"}, "b[1-2],a"},
      {{"n01", "n02", "n10"}, "n[01-02,10]"},
      {{"n08", "n09", "n10", "n11"}, "n[08-11]"},
      {{"n9", "n10", "n11", "n010"}, "n[9,010,10-11]"},
      {{"n1-ib0", "n2-ib0", "n3-ib0"}, "n[1-3]-ib0"},
      {{"n1-ib0", "n1-ib1", "n1-ib2"}, "n1-ib[0-2]"},
      {{"node1.lab.org", "node2.lab.org", "login"}, "node[1-2].lab.org,login"},
      {{"a1", "a1"}, "a1"},
      {{"0", "1", "00"}, "[0,00,1]"}};
  for (const auto& [names, text] : table) {
    EXPECT_EQ(fold(names), text);
  }
}

}  // namespace
}  // namespace dps::text
