// Changes of files: single values, lists, groups, formulas, topologies and mappings.
#include "predictor/machines/kinds/parasol/file/changes/parasol_changes.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/kinds/machine_changes.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"
#include "tests/predictor/machines/parasol/parasol_texts.h"

namespace dps::parasol {
namespace {

std::string changed(const std::string& text, const std::vector<std::string>& changes) {
  std::vector<machines::MachineChange> parsed;
  for (const std::string& change : changes) {
    parsed.push_back(*machines::parse_machine_change(change));
  }
  const auto result = machines::changed_machine({"m.par", text}, parsed);
  return result ? *result
                : "error: " + result.error().message.substr(0, result.error().message.find('\n'));
}

/// The text with one part replaced.
std::string with(std::string text, const std::string& part, const std::string& other) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), other);
}

TEST(ParasolChanges, OnlyTheTextOfValuesChanges) {
  const std::string two = kTwo;
  const struct {
    const char* change;
    const char* part;
    const char* other;
  } cases[] = {
      {"pt(1).ila=2us", "1.0e-7 2.0e-9", "2.0e-6"},
      {"pt(1).ila=3.0e-7 1.0e-9", "1.0e-7 2.0e-9", "3.0e-7 1.0e-9"},
      {"pt(1).ila*=2", "1.0e-7 2.0e-9", "2.0e-7 4.0e-9"},
      {"pt(1).ila+=1us", "1.0e-7 2.0e-9", "1.1e-6 2.0e-9"},
      {"pt(1).dln*=0.9", "2.0e-7", "1.8e-7"},
      {"pt(*).@integer*=3", "1.0e-7 2.0e-9", "3.0e-7 6.0e-9"},
      {"pc(1).size=7", "size = 100", "size = 7"},
      {"pc(1).size*=0.5", "size = 100", "size = 50"},
      {"pc(1).smallloopspeedup*=2", "1.62", "3.24"},
      {"to(1).setup=100ms", "setup = 0.5", "setup = 0.1"},
      {"tl(1)(1).latency+=1e-6", "2.0e-6", "3.0e-6"},
      {"tl(1)(*).speed*=10", "speed = 1.0e-7", "speed = 1.0e-6"},
      {"po(1).ia_spd=1==1", "pt(1).ila / tl(1)(1).speed", "1==1"},
      {"po(1).ia_spd*=2", "pt(1).ila / tl(1)(1).speed", "(pt(1).ila / tl(1)(1).speed) * 2.0"},
      {"pv.send+=1us", "1.0e-3 + size * 2.0e-8", "(1.0e-3 + size * 2.0e-8) + 1.0e-6"},
      {"pt(1).sind=1.0e-6", "; end timings", "; sind = 1.0e-6; end timings"},
      {"pc(1).speed=1ns", "; end cache", "; speed = 1.0e-9; end cache"},
      {"pv.sync=1", "; end pvm", "; sync = 1; end pvm"},
      {"mp.send=size*2", "end machine", "  begin mpi; send = size*2; end mpi\nend machine"},
      {"mc.maxtotalspd=1", "end machine",
       "  begin machinecombinations; maxtotalspd = 1; end machinecombinations\nend machine"},
      {"to(1).setup*=1", "setup = 0.5", "setup = 0.5"},
  };
  for (const auto& one : cases) {
    std::string expected = two;
    const std::size_t at =
        std::string(one.part) == "end machine" ? two.rfind(one.part) : two.find(one.part);
    ASSERT_NE(at, std::string::npos) << one.part;
    expected.replace(at, std::string(one.part).size(), one.other);
    EXPECT_EQ(changed(two, {one.change}), expected) << one.change;
  }
}

