// Predictions of all examples: they have the counts of real runs, and are identical to the byte in
// all builds. Also the options of `dps predict`, and comparisons of a run with its prediction.
#include <filesystem>
#include <iterator>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/end_to_end/examples.h"
#include "tests/support/file_text.h"
#include "tests/support/scratch_folder.h"

namespace dps::end_to_end {
namespace {

const std::string kMachine = " --machine '" DPS_SOURCE_DIR "/tests/end_to_end/lab.toml' ";

/// Returns true for examples in which the order of arrival determines the counts of single clones.
bool depends_on_arrival(const Example& example) {
  static const std::set<std::string> names{"matrix_multiply_1", "matrix_multiply_2",
                                           "matrix_multiply_2_scaled", "parameter_server"};
  return names.contains(example.name);
}

/// The counts of a run by process, unit and functionality; with `by_clones`, summed over clones and
/// their units. The messages that a unit took are left out: they may depend on the order of
/// arrival.
Json counts_of(const Json& result, bool by_clones) {
  Json counts = Json::object();
  const auto add = [&](const std::string& name, const Json& row, const auto& keys) {
    for (const char* key : keys) {
      Json& sum = counts[name + " " + key];
      sum = (sum.is_null() ? std::uint64_t{0} : sum.get<std::uint64_t>()) +
            row.at(key).get<std::uint64_t>();
    }
  };
  for (const Json& process : result.at("runs").at(0).at("processes")) {
    const auto ptag = process.at("ptag").get<std::string>();
    const std::string name = by_clones ? clones_of(ptag) : ptag;
    add(name, process,
        std::array{"bytes_in", "msgs_in", "bytes_out", "msgs_out", "late_msgs", "unclaimed_msgs"});
    for (const Json& unit : process.at("units")) {
      const std::string in_unit =
          by_clones ? name : name + " " + unit.at("futag").get<std::string>();
      if (!by_clones) {
        add(in_unit, unit, std::array{"active", "bytes_out", "msgs_out"});
      }
      for (const Json& functionality : unit.at("functionalities")) {
        add(in_unit + " " + functionality.at("ftag").get<std::string>(), functionality,
            std::array{"triggered", "bytes_out", "msgs_out"});
      }
    }
  }
  return counts;
}

class Predictions : public testing::TestWithParam<Example> {};

TEST_P(Predictions, HaveTheCountsOfARun) {
  const std::string options = " --format json --level functionality 2>/dev/null";
  const Finished run = run_dps("run " + path_of(GetParam()) + options);
  const Finished predicted = run_dps("predict " + path_of(GetParam()) + kMachine + options);
  ASSERT_EQ(run.status, 0);
  ASSERT_EQ(predicted.status, 0);
  const bool by_clones = depends_on_arrival(GetParam());
  EXPECT_EQ(Json::diff(counts_of(Json::parse(run.out), by_clones),
                       counts_of(Json::parse(predicted.out), by_clones)),
            Json::array());
}

// After an intended change, update the files: tests/end_to_end/make_predicted.sh build/bin/dps
TEST_P(Predictions, AreIdenticalInAllBuilds) {
  const Finished predicted = run_dps("predict " + path_of(GetParam()) + kMachine +
                                     "--format csv --level functionality 2>/dev/null");
  EXPECT_EQ(predicted.status, 0);
  EXPECT_EQ(predicted.out, file_text(std::string(DPS_SOURCE_DIR "/tests/end_to_end/predicted/") +
                                     GetParam().name + ".csv"));
}

INSTANTIATE_TEST_SUITE_P(Every, Predictions, testing::ValuesIn(kExamples),
                         [](const testing::TestParamInfo<Example>& example) {
                           return std::string(example.param.name);
                         });

TEST(Predict, AMissingFileIsReportedWithItsKind) {
  const std::string predict = "predict " DPS_SOURCE_DIR "/examples/ring/blueprint.txt ";
  const Finished machine = run_dps(predict + "--machine nosuch.toml 2>&1");
  EXPECT_EQ(machine.status, 2);
  EXPECT_TRUE(machine.out.starts_with("dps: error: cannot read machine file 'nosuch.toml': "))
      << machine.out;
  const Finished costs = run_dps(predict + kMachine + " --costs nosuch.toml 2>&1");
  EXPECT_EQ(costs.status, 2);
  EXPECT_TRUE(costs.out.starts_with("dps: error: cannot read costs file 'nosuch.toml': "))
      << costs.out;
}

/// Sends SIGTERM as soon as /proc shows that the program has blocked its signals to check for them.
TEST(Predict, PrintsTheProfileSoFarWhenItIsStopped) {
  const Finished stopped = run_dps(
      "predict " DPS_SOURCE_DIR "/examples/ring/blueprint.txt --set rounds=1000000000 " +
      std::string(kMachine) +
      " 2>&1 & predicting=$!; "
      "until grep -q '^SigBlk:.*4003$' /proc/$predicting/status; do kill -0 $predicting || exit 99;"
      " done; kill -TERM $predicting; wait $predicting");
  EXPECT_EQ(stopped.status, 143) << stopped.out;
  EXPECT_NE(stopped.out.find("dps: error: stopped by signal 15 (SIGTERM), at "), std::string::npos)
      << stopped.out;
  EXPECT_NE(stopped.out.find("INCOMPLETE: stopped by signal 15 (SIGTERM), at "), std::string::npos)
      << stopped.out;
}

TEST(Costs, OfAFileAreChargedAndReportedInTheResult) {
  const support::ScratchFolder scratch;
  const auto file = [&](const std::string& text) {
    return " --costs '" + scratch.write("costs.toml", text).string() + "'";
  };
  const std::string predict =
      "predict '" DPS_SOURCE_DIR "/examples/matrix_multiply_2/blueprint.txt'" + kMachine;
  const Finished right = run_dps(predict + "--format json 2>&1" +
                                 file("[[component]]\nexec = \"read_mats\"\ntime = \"2s\"\n"));
  EXPECT_EQ(right.status, 0) << right.out;
  const Json result = Json::parse(right.out);
  EXPECT_GT(result.at("runs").at(0).at("makespan_s"), 1);
  EXPECT_EQ(result.at("environment").at("costs"), (scratch.path() / "costs.toml").string());
  EXPECT_EQ(result.at("notes").at(0), "charged with the times of the costs file: Read.c");
  const Finished wrong = run_dps(predict + "2>&1" + file("[[component]]\nexec = \"read_mats\"\n"));
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.out.find("costs.toml:1:1: error: [[component]] has no 'time'"), std::string::npos)
      << wrong.out;
}

constexpr const char* kVaried = R"(
V n 50
C Work.c compute {exponential(0.0002)}
I Ask.i   1 Ask.m
I Reply.i 1 Reply.m
O Ask.o   Server.p -t Ask.m -b {uniform(10, 1000)}
O Reply.o ACK -t Reply.m -b {normal(500, 100)}
F first.f NULL    NULL   Ask.o   SAME
F next.f  Reply.i NULL   Ask.o   SAME*{n},NULL
F serve.f Ask.i   Work.c Reply.o SAME
U client.u first.f next.f
U server.u serve.f
P Client.p 2 client.u
P Server.p 1 -server server.u
)";

