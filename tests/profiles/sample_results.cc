#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

FunctionalityProfile functionality(std::string ftag, std::uint64_t triggered, double real_s,
                                   std::uint64_t bytes_out, std::uint64_t msgs_out) {
  FunctionalityProfile f;
  f.ftag = std::move(ftag);
  f.triggered = triggered;
  f.real_s = real_s;
  f.cpu_s = real_s / 2;
  f.user_s = real_s / 4;
  f.sys_s = real_s / 4;
  f.compute_s = real_s * 0.75;
  f.send_s = real_s * 0.25;
  f.bytes_out = bytes_out;
  f.msgs_out = msgs_out;
  return f;
}

/// A process that computes for the fraction `busy` of its time, sends for a tenth of that, and
/// waits otherwise.
ProcessProfile process(std::string ptag, std::string host, double real_s, double busy) {
  ProcessProfile p;
  p.ptag = std::move(ptag);
  p.host = std::move(host);
  p.start_late_s = 0.000125;
  p.real_s = real_s;
  p.compute_s = real_s * busy;
  p.send_s = p.compute_s / 10;
  p.wait_s = real_s - p.compute_s - p.send_s;
  p.take_s = p.wait_s / 50;
  p.sleep_s = p.compute_s / 4;
  p.pack_s = p.send_s / 2;
  p.idle_s = p.wait_s - p.take_s;
  p.cpu_s = p.compute_s + p.send_s + p.take_s;
  p.sys_s = p.send_s + p.take_s;
  p.user_s = p.compute_s;
  return p;
}

void set_traffic(ProcessProfile& p, std::uint64_t bytes_in, std::uint64_t msgs_in,
                 std::uint64_t bytes_out, std::uint64_t msgs_out) {
  p.bytes_in = bytes_in;
  p.msgs_in = msgs_in;
  p.bytes_out = bytes_out;
  p.msgs_out = msgs_out;
}

/// The only unit of a process: it has all the traffic and time of the process.
UnitProfile only_unit(const ProcessProfile& p, std::string futag) {
  UnitProfile unit;
  unit.futag = std::move(futag);
  unit.active = 1;
  unit.real_s = p.real_s;
  unit.cpu_s = p.cpu_s;
  unit.user_s = p.user_s;
  unit.sys_s = p.sys_s;
  unit.bytes_in = p.bytes_in;
  unit.msgs_in = p.msgs_in;
  unit.bytes_out = p.bytes_out;
  unit.msgs_out = p.msgs_out;
  return unit;
}

std::string clone(const std::string& ptag, int index) {
  return ptag + "[" + std::to_string(index) + "]";
}

HostProfile host(std::string name, std::vector<std::string> htags) {
  HostProfile h;
  h.name = std::move(name);
  h.address = "127.0.0.1";
  h.type = "x86_64";
  h.cores = 2;
  h.memory = std::uint64_t{8} << 30;
  h.htags = std::move(htags);
  h.clock_error_s = 2e-6;
  return h;
}

RunResult result_of(std::string path, Level level) {
  RunResult result;
  result.level = level;
  result.blueprint.path = std::move(path);
  result.blueprint.sha256 = std::string(64, '0');
  result.blueprint.text = "P Worker.p 4 worker.fu\n";
  result.environment = {{"command", R"(["dps","run"])"},
                        {"date", R"("2026-01-01T00:00:00Z")"},
                        {"dps", R"("0.1.0")"},
                        {"seed", "42"},
                        {"transport", R"("tcp")"}};
  return result;
}

ProcessProfile matrix_worker(int index, std::uint64_t pairs) {
  ProcessProfile worker = process(clone("Worker.p", index), "node1", 0.24, 0.5);
  worker.htag = std::string(1, static_cast<char>('B' + index));
  set_traffic(worker, 800 + 8 * pairs, 2 + pairs + 1, 12 * (pairs + 1), pairs + 1);
  worker.units = {only_unit(worker, "worker.fu")};
  worker.units[0].functionalities = {functionality("wf1.f", 1, 0.0001, 12, 1),
                                     functionality("wf2.f", pairs, 0.132, 12 * pairs, pairs),
                                     functionality("wf3.f", 1, 0, 0, 0)};
  return worker;
}

ProcessProfile matrix_master() {
  ProcessProfile master = process("Master.p[0]", "node1", 0.25, 0.08);
  master.htag = "A";
  set_traffic(master, 1'248, 104, 4'032, 116);
  master.late_msgs = 4;
  master.units = {only_unit(master, "master.fu")};
  master.units[0].functionalities = {functionality("mf1.f", 1, 0.0123, 3'200, 8),
                                     functionality("mf2.f", 104, 0.0035, 832, 104),
                                     functionality("mf3.f", 1, 0.0062, 0, 4)};
  return master;
}

}  // namespace

RunResult matrix_multiply_2() {
  RunResult result = result_of("examples/matrix_multiply_2/blueprint.txt", Level::kFunctionality);
  result.hosts = {host("node1", {"A", "B", "C", "D", "E"})};
  RunProfile run;
  run.makespan_s = 0.250125;
  for (int i = 0; i < 4; ++i) {
    run.processes.push_back(matrix_worker(i, 26));
    const std::string worker = clone("Worker.p", i);
    run.messages.push_back({"Mat.m", "Master.p[0]", worker, 2, 2, 0, 0, 800, 0.01});
    run.messages.push_back({"Pair.m", "Master.p[0]", worker, 26, 26, 0, 0, 208, 0.095});
    run.messages.push_back({"Halt.m", "Master.p[0]", worker, 1, 1, 0, 0, 0, 0});
    run.messages.push_back({"Val.m", worker, "Master.p[0]", 27, 26, 1, 0, 324, 0.05});
  }
  run.processes.push_back(matrix_master());
  result.runs = {run};
  result.notes = {
      "user and system time are the kernel's split of the CPU time, an estimate below 100 ms"};
  return result;
}