/// A change of times to times that a file may have needs no check by reading the whole text again.
TEST(ParasolChanges, TimesAreChecked) {
  struct Row {
    const char* change;
    bool is_checked;
  };
  for (const Row& row :
       {Row{"tl(1)(*).speed*=2", true}, Row{"tl(1)(1).latency+=1us", true},
        Row{"pt(1).@all*=0.256513026", true}, Row{"pt(1).ila=3.5e-8 1e-9", true},
        Row{"pt(1).ila=1us", true}, Row{"to(1).setup=18", true}, Row{"to(1).setup=18.5", false},
        Row{"pt(1).@all*=1000000000", false}, Row{"pt(1).ila=1e-8e", false},
        Row{"pt(1).ila=1.", false}, Row{"pt(1).ila=0x1", false}, Row{"pt(1).ila=-1", false},
        Row{"pt(1).ila=1 2 3", false}, Row{"pt(1).goto=1us", false},
        Row{"pc(1).smallloopspeedup=2", false}, Row{"pc(1).size*=2", false},
        Row{"pv.send=1", false}, Row{"to(1).routing=1Dtorus", false}}) {
    const auto changed =
        changed_parasol(kTwo, nullptr, *machines::parse_machine_change(row.change));
    if (changed) {
      EXPECT_EQ(changed->is_checked, row.is_checked) << row.change;
      EXPECT_TRUE(!changed->is_checked || parse_parasol_text(changed->text).file != nullptr)
          << row.change;
    } else {
      EXPECT_FALSE(row.is_checked) << row.change << ": " << changed.error().message;
    }
  }
}

TEST(ParasolChanges, TheFileOfAMachineIsNotReadAgain) {
  const auto machine = machines::read_machine({"m.par", kTwo}).machine;
  const auto change = *machines::parse_machine_change("pt(1).dlm=1us");
  const std::string other = "no machine: " + std::string(kTwo).substr(12);  // places are the same
  EXPECT_EQ(changed_parasol(other, machine.get(), change)->text.substr(0, 12), "no machine: ");
  EXPECT_EQ(changed_parasol(kTwo, machine.get(), change)->text,
            changed_parasol(kTwo, nullptr, change)->text);
}

TEST(ParasolChanges, TheyApplyInOrder) {
  EXPECT_EQ(changed(kTwo, {"pt(1).dlm=1us", "pt(1).@all*=2", "pt(1).dlm+=1us"}),
            with(with(kTwo, "1.0e-7 2.0e-9", "2.0e-7 4.0e-9"), "2.0e-7;", "3.0e-6;"));
}

TEST(ParasolChanges, AChangeThatHitsNothingIsAnError) {
  const struct {
    const char* change;
    const char* error;
  } cases[] = {
      {"pt(1).sind*=2", "error: pt(1).sind*=2: this machine has no key 'pt(1).sind'"},
      {"pt(1).dlmm=1",
       "error: pt(1).dlmm=1: this machine has no key 'pt(1).dlmm'; did you mean 'pt(1).dlm'?"},
      {"pt(2).dlm=1",
       "error: pt(2).dlm=1: this machine has no key 'pt(2).dlm'; did you mean 'pt(1).dlm'?"},
      {"tl(1)(9).speed=1",
       "error: tl(1)(9).speed=1: this machine has no key 'tl(1)(9).speed'; did you mean "
       "'tl(1)(*).speed'?"},
      {"tl(1)(1-9).speed=1", "error: tl(1)(1-9).speed=1: there is no link 9; the topology has 1"},
      {"tl(1)(0,1).speed=1", "error: tl(1)(0,1).speed=1: there is no link 0; the topology has 1"},
      {"tp(1)(2,4)=1", "error: tp(1)(2,4)=1: there is no processor 4; the topology has 1 to 2"},
      {"pt(1,3).@all*=2", "error: pt(1,3).@all*=2: there is no processor type 3; the file has 1"},
      {"to(1-2).setup=1", "error: to(1-2).setup=1: there is no topology 2; the file has 1"},
      {"po(1-7).ia_spd=1", "error: po(1-7).ia_spd=1: there is no processor type 7; the file has 1"},
      {"pt(1).@flo*=2", "error: pt(1).@flo*=2: this machine has no key 'pt(1).@flo'"},
      {"pt(1).@array*=2", "error: pt(1).@array*=2: this machine has no key 'pt(1).@array'"},
      {"to(1).setup=-1", "error: to(1).setup=-1: a time is negative"},
      {"to(1).setup=x", "error: to(1).setup=x: expected a number, got 'x'"},
      {"to(1).setup=1;2",
       "error: to(1).setup=1;2: a value is one statement, without ';', '#' and '\\'"},
      {"pc(1).size+=1us",
       "error: pc(1).size+=1us: the value of 'pc(1).size' is not a time, and += adds a time"},
      {"pt(1).ila*=x", "error: pt(1).ila*=x: expected a factor such as 0.9 or 2, got 'x'"},
      {"po(1).ia_spd=po(1).ia_spd",
       "error: po(1).ia_spd=po(1).ia_spd: this formula needs itself: po(1).ia_spd -> po(1).ia_spd"},
      {"to(1).routing=XYY", "error: to(1).routing=XYY: unknown routing 'XYY'; did you mean 'XY'?"},
      {"to(1).routing*=2",
       "error: to(1).routing*=2: this value is a word, which has no multiples and sums"},
      {"to(1).dimensions=2,1",
       "error: to(1).dimensions=2,1: the routing 'broadcast' of 2 processors cannot have the "
       "dimensions '2,1'"},
  };
  for (const auto& one : cases) {
    EXPECT_EQ(changed(kTwo, {one.change}).substr(0, std::string(one.error).size()), one.error);
  }
}

