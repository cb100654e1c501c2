// predict --why and dps trace --why, as a user calls them.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_test.h"

namespace dps {
namespace {

/// The amount of work varies between runs.
constexpr const char* kWork = R"(
V n 20
I Job.i    1 Job.m
I Result.i {n} Result.m
C Work.c   compute {normal(2, 0.5)}ms
O Job.o    Worker.p -t Job.m -b 1000 -n {n}
O Result.o ACK -t Result.m -b 100
F send.f   NULL NULL Job.o SAME
F got.f    Result.i NULL NULL NULL
F work.f   Job.i Work.c Result.o SAME*{n-1},NULL
U master.u send.f got.f
U worker.u work.f
P Worker.p 1 worker.u
P Master.p 1 master.u
)";

class WhyCommands : public support::CommandTest {
 protected:
  WhyCommands() { folder_.write("plan.txt", kWork); }

  [[nodiscard]] support::Finished predict(const std::string& options) const {
    return dps("predict plan.txt --machine laptop " + options);
  }
  [[nodiscard]] nlohmann::json result(const std::string& name) const {
    return nlohmann::json::parse(folder_.read(name));
  }
};

/// The lines of the section, without the blank line after it.
std::string section_of(const std::string& text) {
  const std::size_t begin = text.find("Why so long: ");
  EXPECT_NE(begin, std::string::npos) << text;
  return begin == std::string::npos ? "" : text.substr(begin, text.find("\n\n", begin) - begin + 1);
}

TEST_F(WhyCommands, TheProfileNamesTheLineToChange) {
  const auto plain = predict("");
  const auto why = predict("--why");
  EXPECT_EQ(why.status, 0);
  const std::string section = section_of(why.out);
  EXPECT_NE(section.find("%  Worker.p[0] computes Work.c (line 5)\n"), std::string::npos)
      << section;
  EXPECT_NE(section.find("Best remedy: less work in Worker.p"), std::string::npos) << section;
  EXPECT_LE(std::count(section.begin(), section.end(), '\n'), 12);
  std::string rest = why.out;
  rest.erase(rest.find(section), section.size() + 1);
  EXPECT_EQ(rest, plain.out);
}

TEST_F(WhyCommands, TheResultHasTheReasonsAndIsOtherwiseUnchanged) {
  ASSERT_EQ(predict("--why -o why.json").status, 0);
  ASSERT_EQ(predict("-o plain.json").status, 0);
  nlohmann::json with = result("why.json");
  const nlohmann::json why = with.at("why");
  EXPECT_EQ(why.at("path_s"), with.at("runs").at(0).at("makespan_s"));
  double sum = 0;
  for (const auto& share : why.at("shares")) {
    sum += share.at("path_s").get<double>();
  }
  EXPECT_NEAR(sum, why.at("path_s"), 1e-12);
  EXPECT_EQ(why.at("shares").at(0).at("tag"), "Work.c");
  with.erase("why");
  EXPECT_EQ(with, result("plain.json"));
  EXPECT_EQ(section_of(dps("profile why.json").out), section_of(predict("--why").out));
}

TEST_F(WhyCommands, TheRunIsTheOneThatIsPrinted) {
  ASSERT_EQ(predict("--runs 5 --seed 7 --why -o why.json --trace a.dpstrace").status, 0);
  const nlohmann::json with = result("why.json");
  std::vector<double> makespans;
  for (const auto& run : with.at("runs")) {
    makespans.push_back(run.at("makespan_s"));
  }
  const double path_s = with.at("why").at("path_s");
  EXPECT_EQ(makespans.at(with.at("why").at("run").get<std::size_t>() - 1), path_s);
  std::sort(makespans.begin(), makespans.end());
  EXPECT_EQ(path_s, makespans.at(2));
  EXPECT_EQ(section_of(dps("trace a.dpstrace --why").out), section_of(dps("profile why.json").out));
}

TEST_F(WhyCommands, ATraceThatLeavesOutEventsHasNoPath) {
  ASSERT_EQ(predict("--trace a.dpstrace --trace-limit 20 --quiet").status, 0);
  const std::string section = section_of(dps("trace a.dpstrace --why").out);
  EXPECT_NE(section.find("Why so long: no critical path: the trace leaves out "), std::string::npos)
      << section;
}

/// The common time of one host is its own, so the path is as long as the run.
TEST_F(WhyCommands, ARealRunIsExplained) {
  const auto why = dps("run plan.txt --set n=5 --why -o why.json --trace a.dpstrace --quiet");
  EXPECT_EQ(why.status, 0);
  const std::string section = section_of(why.out);
  EXPECT_NE(section.find("%  Worker.p[0] computes Work.c (line 5)\n"), std::string::npos)
      << section;
  const nlohmann::json with = result("why.json");
  const double makespan_s = with.at("runs").at(0).at("makespan_s");
  EXPECT_NEAR(with.at("why").at("path_s"), makespan_s, 1e-6);
  EXPECT_EQ(with.at("why").at("violations"), 0);
  EXPECT_NE(dps("trace a.dpstrace --why").out.find("Best remedy: "), std::string::npos);
  const auto again = dps("run plan.txt --set n=5 --why --quiet");
  EXPECT_NE(section_of(again.out).find("Best remedy: "), std::string::npos) << again.out;
}

/// The source sends faster than the sink works.
TEST_F(WhyCommands, SendsThatAFullBufferHoldsAreWaits) {
  folder_.write("plan.txt",
                "I Data.i 1 Data.m\nC Slow.c busywait 5ms\n"
                "O Data.o Sink.p -t Data.m -b 8388608 -n 20 -p off\n"
                "F emit.f NULL NULL Data.o NULL\nF eat.f Data.i Slow.c NULL SAME*19,NULL\n"
                "U emit.u emit.f\nU eat.u eat.f\nP Source.p 1 emit.u\nP Sink.p 1 eat.u\n");
  folder_.write("small.toml",
                "name = \"small\"\n[[host]]\nname = \"localhost\"\n"
                "[network]\nkind = \"switch\"\nbandwidth = \"1Gbit/s\"\nlatency = \"50us\"\n"
                "[local]\nbandwidth = \"5GB/s\"\nlatency = \"1us\"\n[cost]\nbuffer = \"64KiB\"\n");
  for (const std::string command : {"run plan.txt", "predict plan.txt --machine small.toml"}) {
    const auto why = dps(command + " --why --quiet -o why.json --trace a.csv");
    EXPECT_EQ(why.status, 0) << why.out;
    const std::string section = section_of(why.out);
    EXPECT_NE(section.find("Source.p is held "), std::string::npos) << section;
    EXPECT_NE(section.find("Sink.p"), std::string::npos) << section;
    const nlohmann::json waits = result("why.json").at("why").at("waits");
    const auto held = std::find_if(waits.begin(), waits.end(),
                                   [](const auto& row) { return row.at("receiver") == "Sink.p"; });
    ASSERT_NE(held, waits.end());
    EXPECT_EQ(held->at("ftag"), "emit.f");
    EXPECT_EQ(held->at("mtag"), "Data.m");
    EXPECT_GT(held->at("held_s").get<double>(), 0.0);
    EXPECT_EQ(held->at("late_s"), 0.0);
    EXPECT_NE(folder_.read("a.csv").find(",SEND_HELD,Data.o,"), std::string::npos);
    EXPECT_NE(folder_.read("a.csv").find(",SEND_FREED,Data.o,"), std::string::npos);
  }
}

/// Two messages of 1 MB to one host at 100 Mbit/s: alone, each would be under way for 80 ms.
TEST_F(WhyCommands, MessagesThatShareALinkNameIt) {
  folder_.write("plan.txt",
                "I All.i 1 Left.m 1 Right.m\nC Think.c compute 1ms\n"
                "O Left.o Sink.p -t Left.m -b 1000000 -p off\n"
                "O Right.o Sink.p -t Right.m -b 1000000 -p off\n"
                "F left.f NULL Think.c Left.o NULL\nF right.f NULL Think.c Right.o NULL\n"
                "F all.f All.i NULL NULL NULL\nU left.u left.f\nU right.u right.f\nU all.u all.f\n"
                "P Sink.p 1 all.u\nP Left.p 1 left.u\nP Right.p 1 right.u\n");
  for (const std::string kind : {"switch", "bus"}) {
    folder_.write("small.toml",
                  "name = \"small\"\n[[host]]\nname = \"h[0-2]\"\n[network]\nkind = \"" + kind +
                      "\"\nbandwidth = \"100Mbit/s\"\nlatency = \"0us\"\n[local]\nbandwidth = "
                      "\"1TB/s\"\nlatency = \"1ns\"\n");
    const auto why =
        dps("predict plan.txt --machine small.toml --why --quiet -o why.json "
            "--what-if 'O:Left.o*=0.9' --what-if 'O:Right.o*=0.9'");
    EXPECT_EQ(why.status, 0) << why.out;
    const nlohmann::json shares = result("why.json").at("why").at("shares");
    const auto link = std::find_if(shares.begin(), shares.end(),
                                   [](const auto& row) { return row.at("what") == "link"; });
    ASSERT_NE(link, shares.end()) << shares;
    EXPECT_NEAR(link->at("path_s").get<double>(), 0.08, 1e-9);
    EXPECT_EQ(link->at("link"), kind == "bus" ? "bus" : "switch->h0");
    EXPECT_EQ(link->at("tag"), "Left.o");
    EXPECT_EQ(link->at("line"), 3);
    EXPECT_EQ(link->at("other_tag"), "Right.o");
    EXPECT_EQ(link->at("other_line"), 4);
    EXPECT_EQ(link->at("peer"), "Right.p");
    EXPECT_NE(
        why.out.find("Left.m of Left.o (line 3) shares " + link->at("link").get<std::string>()),
        std::string::npos)
        << why.out;
    EXPECT_EQ(why.out.find("…"), std::string::npos) << why.out;
    const nlohmann::json rows = result("why.json").at("what_if").at("rows");
    EXPECT_NEAR(rows.at(0).at("path_s").get<double>(), 0.16, 1e-9) << rows;  // its own message
    EXPECT_NEAR(rows.at(1).at("path_s").get<double>(), 0.08, 1e-9) << rows;  // that on the link
  }
}

TEST_F(WhyCommands, ADeadlockIsExplained) {
  folder_.write("plan.txt",
                "I A.i 1 A.m\nC c.c compute 1ms\nF f.f NULL c.c NULL SAME\n"
                "F g.f A.i NULL NULL NULL\nU u.u f.f g.f\nP P.p 1 u.u\n");
  const auto why = predict("--why --quiet 2>/dev/null");
  EXPECT_EQ(why.status, 4);
  EXPECT_NE(section_of(why.out).find("computes c.c (line 2)"), std::string::npos) << why.out;
}

constexpr const char* kService = R"(
V n 200
I Tick.i   1 Tick.m
I Ask.i    1 Ask.m
I Answer.i 1 Answer.m
C serve.c  compute 1ms
O Tick.o   Client.p[{self}] -t Tick.m -d {exponential(0.0025)}
O Ask.o    Server.p -t Ask.m -new
O Answer.o ORIGIN   -t Answer.m
F start.f  NULL     NULL    Tick.o       SAME
F ask.f    Tick.i   NULL    Ask.o,Tick.o SAME
F done.f   Answer.i NULL    NULL         SAME*{n-1},NULL
F serve.f  Ask.i    serve.c Answer.o     SAME
U client.u start.f ask.f done.f
U server.u serve.f
P Server.p 1 -server server.u
P Client.p 2 client.u
)";

