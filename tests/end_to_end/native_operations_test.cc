// Collective operations of the MPI library (-alg native): runs have the completions of predictions,
// and no messages inside; everything else refuses them, or plays those of -alg auto.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/run_dps.h"
#include "tests/support/scratch_folder.h"

namespace dps::end_to_end {
namespace {

using Json = nlohmann::json;
using support::Finished;
using support::run_dps;
using support::ScratchFolder;

const std::string kOverMpi = "run --launcher mpi --transport mpi ";
const std::string kExamples = DPS_SOURCE_DIR "/examples/all_reduce_training/";
const std::string kMachine = " --machine '" DPS_SOURCE_DIR "/tests/end_to_end/lab.toml' ";

constexpr auto kAllOperations = R"(V n 3
I X.i 2 X.m
O X0.o W.p  -t X0.m -collective barrier -alg native
O X1.o W.p  -t X1.m -collective bcast -b 300 -root W.p[1] -alg native
O X2.o W.p  -t X2.m -collective reduce -b 17 -root W.p[2] -alg native
O X3.o W.p  -t X3.m -collective allreduce -b 8000 -alg native
O X4.o W.p  -t X4.m -collective gather -b 70 -alg native
O X5.o W.p  -t X5.m -collective scatter -b 70 -root W.p[2] -alg native
O X6.o W.p  -t X6.m -collective allgather -b 40 -alg native
O X7.o W.p  -t X7.m -collective alltoall -b 20 -alg native
O X8.o W.p  -t X8.m -collective reduce_scatter -b 16 -alg native
O X9.o W.p[1],W.p[0],W.p[2] -t X9.m -collective scan -b 8 -alg native
I All.i 2 X0.m 2 X1.m 2 X2.m 2 X3.m 2 X4.m 2 X5.m 2 X6.m 2 X7.m 2 X8.m 2 X9.m
F go.f  NULL  NULL X0.o,X1.o,X2.o,X3.o,X4.o,X5.o,X6.o,X7.o,X8.o,X9.o SAME
F re.f  NULL  NULL X9.o,X8.o,X7.o,X6.o,X5.o,X4.o,X3.o,X2.o,X1.o,X0.o SAME
F end.f All.i NULL NULL NULL
U w.fu {self == 1 ? re.f : go.f} {self == 1 ? go.f : re.f} end.f
P W.p {n} w.fu
)";

Json json_of(const std::string& arguments) {
  const Finished finished = run_dps(arguments + " --format json");
  EXPECT_EQ(finished.status, 0) << arguments;
  return finished.status == 0 ? Json::parse(finished.out) : Json();
}

/// The messages of the first run: those of a process to itself, and all others.
struct Counts {
  std::uint64_t completions = 0;
  std::uint64_t inside = 0;
};

Counts counts_of(const Json& result) {
  Counts counts;
  for (const Json& row : result.at("runs").at(0).at("messages")) {
    auto& count = row.at("sender") == row.at("receiver") ? counts.completions : counts.inside;
    count += row.at("sent").get<std::uint64_t>();
    EXPECT_EQ(row.at("sent"), row.at("taken"));
  }
  return counts;
}

TEST(NativeOperations, EachMemberPerformsEachOperationOnceInAnyOrderOfContributions) {
  const ScratchFolder folder;
  const std::string path = folder.write("all.txt", kAllOperations).string();
  const Json run = json_of(kOverMpi + path + " --latencies");
  ASSERT_FALSE(run.is_null());
  const Counts counts = counts_of(run);
  EXPECT_EQ(counts.completions, 60U);
  EXPECT_EQ(counts.inside, 0U);
  const Json& operations = run.at("runs").at(0).at("latencies").at("collectives");
  EXPECT_EQ(operations.size(), 10U);
  for (const Json& row : operations) {
    EXPECT_EQ(row.at("operations"), 2U);
    EXPECT_EQ(row.at("completions"), 6U);
    EXPECT_EQ(row.at("alg"), Json::array({"native"}));
  }
}

TEST(NativeOperations, AProcessThatContributesAndCompletesDoesItsPartFirst) {
  const ScratchFolder folder;
  const std::string path =
      folder
          .write("ends.txt",
                 "C Late.c sleep 50ms\n"
                 "O Sum.o W.p -t Sum.m -collective allreduce -b 800 -alg native\n"
                 "F late.f NULL Late.c Sum.o NULL\n"
                 "F go.f NULL NULL Sum.o NULL\n"
                 "U w.fu {self == 1 ? late.f : go.f}\n"
                 "P W.p 3 w.fu\n")
          .string();
  const Json run = json_of(kOverMpi + path);
  ASSERT_FALSE(run.is_null());
  std::uint64_t late = 0;
  for (const Json& row : run.at("runs").at(0).at("messages")) {
    late += row.at("late").get<std::uint64_t>();
  }
  EXPECT_EQ(late, 3U);
}

TEST(NativeOperations, AMemberThatDoesNotContributeIsNamed) {
  const ScratchFolder folder;
  const std::string path = folder
                               .write("deadlock.txt",
                                      "I Sum.i 1 Sum.m\n"
                                      "O Sum.o W.p -t Sum.m -collective barrier -alg native\n"
                                      "F go.f NULL NULL Sum.o SAME\n"
                                      "F no.f NULL NULL NULL NULL\n"
                                      "F end.f Sum.i NULL NULL NULL\n"
                                      "U w.fu {self == 1 ? no.f : go.f} end.f\n"
                                      "U never.fu go.f\n"
                                      "P W.p 3 w.fu never.fu\n")
                               .string();
  const Finished finished = run_dps(kOverMpi + path + " --anyway 2>&1");
  EXPECT_EQ(finished.status, 4) << finished.out;
  EXPECT_NE(finished.out.find("waits for 'Sum.m', operation 1 of the barrier 'Sum.o' (3 members): "
                              "W.p[1] has not contributed"),
            std::string::npos)
      << finished.out;
}

TEST(NativeOperations, AMemberWithoutTheLineIsAnErrorBeforeTheStart) {
  const ScratchFolder folder;
  const std::string path = folder
                               .write("lacks.txt",
                                      "I Sum.i 1 Sum.m\n"
                                      "O Sum.o W.p -t Sum.m -collective barrier -alg native\n"
                                      "F go.f NULL NULL Sum.o SAME\n"
                                      "F no.f NULL NULL NULL NULL\n"
                                      "F end.f Sum.i NULL NULL NULL\n"
                                      "U w.fu {self == 1 ? no.f : go.f} end.f\n"
                                      "P W.p 3 w.fu\n")
                               .string();
  const Finished finished = run_dps(kOverMpi + path + " --anyway 2>&1");
  EXPECT_EQ(finished.status, 2) << finished.out;
  EXPECT_NE(finished.out.find("'W.p[1]', a member of 'Sum.o', has no functionality with this "
                              "output; -alg native needs all members"),
            std::string::npos)
      << finished.out;
}

TEST(NativeOperations, TheCriticalPathGoesToTheMemberThatContributedLast) {
  const ScratchFolder folder;
  const std::string path =
      folder
          .write("late.txt",
                 "C Late.c sleep {self == 1 ? 300 : 0}ms\n"
                 "C Rest.c sleep {self == 0 ? 20 : 0}ms\n"
                 "I Sum.i 1 Sum.m\n"
                 "O Sum.o W.p -t Sum.m -collective allreduce -b 8 -alg native\n"
                 "F go.f NULL Late.c Sum.o SAME\n"
                 "F end.f Sum.i Rest.c NULL NULL\n"
                 "U w.fu go.f end.f\n"
                 "P W.p 3 w.fu\n")
          .string();
  const Finished finished = run_dps(kOverMpi + path + " --why 2>&1");
  EXPECT_EQ(finished.status, 0) << finished.out;
  const auto first = finished.out.find("W.p[1] sleeps Late.c");
  EXPECT_NE(first, std::string::npos) << finished.out;
}

TEST(NativeOperations, TheTrainingHasTheOperationsOfTheSameProgramInC) {
  const Json blueprint =
      json_of(kOverMpi + kExamples + "blueprint.txt --set native=1 --set workers=2 --latencies");
  const ScratchFolder folder;
  const std::string file = (folder.path() / "training.json").string();
  const Finished recorded = run_dps("run -q -o " + file + " -- mpirun -n 2 '" DPS_TRAINING "'");
  ASSERT_EQ(recorded.status, 0) << recorded.out;
  const Json program = Json::parse(folder.read("training.json"));
  ASSERT_FALSE(blueprint.is_null());
  const Json& rows = blueprint.at("runs").at(0).at("latencies").at("collectives");
  ASSERT_EQ(rows.size(), 1U);
  std::uint64_t calls = 0;
  for (const Json& site : program.at("runs").at(0).at("mpi").at("sites")) {
    if (site.at("function") == "MPI_Iallreduce") {
      calls += site.at("calls").get<std::uint64_t>();
    }
  }
  EXPECT_EQ(calls, rows.at(0).at("completions"));
}

TEST(NativeOperations, OtherTransportsRefuseThemAndPredictionsPlayTheDefault) {
  const std::string algorithms = kExamples + "algorithms.txt --set workers=4 --set bytes=1000 ";
  const Finished refused = run_dps("run " + algorithms + "--set alg=4 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.out.find("-alg native of output 'Sum.o' is the operation of the MPI library, "
                             "and tcp has none; write --transport mpi, or -alg auto"),
            std::string::npos)
      << refused.out;
  const Json native = json_of("predict " + algorithms + "--set alg=4" + kMachine);
  const Json usual = json_of("predict " + algorithms + "--set alg=3" + kMachine);
  ASSERT_FALSE(native.is_null() || usual.is_null());
  EXPECT_EQ(native.at("runs").at(0).at("makespan_s"), usual.at("runs").at(0).at("makespan_s"));
  EXPECT_EQ(native.at("runs").at(0).at("messages"), usual.at("runs").at(0).at("messages"));
  EXPECT_NE(native.at("notes").dump().find("-alg native of output 'Sum.o'"), std::string::npos);
}

}  // namespace
}  // namespace dps::end_to_end
