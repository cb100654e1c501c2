#include "predictor/machines/kinds/machine_changes.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/kinds/machine_file.h"
#include "predictor/machines/kinds/native/file/native_file.h"
#include "predictor/machines/kinds/native/file/native_text.h"
#include "tests/predictor/machines/changed_file.h"
#include "tests/support/replaced.h"

namespace dps::machines {
namespace {

constexpr const char* kLab = R"(# The lab.
name = "lab"
[[host]]
name = "node[1-4]"   # é
speed = 500
multiply = "1.1ns"
[[host]]
name = "login"
bandwidth = "10Gbit/s"
[network]
bandwidth = "1Gbit/s"   # of the switch
latency = "50us"
[[cost.beyond]]
size = "64KiB"
send_per_byte = "0.2ns"
)";

constexpr const char* kPaper = R"(SP2
receive latency = 0.25e-4 seconds # r
send latency = 0.5e-4 seconds
time to send 1 word (8 bytes) = 2e-7 seconds
time for one multiply = 0.178e-7 seconds
network type = nobus
)";

/// The description of the file after the changes, as dps writes it.
std::string described(const std::string& text) {
  const auto reading = read_native_description({"m.toml", text});
  return reading.description ? native_text(*reading.description)
                             : render({"m.toml", text}, reading.diagnostics) + text;
}

TEST(MachineChanges, OnlyTheTextOfAValueChanges) {
  EXPECT_EQ(after(kLab, {"network.latency=10us"}),
            replaced(kLab, "latency = \"50us\"", "latency = \"10us\""));
  EXPECT_EQ(after(kLab, {"network.bandwidth*=2"}),
            replaced(kLab, "1Gbit/s\"   #", "2Gbit/s\"   #"));
  EXPECT_EQ(after(kLab, {" host.node[1-4].speed = 2000 "}), replaced(kLab, "500", "2000"));
  EXPECT_EQ(after(kLab, {"host.node[1-4].multiply*=0.5"}), replaced(kLab, "1.1ns", "550ps"));
  EXPECT_EQ(after(kLab, {"cost.beyond.1.send_per_byte*=10"}), replaced(kLab, "0.2ns", "2ns"));
  EXPECT_EQ(after(kPaper, {"send latency*=2", "network type=bus"}),
            replaced(replaced(kPaper, "0.5e-4", "0.0001"), "nobus", "bus"));
}

TEST(MachineChanges, AValueThatTheFileDoesNotHaveIsAdded) {
  EXPECT_EQ(after(kLab, {"network.burst=3KiB"}),
            replaced(kLab, "bandwidth = \"1Gbit", "burst = \"3KiB\"\nbandwidth = \"1Gbit"));
  EXPECT_EQ(after(kLab, {"cost.send=3us"}), std::string(kLab) + "\n[cost]\nsend = \"3us\"\n");
  EXPECT_EQ(after(kLab, {"local.latency=3us"}),
            std::string(kLab) + "\n[local]\nbandwidth = \"1Gbit/s\"\nlatency = \"3us\"\n");
  EXPECT_EQ(after(kLab, {"host.login.speed*=3"}),
            replaced(kLab, "bandwidth = \"10Gb", "speed = 3000\nbandwidth = \"10Gb"));
}

TEST(MachineChanges, EveryFormOfTablesCanBeChanged) {
  constexpr const char* kForms[] = {
      "host = [{name = 'a'}]\nnetwork = {bandwidth = '1Gbit/s', latency = '1us'}\ncost = {}\n",
      "network.bandwidth = '1Gbit/s'\nnetwork.latency = '1us'\ncost.receive = '0s'\n[[host]]\nname "
      "= 'a'\n",
      "[[host]]\nname='a'\n[network]\n bandwidth='1Gbit/s'\n latency='1us'\n[cost]",
      "[[host]]\nname='a'\n[network]\nbandwidth='1Gbit/"
      "s'\nlatency='1us'\n[cost]\n[[cost.beyond]]\nsize='1B'",
  };
  for (const std::string form : kForms) {
    const auto text = changed_file(form, {"cost.send=7us", "network.burst=9B", "host.a.speed=77",
                                          "network.latency*=3", "cost.send*=2"});
    ASSERT_TRUE(text) << form << text.error().message;
    const auto machine = read_native_description({"m.toml", *text}).description;
    ASSERT_TRUE(machine) << *text;
    EXPECT_EQ(machine->cost.send.count(), 14'000'000) << *text;
    EXPECT_EQ(machine->network.burst, 9U);
    EXPECT_EQ(machine->network.latency.count(), 3'000'000);
    EXPECT_EQ(machine->hosts[0].speed, 77U);
  }
}

