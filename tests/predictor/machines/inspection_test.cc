// The answers of dps machine describe and route.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "predictor/machines/inspection/overview.h"
#include "predictor/machines/inspection/picture.h"
#include "predictor/machines/inspection/route_answers.h"
#include "predictor/machines/inspection/route_message.h"
#include "predictor/machines/inspection/route_output.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::machines {
namespace {

constexpr const char* kMesh = R"(name = "small"
[[host]]
name = "h[0-15]"
[network]
kind = "graph"
bandwidth = "10Gbit/s"
latency = "500ns"
delay = "100ns"
[network.shape]
name = "mesh"
size = [4, 4]
[local]
bandwidth = "1TB/s"
latency = "1ns"
)";

constexpr const char* kSwitch = R"([[host]]
name = "a"
[[host]]
name = "b"
latency = "1us"
[network]
bandwidth = "1Gbit/s"
latency = "50us"
[local]
bandwidth = "1TB/s"
latency = "1ns"
)";

constexpr const char* kPaper = R"(SP2
receive latency = 1e-5 seconds
send latency = 2e-5 seconds
time to send 1 word (8bytes) = 1e-6 seconds
time for one multiply = 1e-8 seconds
network type = nobus
)";

std::unique_ptr<Machine> machine_of(const std::string& text) {
  return read_machine({"m", text}).machine;
}

Result<RouteAnswers> answers(const std::string& machine_text,
                             const std::vector<std::string>& texts) {
  const auto machine = machine_of(machine_text);
  return read_route_messages(texts, *machine).and_then([&](const auto& messages) {
    return answer_routes(*machine, messages);
  });
}

/// The routes as JSON, or the text of an error.
nlohmann::json routes(const std::string& machine_text, const std::vector<std::string>& texts) {
  const auto answered = answers(machine_text, texts);
  return answered ? nlohmann::json::parse(routes_json(answered->routes))["routes"]
                  : nlohmann::json(answered.error().message);
}

TEST(Inspection, TheSummaryHasCountsAndTheShape) {
  const auto machine = machine_of(kMesh);
  EXPECT_EQ(
      overview_json(*machine).dump(),
      R"j({"format":"dps-machine","version":1,"kind":"native","name":"small","host_count":16,)j"
      R"j("router_count":16,"link_count":48,"shape":"mesh 4x4","notes":["the machine file has )j"
      R"j(no 'multiply' for 'h[0-15]': 1 ns per multiplication is assumed"]})j");
  EXPECT_EQ(text::json_rows(links_table(*machine))[0].dump(),
            R"j({"link":0,"name":"r(0,0)->r(1,0)","from":"r(0,0)","to":"r(1,0)",)j"
            R"j("bandwidth_bps":10000000000,"latency_s":5e-07})j");
  EXPECT_EQ(text::json_rows(routers_table(*machine))[0].dump(),
            R"j({"name":"r(0,0)","delay_s":1e-07})j");
  EXPECT_EQ(text::json_rows(hosts_table(*machine))[0].dump(),
            R"j({"name":"h0","type":"","speed":1000,"cores":1,"memory":null,"at":"r(0,0)"})j");
}

TEST(Inspection, OtherKindsOfMachinesAreDescribedToo) {
  EXPECT_EQ(overview_json(*machine_of(kSwitch))["shape"], "switch");
  EXPECT_EQ(overview_json(*machine_of(kSwitch))["link_count"], 4);
  EXPECT_EQ(text::json_rows(hosts_table(*machine_of(kSwitch)))[0]["at"], nullptr);
  EXPECT_EQ(overview_json(*machine_of(kPaper))["link_count"], 0);
}

TEST(Routes, HaveTheirLinksHopsAndTimes) {
  EXPECT_EQ(routes(kMesh, {"h0,h5"})[0].dump(),
            nlohmann::json::parse(
                R"j({"from":"h0","to":"h5","links":[0,13],"hops":["r(0,0)","r(1,0)","r(1,1)"],)j"
                R"j("latency_s":1.1e-06,"bytes":0,"alone_s":1.1e-06,"together_s":1.1e-06,)j"
                R"j("arrives_s":1.1e-06,"bottleneck":0})j")
                .dump());
  EXPECT_EQ(routes(kMesh, {"h3,h3,1000,1us"})[0].dump(),
            nlohmann::json::parse(
                R"j({"from":"h3","to":"h3","links":[],"hops":["r(3,0)"],"latency_s":1e-09,)j"
                R"j("bytes":1000,"alone_s":2e-09,"together_s":2e-09,"arrives_s":1.002e-06,)j"
                R"j("bottleneck":null})j")
                .dump());
}

