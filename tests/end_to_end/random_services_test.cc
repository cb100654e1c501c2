// Random services: runs have those counts of their predictions that do not depend on time.
// DPS_RANDOM_SERVICES=N tries N services; a failure prints the blueprint.
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/end_to_end/examples.h"
#include "tests/support/scratch_folder.h"

#ifndef DPS_RUN_OPTIONS  // options for another launcher and transport, followed by a blank
#define DPS_RUN_OPTIONS ""
#endif
#ifndef DPS_SERVICES
#define DPS_SERVICES 8
#endif

namespace dps::end_to_end {
namespace {

const std::string kMachine = " --machine '" DPS_SOURCE_DIR "/tests/end_to_end/lab.toml' ";

/// Clients send requests to fronts, which request one server or all of them and answer the client.
/// The requests that a server gets may depend on time; the number of its messages and firings does
/// not.
class RandomService {
 public:
  explicit RandomService(std::uint32_t seed) : random_(seed) {}

  std::string blueprint() {
    const int servers = any(1, 4);
    text_ = fmt::format("V n {}\nV servers {}\nV fronts {}\nI Ask.i 1 Ask.m\nI Job.i 1 Job.m\n",
                        any(2, 8), servers, any(1, 2));
    asks_all_ = one_in(2);
    add("C Work.c compute {{exponential({})}}us\nC Add.c compute 1us\n", any(1, 300));
    add("O Page.o ORIGIN -t Page.m -b {}\nO Ok.o ACK -t Ok.m -b {}{}\n", any(0, 5000), any(0, 500),
        packing());
    jobs(servers);
    servers_of();
    clients(any(1, 3));
    return text_;
  }

 private:
  int any(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<std::uint32_t>(high - low + 1));
  }
  bool one_in(int n) { return any(1, n) == 1; }
  std::string packing() { return one_in(2) ? " -p off" : ""; }
  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    text_ += fmt::format(form, std::forward<Arguments>(arguments)...);
  }

  /// The front.
  void jobs(int servers) {
    if (asks_all_) {
      const int quorum = any(1, servers);
      add("I Ok.i {}{}/{{servers}} Ok.m\n", "-each ", quorum);
      add("O Job.o Server.p -t Job.m -b {{100*(to+1)}}{}{}\n", packing(),
          one_in(2) ? fmt::format(" -window {}", any(1, 3)) : "");
    } else {
      add("I Ok.i 1 Ok.m\nO Job.o Server.p -t Job.m -b {} -pick {}\n", any(0, 70'000),
          one_in(2) ? "random" : "round_robin");
    }
    add("F front.f Ask.i NULL Job.o SAME\nF ok.f Ok.i {} Page.o SAME\n",
        one_in(2) ? "Work.c" : "NULL");
    add("U front.fu front.f ok.f\nP Front.p {{fronts}} -server front.fu\n");
  }

  void servers_of() {
    const bool has_choice = one_in(2);
    add("F hit.f Job.i NULL Ok.o SAME\nF miss.f Job.i Work.c Ok.o SAME\n");
    add("U server.fu {}\nP Server.p {{servers}} -server server.fu\n",
        has_choice ? fmt::format("hit.f*{}|miss.f", any(1, 5)) : "miss.f");
  }

  void clients(int count) {
    static constexpr const char* kOperations[] = {
        "allreduce -b 3000 -combine Add.c", "barrier", "bcast -b 90000 -root Client.p[0]",
        "alltoall -b 20", "allreduce -b 70000 -p off -combine Add.c -alg ring"};
    const std::string ask = "Front.p[{self % fronts}] -t Ask.m -b 300 -new";
    const bool is_open = one_in(2);
    const int sums = one_in(2) ? any(1, 3) : 0;
    add("I Page.i {} Page.m\n", is_open ? "{n}" : "1");
    std::string first = "client.fu";
    if (sums > 0) {
      add("I Sum.i {} Sum.m\nO Sum.o Client.p -t Sum.m -collective {}\n", sums,
          kOperations[any(0, 4)]);
      std::string contributions = "Sum.o";
      for (int i = 1; i < sums; ++i) {
        contributions += ",Sum.o";
      }
      add("F sum.f NULL NULL {} SAME\nF summed.f Sum.i NULL NULL client.fu\n", contributions);
      add("U sum.fu sum.f summed.f\n");
      first = "sum.fu client.fu";
    }
    if (is_open) {
      add("I Tick.i 1 Tick.m\nO Tick.o Client.p[{{self}}] -t Tick.m -d {}us\nO Ask.o {}\n",
          any(0, 400), ask);
      add("F start.f NULL NULL Tick.o SAME\n"
          "F tick.f Tick.i NULL Ask.o,Tick.o SAME*{{n-1}},rest.fu\n"
          "F page.f Page.i NULL NULL NULL\nU client.fu start.f tick.f\nU rest.fu -early page.f\n"
          "P Client.p {} {} rest.fu\n",
          count, first);
    } else {
      add("O Ask.o {0}\nO More.o {0} -n {{step+1 < n}}\n"
          "F start.f NULL NULL Ask.o SAME\nF page.f Page.i NULL More.o SAME*{{n-1}},NULL\n"
          "U client.fu start.f page.f\nP Client.p {1} {2}\n",
          ask, count, first);
    }
  }

  std::mt19937 random_;
  bool asks_all_ = false;
  std::string text_;
};

/// The numbers of firings by process and functionality, of messages by process and direction, and
/// of requests by functionality and group.
std::map<std::string, std::uint64_t> counts_of(const Json& result) {
  std::map<std::string, std::uint64_t> counts;
  const Json& run = result.at("runs").at(0);
  for (const Json& process : run.at("processes")) {
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
  for (const Json& row : run.at("latencies").at("requests")) {
    const auto name = row.at("ptag").get<std::string>() + " ";
    counts[name + "begun"] += row.at("begun").get<std::uint64_t>();
    if (row.contains("age")) {
      counts[name + row.at("ftag").get<std::string>() + " ages"] +=
          row.at("age").at("count").get<std::uint64_t>();
    }
  }
  return counts;
}

Json result_of(const std::string& arguments) {
  const Finished finished =
      run_dps(arguments + " --quiet --format json --level functionality --latencies --timeout 60s");
  EXPECT_EQ(finished.status, 0) << arguments;
  return finished.status == 0 ? Json::parse(finished.out) : Json();
}

TEST(RandomServices, RunsHaveTheCountsOfPredictions) {
  const char* wanted = std::getenv("DPS_RANDOM_SERVICES");
  const std::uint32_t services = wanted != nullptr
                                     ? static_cast<std::uint32_t>(std::strtoul(wanted, nullptr, 10))
                                     : DPS_SERVICES;
  for (std::uint32_t seed = 1; seed <= services && !HasFailure(); ++seed) {
    const support::ScratchFolder folder;
    const std::string text = RandomService(seed).blueprint();
    const std::string path = folder.write("service.txt", text).string();
    SCOPED_TRACE(text);
    const std::string chosen = path + " --seed " + std::to_string(seed);
    const Json prediction = result_of("predict " + chosen + kMachine);
    const Json run = result_of("run " DPS_RUN_OPTIONS + chosen);
    ASSERT_FALSE(run.is_null() || prediction.is_null());
    EXPECT_EQ(counts_of(run), counts_of(prediction));
  }
}

}  // namespace
}  // namespace dps::end_to_end