/// The names of the tables of hosts after the change.
std::vector<std::string> sets_after(const std::string& set, const std::string& change) {
  const std::string text = after(replaced(kLab, "node[1-4]", set), {change});
  std::vector<std::string> names;
  constexpr std::string_view kName = "\nname = \"";
  for (std::size_t at = text.find(kName); at != std::string::npos; at = text.find(kName, at + 1)) {
    const std::size_t begin = at + kName.size();
    names.push_back(text.substr(begin, text.find('"', begin) - begin));
  }
  names.erase(names.begin());  // of the machine
  names.pop_back();            // the login
  return names;
}

TEST(MachineChanges, TheOtherHostsOfASetRemainNodeSetsInTheirOrder) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(sets_after("n[1-10000]", "host.n5.speed=2000"), (Names{"n[1-4]", "n5", "n[6-10000]"}));
  EXPECT_EQ(sets_after("n[01-09/2]", "host.n05.speed=1"), (Names{"n[01,03]", "n05", "n[07,09]"}));
  EXPECT_EQ(sets_after("n[08-11]", "host.n08.speed=1"), (Names{"n08", "n[09-11]"}));
  EXPECT_EQ(sets_after("r[1-2]n[1-2]", "host.r1n1.speed=1"), (Names{"r1n1", "r1n2,r2n1,r2n2"}));
  EXPECT_EQ(sets_after("c,b2,b1,a", "host.c.speed=1"), (Names{"c", "b2,b1,a"}));
}

TEST(MachineChanges, AHostOfASetGetsATableOfItsOwn) {
  for (const auto& [name, position] :
       {std::pair("node1", 0U), std::pair("node2", 1U), std::pair("node4", 3U)}) {
    const auto text = changed_file(kLab, {std::string("host.") + name + ".speed=1234"});
    ASSERT_TRUE(text);
    const auto machine = read_native_description({"m.toml", *text}).description;
    ASSERT_TRUE(machine) << *text;
    ASSERT_EQ(machine->hosts.size(), 5U);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(machine->hosts[i].name, "node" + std::to_string(i + 1));
      EXPECT_EQ(machine->hosts[i].speed, i == position ? 1234U : 500U);
    }
  }
  constexpr const char* kInline =
      "host = [{name = 'n[1-3]', speed = 5}, {name = 'x'}]\n"
      "network = {bandwidth = '1Gbit/s', latency = '1us'}\n";
  EXPECT_EQ(after(kInline, {"host.n2.speed*=2"}),
            replaced(kInline, "{name = 'n[1-3]', speed = 5}",
                     "{name = \"n1\", speed = 5}, {name = \"n2\", speed = 10}, "
                     "{name = \"n3\", speed = 5}"));
}

TEST(MachineChanges, AWrongChangeNamesTheOption) {
  struct Row {
    const char* change;
    const char* error;
  };
  constexpr Row kRows[] = {
      {"network.latency=5",
       "network.latency=5: expected a time such as '50us', got '5', which has no unit"},
      {"network.bandwidth=3",
       "network.bandwidth=3: expected a bandwidth such as '1Gbit/s', got '3', which has no unit"},
      {"host.login.memory=4",
       "host.login.memory=4: expected a size such as '64KiB', got '4', which has no unit"},
      {"network.kind=bus", "network.kind=bus: on a bus no host has a link of its own"},
      {"network.kind*=2", "network.kind*=2: 'switch' is a word, which has no multiples"},
      {"cost.buffer*=2", "cost.buffer*=2: the machine file has no value that could be multiplied"},
      {"network.latency*=-1", "network.latency*=-1: expected a factor such as 0.9 or 2, got '-1'"},
      {"network.latency*=1e3",
       "network.latency*=1e3: expected a factor such as 0.9 or 2, got '1e3'"},
      {"network.latency*=0.0000000001",
       "network.latency*=0.0000000001: '0.0000000001' has more than nine decimals"},
      {"network.latency*=1000001",
       "network.latency*=1000001: '1000001' is out of range: a factor is at most 1000000"},
      {"host.login.speed=0",
       "host.login.speed=0: expected a whole number from 1 to 1000000000 for 'speed', got 0"},
      {"network.bandwidth*=0", "network.bandwidth*=0: "},
  };
  for (const Row& row : kRows) {
    EXPECT_TRUE(after(kLab, {row.change}).starts_with(row.error)) << after(kLab, {row.change});
  }
  EXPECT_EQ(after(kPaper, {"send latency=5us"}),
            "send latency=5us: unknown unit 'us'; times are in seconds");
}