TEST(Routes, MessagesTogetherShareTheirLinks) {
  const auto all = routes(kMesh, {"h0,h3,1000", "h1,h3,1000", "h2,h3,1000,1ms", "h4,h5,1000"});
  EXPECT_EQ(all[0]["alone_s"], 2.5e-06);
  EXPECT_EQ(all[0]["together_s"], 4.1e-06);
  EXPECT_EQ(all[0]["arrives_s"], 3.3e-06);
  EXPECT_EQ(all[0]["bottleneck"], 2);
  EXPECT_EQ(all[2]["arrives_s"], 0.0010013);
  EXPECT_EQ(all[3]["together_s"], 1.3e-06);
}

TEST(Routes, OnlyAMessageThatIsSlowedTogetherHasNoBurst) {
  std::string shaped = kSwitch;
  shaped.insert(shaped.find("bandwidth = \"1G"), "burst = \"500B\"\n");
  const auto one = routes(shaped, {"a,b,1000"});
  EXPECT_EQ(one[0]["alone_s"], 55e-06);
  EXPECT_EQ(one[0]["together_s"], 55e-06);
  const auto both = routes(shaped, {"a,a,1000", "a,b,1000", "b,a,1000"});
  EXPECT_EQ(both[1]["together_s"], 55e-06);
  shaped.insert(0, "[[host]]\nname = \"c\"\n");
  const auto shared = routes(shaped, {"a,b,1000", "c,b,1000"});
  EXPECT_EQ(shared[0]["alone_s"], 55e-06);
  EXPECT_EQ(shared[0]["together_s"], 67e-06);
}

/// The mesh with packets.
std::string switched(const std::string& word) {
  std::string text = kMesh;
  const std::string key = "kind = \"graph\"\n";
  return text.insert(text.find(key) + key.size(), "switching = \"" + word + "\"\n");
}

TEST(Routes, PacketsOccupyLinksAndHaveNoTimeTogether) {
  const auto all = routes(switched("store-and-forward"), {"h0,h2,3000", "h1,h2,1500,1us"});
  // Two links, a router, and three times of a packet of 1,500 bytes.
  EXPECT_EQ(all[0]["alone_s"], 4.7e-06);
  EXPECT_EQ(all[0]["together_s"], nullptr);
  EXPECT_EQ(all[0]["bottleneck"], 0);
  EXPECT_EQ(all[0]["latency_s"], 1.1e-06);
  // The other message occupies 1->2 from 1 us to 2.2 us; the first packet arrives there at 1.8 us.
  EXPECT_EQ(all[1]["arrives_s"], 2.7e-06);
  EXPECT_EQ(all[0]["arrives_s"], 5.1e-06);
}

/// The ring of worms, each of which needs the link that the next one holds.
Result<RouteAnswers> ring_of_worms() {
  std::string ring = switched("wormhole");
  ring.replace(ring.find("[4, 4]"), 6, "[16]");
  ring.replace(ring.find("mesh"), 4, "torus");
  std::vector<std::string> messages;
  for (int host = 0; host < 16; ++host) {
    messages.push_back("h" + std::to_string(host) + ",h" + std::to_string((host + 2) % 16) +
                       ",1000000");
  }
  return answers(ring, messages);
}

TEST(Routes, AWormThatIsBlockedForEverDoesNotArrive) {
  const auto answered = ring_of_worms();
  ASSERT_TRUE(answered);
  const auto all = nlohmann::json::parse(routes_json(answered->routes))["routes"];
  EXPECT_EQ(all[0]["arrives_s"], nullptr);
  EXPECT_EQ(all[15]["arrives_s"], nullptr);
  EXPECT_EQ(all[0]["alone_s"], 801.1128e-06);
}

TEST(Routes, TheCycleOfBlockedWormsIsNamed) {
  const auto answered = ring_of_worms();
  ASSERT_TRUE(answered);
  ASSERT_EQ(answered->deadlock.size(), 17U);
  EXPECT_EQ(answered->deadlock[0], "deadlock in the network: 16 messages block one another");
  EXPECT_EQ(answered->deadlock[1],
            "  the message from h0 to h2 holds r(0)->r(1) and waits for r(1)->r(2)");
  EXPECT_TRUE(answers(switched("wormhole"), {"h0,h2,1000"})->deadlock.empty());
}

TEST(Routes, LongMessagesAreExact) {
  const auto all = routes(kSwitch, {"a,b,1TiB", "a,b,1TiB"});
  EXPECT_EQ(all[0]["alone_s"], 8796.093073208);
  EXPECT_EQ(all[1]["arrives_s"], 17592.186095416);
  EXPECT_EQ(routes(kSwitch, {"a,b,1025GiB"}),
            "'a,b,1025GiB': expected a size of at most 1 TiB, such as 64KiB, got '1025GiB'");
  EXPECT_EQ(routes(kSwitch, std::vector<std::string>(17, "a,b,1TiB")),
            "the messages have more than 16 TiB together");
}

