// The tracks of links: their collection, and their form in each format.
#include "profiles/traces/link_tracks.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include "profiles/traces/export/state_lines.h"
#include "profiles/traces/states/state_files.h"
#include "tests/predictor/machines/graph_machine.h"
#include "tests/profiles/traces/exported.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/support/scratch_folder.h"

namespace dps::traces {
namespace {

LinkSpan span(Ticks begin, Ticks end) {
  return {begin, end, 0, 0, 1};
}

std::vector<LinkSpan> spans_of(LinkCollector& collector, std::uint64_t left_out) {
  const LinkTracks all = collector.take();
  EXPECT_EQ(all.left_out, left_out);
  EXPECT_EQ(all.tracks.size(), 1U);
  return all.tracks.empty() ? std::vector<LinkSpan>{} : all.tracks.front().spans;
}

TEST(LinkCollector, PacketsOfAMessageWithoutAGapAreOneStretch) {
  LinkCollector collector(Limits{});
  collector.add(7, span(0, 10), 0);
  collector.add(7, span(10, 20), 0);
  collector.add(7, span(20, 30), 1);
  collector.add(7, span(31, 40), 1);
  EXPECT_EQ(spans_of(collector, 0),
            (std::vector<LinkSpan>{span(0, 20), span(20, 30), span(31, 40)}));
}

TEST(LinkCollector, TracksAreInTheOrderOfTheLinks) {
  LinkCollector collector(Limits{});
  collector.add(7, span(0, 10), 0);
  collector.add(3, span(10, 20), 0);
  const auto all = collector.take().tracks;
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].link, 3U);
  EXPECT_EQ(all[1].link, 7U);
}

/// Stretches of 10 each, of the messages 0 to 5, each in two packets.
void add_six(LinkCollector& collector) {
  for (std::uint64_t i = 0; i < 6; ++i) {
    const Ticks begin = static_cast<Ticks>(i) * 10;
    collector.add(0, span(begin, begin + 5), i);
    collector.add(0, span(begin + 5, begin + 10), i);
  }
}

TEST(LinkCollector, KeepsTheFirstOrTheLastStretches) {
  Limits limits;
  limits.events = 2;
  LinkCollector first(limits);
  add_six(first);
  EXPECT_EQ(spans_of(first, 4), (std::vector<LinkSpan>{span(0, 10), span(10, 20)}));
  limits.keep = Keep::kLast;
  LinkCollector last(limits);
  add_six(last);
  EXPECT_EQ(spans_of(last, 4), (std::vector<LinkSpan>{span(40, 50), span(50, 60)}));
  limits.events = 4;
  LinkCollector more(limits);
  add_six(more);
  EXPECT_EQ(spans_of(more, 2),
            (std::vector<LinkSpan>{span(20, 30), span(30, 40), span(40, 50), span(50, 60)}));
}

TEST(LinkCollector, AWindowCutsStretches) {
  Limits limits;
  limits.from = 12;
  limits.to = 37;
  LinkCollector collector(limits);
  add_six(collector);
  EXPECT_EQ(spans_of(collector, 0),
            (std::vector<LinkSpan>{span(12, 20), span(20, 30), span(30, 37)}));
}

TEST(LinkCollector, AllLinksTogetherHaveALimit) {
  LinkCollector collector(Limits{}, 7);
  add_six(collector);
  collector.add(1, span(0, 10), 6);
  collector.add(2, span(0, 10), 7);
  const LinkTracks all = collector.take();
  EXPECT_EQ(all.left_out, 1U);
  EXPECT_EQ(all.tracks.size(), 2U);
}

TEST(LinkTracks, InCsvAreRowsWhoseProcessIsLink) {
  const std::string with = exported(exchange_on_links(), "x.csv");
  const std::string without = exported(exchange(), "x.csv");
  ASSERT_TRUE(with.starts_with(without));
  EXPECT_EQ(with.substr(without.size()),
            "0.000000001000,,link,LINK_BUSY,a->b,,A.p[0]->B.p[0],Job.m,,,,0.000000002000,,,,,\n"
            "0.000000003000,,link,LINK_BUSY,a->b,,B.p[0]->A.p[0],Job.m,,,,0.000000001000,,,,,\n"
            "0.000000004000,,link,LINK_BUSY,b->c,,A.p[0]->B.p[0],Job.m,,,,0.000000006000,,,,,\n");
}

