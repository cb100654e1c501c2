#include <fmt/format.h>
#include <gtest/gtest.h>

#include "profiles/reports/line_costs.h"
#include "profiles/reports/result_data.h"
#include "profiles/reports/source_excerpts.h"
#include "tests/support/scratch_folder.h"

namespace dps::reports {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPlan = R"(V n 3
I Job.i  1 Job.m
C Work.c compute 1ms
O Job.o  Worker.p -t Job.m -n {n}
F send.f NULL NULL Job.o NULL
F work.f Job.i Work.c NULL SAME
U master.u send.f
U worker.u work.f
P Master.p 1 master.u
P Worker.p 2 -server worker.u
)";

profiles::ProcessProfile process(const std::string& ptag, const std::string& futag,
                                 const std::string& ftag, double real) {
  profiles::ProcessProfile row;
  row.ptag = ptag;
  row.host = "lab";
  row.real_s = real;
  row.compute_s = real / 2;
  row.send_s = real / 8;
  row.wait_s = real * 3 / 8;
  row.take_s = real / 8;
  row.bytes_out = 30;
  profiles::UnitProfile& unit = row.units.emplace_back();
  unit.futag = futag;
  unit.active = 1;
  unit.real_s = real;
  profiles::FunctionalityProfile& functionality = unit.functionalities.emplace_back();
  functionality.ftag = ftag;
  functionality.triggered = 3;
  functionality.real_s = real / 4;
  return row;
}

ReportSubject subject() {
  ReportSubject made;
  made.name = "plan.json";
  made.result.blueprint.path = "plan.txt";
  made.result.blueprint.text = kPlan;
  made.result.blueprint.variables = {{"n", 3}};
  made.result.environment.emplace_back("seed", "1");
  profiles::RunProfile run;
  run.makespan_s = 8;
  run.processes = {process("Master.p[0]", "master.u", "send.f", 4),
                   process("Worker.p[0]", "worker.u", "work.f", 8),
                   process("Worker.p[1]", "worker.u", "work.f", 2)};
  run.messages = {{"Job.m", "Master.p[0]", "Worker.p[0]", 3, 3, 0, 0, 300, 1.5},
                  {"Job.m", "Master.p[0]", "Worker.p[1]", 3, 2, 1, 0, 300, 0.5}};
  made.result.runs.push_back(run);
  return made;
}

/// The values of a column of a table.
std::vector<double> column(const Json& table, const std::string& key) {
  std::vector<double> values;
  for (std::size_t i = 0; i < table["columns"].size(); ++i) {
    for (const Json& row : table["rows"]) {
      if (table["columns"][i] == key) {
        values.push_back(row[i].get<double>());
      }
    }
  }
  return values;
}

TEST(ReportData, HasTheFiguresOfTheResult) {
  const auto data = data_of(subject());
  ASSERT_TRUE(data.has_value());
  const Json& run = (*data)["run"];
  EXPECT_EQ(run["makespan_s"], 8.0);
  EXPECT_EQ(column(run["processes"], "real_s"), (std::vector<double>{4, 8, 2}));
  EXPECT_EQ(column(run["processes"], "bytes_out"), (std::vector<double>{30, 30, 30}));
  EXPECT_EQ(column(run["messages"], "waited_s"), (std::vector<double>{1.5, 0.5}));
  EXPECT_EQ(run["totals"]["processes"], 3);
  EXPECT_EQ((*data)["environment"]["seed"], 1);
  EXPECT_TRUE((*data)["timeline"].is_null());
}

TEST(ReportData, AnMpiProgramHasItsCallSites) {
  ReportSubject program = subject();
  EXPECT_TRUE(data_of(program)->at("run").at("mpi").is_null());
  program.result.runs[0].mpi.emplace().sites.push_back(
      {"MPI_Send", "life.cc:42", 10, 2, 80, 0.5, 0.25, {}});
  const auto data = data_of(program);
  ASSERT_TRUE(data.has_value());
  const Json& site = data->at("run").at("mpi").at("sites").at(0);
  EXPECT_EQ(site["place"], "life.cc:42");
  EXPECT_EQ(site["calls"], 10);
  EXPECT_EQ(site["idle_s"], 0.25);
}

