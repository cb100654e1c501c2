#include "tests/profiles/sample_comparisons.h"

#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

ComparisonOptions named(std::string a, std::string b) {
  ComparisonOptions options;
  options.a_name = std::move(a);
  options.b_name = std::move(b);
  return options;
}

/// The run of matrix_multiply_2(), except that one worker did five firings of another, and one
/// message is missing.
RunResult another_matrix_multiply_2() {
  RunResult result = matrix_multiply_2();
  auto& processes = result.runs[0].processes;
  processes[0].units[0].functionalities[1].triggered -= 5;
  processes[1].units[0].functionalities[1].triggered += 5;
  processes[2].msgs_out -= 1;
  result.runs[0].variables = {{"rows", 200}};
  return result;
}

RunResult slower_runs() {
  RunResult result = five_runs();
  for (RunProfile& run : result.runs) {
    run.makespan_s *= 1.15;
    run.processes[0].real_s *= 1.15;
    run.processes[0].wait_s += 0.15 / 1.15 * run.processes[0].real_s;
  }
  return result;
}

RunResult one_slow_clone() {
  RunResult result = many_clones();
  result.blueprint.sha256 = std::string(64, '1');
  ProcessProfile& slow = result.runs[0].processes[18];
  slow.real_s += 4;
  slow.wait_s += 4;
  result.runs[0].makespan_s += 4;
  return result;
}

RunResult at(RunResult result, double rows) {
  result.runs[0].variables = {{"rows", rows}};
  return result;
}

}  // namespace

RunResult prediction_of_matrix_multiply_2() {
  RunResult result = matrix_multiply_2();
  result.kind = "predict";
  result.environment.emplace_back("machine", R"("lab.toml")");
  result.hosts[0].name = "lab1";
  RunProfile& run = result.runs[0];
  run.makespan_s = 0.2;
  for (ProcessProfile& process : run.processes) {
    process.host = "lab1";
    process.start_late_s = 0;
    const bool is_master = process.ptag == "Master.p[0]";
    const double computed = process.compute_s * (is_master ? 1 : 0.625);
    process.cpu_s -= process.compute_s - computed;
    process.compute_s = computed;
    process.real_s = 0.2;
    process.wait_s = 0.2 - process.compute_s - process.send_s;
    process.units[0].real_s = 0.2;
    for (FunctionalityProfile& functionality : process.units[0].functionalities) {
      const double faster = is_master ? 0 : functionality.compute_s * 0.375;
      functionality.compute_s -= faster;
      functionality.real_s -= faster;
    }
  }
  return result;
}

/// The first run of latencies() alone, in which one functionality is missing.
RunResult one_run_of_latencies() {
  RunResult result = latencies();
  result.runs.resize(1);
  result.runs[0].latencies->functionalities.pop_back();
  return result;
}

std::vector<SamplePair> all_sample_pairs() {
  return {{"run_and_prediction", matrix_multiply_2(), prediction_of_matrix_multiply_2(),
           named("run.json", "prediction.json")},
          {"counts_differ", at(matrix_multiply_2(), 100), another_matrix_multiply_2(),
           named("before.json", "after.json")},
          {"within_noise", five_runs(), slower_runs(), named("a.json", "b.json")},
          {"one_slow_clone", many_clones(), one_slow_clone(), named("a.json", "b.json")},
          {"compared_latencies", latencies(), one_run_of_latencies(), named("a.json", "b.json")}};
}

}  // namespace dps::profiles