TEST(MachineChanges, AnUnknownKeyGetsASuggestionAndTheList) {
  const std::string error = after(kLab, {"network.latncy=1us"});
  EXPECT_TRUE(
      error.starts_with("network.latncy=1us: this machine has no key 'network.latncy'; did "
                        "you mean 'network.latency'?\nkeys that can vary: "
                        "host.node[1-4].type, host.node[1-4].speed, "))
      << error;
  EXPECT_NE(after(kLab, {"host.memory=1GiB"}).find("did you mean 'host.node[1-4].memory'?"),
            std::string::npos);
  EXPECT_NE(error.find("cost.beyond.1.receive_per_byte; and those of 1 more host entry"),
            std::string::npos)
      << error;
  for (const char* key : {"host.nobody.speed=1", "host.speed=1", "cost.beyond.2.size=1B", "host.=1",
                          "cost.beyond.=1", "cost.=1", ".=1", "cost.beyond.1.=1", "network=1"}) {
    EXPECT_NE(after(kLab, {key}).find("this machine has no key"), std::string::npos) << key;
  }
  EXPECT_FALSE(parse_machine_change("network.latency"));
  EXPECT_FALSE(parse_machine_change("=1"));
  EXPECT_FALSE(parse_machine_change("*=1"));
  EXPECT_FALSE(parse_machine_change("+=1us"));
}

TEST(MachineChanges, TheKeyEndsAtTheFirstEqualsSign) {
  EXPECT_EQ(*parse_machine_change("po(1).ia_spd=1==1"),
            (MachineChange{"po(1).ia_spd", ChangeKind::kSet, "1==1"}));
  EXPECT_EQ(*parse_machine_change("cost.send * = 2"),
            (MachineChange{"cost.send *", ChangeKind::kSet, "2"}));
  EXPECT_EQ(*parse_machine_change(" cost.send *= 2"),
            (MachineChange{"cost.send", ChangeKind::kMultiply, "2"}));
  EXPECT_EQ(*parse_machine_change("cost.send+=1us"),
            (MachineChange{"cost.send", ChangeKind::kAdd, "1us"}));
  for (const char* change : {"a.b=1us", "a.b*=2", "a.b+=1us"}) {
    EXPECT_EQ(text_of(*parse_machine_change(change)), change);
  }
}

TEST(MachineChanges, ATimeIsAddedInTheUnitOfTheValue) {
  EXPECT_EQ(after(kLab, {"network.latency+=1ns"}), replaced(kLab, "\"50us\"", "\"50.001us\""));
  EXPECT_EQ(after(kLab, {"host.node[1-4].multiply+=1us"}), replaced(kLab, "1.1ns", "1001.1ns"));
  EXPECT_EQ(after(kLab, {"network.latency+=2us", "network.latency*=2"}),
            replaced(kLab, "\"50us\"", "\"104us\""));
  EXPECT_EQ(after(kLab, {"host.login.latency+=1us"}),
            replaced(kLab, "bandwidth = \"10Gb", "latency = \"0.000001s\"\nbandwidth = \"10Gb"));
  EXPECT_EQ(after(kPaper, {"receive latency+=1us", "send latency+=1e-6 seconds"}),
            replaced(replaced(kPaper, "0.25e-4", "0.000026"), "0.5e-4", "0.000051"));
}

TEST(MachineChanges, OnlyATimeCanBeAddedAndOnlyToATime) {
  EXPECT_EQ(after(kLab, {"network.bandwidth+=1us"}),
            "network.bandwidth+=1us: the value of 'network.bandwidth' is not a time, and += adds a "
            "time");
  EXPECT_EQ(after(kLab, {"network.latency+=5"}),
            "network.latency+=5: expected a time such as '50us', got '5', which has no unit");
  EXPECT_EQ(after(kLab, {"network.latency+=18s"}),
            "network.latency+=18s: '18000050us' is out of range: at most 18 s");
  EXPECT_EQ(after(kPaper, {"send latency+=5us", "network type+=1us"}),
            "network type+=1us: the value of 'network type' is not a time, and += adds a time");
  EXPECT_EQ(after(kPaper, {"send latency+=5"}),
            "send latency+=5: expected a time such as '1us' or '1e-6 seconds', got '5'");
}

