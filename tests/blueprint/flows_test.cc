#include "blueprint/flows.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "blueprint/collectives/schedule.h"
#include "tests/blueprint/programs.h"
#include "tests/blueprint/random_program.h"

namespace dps::blueprint {
namespace {

/// "> Worker.p[0] Mat.m" for every flow of a process, in their order.
std::vector<std::string> flows_of(const Program& program, const FlowTable& table,
                                  const std::string& name) {
  std::vector<std::string> texts;
  for (const Flow& flow : table.flows_of(process(program, name))) {
    texts.push_back(fmt::format("{} {} {}", flow.outgoing ? '>' : '<',
                                program.process_name(flow.peer), program.mtag(flow.mid)));
  }
  return texts;
}

struct Whole {
  explicit Whole(const std::string& text, std::size_t max_bundles = 1'000'000)
      : program(read(text)),
        reach(program),
        flows(program, reach, max_bundles),
        table(program, flows) {}

  Program program;
  Reach reach;
  Flows flows;
  FlowTable table;
};

TEST(Flows, FollowAcknowledgementsToTheirSenders) {
  const Whole whole(kMatrixMultiply2);
  EXPECT_EQ(flows_of(whole.program, whole.table, "Worker.p[2]"),
            (std::vector<std::string>{"< Master.p[0] Mat.m", "< Master.p[0] Pair.m",
                                      "> Master.p[0] Val.m", "< Master.p[0] Halt.m"}));
  EXPECT_EQ(whole.table.flows_of(process(whole.program, "Master.p[0]")).size(), 16U);
  EXPECT_EQ(whole.table.connection_count(), 4U);
  EXPECT_EQ(whole.table.largest_arrival(process(whole.program, "Worker.p[0]")), 400U);
  EXPECT_EQ(whole.table.largest_arrival(process(whole.program, "Master.p[0]")), 12U);
}

TEST(Flows, ARingConnectsNeighboursOnly) {
  const Whole whole(kRing);
  EXPECT_EQ(whole.table.connection_count(), 5U);
  EXPECT_EQ(whole.table.peers_of(ProcessId{0}), (std::vector{ProcessId{1}, ProcessId{4}}));
}

TEST(Flows, OthersExcludesOnlyTheSender) {
  const Whole whole(
      "P A.p 3 u\nU u f g\nF f NULL NULL o SAME\nF g i NULL NULL NULL\nI i 2 m\n"
      "O o A.p -t m -others\n");
  EXPECT_EQ(flows_of(whole.program, whole.table, "A.p[1]"),
            (std::vector<std::string>{"< A.p[0] m", "> A.p[0] m", "< A.p[2] m", "> A.p[2] m"}));
}

TEST(Flows, OutputsOfUnreachableUnitsAreNotSent) {
  const Whole whole(
      "P A.p 1 u v\nP B.p 1 w\nU u f\nU v g\nU w h\nF f NULL NULL o NULL\n"
      "F g NULL NULL p NULL\nF h i NULL NULL NULL\nI i 1 m\nO o B.p -t m\nO p B.p -t n\n");
  EXPECT_EQ(flows_of(whole.program, whole.table, "B.p[0]"),
            (std::vector<std::string>{"< A.p[0] m"}));
}

TEST(Flows, NothingIsSentByACollectionWithoutPairsOrByZeroCopies) {
  const Whole whole(
      "P A.p 2 u\nU u f g\nF f i NULL o NULL\nF g NULL NULL p SAME\nI i {self} m\n"
      "O o A.p[0] -t n\nO p A.p[1] -t m -n {self}\n");
  EXPECT_EQ(flows_of(whole.program, whole.table, "A.p[0]"),
            (std::vector<std::string>{"< A.p[1] n"}));
}

TEST(Flows, AnAnswerToAnAnswerIsSentToItsSender) {
  const Whole whole(
      "P A.p 1 u\nP B.p 1 v\nU u f g\nU v h k\nF f NULL NULL o SAME\nF g b NULL ga SAME\n"
      "F h a NULL gb SAME\nF k c NULL NULL NULL\n"
      "I a 1 ma\nI b 1 mb\nI c 1 mc\nO o B.p -t ma\nO gb ACK -t mb\nO ga ACK -t mc -b 7\n");
  EXPECT_EQ(flows_of(whole.program, whole.table, "B.p[0]"),
            (std::vector<std::string>{"< A.p[0] ma", "> A.p[0] mb", "< A.p[0] mc"}));
  EXPECT_EQ(whole.table.largest_arrival(ProcessId{1}), 7U);
}

/// All flows, found by enumerating processes, outputs and answers until there are no new ones.
std::vector<Flow> enumerated(const Program& program, ProcessId self) {
  const Reach reach(program);
  std::set<std::tuple<ProcessId, MessageId, ProcessId>> sent;
  std::set<std::tuple<ProcessId, MessageId, ProcessId>> inside;  // collective operations
  std::set<std::pair<MessageId, ProcessId>> origins;  // origins of the requests of a type
  for (std::size_t before = 1, round = 0; round == 0 || before != sent.size() + origins.size();
       ++round) {
    before = sent.size() + origins.size();
    for (std::uint32_t p = 0; p < program.process_count(); ++p) {
      for (const Firing& firing : reach.firings_of(program.plan_of[p])) {
        const Functionality& f = program.functionalities[firing.functionality];
        for (const std::uint32_t o : program.outputs_of(f)) {
          const Output& output = program.outputs[o];
          std::set<ProcessId> receivers;
          std::set<ProcessId> beginners;  // origins of the requests of messages that fire it
          if (f.collection != kNone) {
            for (const CountedTag& pair : program.pairs_of(program.collections[f.collection])) {
              for (const auto& [mid, origin] : origins) {
                if (mid == pair.mid) {
                  beginners.insert(origin);
                }
              }
            }
          }
          for (const ProcessId origin : output.begins ? std::set{ProcessId{p}} : beginners) {
            if (output.copies > 0) {
              origins.emplace(output.mid, origin);
            }
          }
          if (output.is_collective()) {
            const collectives::Schedule schedule(program.collective_of(output),
                                                 *program.rank_of(output, ProcessId{p}));
            for (std::uint64_t i = 0; i < schedule.rounds(); ++i) {
              if (schedule.round(i).sends()) {
                inside.emplace(ProcessId{p}, output.mid,
                               program.member(output, schedule.round(i).to));
              }
            }
            sent.emplace(ProcessId{p}, output.mid, ProcessId{p});
            continue;
          }
          for (const Receivers& r : program.receivers_of(output)) {
            for (std::uint32_t i = 0; i < r.count; ++i) {
              receivers.insert(ProcessId{index(r.first) + i * r.step});
            }
            if (r.is_origin()) {
              receivers.insert(beginners.begin(), beginners.end());
            }
            if (r.is_ack() && f.collection != kNone) {
              for (const CountedTag& pair : program.pairs_of(program.collections[f.collection])) {
                for (const auto& [from, mid, to] : sent) {
                  if (to == ProcessId{p} && mid == pair.mid) {
                    receivers.insert(from);
                  }
                }
              }
            }
          }
          for (const ProcessId to : receivers) {
            if (output.copies > 0 && !(output.others && to == ProcessId{p})) {
              sent.emplace(ProcessId{p}, output.mid, to);
            }
          }
        }
      }
    }
  }
  sent.merge(inside);
  std::set<Flow> flows;
  for (const auto& [from, mid, to] : sent) {
    if (from == self) {
      flows.insert({to, mid, true});
    }
    if (to == self) {
      flows.insert({from, mid, false});
    }
  }
  return {flows.begin(), flows.end()};
}

bool includes(const std::vector<Flow>& wide, const std::vector<Flow>& narrow) {
  return std::includes(wide.begin(), wide.end(), narrow.begin(), narrow.end());
}

RC_GTEST_PROP(Flows, AreThoseThatEnumerationFinds, ()) {
  const Program program = any_program();
  const Reach reach(program);
  const Flows flows(program, reach);
  const FlowTable table(program, flows);
  for (std::uint32_t p = 0; p < program.process_count(); ++p) {
    RC_ASSERT(table.flows_of(ProcessId{p}) == enumerated(program, ProcessId{p}));
  }
}

RC_GTEST_PROP(Flows, ContainAllFlowsWhenTheyAreWidened, ()) {
  const Program program = any_program();
  const Reach reach(program);
  const Flows flows(program, reach, 1);
  const FlowTable table(program, flows);
  for (std::uint32_t p = 0; p < program.process_count(); ++p) {
    RC_ASSERT(includes(table.flows_of(ProcessId{p}), enumerated(program, ProcessId{p})));
  }
}

TEST(Flows, OfACollectiveAreThoseOfItsSchedule) {
  const Whole whole(
      "I Sum.i 1 Sum.m\nO Sum.o W.p -t Sum.m -collective gather -b 8 -alg binomial\n"
      "F go.f NULL NULL Sum.o SAME\nF end.f Sum.i NULL NULL NULL\nU w.fu go.f end.f\n"
      "P W.p 4 w.fu\n");
  EXPECT_EQ(flows_of(whole.program, whole.table, "W.p[2]"),
            (std::vector<std::string>{"> W.p[0] Sum.m", "< W.p[2] Sum.m", "> W.p[2] Sum.m",
                                      "< W.p[3] Sum.m"}));
  EXPECT_EQ(whole.table.connection_count(), 3U);
  EXPECT_EQ(whole.table.largest_arrival(process(whole.program, "W.p[0]")), 16U);
}

TEST(Flows, AllToAllOfAMillionIsOneBundle) {
  const Whole whole(
      "P A.p 1000000 u\nU u f g\nF f NULL NULL o SAME\nF g i NULL a SAME*3,NULL\nI i 1 m\n"
      "O o A.p -t m\nO a ACK -t n\n");
  EXPECT_EQ(whole.flows.bundles().size(), 2U);
}

}  // namespace
}  // namespace dps::blueprint