TEST(Routes, ATimeBeyondVirtualTimeIsAnError) {
  std::string slow = kSwitch;
  slow.replace(slow.find("1Gbit/s"), 7, "1bit/s");
  EXPECT_EQ(routes(slow, {"a,b,1TiB"}),
            "the message of 1,099,511,627,776 bytes from a to b goes beyond 2^63 ps of virtual "
            "time (106 days)");
  // 97 days after 11 days are too many; but the second message has these 97 days if it is alone.
  EXPECT_EQ(routes(slow, {"a,b,120000", "a,b,1050000"}),
            "the message of 1,050,000 bytes from a to b goes beyond 2^63 ps of virtual time (106 "
            "days)");
  const auto apart = routes(slow, {"a,b,120000", "b,a,1050000"});
  EXPECT_DOUBLE_EQ(apart[1]["alone_s"], 8'400'000.000051);
  EXPECT_DOUBLE_EQ(apart[1]["arrives_s"], 8'400'000.000051);
}

TEST(Routes, AKindWithoutLinksHasTheTimesOfItsRule) {
  EXPECT_EQ(routes(kPaper, {"0,3,800"})[0].dump(),
            nlohmann::json::parse(
                R"j({"from":"0","to":"3","links":[],"hops":["0","3"],"latency_s":0.0,)j"
                R"j("bytes":800,"alone_s":0.0001,"together_s":0.0001,"arrives_s":0.0001,)j"
                R"j("bottleneck":null})j")
                .dump());
  const auto row = routes(kSwitch, {"a,b,1000"})[0];
  EXPECT_EQ(row["links"], nlohmann::json({0, 3}));
  EXPECT_EQ(row["hops"], nlohmann::json({"a", "switch", "b"}));
  EXPECT_EQ(row["latency_s"], 51e-06);
  EXPECT_EQ(row["alone_s"], 59e-06);
}

TEST(Routes, AWrongMessageIsReported) {
  EXPECT_EQ(routes(kMesh, {"h0,h16"}),
            "'h0,h16': the machine has no host 'h16'; did you mean 'h1'?");
  EXPECT_EQ(routes(kMesh, {"h0"}), "'h0': expected FROM,TO, FROM,TO,BYTES or FROM,TO,BYTES,START");
  EXPECT_EQ(routes(kMesh, {"h0,h1,many"}),
            "'h0,h1,many': expected a size of at most 1 TiB, such as 64KiB, got 'many'");
  EXPECT_EQ(routes(kMesh, {"h0,h1,1,soon"}),
            "'h0,h1,1,soon': expected a time of at most 10^6 s, such as 1us, got 'soon'");
}

TEST(Picture, AThirdAxisGoesBack) {
  std::string text = kMesh;
  text.replace(text.find("[4, 4]"), 6, "[4, 2, 2]");
  const auto picture = network_picture(*machine_of(text), {});
  ASSERT_TRUE(picture);
  EXPECT_NE(picture->find("layout=neato"), std::string::npos) << *picture;
  EXPECT_NE(picture->find("\"r(1,1,1)\" [shape=circle, pos=\"1.35,-0.7!\"];"), std::string::npos)
      << *picture;
}

TEST(Picture, HostsWithLinksAreBesideTheirRouters) {
  std::string text = kMesh;
  text.insert(text.find("[network.shape]"), "host_bandwidth = \"1Gbit/s\"\n");
  text.replace(text.find("[4, 4]"), 6, "[4, 2]\nhosts = 2");
  const auto picture = network_picture(*machine_of(text), {});
  ASSERT_TRUE(picture);
  EXPECT_NE(picture->find("layout=neato"), std::string::npos) << *picture;
  EXPECT_NE(picture->find("\"h2\" [shape=box, pos=\"1.5,-0.5!\"];"), std::string::npos) << *picture;
  EXPECT_NE(picture->find("\"h3\" [shape=box, pos=\"1.75,-0.5!\"];"), std::string::npos);
}

TEST(Picture, LinksAreDrawnOnceAndColouredByTheirShare) {
  const auto machine = machine_of(kMesh);
  const auto plain = network_picture(*machine, {});
  ASSERT_TRUE(plain);
  EXPECT_NE(plain->find("\"r(1,2)\" [shape=circle, pos=\"1,-2!\"];"), std::string::npos) << *plain;
  EXPECT_NE(plain->find("\"r(0,0)\" -- \"r(1,0)\";"), std::string::npos);
  EXPECT_EQ(plain->find("\"r(1,0)\" -- \"r(0,0)\""), std::string::npos);
  const auto loaded = network_picture(*machine, {{"r(1,0)->r(0,0)", 0.5}});
  ASSERT_TRUE(loaded);
  EXPECT_NE(loaded->find("\"r(0,0)\" -- \"r(1,0)\" [color=\"0.0 0.500 0.850\""), std::string::npos)
      << *loaded;
  EXPECT_FALSE(network_picture(*machine_of(kPaper), {}));
  EXPECT_EQ(
      network_picture(*machine, {{"r(0,0)->r(1,0)", 0.5}, {"r(2)->r(3)", 0.5}}).error().message,
      "the result is of another machine: this one has no link 'r(2)->r(3)'");
}

}  // namespace
}  // namespace dps::machines