constexpr const char* kGraph = R"toml([[host]]
name = "h[0-3]"
[network]
kind = "graph"
bandwidth = "1Gbit/s"
latency = "1us"
[network.shape]
name = "mesh"
size = [2, 2]
[[network.router]]
name = "s[0-1]"
[[network.link]]
ends = ["s[0-1]", "r(0,0)"]
latency = "2us"
)toml";

TEST(MachineChanges, ShapesLinksAndRoutersOfGraphsHaveKeys) {
  EXPECT_EQ(after(kGraph, {"network.shape.size=[4,1]"}), replaced(kGraph, "[2, 2]", "[4,1]"));
  EXPECT_EQ(after(kGraph, {"network.link.1.latency*=2"}), replaced(kGraph, "2us", "4us"));
  EXPECT_EQ(after(kGraph, {"network.link.1.shared=false"}),
            replaced(kGraph, "ends", "shared = false\nends"));
  EXPECT_EQ(after(kGraph, {"network.delay+=3ns"}),
            replaced(kGraph, "bandwidth", "delay = \"0.000000003s\"\nbandwidth"));
  EXPECT_EQ(after(kGraph, {"network.router.s[0-1].delay=1ns"}),
            replaced(kGraph, "name = \"s", "delay = \"1ns\"\nname = \"s"));
  EXPECT_TRUE(changed_file(kGraph, {"network.router.s1.delay=1ns", "network.routing=shortest"}));
  EXPECT_NE(after(kGraph, {"network.shape.size=[1, 1]"}).find("the shape has 1 place for 4 hosts"),
            std::string::npos);
  for (const char* key : {"network.link.2.latency=1us", "network.shape.sise=[1]",
                          "network.router.t.delay=1ns", "network.link.1.from=a"}) {
    EXPECT_NE(after(kGraph, {key}).find("this machine has no key"), std::string::npos) << key;
  }
  EXPECT_NE(after(kLab, {"network.delay=1us"}).find("this machine has no key"), std::string::npos);
}

/// The names and values of the keys of the shape.
std::vector<std::string> shape_keys(const std::string& shape) {
  const std::string text = replaced(kGraph, "name = \"mesh\"\nsize = [2, 2]\n", shape);
  std::vector<std::string> listed;
  for (const MachineKey& key : kind_of_machine(text).keys(text)) {
    if (constexpr std::string_view kShape = "network.shape."; key.name.starts_with(kShape)) {
      listed.push_back(key.name.substr(kShape.size()) + "=" + key.value);
    }
  }
  return listed;
}

TEST(MachineChanges, TheKeysThatGoWithAShapeAreListedEvenIfTheFileDoesNotHaveThem) {
  using Keys = std::vector<std::string>;
  EXPECT_EQ(shape_keys("name = \"torus\"\nsize = [2, 2]\n"),
            Keys({"name=torus", "size=[2, 2]", "order=", "hosts=1"}));
  EXPECT_EQ(shape_keys("name = \"hypercube\"\ndimensions = 2\nhosts = 4\n"),
            Keys({"name=hypercube", "dimensions=2", "hosts=4"}));
  EXPECT_EQ(shape_keys("name = \"fat-tree\"\ndown = [2, 2]\n"),
            Keys({"name=fat-tree", "down=[2, 2]", "up=", "parallel="}));
  EXPECT_EQ(shape_keys("name = \"omega\"\nstages = 2\n"),
            Keys({"name=omega", "radix=2", "stages=2"}));
  EXPECT_EQ(shape_keys("name = \"crossbar\"\n"), Keys({"name=crossbar"}));
}

TEST(MachineChanges, AnotherSwitchingRemovesTheKeysThatItDoesNotHave) {
  const std::string packets =
      replaced(kGraph, "bandwidth",
               "switching = \"wormhole\"\npacket = \"1KiB\" # of a message\n header = \"8B\"\n"
               "flit = \"4B\"\nbandwidth");
  EXPECT_EQ(after(packets, {"network.switching=flow"}),
            replaced(kGraph, "bandwidth", "switching = \"flow\"\nbandwidth"));
  EXPECT_EQ(after(packets, {"network.switching=cut-through"}),
            replaced(packets, "wormhole", "cut-through"));
  EXPECT_NE(after(packets, {"network.switching=flow", "network.packet=1KiB"}).find("have none"),
            std::string::npos);
  const std::string flows =
      replaced(kGraph, "bandwidth", "burst = \"1KiB\"\nbandwidth") + "[cost]\nbuffer = \"1MiB\"";
  EXPECT_EQ(after(flows, {"network.switching=wormhole"}),
            replaced(kGraph, "bandwidth", "switching = \"wormhole\"\nbandwidth") + "[cost]\n");
  const std::string form =
      "host = [{name = 'a'}, {name = 'b'}]\ncost = {buffer = '1B'}\nnetwork = {kind = 'graph', "
      "packet = '9B', bandwidth = '1Gbit/s', latency = '1us', shape = {name = 'crossbar'}, "
      "switching = 'wormhole', flit = '1B'}\n";
  EXPECT_EQ(after(replaced(form, "buffer = '1B'", ""), {"network.switching=flow"}),
            replaced(replaced(replaced(replaced(form, "buffer = '1B'", ""), "packet = '9B', ", ""),
                              ", flit = '1B'", ""),
                     "'wormhole'", "\"flow\""));
}

