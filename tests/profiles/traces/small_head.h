/// The head of a trace, made by hand.
#pragma once

#include "profiles/traces/head.h"

namespace dps::traces {

/// Two processes, A.p[0] and B.p[0], with one plan of two units; the first unit has one
/// functionality, the second one has two.
inline TraceHead small_head() {
  TraceHead head;
  head.version = "0.1.0";
  head.blueprint = "plan.txt";
  head.machine = "lab.toml";
  head.lines = {{'P', 9, "A.p"}, {'P', 10, "B.p"}, {'U', 7, "one.u"},  {'U', 8, "two.u"},
                {'F', 4, "f.f"}, {'F', 5, "g.f"},  {'C', 2, "work.c"}, {'O', 3, "out.o"}};
  head.message_types = {"Job.m"};
  head.computations = {6};
  head.outputs = {{7, 0}};
  head.plans = {{{{2, 0}, {3, 1}}, {4, 4, 5}}};
  head.groups = {{0, 1, false}, {1, 1, true}};
  head.hosts = {{"left", 0, 0}, {"right", 0, 0}};
  head.processes.resize(2);
  head.processes[1].host = 1;
  return head;
}

/// small_head() with inputs: f.f waits for one Job.m, g.f for two, and the second unit is -early.
inline TraceHead small_head_with_uses() {
  TraceHead head = small_head();
  head.collections = {{{{0, 1, 1}}}, {{{0, 2, 2}}}};
  head.uses = {{{0, 1}, {0, 0, 1}}};
  return head;
}

}  // namespace dps::traces