/// A grid of 4 x 4 with a virtual ring.
std::string grid_text() {
  std::string text =
      "begin machine; id = 1; name = \"grid\"; processors = 1; topologies = 2\n"
      "begin processor; id = 1; name = \"A\"; end processor\n"
      "begin topology; id = 1; routing = \"XY\"; processors = 16; links = 24\n"
      "begin procid\n";
  for (int i = 1; i <= 16; ++i) {
    text += fmt::format("p[{}] = 1\n", i);
  }
  text += "end procid\nbegin linklist\n";
  int id = 0;
  for (int i = 1; i <= 16; ++i) {
    for (const int step : {1, 4}) {
      const bool is_last = step == 1 ? i % 4 == 0 : i > 12;
      if (!is_last) {
        text += fmt::format(
            "begin link; id = {}; latency = 1.0e-6; speed = 1.0e-7; connect = 2 {} {}; end link\n",
            ++id, i, i + step);
      }
    }
  }
  text +=
      "end linklist\nend topology\nbegin virtual; id = 1; routing = \"1Dtorus\"; processors = 16\n"
      "begin mapping\n";
  for (int i = 1; i <= 16; ++i) {
    text += fmt::format("map[{}] = {}\n", i, i);
  }
  return text + "end mapping\nend virtual\nend machine\n";
}

std::shared_ptr<const ParasolFile> read(const std::string& text) {
  const auto reading = parse_parasol_file({"m.par", text});
  EXPECT_TRUE(reading.file) << complaints(text) << text.substr(0, 300);
  return reading.file;
}

TEST(ParasolChanges, LinksAreLaidForAnotherRouting) {
  ASSERT_EQ(complaints(grid_text()), "");
  const std::string torus = changed(grid_text(), {"to(1).routing=2Dtorus"});
  const auto file = read(torus);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->description.topologies[0].links.size(), 32U);  // 8 more than the grid
  EXPECT_EQ(file->routers[0].text(), "2Dtorus 4x4");
  EXPECT_EQ(complaints(torus), "");
  EXPECT_NE(torus.find("id = 32; latency = 1.0e-6; speed = 1.0e-7; connect = 2 "),
            std::string::npos);
  EXPECT_EQ(changed(torus, {"to(1).routing=XY"}), grid_text());
  const auto ring = read(changed(grid_text(), {"to(1).routing=1Dtorus"}));
  EXPECT_EQ(ring->description.topologies[0].links.size(), 16U);
  const auto clique = read(changed(grid_text(), {"to(1).routing=broadcast"}));
  EXPECT_EQ(clique->description.topologies[0].links.size(), 120U);
}

