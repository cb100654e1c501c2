// For random processes and messages, the steps of the engine are those of the naive model.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "blueprint/collectives/schedule.h"
#include "blueprint/engine/engine.h"
#include "blueprint/reading/reader.h"
#include "tests/blueprint/engine/naive_process.h"

namespace dps::engine {
namespace {

using naive::Description;

int any(int low, int high) {  // inclusive
  return *rc::gen::inRange(low, high + 1);
}

bool one_in(int n) {
  return any(1, n) == 1;
}

/// NULL functionalities lead only to later units, so that they form no cycle.
int any_target(const Description& d, bool null_itag, int last_unit_with) {
  const int units = static_cast<int>(d.units.size());
  if (one_in(8)) {
    return naive::kNull;
  }
  if (null_itag) {
    return last_unit_with + 1 < units && one_in(3) ? any(last_unit_with + 1, units - 1)
                                                   : naive::kSame;
  }
  return one_in(3) ? any(0, units - 1) : naive::kSame;
}

naive::Output any_output(const Description& d, bool may_ack) {
  naive::Output output;
  output.begins = d.has_requests && one_in(3);
  const int lowest = !may_ack ? 0 : d.has_requests && !output.begins ? naive::kOrigin : naive::kAck;
  std::set<int> receivers;
  for (int i = any(1, 3); i > 0; --i) {
    receivers.insert(any(lowest, d.peers));
  }
  output.receivers.assign(receivers.begin(), receivers.end());
  if (one_in(2)) {
    std::reverse(output.receivers.begin(), output.receivers.end());
  }
  output.others = one_in(4);
  output.pick = one_in(3) ? *rc::gen::element<std::string>("random", "round_robin", "least") : "";
  output.window = one_in(4) ? any(1, 3) : 0;
  output.shares = {{{any(0, 3), any(0, 9)}}};
  return output;
}

/// Makes sizes, numbers and the first receiver depend on the step, and on the receiver.
void vary(const Description& d, const naive::Functionality& functionality, naive::Output& output) {
  const auto acknowledges = [](const std::vector<int>& list) {
    return std::any_of(list.begin(), list.end(), [](int receiver) { return receiver < 0; });
  };
  if (functionality.legs.size() == 2 && one_in(2)) {
    const int steps = functionality.legs.front().second + 1;
    if (one_in(2)) {
      for (int step = 0; step < steps; ++step) {
        output.first_by_step.push_back(any(functionality.null_itag ? 0 : -1, d.peers));
      }
    }
    output.shares.assign(static_cast<std::size_t>(steps), {});
  }
  const bool may_use_to = !acknowledges(output.receivers) && !acknowledges(output.first_by_step);
  const int columns = may_use_to && one_in(2) ? d.peers : 1;
  for (auto& row : output.shares) {
    row.clear();
    for (int i = 0; i < columns; ++i) {
      const bool is_first = row.empty() || output.pick.empty();
      row.push_back({is_first ? any(0, 3) : row.front().copies, any(0, 9)});
    }
  }
}

void any_legs(Description& d, int f, int last_unit_with) {
  auto& functionality = d.functionalities[static_cast<std::size_t>(f)];
  const int legs = one_in(3) ? 2 : 1;  // "a*K,b" or "b"
  for (int leg = 0; leg < legs; ++leg) {
    int target = any_target(d, functionality.null_itag, last_unit_with);
    const bool last = leg + 1 == legs;
    if (!last && target == naive::kNull) {
      target = naive::kSame;  // the language has NULL only in the last leg
    }
    functionality.legs.emplace_back(target, last ? 1 : any(1, 3));
  }
}

/// Makes neighbours on a unit's line alternatives; they then have the first one's collection.
void any_choices(Description& d) {
  std::vector<bool> is_free(d.functionalities.size(), true);
  for (naive::Unit& unit : d.units) {
    if (one_in(2)) {
      continue;
    }
    int choice = 0;
    for (std::size_t i = 0; i < unit.functionalities.size(); ++i) {
      const auto f = static_cast<std::size_t>(unit.functionalities[i]);
      const auto before = i == 0 ? f : static_cast<std::size_t>(unit.functionalities[i - 1]);
      const bool is_alike = d.functionalities[f].null_itag == d.functionalities[before].null_itag;
      const bool joins = i > 0 && is_alike && is_free[f] && one_in(2);
      choice += i == 0 || joins ? 0 : 1;
      if (joins) {
        d.functionalities[f].same_input_as =
            d.functionalities[before].same_input_as.value_or(static_cast<int>(before));
        d.functionalities[f].pairs = d.functionalities[before].pairs;
        d.functionalities[f].each = d.functionalities[before].each;
        d.functionalities[f].quorums = d.functionalities[before].quorums;
      }
      is_free[f] = false;
      unit.alternatives.emplace_back(choice, any(i == 0 || !joins ? 1 : 0, 3));
    }
  }
}

/// An operation of all processes in some order.
naive::Collective any_collective(int peers) {
  naive::Collective made;
  for (int process = 0; process <= peers; ++process) {
    made.members.insert(made.members.begin() + any(0, process), process);
  }
  const auto names = collectives::operation_names();
  made.of.operation = *collectives::find_operation(names[static_cast<std::size_t>(any(0, 9))]);
  const auto algorithms = collectives::algorithms_of(made.of.operation);
  made.of.algorithm =
      algorithms[static_cast<std::size_t>(any(0, static_cast<int>(algorithms.size()) - 1))];
  made.of.members = static_cast<std::uint32_t>(peers + 1);
  if (collectives::has_root(made.of.operation)) {
    made.of.root = static_cast<std::uint32_t>(any(0, peers));
  }
  if (collectives::has_bytes(made.of.operation)) {
    made.of.bytes = static_cast<std::uint64_t>(any(0, 40));
  }
  return made;
}

/// A random description without units.
Description any_types() {
  Description d;
  d.types = any(1, 3);
  d.peers = any(1, 3);
  d.has_requests = one_in(2);
  if (one_in(2)) {
    d.sum = any_collective(d.peers);
  }
  return d;
}

Description any_description() {
  Description d = any_types();
  d.units.resize(static_cast<std::size_t>(any(1, 3)));
  const int functionalities = any(1, 6);
  std::vector<int> last_unit_with(static_cast<std::size_t>(functionalities), 0);
  for (int f = 0; f < functionalities; ++f) {
    for (std::size_t u = 0; u < d.units.size(); ++u) {
      if (one_in(2) || (f + 1 == functionalities && d.units[u].functionalities.empty())) {
        auto& list = d.units[u].functionalities;
        list.insert(list.begin() + any(0, static_cast<int>(list.size())), f);
        last_unit_with[static_cast<std::size_t>(f)] = static_cast<int>(u);
      }
    }
  }
  for (naive::Unit& unit : d.units) {
    unit.early = one_in(2);
  }
  d.functionalities.resize(static_cast<std::size_t>(functionalities));
  for (int f = 0; f < functionalities; ++f) {
    auto& functionality = d.functionalities[static_cast<std::size_t>(f)];
    functionality.null_itag = one_in(5);
    for (int type = 0; type < d.types && !functionality.null_itag; ++type) {
      if (one_in(2) || (type + 1 == d.types && functionality.pairs.empty())) {
        functionality.pairs.emplace_back(any(1, 3), type);
      }
    }
    if (d.sum && !functionality.null_itag && one_in(2)) {
      functionality.pairs.emplace_back(any(1, 2), d.types);
    }
    functionality.each = !functionality.null_itag && (d.has_requests ? one_in(2) : one_in(6));
    if (functionality.each && one_in(2)) {
      for (const auto& pair : functionality.pairs) {
        functionality.quorums.push_back(pair.first + any(0, 2));
      }
    }
    functionality.computations = any(0, 2);
    for (int o = any(0, 2); o > 0; --o) {
      functionality.outputs.push_back(any_output(d, !functionality.null_itag));
    }
    // A completion may fire a functionality that sends to ORIGIN, so that it belongs to a request,
    // too.
    if (d.sum && !(d.has_requests && functionality.null_itag) && one_in(2)) {
      auto& outputs = functionality.outputs;
      outputs.insert(outputs.begin() + any(0, static_cast<int>(outputs.size())), naive::Output{})
          ->is_collective = true;
    }
    any_legs(d, f, last_unit_with[static_cast<std::size_t>(f)]);
    functionality.computes_by_step = functionality.legs.size() == 2 && one_in(2);
    for (naive::Output& output : functionality.outputs) {
      if (!output.is_collective) {
        vary(d, functionality, output);
      }
    }
  }
  any_choices(d);
  return d;
}

std::string text_of(const Request& request) {
  return request.exists() ? fmt::format("{}.{}@{}", request.origin, request.number, request.begin)
                          : "none";
}

std::string request_text(Engine& engine, const blueprint::Program& program, const Step& step) {
  const Request request = program.has_requests
                              ? engine.request_of_message(step, naive::Process::kNow).request
                              : Request{};
  return text_of(request);
}

/// The bytes that a combination combines.
std::uint64_t combined_bytes(const Engine& engine, const blueprint::Program& program,
                             const Step& step) {
  const blueprint::Output& output = program.outputs[engine.operations()->current().output];
  const auto whole = static_cast<double>(program.collective_of(output).bytes);
  return static_cast<std::uint64_t>(std::llround(step.part * whole));
}

/// Pulls the engine until it waits or is complete; returns its steps in the format of the model.
void pull(Engine& engine, const blueprint::Program& program, std::vector<std::string>& events) {
  for (;;) {
    const Step step = engine.next();
    const auto ftag = [&] {
      return program.tag(program.functionalities[step.functionality].definition);
    };
    switch (step.kind) {
      case StepKind::kBeginUnit:
        events.push_back(fmt::format("unit {}", step.unit));
        break;
      case StepKind::kBeginFunctionality:
        events.push_back("begin " + ftag());
        break;
      case StepKind::kCompute:
        if (const blueprint::Computation& line = program.computations[step.computation];
            program.tag(line.definition) == "add") {
          events.push_back(fmt::format("combine {}", combined_bytes(engine, program, step)));
          break;
        }
        events.push_back(fmt::format(
            "compute {} {}", program.tag(program.computations[step.computation].definition),
            program.amount_of(program.computations[step.computation], step.draw)));
        break;
      case StepKind::kSend:
        events.push_back(fmt::format("send {} {} {} {}",
                                     program.tag(program.outputs[step.output].definition),
                                     program.process_name(step.receiver),
                                     program.bytes_of(program.outputs[step.output], step.draw),
                                     request_text(engine, program, step)));
        break;
      case StepKind::kQueue: {
        const Request request = engine.hold(step, naive::Process::kNow).request.request;
        events.push_back(fmt::format(
            "wait {} {}", program.tag(program.outputs[step.output].definition), text_of(request)));
        break;
      }
      case StepKind::kContribute:
        break;
      case StepKind::kEndFunctionality:
        events.push_back("end " + ftag());
        break;
      case StepKind::kReceive:
      case StepKind::kDrain:
        return;
      case StepKind::kComplete:
        events.push_back("complete");
        return;
    }
  }
}

std::vector<std::string> unclaimed_of(const Engine& engine, const blueprint::Program& program) {
  std::vector<std::string> list;
  for (const Unclaimed& unclaimed : engine.unclaimed()) {
    for (std::uint64_t i = 0; i < unclaimed.count; ++i) {
      list.push_back(fmt::format("{} from {} in {}", program.mtag(unclaimed.mid),
                                 index(unclaimed.from), unclaimed.unit));
    }
  }
  std::sort(list.begin(), list.end());
  return list;
}

std::vector<std::string> progress_of(const Engine& engine, const blueprint::Program& program) {
  std::vector<std::string> list;
  for (const Progress& progress : engine.progress()) {
    list.push_back(fmt::format("{} {} {}/{}", progress.position, program.mtag(progress.mid),
                               progress.has, progress.wants));
    if (progress.is_each) {
      list.back() += fmt::format(" of {} and {}", progress.number, progress.others);
    }
  }
  return list;
}

TakenFor taken_for(const Description& description, const naive::Request& request, bool is_timer) {
  TakenFor of;
  if (description.has_requests && request.origin != naive::kNoRequest) {
    of.request = {static_cast<std::uint64_t>(request.number), request.begin,
                  static_cast<std::uint32_t>(request.origin)};
  }
  of.is_timer = is_timer;
  return of;
}

/// A completion of the process, or a message inside an operation from another one.
void deliver_of_operation(const Description& description, const blueprint::Program& program,
                          naive::Process& expected, Engine& engine) {
  const MessageId mid = program.collective_types.front();
  if (!expected.completions().empty() && one_in(2)) {
    const naive::Request request = expected.completions().front();
    RC_ASSERT(engine.is_late(mid, ProcessId{0}) == expected.draining());
    const bool is_late = expected.draining();
    expected.take_completion();
    if (is_late) {
      engine.pass_late(ProcessId{0}, true);
    } else {
      engine.deliver(mid, ProcessId{0}, 0, taken_for(description, request, true));
    }
    return;
  }
  const int from = any(1, description.peers);
  const ProcessId sender{static_cast<std::uint32_t>(from)};
  RC_ASSERT(!engine.is_late(mid, sender));
  expected.take_inside(from);
  engine.deliver(mid, sender);
}

RC_GTEST_PROP(Engine, FollowsTheRules, ()) {
  const Description description = any_description();
  const std::string text = description.blueprint();
  const auto reading = blueprint::read_blueprint({"random", text});
  if (!reading.program) {
    RC_FAIL(text + render({"random", text}, reading.diagnostics));
  }
  const blueprint::Program& program = *reading.program;
  std::vector<std::string> mtags;
  for (const auto& type : program.message_types) {
    mtags.push_back(type.mtag);
  }

  naive::Process expected(description);
  Engine engine(program, ProcessId{0});
  std::vector<std::string> events;
  expected.start();
  pull(engine, program, events);
  for (int message = any(0, 60); message > 0 && !expected.complete(); --message) {
    RC_ASSERT(progress_of(engine, program) == expected.progress());
    if (description.sum && one_in(3)) {
      deliver_of_operation(description, program, expected, engine);
      pull(engine, program, events);
      continue;
    }
    const int type = any(0, description.types - 1);
    const int from = any(0, description.peers);
    const auto mid = std::find(mtags.begin(), mtags.end(), fmt::format("m{}", type));
    RC_ASSERT(mid != mtags.end());
    // A functionality may send to ORIGIN, so that all messages belong to requests; or none.
    // All messages of a request have its start.
    naive::Request request;
    if (description.has_requests) {
      request = {any(0, description.peers), any(1, 3), 0};
      request.begin = 10 * request.origin + request.number;
    }
    const int due = one_in(4) ? any(0, 99) : -1;
    const bool is_late = expected.draining();
    expected.take(type, from, request, due);
    if (is_late) {
      engine.pass_late(ProcessId{static_cast<std::uint32_t>(from)}, due >= 0);
      pull(engine, program, events);
      continue;
    }
    engine.deliver(MessageId{static_cast<std::uint32_t>(mid - mtags.begin())},
                   ProcessId{static_cast<std::uint32_t>(from)},
                   static_cast<std::uint64_t>(std::max(due, 0)),
                   taken_for(description, request, due >= 0));
    pull(engine, program, events);
  }
  if (!expected.complete()) {
    expected.end();
    engine.finish();
  }
  RC_LOG() << text;
  RC_ASSERT(events == expected.events());
  RC_ASSERT(unclaimed_of(engine, program) == expected.unclaimed());
}

}  // namespace
}  // namespace dps::engine