TEST(ReportData, AnMpiProgramHasTheSourceAroundItsCalls) {
  const support::ScratchFolder folder;
  std::string text;
  for (int line = 1; line <= 60; ++line) {
    text += "line " + std::to_string(line) + "\r\n";
  }
  folder.write("life.cc", text);
  profiles::MpiProfile program;
  for (const char* place : {"life.cc:2", "life.cc:42", "life.cc:44", "life.cc:900", "other.cc:1",
                            "life+0x12", "../life.cc:7", "?"}) {
    program.sites.push_back({"MPI_Send", place, 1, 1, 0, 0, 0, {}});
  }
  const std::vector<std::string> folders{"/nowhere", folder.path().string()};
  const auto found = source_excerpts(program, folders);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].file, "life.cc");
  std::vector<std::uint64_t> numbers;
  for (const auto& [number, line] : found[0].lines) {
    numbers.push_back(number);
    EXPECT_EQ(line, "line " + std::to_string(number));
  }
  EXPECT_EQ(numbers,
            (std::vector<std::uint64_t>{1, 2, 3, 4, 5, 39, 40, 41, 42, 43, 44, 45, 46, 47}));
}

TEST(ReportData, UnknownFiguresAreNull) {
  ReportSubject unknown = subject();
  unknown.result.runs[0].processes[0].cpu_s = profiles::kUnknown;
  unknown.result.runs[0].processes[0].counted = profiles::Counted::kNothing;
  const auto data = data_of(unknown);
  ASSERT_TRUE(data.has_value());
  const Json& processes = (*data)["run"]["processes"];
  const Json& row = processes["rows"][0];
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::string key = processes["columns"][i];
    EXPECT_EQ(row[i].is_null(), key == "cpu_s" || key == "collective_s" ||
                                    key.starts_with("msgs_") || key.starts_with("bytes_") ||
                                    key.ends_with("_msgs"))
        << key;
  }
}

TEST(ReportData, AResultWithoutRunsHasNoFigures) {
  ReportSubject none = subject();
  none.result.runs.clear();
  const auto data = data_of(none);
  ASSERT_TRUE(data.has_value());
  EXPECT_TRUE((*data)["run"].is_null());
  EXPECT_TRUE((*data)["latencies"].is_null());
}

/// "F 5 send.f 3 1": section, line, tag, count, time; "-" for an unknown one.
std::vector<std::string> texts_of(const LineCosts& costs) {
  std::vector<std::string> texts;
  for (const LineCost& line : costs.lines) {
    texts.push_back(fmt::format("{} {} {} {} {}", line.section, line.line, line.tag,
                                line.count ? std::to_string(*line.count) : "-",
                                line.time_s ? fmt::format("{}", *line.time_s) : "-"));
  }
  return texts;
}

TEST(LineCosts, AreSumsOverAllProcesses) {
  const auto costs = line_costs_of(subject());
  ASSERT_TRUE(costs.has_value());
  EXPECT_TRUE(costs->has_text);
  EXPECT_FALSE(costs->has_components);
  EXPECT_EQ(texts_of(*costs), (std::vector<std::string>{
                                  "I 2 Job.i 5 2", "C 3 Work.c - -", "O 4 Job.o - -",
                                  "F 5 send.f 3 1", "F 6 work.f 6 2.5", "U 7 master.u 1 4",
                                  "U 8 worker.u 2 10", "P 9 Master.p 1 3", "P 10 Worker.p 2 7.5"}));
}

TEST(LineCosts, HaveNoLinesIfTheTextCannotBeRead) {
  ReportSubject other = subject();
  other.result.blueprint.text = "X of another version\n";
  const auto costs = line_costs_of(other);
  ASSERT_TRUE(costs.has_value());
  EXPECT_FALSE(costs->has_text);
  EXPECT_EQ(texts_of(*costs).front(), "P 0 Master.p 1 3");
}

TEST(LineCosts, HaveTheSharesOfThePath) {
  ReportSubject explained = subject();
  profiles::Why& why = explained.result.why.emplace();
  why.path_s = 8;
  why.shares.push_back({"compute", "Worker.p", "Work.c", 3, "", "", "", 0, "", 5, "", 0});
  why.shares.push_back({"send", "Master.p", "Job.o", 4, "Job.m", "Worker.p", "", 0, "", 2, "", 0});
  why.shares.push_back(
      {"under_way", "Worker.p", "Job.o", 4, "Job.m", "Master.p", "", 0, "", 1, "", 0});
  const auto costs = line_costs_of(explained);
  ASSERT_TRUE(costs.has_value());
  EXPECT_EQ(costs->lines[1].path_s, 5);
  EXPECT_EQ(costs->lines[2].path_s, 3);
}

}  // namespace
}  // namespace dps::reports
