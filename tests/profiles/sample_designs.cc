#include "tests/profiles/sample_designs.h"

#include "tests/profiles/sample_comparisons.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

template <typename Row>
void scale(Row& row, double factor) {
  for (double Row::*time : {&Row::real_s, &Row::cpu_s, &Row::user_s, &Row::sys_s}) {
    row.*time *= factor;
  }
}

void scale_process(ProcessProfile& process, double factor) {
  scale(process, factor);
  for (double ProcessProfile::*time :
       {&ProcessProfile::start_late_s, &ProcessProfile::compute_s, &ProcessProfile::send_s,
        &ProcessProfile::wait_s, &ProcessProfile::take_s, &ProcessProfile::sleep_s,
        &ProcessProfile::pack_s, &ProcessProfile::idle_s}) {
    process.*time *= factor;
  }
  for (UnitProfile& unit : process.units) {
    scale(unit, factor);
    for (FunctionalityProfile& functionality : unit.functionalities) {
      scale(functionality, factor);
      functionality.compute_s *= factor;
      functionality.send_s *= factor;
    }
  }
}

/// MatrixMultiply2 with a master that sends for a longer time.
RunResult with_slow_sends() {
  RunResult result = matrix_multiply_2();
  result.blueprint.path = "examples/matrix_multiply_1/blueprint.txt";
  result.blueprint.sha256 = std::string(64, '1');
  RunProfile& run = result.runs[0];
  ProcessProfile& master = run.processes[4];
  master.send_s += 0.12;
  master.real_s += 0.08;
  master.wait_s -= 0.04;
  master.units[0].functionalities[0].send_s += 0.12;
  run.makespan_s += 0.08;
  return result;
}

RunResult exact(RunResult result, const std::string& machine) {
  result.kind = "predict";
  result.environment.emplace_back("machine", machine);
  return result;
}

RunResult uncharged(RunResult prediction) {
  prediction.notes = {
      "components without a cost take no time: Mult.c, Read.c; give their C lines 'cost'"};
  return prediction;
}

RunResult of_version_1() {
  RunResult result = matrix_multiply_2();
  for (ProcessProfile& process : result.runs[0].processes) {
    process.sleep_s = process.pack_s = process.idle_s = kUnknown;
  }
  return result;
}

}  // namespace

RunResult with_runs(const RunResult& result, const std::vector<double>& factors) {
  RunResult repeated = result;
  repeated.runs.clear();
  for (const double factor : factors) {
    RunProfile run = result.runs[0];
    run.makespan_s *= factor;
    for (ProcessProfile& process : run.processes) {
      scale_process(process, factor);
    }
    for (MessageProfile& message : run.messages) {
      message.waited_s *= factor;
    }
    repeated.runs.push_back(std::move(run));
  }
  return repeated;
}

std::vector<DesignSample> all_design_samples() {
  const std::vector<double> noise{1, 1.02, 0.99, 1.01, 0.98};
  const std::vector<double> other_noise{1.03, 0.97, 1.05, 0.99, 1};
  const RunResult mm1 = with_slow_sends();
  const RunResult mm2 = matrix_multiply_2();
  return {{"two_designs",
           {{"mm1.json", with_runs(mm1, noise)}, {"mm2.json", with_runs(mm2, other_noise)}}},
          {"similar_designs",
           {{"a.json", with_runs(mm2, noise)},
            {"b.json", with_runs(mm2, other_noise)},
            {"c.json", with_runs(mm1, noise)}}},
          {"predicted_designs",
           {{"mm1.json", exact(mm1, R"("lab.toml")")},
            {"mm2.json", exact(mm2, R"("lab.toml")")},
            {"cluster.json", uncharged(exact(many_clones(), R"("cluster.toml")"))}}},
          {"mixed_designs",
           {{"broken.json", incomplete()},
            {"old.json", of_version_1()},
            {"mm1.json", mm1},
            {"prediction.json", prediction_of_matrix_multiply_2()}}}};
}

}  // namespace dps::profiles