TEST_F(WhyCommands, ASlowRequestIsExplainedByResultTextAndTrace) {
  folder_.write("service.txt", kService);
  const auto slow =
      dps("predict service.txt --machine laptop --slow done.f:p99 --latencies -o slow.json --trace "
          "slow.dpstrace");
  EXPECT_EQ(slow.status, 0);
  const nlohmann::json whole = result("slow.json");
  const nlohmann::json& object = whole.at("slow");
  EXPECT_EQ(object.at("ftag"), "done.f");
  EXPECT_EQ(object.at("quantile"), 0.99);
  double sum = 0;
  double other = 0;
  for (const auto& share : object.at("shares")) {
    sum += share.at("path_s").get<double>();
    other += share.at("own").get<bool>() ? 0.0 : share.at("path_s").get<double>();
  }
  EXPECT_NEAR(sum, object.at("age_s").get<double>(), 1e-12);
  EXPECT_GT(other, 0.001);  // a slow request waits for others
  double p99 = 0;
  for (const auto& row : whole.at("runs").at(0).at("latencies").at("requests")) {
    p99 = row.at("ftag") == "done.f" ? row.at("age").at("p99_s").get<double>() : p99;
  }
  EXPECT_NEAR(object.at("age_s").get<double>() / p99, 1, 0.01);
  EXPECT_NE(slow.out.find("other: Server.p[0] computes serve.c (line 6)"), std::string::npos)
      << slow.out;
  const auto again = dps("trace slow.dpstrace --slow done.f:p99");
  EXPECT_EQ(again.status, 0);
  const std::string title = "Why a request is slow: request " +
                            std::to_string(object.at("number").get<int>()) + " of " +
                            object.at("origin").get<std::string>();
  EXPECT_NE(slow.out.find(title), std::string::npos) << slow.out;
  EXPECT_NE(again.out.find(title), std::string::npos) << again.out;
  const auto shown = dps("profile slow.json");
  EXPECT_NE(shown.out.find(title), std::string::npos) << shown.out;
}