TEST(Variation, ARunAndItsPredictionDrawTheSameSizes) {
  const support::ScratchFolder scratch;
  const std::string blueprint = " '" + scratch.write("varied.txt", kVaried).string() + "' ";
  const auto bytes_of = [](const Json& result, std::size_t run) {
    return result.at("runs").at(run).at("processes").at(0).at("bytes_out").get<std::uint64_t>();
  };
  const std::string options = " --runs 2 --format json 2>/dev/null";
  const Finished run = run_dps("run" + blueprint + options);
  const Finished predicted = run_dps("predict" + blueprint + kMachine + options);
  const Finished seeded = run_dps("predict" + blueprint + kMachine + "--seed 7" + options);
  ASSERT_EQ(run.status + predicted.status + seeded.status, 0) << run.out << predicted.out;
  const Json first = Json::parse(run.out);
  const Json second = Json::parse(predicted.out);
  EXPECT_EQ(bytes_of(first, 0), bytes_of(second, 0));
  EXPECT_EQ(bytes_of(first, 1), bytes_of(second, 1));
  EXPECT_NE(bytes_of(first, 0), bytes_of(first, 1));
  EXPECT_NE(bytes_of(first, 0), bytes_of(Json::parse(seeded.out), 0));
  EXPECT_EQ(predicted.out, run_dps("predict" + blueprint + kMachine + options).out);
}

TEST(PredictedTerrain, IsNotCheckedIfTheMachineHasOneHost) {
  const Finished predicted =
      run_dps("predict '" DPS_SOURCE_DIR
              "/examples/matrix_multiply_2/blueprint.txt' --machine '" DPS_SOURCE_DIR
              "/predictor/machines/library/laptop.toml' 2>&1");
  EXPECT_EQ(predicted.status, 0) << predicted.out;
  EXPECT_NE(predicted.out.find("everything runs on this machine"), std::string::npos)
      << predicted.out;
}

class Compare : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const {
    return "'" + (scratch_.path() / name).string() + "'";
  }
  /// Writes the result of a command for the pipeline example to a file.
  void make(const std::string& command, const std::string& options, const std::string& name) const {
    const Finished made =
        run_dps(command + " '" DPS_SOURCE_DIR "/examples/pipeline/blueprint.txt' " + options +
                " -o " + file(name) + " 2>&1");
    ASSERT_EQ(made.status, 0) << made.out;
  }

  support::ScratchFolder scratch_;
};

