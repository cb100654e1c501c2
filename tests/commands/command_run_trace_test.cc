// run --trace, as a user calls it: the trace of a real run adds up to its result.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "blueprint/reading/reader.h"
#include "profiles/json/result_json.h"
#include "profiles/record_profile.h"
#include "profiles/traces/trace_file.h"
#include "tests/profiles/traces/event_sums.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/support/command_test.h"

namespace dps {
namespace {

using traces::Event;
using traces::EventKind;
using traces::Flag;
using traces::Trace;

/// A server, which the end of the run stops, and clients.
constexpr const char* kServed = R"(
V n 50
I Asked.i    1 Ask.m
I Answered.i 1 Answer.m
C Work.c     compute 20us
O Ask.o      Server.p -t Ask.m -b 1000
O Answer.o   ACK -t Answer.m -b 100
F ask.f      NULL NULL Ask.o SAME
F again.f    Answered.i Work.c Ask.o SAME*{n-1},wait.u
F wait.f     Answered.i NULL NULL NULL
F serve.f    Asked.i Work.c Answer.o SAME
U ask.u      ask.f again.f
U wait.u     wait.f
U serve.u    serve.f
P Client.p 2 ask.u wait.u
P Server.p 1 -server serve.u
)";

class RunTraces : public support::CommandTest {
 protected:
  RunTraces() { folder_.write("plan.txt", kServed); }

  [[nodiscard]] Trace open(const std::string& name) const {
    return std::move(*traces::open_trace((folder_.path() / name).string()));
  }
  [[nodiscard]] std::vector<Event> events(const Trace& trace, std::uint32_t process) const {
    std::vector<Event> found;
    const auto done =
        for_each_event(trace, process, [&](const Event& event) { found.push_back(event); });
    EXPECT_TRUE(done.has_value()) << done.error().message;
    return found;
  }
  [[nodiscard]] profiles::RunResult result(const std::string& name) const {
    return profiles::load_result((folder_.path() / name).string()).value();
  }
};

/// A record with the sums of the events of a process.
profiles::ProcessRecord record_of(const blueprint::Program& program, ProcessId process,
                                  const std::vector<Event>& events) {
  profiles::ProcessRecord record;
  record.level = profiles::Level::kFunctionality;
  for (const std::uint32_t unit : program.units_of(program.plan(process))) {
    record.units.emplace_back().functionalities.resize(program.units[unit].functionalities.count);
  }
  traces::EventSums<Nanoseconds> sums(program, record);
  for (const Event& event : events) {
    sums.add(event);
    if (event.kind == EventKind::kProcessBegin) {
      record.start_late = Nanoseconds(event.time);
    }
  }
  static_cast<profiles::ProcessSums<Nanoseconds>&>(record) = sums.sums();
  return record;
}

void expect_equal(const profiles::ProcessProfile& events, const profiles::ProcessProfile& result) {
  EXPECT_EQ(events.start_late_s, result.start_late_s);
  EXPECT_EQ(events.real_s, result.real_s);
  EXPECT_EQ(events.cpu_s, result.cpu_s);
  EXPECT_EQ(events.compute_s, result.compute_s);
  EXPECT_EQ(events.send_s, result.send_s);
  EXPECT_EQ(events.wait_s, result.wait_s);
  EXPECT_EQ(events.take_s, result.take_s);
  EXPECT_EQ(events.sleep_s, result.sleep_s);
  EXPECT_EQ(events.pack_s, result.pack_s);
  EXPECT_EQ(events.idle_s, result.idle_s);
  EXPECT_EQ(events.bytes_in, result.bytes_in);
  EXPECT_EQ(events.msgs_in, result.msgs_in);
  EXPECT_EQ(events.bytes_out, result.bytes_out);
  EXPECT_EQ(events.msgs_out, result.msgs_out);
  EXPECT_GE(events.late_msgs, result.late_msgs);
  ASSERT_EQ(events.units.size(), result.units.size());
  for (std::size_t u = 0; u < events.units.size(); ++u) {
    const auto& unit = result.units[u];
    EXPECT_EQ(events.units[u].active, unit.active);
    EXPECT_EQ(events.units[u].real_s, unit.real_s);
    EXPECT_EQ(events.units[u].cpu_s, unit.cpu_s);
    EXPECT_EQ(events.units[u].msgs_in, unit.msgs_in);
    EXPECT_EQ(events.units[u].bytes_out, unit.bytes_out);
    ASSERT_EQ(events.units[u].functionalities.size(), unit.functionalities.size());
    for (std::size_t f = 0; f < unit.functionalities.size(); ++f) {
      const auto& functionality = unit.functionalities[f];
      const auto& summed = events.units[u].functionalities[f];
      EXPECT_EQ(summed.triggered, functionality.triggered);
      EXPECT_EQ(summed.real_s, functionality.real_s);
      EXPECT_EQ(summed.compute_s, functionality.compute_s);
      EXPECT_EQ(summed.send_s, functionality.send_s);
      EXPECT_EQ(summed.bytes_out, functionality.bytes_out);
    }
  }
}

void expect_sums(const std::string& text, const std::vector<std::vector<Event>>& events,
                 const profiles::RunResult& result) {
  const auto program = blueprint::read_blueprint({"plan.txt", text}).program.value();
  ASSERT_EQ(events.size(), result.runs.at(0).processes.size());
  for (std::uint32_t p = 0; p < events.size(); ++p) {
    const ProcessId process{p};
    SCOPED_TRACE(program.process_name(process));
    const auto sums = profiles::record_profile(program, process,
                                               record_of(program, process, events[p]), "localhost");
    expect_equal(sums, result.runs[0].processes[p]);
    if (result.complete) {  // otherwise messages may become late after the record was sent
      EXPECT_EQ(sums.late_msgs, result.runs[0].processes[p].late_msgs);
    }
  }
}

TEST_F(RunTraces, OfRandomBlueprintsAddUpToTheirResultsToTheNanosecond) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const std::string text = traces::random_blueprint(seed);
    folder_.write("plan.txt", text);
    // Of the runs that do not end by themselves, --for ends every second one, --timeout the others.
    const std::string end = seed % 2 == 0 ? "--for 300ms" : "--timeout 300ms";
    const auto run = dps("run plan.txt --anyway " + end +
                         " --level functionality -o r.json --trace t.dpstrace 2>&1");
    ASSERT_TRUE(run.status == 0 || run.status == 4 || run.status == 5) << run.out;
    const Trace trace = open("t.dpstrace");
    EXPECT_EQ(trace.head().complete, run.status == 0);
    ASSERT_TRUE(trace.head().has_all_events());
    std::vector<std::vector<Event>> all;
    for (std::uint32_t p = 0; p < trace.head().processes.size(); ++p) {
      all.push_back(events(trace, p));
    }
    expect_sums(text, all, result("r.json"));
  }
}