RunResult many_clones() {
  RunResult result = result_of("bag.txt", Level::kUnit);
  result.blueprint.variables = {{"rate", 0.5}, {"workers", 64}};
  RunProfile run;
  run.makespan_s = 12.5;
  run.variables = result.blueprint.variables;
  run.processes.push_back(process("Master.p[0]", "node1", 12.5, 0.01));
  set_traffic(run.processes.back(), 64'000, 640, 6'553'600, 6'400);
  run.processes.back().units = {only_unit(run.processes.back(), "master.fu")};
  for (int i = 0; i < 64; ++i) {
    const double busy = i == 17 ? 0.9 : 0.25 + 0.005 * i;
    ProcessProfile worker =
        process(clone("Worker.p", i), clone("node", i % 4), 12 + 0.005 * i, busy);
    set_traffic(worker, 102'400, 100, 1'000, 10);
    worker.unclaimed_msgs = i % 32 == 0 ? 3 : 0;
    worker.units = {only_unit(worker, "first.fu"), only_unit(worker, "second.fu")};
    worker.units[1].active = static_cast<std::uint64_t>(i);
    if (i >= 32) {
      worker.units.pop_back();
    }
    run.processes.push_back(worker);
  }
  run.messages = {{"Task.m", "Master.p", "Worker.p", 6'400, 6'400, 0, 6, 6'553'600, 390.25},
                  {"Done.m", "Worker.p", "Master.p", 640, 640, 0, 0, 64'000, 12}};
  result.runs = {run};
  return result;
}

RunResult incomplete() {
  RunResult result = result_of("ring \x1b[31m.txt", Level::kProcess);
  result.complete = false;
  result.notes = {
      "deadlock: 2 processes wait and no message is under way: Ring.p[0] in ring.fu wants 1 "
      "Token.m and has 0, Left, right.p[0] in quote\".fu wants 2 Token.m and has 1",
      "node2: the record of Ring.p[1] was lost"};
  RunProfile run;
  run.makespan_s = 3.5;
  run.processes = {process("Ring.p[0]", "node1", 3.5, 0), process("Left\".p[0]", "", 3.25, 0.002),
                   process("\x07"
                           "Bell.p[0]",
                           "node1", 0, 0),
                   process("AVeryLongNameOfAProcessThatDoesNotFit.p[0]", "node2", 0.0005, 0.9)};
  result.runs = {run};
  return result;
}

RunResult five_runs() {
  RunResult result = result_of("loop.txt", Level::kProcess);
  result.kind = "predict";
  for (const double makespan_s : {1.5, 1.25, 1.75, 1.375, 2.0}) {
    RunProfile run;
    run.makespan_s = makespan_s;
    run.processes = {process("Loop.p[0]", "node1", makespan_s, 0.5)};
    result.runs.push_back(run);
  }
  return result;
}

RunResult latencies() {
  RunResult result = result_of("service.txt", Level::kFunctionality);
  result.kind = "predict";
  for (const std::uint64_t slowest : {900'000'000U, 1'800'000'000U}) {
    RunProfile run;
    run.makespan_s = static_cast<double>(slowest) * 1e-12;
    run.processes = {process("Client.p[0]", "node1", run.makespan_s, 0.25),
                     process("Server.p[0]", "node2", run.makespan_s, 0.5)};
    run.messages = {{"Request.m", "Client.p[0]", "Server.p[0]", 100, 100, 0, 0, 800, 0.0001},
                    {"Reply.m", "Server.p[0]", "Client.p[0]", 100, 100, 0, 0, 800, 0.0002}};
    statistics::Latencies& of = run.latencies.emplace();
    statistics::MessageTimes request;
    statistics::MessageTimes reply;
    statistics::Histogram serve;
    for (std::uint64_t i = 0; i < 99; ++i) {
      request.add(40'000'000 + i * 1000, i * i * 12'345, i % 10 == 0 ? 3'000'000'000 : 0);
      reply.add(41'000'000, 0);
      serve.add(5'000'000 + i);
    }
    request.add_unsplit(slowest);
    request.unclaimed.add(3, 2 * slowest);
    reply.add(41'000'000, 0);
    serve.add(slowest);
    of.messages = {{"Request.m", request}, {"Reply.m", reply}};
    statistics::Histogram nothing;
    nothing.add(0);
    of.functionalities = {{"Client.p", "client.fu", "ask.f", serve},
                          {"Client.p", "client.fu", "AVeryLongNameOfAFunctionality.f", serve},
                          {"Client.p", "client.fu", "got.f", nothing},
                          {"Server.p", "server.fu", "serve.f", serve}};
    result.runs.push_back(run);
  }
  return result;
}

std::vector<Sample> all_samples() {
  return {{"matrix_multiply_2", matrix_multiply_2()},
          {"many_clones", many_clones()},
          {"incomplete", incomplete()},
          {"five_runs", five_runs()},
          {"latencies", latencies()}};
}

}  // namespace dps::profiles