TEST_F(Compare, ARunAndItsPredictionHaveTheSameCounts) {
  make("run", "", "run.json");
  make("predict", kMachine, "prediction.json");
  const Finished compared =
      run_dps("compare " + file("run.json") + " " + file("prediction.json") +
              " --tolerance 1000000 --format json -o " + file("comparison.json") + " 2>&1");
  EXPECT_EQ(compared.status, 0) << compared.out;
  EXPECT_EQ(compared.out, scratch_.read("comparison.json"));
  const Json comparison = Json::parse(compared.out);
  EXPECT_EQ(comparison.at("counts_differing"), 0);
  EXPECT_EQ(comparison.at("mismatches"), Json::array());
  EXPECT_GT(comparison.at("makespan").at("ratio"), 0);
}

TEST_F(Compare, ExitsWithOneIfADifferenceExceedsTheTolerance) {
  make("predict", kMachine, "a.json");
  const std::string results = file("a.json") + " " + file("b.json");
  make("predict", kMachine, "b.json");
  EXPECT_EQ(run_dps("compare --tolerance 0 " + results + " 2>&1").status, 0);
  std::string slower = file_text(DPS_SOURCE_DIR "/tests/end_to_end/lab.toml");
  slower.replace(slower.find("\"4.7us\""), 7, "\"470us\"");
  scratch_.write("slower.toml", slower);
  make("predict", "--machine " + file("slower.toml"), "b.json");
  const Finished compared = run_dps("compare " + results + " 2>&1");
  EXPECT_EQ(compared.status, 1);
  EXPECT_TRUE(compared.out.starts_with("makespan A ")) << compared.out;
  EXPECT_NE(compared.out.find("beyond 10%; send of "), std::string::npos) << compared.out;
}

/// The paper's own use: MatrixMultiply1 and 2 (section 6).
TEST_F(Compare, DesignsOfDifferentProgramsAreRanked) {
  for (const std::string name : {"matrix_multiply_1", "matrix_multiply_2"}) {
    const Finished made = run_dps("predict '" DPS_SOURCE_DIR "/examples/" + name +
                                  "/blueprint.txt' --machine '" DPS_SOURCE_DIR
                                  "/predictor/machines/library/laptop.toml' -o " +
                                  file(name + ".json") + " 2>&1");
    ASSERT_EQ(made.status, 0) << made.out;
  }
  const std::string results = file("matrix_multiply_1.json") + " " + file("matrix_multiply_2.json");
  const Finished text = run_dps("compare --designs " + results + " 2>&1");
  EXPECT_EQ(text.status, 0) << text.out;
  const Finished json =
      run_dps("compare --designs --format json " + results + " -o " + file("d.json") + " 2>&1");
  EXPECT_EQ(json.status, 0) << json.out;
  EXPECT_EQ(json.out, scratch_.read("d.json"));
  const Json designs = Json::parse(json.out);
  EXPECT_EQ(designs.at("certainty"), "exact");
  EXPECT_EQ(designs.at("fastest"), designs.at("designs").at(0).at("file"));
  EXPECT_LT(designs.at("designs").at(0).at("makespan").at("mean_s"),
            designs.at("designs").at(1).at("makespan").at("mean_s"));
  const Finished csv = run_dps("compare --designs --format csv " + results + " 2>&1");
  EXPECT_EQ(csv.out.rfind("level,rank,file,", 0), 0U) << csv.out;
  const Finished plain = run_dps("compare " + results + " 2>&1");
  EXPECT_EQ(plain.status, 1);
  EXPECT_NE(plain.out.find("'dps compare --designs A B'"), std::string::npos) << plain.out;
}

TEST_F(Compare, DesignsThatAreNotResultsAreAllReported) {
  make("predict", kMachine, "a.json");
  scratch_.write("b.json", "{}");
  const Finished compared = run_dps("compare --designs " + file("a.json") + " " + file("b.json") +
                                    " '" DPS_SOURCE_DIR "/tests/end_to_end/lab.toml' 2>&1");
  EXPECT_EQ(compared.status, 2);
  EXPECT_NE(compared.out.find("b.json"), std::string::npos) << compared.out;
  EXPECT_NE(compared.out.find("lab.toml"), std::string::npos) << compared.out;
}

TEST_F(Compare, ResultsThatCannotBeComparedAreInvalidInput) {
  make("predict", kMachine, "a.json");
  const Finished other = run_dps("predict '" DPS_SOURCE_DIR "/examples/ring/blueprint.txt' " +
                                 kMachine + " -o " + file("ring.json") + " 2>&1");
  ASSERT_EQ(other.status, 0) << other.out;
  const Finished compared =
      run_dps("compare " + file("a.json") + " " + file("ring.json") + " 2>&1");
  EXPECT_EQ(compared.status, 2);
  EXPECT_NE(compared.out.find("have no process in common"), std::string::npos) << compared.out;
  EXPECT_EQ(run_dps("compare " + file("a.json") + " " + file("none.json") + " 2>&1").status, 2);
}

}  // namespace
}  // namespace dps::end_to_end
