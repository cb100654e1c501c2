#include "rehearsal.h"

#include <cstdio>
#include <cstdlib>

#include "blueprint/reading/reader.h"

namespace dps::coordinator {

const std::string kPair = R"(
I A.i 1 Answer.m
I B.i 2 Ask.m
O Ask.o B.p -t Ask.m -b 10 -n 2
O Answer.o A.p -t Answer.m
F ask.f NULL NULL Ask.o answered.u
F answered.f A.i NULL NULL NULL
F answer.f B.i NULL Answer.o NULL
U ask.u ask.f
U answered.u answered.f
U answer.u answer.f
P A.p 1 ask.u answered.u
P B.p 1 answer.u
)";

const std::string kServed = R"(
I Asked.i 1 Ask.m
I Answered.i 1 Answer.m
O Ask.o Server.p -t Ask.m
O Answer.o ACK -t Answer.m
F ask.f NULL NULL Ask.o wait.u
F wait.f Answered.i NULL NULL NULL
F serve.f Asked.i NULL Answer.o SAME
U ask.u ask.f
U wait.u wait.f
U serve.u serve.f
P Client.p 2 ask.u wait.u
P Server.p 1 -server serve.u
)";

blueprint::Program read_program(const std::string& text) {
  const SourceText source{"test.txt", text};
  auto reading = blueprint::read_blueprint(source);
  if (!reading.program) {
    std::fputs(render(source, reading.diagnostics).c_str(), stderr);
    std::abort();
  }
  return *std::move(reading.program);
}

bool mentions(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

profiles::ProcessRecord record_with(std::uint32_t run, std::vector<profiles::FlowRow> flows) {
  profiles::ProcessRecord record;
  record.run = run;
  record.state = profiles::ProcessState::kComplete;
  record.position = profiles::ProcessRecord::kNowhere;
  record.times.real = std::chrono::milliseconds(1);
  for (const profiles::FlowRow& flow : flows) {
    (flow.outgoing ? record.traffic.msgs_out : record.traffic.msgs_in) += flow.messages;
    record.late += flow.late;
  }
  record.flows = std::move(flows);
  return record;
}

profiles::FlowRow sent_row(std::uint32_t peer, std::uint32_t mid, std::uint64_t messages) {
  profiles::FlowRow row;
  row.peer = ProcessId{peer};
  row.mid = MessageId{mid};
  row.outgoing = true;
  row.messages = messages;
  return row;
}

profiles::FlowRow taken_row(std::uint32_t peer, std::uint32_t mid, std::uint64_t messages,
                            std::uint64_t late) {
  profiles::FlowRow row;
  row.peer = ProcessId{peer};
  row.mid = MessageId{mid};
  row.messages = messages;
  row.late = late;
  return row;
}

Counters waiting(std::uint32_t process, std::uint64_t sent, std::uint64_t taken,
                 std::uint64_t late) {
  Counters counters;
  counters.process = ProcessId{process};
  counters.state = profiles::ProcessState::kWaiting;
  counters.sent = sent;
  counters.taken = taken;
  counters.late = late;
  counters.progress = 10 * (sent + taken + late);
  return counters;
}

namespace {

Placement in_turn(const blueprint::Program& program, std::uint32_t hosts) {
  Placement placement;
  for (std::uint32_t host = 0; host < hosts; ++host) {
    placement.hosts.emplace_back().name = "node" + std::to_string(host);
  }
  for (std::uint32_t process = 0; process < program.process_count(); ++process) {
    placement.host_of.push_back(process % hosts);
  }
  return placement;
}

}  // namespace

control::DoneFrame stopped_while_waiting(std::uint32_t unit, std::uint32_t mid, std::uint64_t has,
                                         std::uint64_t wants) {
  control::DoneFrame done;
  done.ending = events::Ending::kStopped;
  done.waiting = true;
  done.unit = unit;
  done.progress.push_back({0, MessageId{mid}, has, wants});
  return done;
}

Rehearsal::Rehearsal(const std::string& blueprint, SessionOptions options, std::uint32_t hosts)
    : program_(read_program(blueprint)),
      placement_(in_turn(program_, hosts)),
      options_(std::move(options)),
      reach_(program_),
      flows_(program_, reach_),
      table_(program_, flows_),
      states({program_, placement_, options_, table_, true, "one keeps all"}, *this, *this) {
  states.start(now);
}

void Rehearsal::hear(std::uint32_t host, const control::Frame& frame) {
  control::ReceivedFrame received;
  received.header.kind = control::kind_of(frame);
  received.frame = frame;
  states.on_frame(host, received, now);
}

void Rehearsal::hear_process(std::uint32_t process, const control::Frame& frame) {
  control::ReceivedFrame received;
  received.header.kind = control::kind_of(frame);
  received.header.process = process;
  received.header.run = run;
  received.frame = frame;
  states.on_frame(placement_.host_of[process], received, now);
}

void Rehearsal::hear_record(std::uint32_t process, const profiles::ProcessRecord& record) {
  hear_process(process, control::RecordFrame{profiles::encode_record(record)});
}

void Rehearsal::pass(std::chrono::milliseconds time) {
  const TimePoint until = now + time;
  for (auto next = states.next_tick(); next && *next <= until; next = states.next_tick()) {
    now = std::max(now, *next);
    states.on_tick(now);
  }
  now = until;
}

void Rehearsal::reach(Phase until) {
  control::HelloFrame hello;
  hello.cores = 64;
  hello.memory = 1ULL << 40;
  for (std::uint32_t host = 0; until > Phase::kHello && host < placement_.hosts.size(); ++host) {
    hear(host, hello);
  }
  const auto count = static_cast<std::uint32_t>(placement_.host_of.size());
  for (std::uint32_t process = 0; until > Phase::kLaunch && process < count; ++process) {
    hear_process(process, control::ListeningFrame{1000 + process});
  }
  for (std::uint32_t process = 0; until > Phase::kConnect && process < count; ++process) {
    hear_process(process, control::ReadyFrame{});
  }
  if (until == Phase::kRun) {
    run = 1;
  }
}

void Rehearsal::complete(std::uint32_t process, std::vector<profiles::FlowRow> flows) {
  hear_record(process, record_with(run, std::move(flows)));
  hear_process(process, control::DoneFrame{});
}

void Rehearsal::drain(std::uint32_t process, std::vector<profiles::FlowRow> flows) {
  hear_record(process, record_with(run, std::move(flows)));
  hear_process(process, control::DrainedFrame{});
}

}  // namespace dps::coordinator