TEST(MachineChanges, TwoChangesMayBePossibleOnlyTogether) {
  const std::string bends = std::string(kLab) + "[[cost.beyond]]\nsize = \"1MiB\"\n";
  EXPECT_NE(after(bends, {"cost.beyond.1.size=2MiB"}).find("the sizes of bends ascend"),
            std::string::npos);
  EXPECT_TRUE(changed_file(bends, {"cost.beyond.1.size=2MiB", "cost.beyond.2.size=3MiB"}));
}

TEST(MachineChanges, AllKeysAreDistinctAndCanBeFoundAndSetToTheirValues) {
  for (const std::string text : {kLab, kPaper, kGraph}) {
    const MachineKind& kind = kind_of_machine(text);
    std::set<std::string> names;
    for (const MachineKey& key : kind.keys(text)) {
      EXPECT_TRUE(names.insert(key.name).second) << key.name;
      const auto found = kind.find_key(text, key.name);
      ASSERT_TRUE(found) << key.name;
      EXPECT_EQ(found->value, key.value) << key.name;
      EXPECT_EQ(key.better == Better::kNeither || key.scale != nullptr, true) << key.name;
      if (!key.value.empty()) {
        EXPECT_TRUE(changed_file(text, {key.name + "=" + key.value})) << key.name;
      }
    }
  }
}

/// A machine of several hosts, with links, bends and every kind of value.
std::string lab_with(bool has_local, bool has_costs) {
  std::string text = kLab;
  if (has_local) {
    text += "\n[local]\nbandwidth = \"2GB/s\"\nlatency = \"5us\"\n";
  }
  if (has_costs) {
    text += "\n[cost]\nsend = \"5us\"\nbuffer = \"64KiB\"\nwakeup = \"7ns\"\n";
  }
  return text;
}

/// The text with a value that is written again, times a factor.
Result<std::string> multiplied(const std::string& text, const MachineKey& key, Factor factor) {
  const auto changed =
      kind_of_machine(text).changed(text, nullptr, {key.name, ChangeKind::kMultiply, "", factor});
  return changed ? Result<std::string>(changed->text) : tl::unexpected(changed.error());
}

/// The keys with a value of their own that has multiples.
std::vector<MachineKey> own_quantities(const std::string& text) {
  std::vector<MachineKey> keys = kind_of_machine(text).keys(text);
  std::erase_if(keys, [](const MachineKey& key) {
    return key.scale == nullptr || key.value.empty() || !key.is_own;
  });
  return keys;
}

TEST(MachineChanges, AFactorOfOneLeavesTheMachineAsItIs) {
  for (const std::string& text : {lab_with(false, false), lab_with(true, true)}) {
    for (const MachineKey& key : own_quantities(text)) {
      EXPECT_EQ(described(*multiplied(text, key, {10, 10})), described(text)) << key.name;
    }
    for (const MachineKey& key : kind_of_machine(text).keys(text)) {
      if (key.scale != nullptr && !key.value.empty()) {
        EXPECT_EQ(*scaled_machine({"m.toml", text}, key.name, {10, 10}), text) << key.name;
      }
    }
  }
}

RC_GTEST_PROP(MachineChanges, AFactorAndItsInverseLeaveTheMachineAsItIs, ()) {
  const std::string text = lab_with(*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>());
  const MachineKey key = *rc::gen::elementOf(own_quantities(text));
  const auto factor = *rc::gen::inRange<std::uint64_t>(1, 50);
  const auto larger = scaled_machine({"m.toml", text}, key.name, {factor, 1});
  RC_ASSERT(larger);
  const auto back = scaled_machine({"m.toml", *larger}, key.name, {1, factor});
  RC_ASSERT(back);
  RC_ASSERT(described(*back) == described(text));
}

}  // namespace
}  // namespace dps::machines