TEST_F(WhyCommands, MistakesAreRefused) {
  folder_.write("service.txt", kService);
  ASSERT_EQ(predict("--trace a.dpstrace").status, 0);
  struct Mistake {
    const char* arguments;
    const char* text;
  };
  for (const Mistake& mistake : std::initializer_list<Mistake>{
           {"trace a.dpstrace --why -o a.json", "--why goes with the summary of a trace"},
           {"check plan.txt --why", "dps check has no option --why"},
           {"trace a.dpstrace --slow work.f -o a.json", "--slow goes with the summary of a trace"},
           {"trace a.dpstrace --slow wrok.f", "no functionality 'wrok.f'; did you mean 'work.f'?"},
           {"predict service.txt --machine laptop --slow doen.f", "did you mean 'done.f'?"},
           {"predict service.txt --machine laptop --slow done.f:p101", "expected a quantile"},
           {"predict service.txt --machine laptop --slow :p99", "expected the tag"},
           {"predict plan.txt --machine laptop --slow work.f", "no request can fire 'work.f'"},
           {"predict plan.txt --machine laptop --why=yes", "--why"}}) {
    const auto refused = dps(std::string(mistake.arguments) + " 2>&1");
    EXPECT_EQ(refused.status, 2) << mistake.arguments;
    EXPECT_NE(refused.out.find(mistake.text), std::string::npos)
        << mistake.arguments << ": " << refused.out;
  }
}

}  // namespace
}  // namespace dps