/// Clients that send requests forever, and a producer whose consumer takes a message in 10 ms, so
/// that its sockets fill.
constexpr const char* kEndless = R"(
I Asked.i    1 Ask.m
I Answered.i 1 Answer.m
I Item.i     1 Item.m
I Tick.i     1 Tick.m
C Long.c     sleep 10ms
O Ask.o      Server.p -t Ask.m -b 1000
O Answer.o   ACK -t Answer.m -b 100
O Item.o     Consumer.p -t Item.m -b 1MB
F ask.f      NULL NULL Ask.o SAME
F again.f    Answered.i NULL Ask.o SAME
F serve.f    Asked.i NULL Answer.o SAME
O Tick.o     Producer.p -t Tick.m -d 100us
F begin.f    NULL NULL Tick.o SAME
F make.f     Tick.i NULL Item.o,Tick.o SAME
F use.f      Item.i Long.c NULL SAME
U ask.u      ask.f again.f
U serve.u    serve.f
U make.u     begin.f make.f
U use.u      use.f
P Client.p   2 ask.u
P Server.p   1 -server serve.u
P Producer.p 1 make.u
P Consumer.p 1 use.u
)";

TEST_F(RunTraces, ForEndsARunThatHasNoEnd) {
  folder_.write("plan.txt", kEndless);
  const auto run =
      dps("run plan.txt --anyway --for 500ms --level functionality -o r.json "
          "--trace t.dpstrace --expect 'rate(again.f) > 1/s' 2>&1");
  ASSERT_EQ(run.status, 0) << run.out;
  EXPECT_NE(run.out.find("ended after 500 ms, as requested: 4 processes were not complete"),
            std::string::npos)
      << run.out;
  const auto made = result("r.json");
  EXPECT_TRUE(made.complete);
  EXPECT_GE(made.runs[0].makespan_s, 0.5);
  const Trace trace = open("t.dpstrace");
  EXPECT_TRUE(trace.head().complete);
  ASSERT_TRUE(trace.head().has_all_events());
  std::vector<std::vector<Event>> all;
  for (std::uint32_t p = 0; p < trace.head().processes.size(); ++p) {
    all.push_back(events(trace, p));
  }
  expect_sums(kEndless, all, made);
}