TEST(ParasolChanges, LinksAreLaidForOtherDimensions) {
  const auto file = read(changed(grid_text(), {"to(1).dimensions=8,2"}));
  EXPECT_EQ(file->routers[0].text(), "XY 8x2");
  EXPECT_EQ(file->description.topologies[0].links.size(), 22U);
  const auto deep = read(changed(grid_text(), {"to(1).routing=XYZ", "to(1).dimensions=2,4,2"}));
  EXPECT_EQ(deep->routers[0].text(), "XYZ 2x4x2");
}

/// The hops of the hardware that the virtual neighbours i and i + 1 are apart; with the last and
/// the first one.
std::set<std::size_t> distances(const ParasolFile& file) {
  std::set<std::size_t> found;
  const auto& map = file.description.virtuals[0].map;
  for (std::size_t i = 0; i < map.size(); ++i) {
    ProcessorRoute route;
    file.routers[0].append(map[i], map[(i + 1) % map.size()], route);
    found.insert(route.links.size());
  }
  return found;
}

TEST(ParasolChanges, AMappedRingHasNeighboursAsNeighbours) {
  EXPECT_EQ(distances(*read(changed(grid_text(), {"vt(1).map=ring"}))), (std::set<std::size_t>{1}));
  EXPECT_EQ(read(changed(grid_text(), {"vt(1).map=snake"}))->description.virtuals[0].map,
            (std::vector<std::uint32_t>{1, 2, 3, 4, 8, 7, 6, 5, 9, 10, 11, 12, 16, 15, 14, 13}));
  EXPECT_EQ(changed(grid_text(), {"vt(1).map=snake", "vt(1).map=identity"}), grid_text());
  EXPECT_EQ(changed(grid_text(), {"vt(1).map=rign"}).substr(0, 60),
            "error: vt(1).map=rign: expected identity, snake or ring, got");
}

TEST(ParasolChanges, KeysAreTheValuesOfTheFileThenGroups) {
  std::vector<std::string> names;
  for (const auto& key : parasol_keys(kTwo)) {
    names.push_back(key.name + " " + key.value);
  }
  ASSERT_GE(names.size(), 12U);
  names.resize(12);
  EXPECT_EQ(names, (std::vector<std::string>{
                       "pt(1).dlm 2.0e-7", "pt(1).ila 1.0e-7 2.0e-9", "pc(1).size 100",
                       "pc(1).smallloopspeedup 1.62", "to(1).setup 0.5", "tl(1)(*).latency 2.0e-6",
                       "tl(1)(*).speed 1.0e-7", "po(1).ia_spd pt(1).ila / tl(1)(1).speed",
                       "pv.send 1.0e-3 + size * 2.0e-8", "pv.receive pv.send * 2",
                       "pv.packbyte size*1.0e-9", "pt(1).@all -"}));
  EXPECT_EQ(find_parasol_key(grid_text(), "tl(1)(3-5,9).latency")->value, "1.0e-6");
  EXPECT_FALSE(find_parasol_key(grid_text(), "tl(1)(25).latency"));
}

RC_GTEST_PROP(ParasolChanges, AFileReadsBackWithTheChangedValuesOnly, ()) {
  const auto link = *rc::gen::inRange(1, 25);
  const auto nanoseconds = *rc::gen::inRange(1, 1'000'000);
  const std::string text =
      changed(grid_text(), {fmt::format("tl(1)({}).latency={}ns", link, nanoseconds)});
  const auto before = read(grid_text());
  const auto after = read(text);
  for (std::size_t i = 0; i < before->description.topologies[0].links.size(); ++i) {
    const Link& old = before->description.topologies[0].links[i];
    const Link& now = after->description.topologies[0].links[i];
    RC_ASSERT(now.speed == old.speed);
    RC_ASSERT(now.latency == (i + 1 == static_cast<std::size_t>(link)
                                  ? std::stod(fmt::format("{}e-9", nanoseconds))
                                  : old.latency));
  }
}

}  // namespace
}  // namespace dps::parasol