TEST(LinkTracks, InChromeTraceEventsAreThreadsOfAProcess) {
  const auto events =
      nlohmann::json::parse(exported(exchange_on_links(), "x.json")).at("traceEvents");
  std::map<int, std::string> processes;
  std::map<std::pair<int, int>, std::string> threads;
  std::vector<std::tuple<std::string, std::string, double, double, std::string>> slices;
  for (const auto& event : events) {
    const int pid = event.at("pid");
    const std::pair<int, int> track(pid, event.value("tid", 0));
    if (event.at("name") == "process_name") {
      processes[pid] = event.at("args").at("name").get<std::string>();
    } else if (event.at("name") == "thread_name") {
      EXPECT_EQ(threads.count(track), 0U);
      threads[track] = event.at("args").at("name").get<std::string>();
    } else if (event.at("ph") == "X" && event.at("cat") == "link") {
      EXPECT_EQ(processes.at(pid), "links");
      slices.emplace_back(threads.at(track), event.at("name").get<std::string>(),
                          event.at("ts").get<double>(), event.at("dur").get<double>(),
                          event.at("args").at("from").get<std::string>());
    }
  }
  EXPECT_EQ(slices, (decltype(slices){{"a->b", "Job.m", 0.001, 0.002, "A.p[0]"},
                                      {"a->b", "Job.m", 0.003, 0.001, "B.p[0]"},
                                      {"b->c", "Job.m", 0.004, 0.006, "A.p[0]"}}));
}

constexpr const char* kBars =
    "u:a->b at 0.000000000: P IDLE\n"
    "u:a->b at 0.000000001: P BUSY\n"
    "u:a->b at 0.000000001: T message Job.m A.p[0] B.p[0]\n"
    "u:a->b at 0.000000003: P BUSY\n"
    "u:a->b at 0.000000003: T message Job.m B.p[0] A.p[0]\n"
    "u:a->b at 0.000000004: P IDLE\n"
    "u:a->b at 0.000000010: P DONE\n"
    "u:b->c at 0.000000000: P IDLE\n"
    "u:b->c at 0.000000004: P BUSY\n"
    "u:b->c at 0.000000004: T message Job.m A.p[0] B.p[0]\n"
    "u:b->c at 0.000000010: P DONE\n";

TEST(LinkTracks, AsLinesOfStatesAreBarsThatAreIdleOrBusy) {
  const std::string text = exported(exchange_on_links(), "x.trace", {LineLevel::kComments, 9});
  EXPECT_TRUE(
      text.starts_with("$types\nState BUSY SEND WAIT RECV DONE\nLink IDLE BUSY DONE\n"
                       "$bars\nA.p[0] State\nB.p[0] State\na->b Link\nb->c Link\n"
                       "$events\nu:A.p[0]"))
      << text;
  EXPECT_TRUE(text.ends_with(std::string("P DONE\n") + kBars)) << text;
  EXPECT_EQ(exported(exchange_on_links(), "x.trace", {LineLevel::kPhases, 9}).find("u:a->b"),
            std::string::npos);
}

TEST(LinkTracks, InAFolderHaveAFileOfTheirOwnAndAreNoProcesses) {
  const support::ScratchFolder folder;
  ASSERT_TRUE(write_state_files(exchange_on_links(), {LineLevel::kComments, 9}, folder.path(),
                                [] { return false; }));
  EXPECT_EQ(
      folder.read("links.trace"),
      std::string("$types\nLink IDLE BUSY DONE\n$bars\na->b Link\nb->c Link\n$events\n") + kBars);
  folder.write("all.trace", exported(exchange_on_links(), "x.trace", {LineLevel::kComments, 9}));
  for (const auto& path : {folder.path(), folder.path() / "all.trace"}) {
    const auto loaded = load_states(path);
    ASSERT_TRUE(loaded && loaded->trace);
    EXPECT_TRUE(loaded->files.empty());
    EXPECT_EQ(loaded->trace->processes.size(), 2U);
  }
}

/// Each byte takes a whole number of picoseconds, so nothing is rounded.
std::string mesh_of_six(const std::string& switching) {
  return machines::graph_text(6,
                              "bandwidths = [\"8Gbit/s\", \"4Gbit/s\"]\nlatency = \"5ns\"\ndelay = "
                              "\"2ns\"\nswitching = \"" +
                                  switching +
                                  "\"\n[network.shape]\nname = \"mesh\"\nsize = [3, 2]");
}

RC_GTEST_PROP(LinkTracks, DoNotOverlapAndAddUpToTheLoadsOfTheLinks, ()) {
  const std::string switching =
      *rc::gen::element<std::string>("store-and-forward", "cut-through", "wormhole");
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto machine = machines::graph_machine(mesh_of_six(switching));
  const auto made = record_on(*machine, random_blueprint(seed));
  std::map<std::uint32_t, Picoseconds> busy;
  for (const LinkTrack& track : made.trace.links().tracks) {
    Ticks free = 0;
    for (const LinkSpan& one : track.spans) {
      RC_ASSERT(free <= one.begin);
      RC_ASSERT(one.begin < one.end);
      free = one.end;
      busy[track.link] += Picoseconds(one.end - one.begin);
    }
  }
  const bool is_over = made.trace.links().left_out == 0 && made.is_over;
  RC_PRE(is_over);  // of a prediction that is stopped, worms are still on links
  for (const machines::LinkLoad& load : made.loads) {
    if (switching == "store-and-forward") {
      RC_ASSERT(busy[load.link] == load.busy);
    } else {  // which also waits for the tail, or for the next link
      RC_ASSERT(busy[load.link] >= load.busy);
    }
    busy.erase(load.link);
  }
  RC_ASSERT(busy.empty());
}

}  // namespace
}  // namespace dps::traces
