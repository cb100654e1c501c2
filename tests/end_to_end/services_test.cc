// Services whose requests go to one of several servers: runs have the counts of predictions, and
// the ages of requests and the waits for answers of all of them.
#include <cstdint>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "tests/end_to_end/examples.h"
#include "tests/support/scratch_folder.h"

#ifndef DPS_RUN_OPTIONS  // options for another launcher and transport, followed by a blank
#define DPS_RUN_OPTIONS ""
#define DPS_CHECK_EXAMPLES
#endif

namespace dps::end_to_end {
namespace {

const std::string kMachine = " --machine '" DPS_SOURCE_DIR "/tests/end_to_end/lab.toml' ";
const std::string kService = "'" DPS_SOURCE_DIR "/examples/web_service/blueprint.txt' ";
constexpr std::uint64_t kRequests = 200;
const std::string kShort = " --set n=200 --set lambda=1500 ";

/// A front gives jobs to four servers by -pick, and two loggers get each line, one at a time each.
constexpr const char* kBalanced = R"(
V n 40
I Tick.i 1 Tick.m
I Job.i 1 Job.m
I Done.i {n} Done.m
I Log.i 1 Log.m
O Tick.o Front.p[0] -t Tick.m -d 200us
O Job.o Server.p -t Job.m -b 300 -new PICK
O Log.o Log.p -t Log.m -b 64 -window 1
O Logged.o ACK -t Logged.m
O Done.o ORIGIN -t Done.m -b 100
F start.f NULL NULL Tick.o SAME
F tick.f Tick.i NULL Job.o,Log.o,Tick.o SAME*{n-1},rest.u
F done.f Done.i NULL NULL NULL
F hit.f Job.i NULL Done.o SAME
F miss.f Job.i NULL Done.o SAME
F log.f Log.i NULL Logged.o SAME
U front.u start.f tick.f
U rest.u -early done.f
U server.u hit.f*0.7|miss.f*0.3
U log.u log.f
P Front.p 1 front.u rest.u
P Server.p 4 -server server.u
P Log.p 2 -server log.u
)";

/// The numbers of firings by process and functionality, "Server.p[2] hit.f", and of messages by
/// process and direction.
std::map<std::string, std::uint64_t> counts_of(const Json& result) {
  std::map<std::string, std::uint64_t> counts;
  for (const Json& process : result.at("runs").at(0).at("processes")) {
    const auto ptag = process.at("ptag").get<std::string>();
    counts[ptag + " out"] = process.at("msgs_out").get<std::uint64_t>();
    counts[ptag + " in"] =
        process.at("msgs_in").get<std::uint64_t>() + process.at("late_msgs").get<std::uint64_t>();
    for (const Json& unit : process.at("units")) {
      for (const Json& functionality : unit.at("functionalities")) {
        counts[ptag + " " + functionality.at("ftag").get<std::string>()] +=
            functionality.at("triggered").get<std::uint64_t>();
      }
    }
  }
  return counts;
}

Json result_of(const std::string& arguments) {
  const Finished finished = run_dps(arguments + " --format json --level functionality");
  EXPECT_EQ(finished.status, 0) << arguments;
  return finished.status == 0 ? Json::parse(finished.out) : Json();
}

TEST(Services, RunsPickAsPredictionsDo) {
  for (const std::string pick : {"-pick random", "-pick round_robin"}) {
    const support::ScratchFolder folder;
    std::string text = kBalanced;
    text.replace(text.find("PICK"), 4, pick);
    const std::string path = folder.write("balanced.txt", text).string();
    const Json run = result_of("run " DPS_RUN_OPTIONS + path);
    const Json prediction = result_of("predict " + path + kMachine);
    ASSERT_FALSE(run.is_null() || prediction.is_null());
    EXPECT_EQ(counts_of(run), counts_of(prediction)) << pick;
  }
}

TEST(Services, ARunHasTheAgeOfEachRequestAndTheWaitOfEachJob) {
  const Json run = result_of("run " DPS_RUN_OPTIONS + kService + kShort + "--latencies");
  ASSERT_FALSE(run.is_null());
  const Json& latencies = run.at("runs").at(0).at("latencies");
  std::uint64_t begun = 0;
  std::map<std::string, std::uint64_t> ages;
  std::map<std::string, double> means;
  for (const Json& row : latencies.at("requests")) {
    begun += row.at("begun").get<std::uint64_t>();
    if (row.contains("age")) {
      const auto ftag = row.at("ftag").get<std::string>();
      const auto count = row.at("age").at("count").get<std::uint64_t>();
      means[ftag] += row.at("age").at("mean_s").get<double>() * static_cast<double>(count);
      ages[ftag] += count;
    }
  }
  EXPECT_EQ(begun, kRequests);
  EXPECT_EQ(ages["page.f"], kRequests);
  EXPECT_EQ(ages["front.f"], kRequests);
  EXPECT_EQ(ages["hit.f"] + ages["miss.f"], kRequests);
  EXPECT_GT(means["page.f"], means["front.f"]);  // a page comes after its question
  ASSERT_EQ(latencies.at("windows").size(), 1U);
  const Json& window = latencies.at("windows").at(0);
  EXPECT_EQ(window.at("otag"), "Job.o");
  EXPECT_EQ(window.at("ptag"), "Front.p");
  EXPECT_EQ(window.at("waited").at("count"), kRequests);
  EXPECT_EQ(counts_of(run)["Client.p[0] page.f"], kRequests);
}

#ifdef DPS_CHECK_EXAMPLES  // these do not depend on launcher and transport
TEST(Services, TheExampleHasNoWarnings) {
  const Finished check = run_dps("check " + kService + " 2>&1");
  EXPECT_EQ(check.status, 0) << check.out;
  EXPECT_EQ(check.out.find("warning"), std::string::npos) << check.out;
}

TEST(Services, TheExampleIsPredictedWithAllItsRequests) {
  const Json result = result_of("predict " + kService + kMachine + "--set n=2000");
  ASSERT_FALSE(result.is_null());
  auto counts = counts_of(result);
  EXPECT_EQ(counts["Client.p[0] page.f"], 2000U);
  std::uint64_t served = 0;
  for (const char* server : {"Server.p[0]", "Server.p[1]", "Server.p[2]", "Server.p[3]"}) {
    served += counts[server + std::string(" hit.f")] + counts[server + std::string(" miss.f")];
  }
  EXPECT_EQ(served, 2000U);
}

TEST(Services, FewerServersHaveLongerWaits) {
  const auto waits = [](const std::string& servers) {
    const Json result =
        result_of("predict " + kService + kMachine + "--set n=2000 --set servers=" + servers);
    return result.at("runs").at(0).at("latencies").at("windows").at(0).at("waited").at("mean_s");
  };
  EXPECT_GT(waits("2").get<double>(), waits("4").get<double>());
}

TEST(Services, CsvAndTextHaveTheWaits) {
  const Finished csv = run_dps("predict " + kService + kMachine +
                               "--set n=500 --format csv --latencies 2>/dev/null");
  EXPECT_EQ(csv.status, 0);
  EXPECT_NE(csv.out.find(",max_s,otag\r\n"), std::string::npos);
  EXPECT_NE(csv.out.find(",waited,500,"), std::string::npos);
  EXPECT_NE(csv.out.find(",longest_queue,"), std::string::npos);
  const Finished text =
      run_dps("predict " + kService + kMachine + "--set n=500 --latencies 2>/dev/null");
  EXPECT_NE(text.out.find("Waits for answers"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("longest queue"), std::string::npos);
}

TEST(Services, ADeadlockNamesTheQueue) {
  const support::ScratchFolder folder;
  const std::string path =
      folder
          .write("silent.txt",
                 "I Job.i 1 Job.m\nI Done.i 5 Done.m\nI Go.i 1 Go.m\n"
                 "O Job.o Server.p -t Job.m -n 5 -pick least -window 1\n"
                 "O Done.o Front.p -t Done.m -n {self == 9 ? 1 : 0}\n"
                 "F go.f NULL NULL Job.o SAME\nF done.f Done.i NULL NULL NULL\n"
                 "F work.f Job.i NULL Done.o SAME\nU front.u go.f done.f\nU server.u work.f\n"
                 "P Front.p 1 front.u\nP Server.p 3 -server server.u\n")
          .string();
  const std::string queue = "2 messages 'Job.m' wait for an answer of Server.p[0..2] (-window 1)";
  for (const std::string& command :
       {"run --anyway " + path, "predict " + path + kMachine, "check " + path}) {
    const Finished finished = run_dps(command + " 2>&1");
    EXPECT_NE(finished.status, 0) << command;
    EXPECT_NE(finished.out.find(queue), std::string::npos) << command << "\n" << finished.out;
  }
}

TEST(Services, AProcessSendsWaitingMessagesBeforeItIsComplete) {
  const support::ScratchFolder folder;
  const std::string path =
      folder
          .write("drain.txt",
                 "I Job.i 1 Job.m\nO Job.o Server.p -t Job.m -n 20 -pick least -window 2\n"
                 "O Done.o ACK -t Done.m\nF go.f NULL NULL Job.o NULL\n"
                 "F work.f Job.i NULL Done.o SAME\nU front.u go.f\nU server.u work.f\n"
                 "P Front.p 1 front.u\nP Server.p 3 -server server.u\n")
          .string();
  for (const std::string& command : {"run " + path, "predict " + path + kMachine}) {
    auto counts = counts_of(result_of(command));
    EXPECT_EQ(counts["Front.p[0] out"], 20U) << command;
    EXPECT_EQ(counts["Front.p[0] in"], 20U) << command;  // all of them late
  }
}

TEST(Services, ATraceNamesTheRequestOfAMessageThatHasWaited) {
  const support::ScratchFolder folder;
  const std::string trace = (folder.path() / "trace.csv").string();
  const Finished finished = run_dps("predict " + kService + kMachine +
                                    "--set n=100 --set lambda=1900 --quiet --trace " + trace);
  ASSERT_EQ(finished.status, 0);
  const std::string rows = folder.read("trace.csv");
  EXPECT_NE(rows.find(",SEND_QUEUED,Job.o,"), std::string::npos);
  const std::size_t admitted = rows.find(",SEND_ADMITTED,Job.o,");
  ASSERT_NE(admitted, std::string::npos);
  const std::string row = rows.substr(admitted, rows.find('\n', admitted) - admitted);
  EXPECT_NE(row.find(",Client.p[0],"), std::string::npos) << row;
}
#endif

}  // namespace
}  // namespace dps::end_to_end