TEST_F(RunTraces, ForEndsTheRunsOfASweep) {
  folder_.write("plan.txt", kEndless);
  const auto swept =
      dps("sweep plan.txt --anyway --for 100ms --runs 2 --column 'count(again.f)' "
          "--format json");
  ASSERT_EQ(swept.status, 0) << swept.out;
  const auto points = nlohmann::json::parse(swept.out)["points"];
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0]["run"]["runs"], 2);
  EXPECT_GE(points[0]["run"]["min_s"].get<double>(), 0.1);
  EXPECT_TRUE(points[0]["run"]["columns"]["count(again.f)"].is_number()) << swept.out;
  EXPECT_NE(swept.out.find("ended after 100 ms, as requested: 4 processes were not complete"),
            std::string::npos)
      << swept.out;
}

TEST_F(RunTraces, ForIsOfOneRun) {
  const auto refused = dps("run plan.txt --for 1s --runs 3 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.out.find("--for ends one run"), std::string::npos) << refused.out;
  const auto complete = dps("run plan.txt --for 60s 2>&1");  // it ends by itself
  EXPECT_EQ(complete.status, 0);
  EXPECT_EQ(complete.out.find("as requested"), std::string::npos) << complete.out;
}

TEST_F(RunTraces, AServerEndsAsTheResultHasIt) {
  ASSERT_EQ(dps("run plan.txt --level functionality -o r.json --trace t.dpstrace").status, 0);
  const Trace trace = open("t.dpstrace");
  expect_sums(kServed, {events(trace, 0), events(trace, 1), events(trace, 2)}, result("r.json"));
  const Event last = events(trace, 2).back();
  EXPECT_EQ(last.kind, EventKind::kProcessEnd);
  EXPECT_TRUE(last.has(Flag::kStopped));
  EXPECT_EQ(last.time, trace.head().processes[2].end);
}

TEST_F(RunTraces, EveryMessageIsSentArrivesAndIsTakenInThisOrder) {
  ASSERT_EQ(dps("run plan.txt --trace t.dpstrace --trace t.json").status, 0);
  const Trace trace = open("t.dpstrace");
  const traces::TraceHead& head = trace.head();
  EXPECT_EQ(head.kind, traces::TraceKind::kRun);
  EXPECT_EQ(head.violations, 0U);
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint64_t>;
  std::map<Key, std::map<EventKind, traces::Ticks>> messages;
  std::map<Key, traces::Ticks>
      waits;  // the instants at which the receivers of messages began to wait
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    traces::Ticks wait = 0;
    for (const Event& event : events(trace, p)) {
      wait = event.kind == EventKind::kWait ? event.time : wait;
      if (traces::is_message(event.kind)) {
        const bool sends = traces::is_send(event.kind);
        const Key key{sends ? p : event.peer, sends ? event.peer : p, head.mid_of(event),
                      event.number};
        EXPECT_TRUE(messages[key].emplace(event.kind, event.time).second);
        if (event.kind == EventKind::kArrival) {
          waits[key] = wait;
        }
      }
    }
  }
  EXPECT_EQ(messages.size(), 2U * 2U * 51U);
  for (auto& [key, times] : messages) {
    ASSERT_EQ(times.size(), 4U);
    EXPECT_LE(times[EventKind::kSendBegin], times[EventKind::kSendEnd]);
    // A message that a process finds at once counts as there when it began to wait.
    EXPECT_TRUE(times[EventKind::kSendBegin] <= times[EventKind::kArrival] ||
                times[EventKind::kArrival] == waits[key])
        << times[EventKind::kSendBegin] << " " << times[EventKind::kArrival] << " " << waits[key];
    EXPECT_LE(times[EventKind::kSendBegin], times[EventKind::kTake]);
    EXPECT_LE(times[EventKind::kArrival], times[EventKind::kTake]);
  }
  EXPECT_NE(folder_.read("t.json").find("\"traceEvents\""), std::string::npos);
}

TEST_F(RunTraces, LimitsAreKeptAndReported) {
  const auto run = dps("run plan.txt --trace t.dpstrace --trace-limit 9 2>&1 >/dev/null");
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.out.find("dps: note: the trace leaves out 0 events before and "), std::string::npos)
      << run.out;
  EXPECT_EQ(open("t.dpstrace").head().processes[0].events, 9U);
  EXPECT_EQ(events(open("t.dpstrace"), 0).front().kind, EventKind::kProcessBegin);
  ASSERT_EQ(dps("run plan.txt -q --trace t.dpstrace --trace-limit 9 --trace-keep last").status, 0);
  EXPECT_EQ(events(open("t.dpstrace"), 0).back().kind, EventKind::kProcessEnd);
  ASSERT_EQ(dps("run plan.txt --trace t.dpstrace --trace-from 1ms --trace-to 5ms").status, 0);
  for (const Event& event : events(open("t.dpstrace"), 2)) {
    EXPECT_GE(event.time, 1'000'000);
    EXPECT_LT(event.time, 5'000'000);
  }
  ASSERT_EQ(dps("run plan.txt --trace t.dpstrace --trace-from 1h").status, 0);
  EXPECT_EQ(open("t.dpstrace").head().event_count(), 0U);
  EXPECT_GT(open("t.dpstrace").head().processes[2].left_out_before, 0U);
}

TEST_F(RunTraces, OfSeveralRunsTheOneThatIsPrintedIsTraced) {
  ASSERT_EQ(dps("run plan.txt --runs 5 --warmup 1 --level functionality --trace t.dpstrace "
                "-o r.json")
                .status,
            0);
  const Trace trace = open("t.dpstrace");
  profiles::RunResult all = result("r.json");
  all.runs[0] = all.runs.at(trace.head().run - 1);
  expect_sums(kServed, {events(trace, 0), events(trace, 1), events(trace, 2)}, all);
  std::vector<double> makespans;
  for (const auto& run : result("r.json").runs) {
    makespans.push_back(run.makespan_s);
  }
  std::sort(makespans.begin(), makespans.end());
  EXPECT_EQ(all.runs[0].makespan_s, makespans[2]);
}

TEST_F(RunTraces, AResultWhoseEventsAreLostSaysSo) {
  const auto run_without_room = [&](const std::string& arguments) {
    return support::run_shell("cd '" + folder_.path().string() + "' && TMPDIR='" +
                              folder_.path().string() + "/none' '" DPS_PROGRAM "' run plan.txt " +
                              arguments + " -o a.json 2>&1");
  };
  const std::string why = "cannot record the events: cannot make a temporary file in '" +
                          folder_.path().string() + "/none': No such file or directory";
  for (const auto& [arguments, note] :
       {std::pair("--latencies", "there are no latencies: " + why),
        std::pair("--latencies --runs 2", "there are no latencies of 2 of 2 runs: " + why)}) {
    const auto finished = run_without_room(arguments);
    EXPECT_EQ(finished.status, 6) << finished.out;
    EXPECT_NE(finished.out.find("dps: error: " + why), std::string::npos) << finished.out;
    const auto result = nlohmann::json::parse(folder_.read("a.json"));
    EXPECT_EQ(result["complete"], true);
    EXPECT_FALSE(result["runs"][0].contains("latencies"));
    const auto& notes = result["notes"];
    EXPECT_NE(std::find(notes.begin(), notes.end(), note), notes.end()) << notes;
  }
}

TEST_F(RunTraces, AKilledProcessKeepsItsEvents) {
  folder_.write("plan.txt",
                "C Work.c busywait 1ms\nC Die.c exec sh -c \"kill -9 $PPID\"\n"
                "F work.f NULL Work.c NULL die.u\nF die.f NULL Die.c NULL NULL\n"
                "U work.u work.f\nU die.u die.f\nP P.p 1 work.u die.u\n");
  const auto run = dps("run plan.txt --trace t.dpstrace 2>&1");
  EXPECT_EQ(run.status, 1) << run.out;
  const Trace trace = open("t.dpstrace");
  EXPECT_FALSE(trace.head().complete);
  EXPECT_NE(trace.head().reason.find("SIGKILL"), std::string::npos) << trace.head().reason;
  const auto found = events(trace, 0);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.back().kind, EventKind::kComputationBegin);
  EXPECT_GE(trace.head().processes[0].end, found.back().time);
}

}  // namespace
}  // namespace dps
