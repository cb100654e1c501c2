// Random collective operations: in any order of arrival, the actions of every process are those of
// the naive model, and all operations end.
#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "blueprint/engine/engine.h"
#include "blueprint/reading/reader.h"
#include "tests/blueprint/engine/naive_operations.h"

namespace dps::engine {
namespace {

int any(int low, int high) {  // inclusive
  return *rc::gen::inRange(low, high + 1);
}

struct RandomCollective {
  collectives::Collective of;
  int operations = 1;
  bool ends_early = false;    ///< the processes complete when they have contributed
  bool is_backwards = false;  ///< the ranks descend
  bool has_window = false;    ///< they also send jobs to a server, which wait for answers
};

RandomCollective any_collective() {
  RandomCollective made;
  const auto operations = collectives::operation_names();
  made.of.operation = *collectives::find_operation(operations[static_cast<std::size_t>(any(0, 9))]);
  const auto algorithms = collectives::algorithms_of(made.of.operation);
  made.of.algorithm =
      algorithms[static_cast<std::size_t>(any(0, static_cast<int>(algorithms.size()) - 1))];
  made.of.members = static_cast<std::uint32_t>(any(1, 9));
  made.of.bytes =
      collectives::has_bytes(made.of.operation) ? static_cast<std::uint64_t>(any(0, 40)) : 0;
  if (collectives::has_root(made.of.operation)) {
    made.of.root = static_cast<std::uint32_t>(any(0, static_cast<int>(made.of.members) - 1));
  }
  made.operations = any(1, 4);
  made.ends_early = any(0, 1) == 1;
  made.is_backwards = any(0, 1) == 1;
  made.has_window = any(0, 1) == 1;
  return made;
}

/// Each process contributes once for each of `operations` timers that it gets from itself.
std::string blueprint_of(const RandomCollective& made) {
  const collectives::Collective& of = made.of;
  std::string group;
  for (std::uint32_t rank = 0; rank < of.members; ++rank) {
    group += fmt::format("{}W.p[{}]", rank == 0 ? "" : ",",
                         made.is_backwards ? of.members - 1 - rank : rank);
  }
  const std::uint32_t root = made.is_backwards ? of.members - 1 - of.root : of.root;
  return fmt::format(
      "I Go.i 1 Go.m\n"
      "I Sum.i {0} Sum.m\n"
      "C Add.c work 64\n"
      "O Go.o W.p[{{self}}] -t Go.m -d 0 -n {0}\n"
      "O Sum.o {1} -t Sum.m -collective {2} -b {3} -alg {4} {5} {6}\n"
      "{10}"
      "F begin.f NULL NULL Go.o SAME\n"
      "F go.f Go.i NULL {11}Sum.o {7}\n"
      "F end.f Sum.i NULL NULL NULL\n"
      "U go.fu begin.f go.f{8}\n"
      "P W.p {9} go.fu\n"
      "{12}",
      made.operations, group, name_of(of.operation), of.bytes, name_of(of.algorithm),
      collectives::has_root(of.operation) ? fmt::format("-root W.p[{}]", root) : "",
      collectives::combines(of.operation) ? "-combine Add.c" : "",
      !made.ends_early       ? "SAME"
      : made.operations == 1 ? "NULL"
                             : fmt::format("SAME*{},NULL", made.operations - 1),
      made.ends_early ? "" : " end.f", of.members,
      made.has_window
          ? "I Job.i 1 Job.m\nO Job.o S.p -t Job.m -n 2 -window 1\nO Done.o ACK -t Done.m\n"
            "F job.f Job.i NULL Done.o SAME\nU job.fu job.f\n"
          : "",
      made.has_window ? "Job.o," : "", made.has_window ? "P S.p 1 -server job.fu\n" : "");
}

/// All processes of the program, with messages in order between two of them.
class Game {
 public:
  Game(const blueprint::Program& program, const RandomCollective& made)
      : program_(program), made_(made) {
    for (const blueprint::Output& output : program.outputs) {
      sum_ = output.is_collective() ? &output : sum_;
    }
    for (std::uint32_t p = 0; p < program.process_count(); ++p) {
      engines_.emplace_back(program, ProcessId{p});
      models_.emplace_back(made.of, rank_of(p));
      histories_.emplace_back();
    }
    for (std::uint32_t p = 0; p < engines_.size(); ++p) {
      pull(p);
    }
  }

  /// Delivers messages in a random order until there is none.
  void play() {
    while (true) {
      std::vector<std::pair<std::uint32_t, std::uint32_t>> ready;
      for (const auto& [pair, queue] : queues_) {
        if (!queue.empty()) {
          ready.push_back(pair);
        }
      }
      if (ready.empty()) {
        return;
      }
      const auto pair = ready[static_cast<std::size_t>(any(0, static_cast<int>(ready.size()) - 1))];
      auto& queue = queues_[pair];
      const MessageId mid = queue.front();
      queue.pop_front();
      deliver(pair.first, pair.second, mid);
    }
  }

  void check() {
    std::uint64_t messages = 0;
    const auto operations = static_cast<std::uint64_t>(made_.operations);
    for (std::uint32_t p = 0; p < made_.of.members; ++p) {
      RC_ASSERT(engines_[p].complete());
      RC_ASSERT(models_[p].are_done());
      RC_ASSERT(engines_[p].queued().empty());
      RC_ASSERT(jobs_[p] == (made_.has_window ? 2 * operations : 0));
      messages += sent_[p];
    }
    RC_ASSERT(messages == operations * collectives::traffic_of(made_.of).messages);
  }

 private:
  [[nodiscard]] std::uint32_t rank_of(std::uint32_t p) const {
    return made_.is_backwards ? made_.of.members - 1 - p : p;
  }

  void deliver(std::uint32_t from, std::uint32_t to, MessageId mid) {
    Engine& engine = engines_[to];
    const bool is_inside = sum_->mid == mid && from != to;
    if (engine.complete()) {
      RC_ASSERT(!is_inside);
      return;
    }
    if (is_inside) {
      models_[to].take(rank_of(from));
    }
    if (engine.is_late(mid, ProcessId{from})) {
      RC_ASSERT(!is_inside);
      engine.pass_late(ProcessId{from}, from == to);
    } else {
      engine.deliver(mid, ProcessId{from});
    }
    pull(to);
    if (to < made_.of.members) {
      RC_ASSERT(histories_[to] == models_[to].history());
      RC_ASSERT(!engine.complete() || (models_[to].are_done() && engine.queued().empty()));
    }
  }

  void pull(std::uint32_t p) {
    for (;;) {
      const Step step = engines_[p].next();
      switch (step.kind) {
        case StepKind::kReceive:
        case StepKind::kDrain:
        case StepKind::kComplete:
          return;
        case StepKind::kQueue:
          engines_[p].hold(step, 0);
          break;
        case StepKind::kContribute:
          models_[p].contribute();
          break;
        case StepKind::kCompute:
          histories_[p].push_back(fmt::format(
              "combine {}",
              static_cast<std::uint64_t>(step.part * static_cast<double>(made_.of.bytes) + 0.5)));
          break;
        case StepKind::kSend:
          send(p, step);
          break;
        default:
          break;
      }
    }
  }

  void send(std::uint32_t p, const Step& step) {
    const blueprint::Output& output = program_.outputs[step.output];
    queues_[{p, index(step.receiver)}].push_back(output.mid);
    jobs_[p] += output.window > 0 ? 1 : 0;
    if (!output.is_collective()) {
      return;
    }
    RC_ASSERT(step.completes == (index(step.receiver) == p));
    if (step.completes) {
      histories_[p].emplace_back("complete");
      return;
    }
    ++sent_[p];
    histories_[p].push_back(fmt::format("send {} {}", rank_of(index(step.receiver)),
                                        program_.bytes_of(output, step.draw)));
  }

  const blueprint::Program& program_;
  const RandomCollective& made_;
  const blueprint::Output* sum_ = nullptr;
  std::vector<Engine> engines_;
  std::vector<naive::Operations> models_;
  std::vector<std::vector<std::string>> histories_;
  std::map<std::uint32_t, std::uint64_t> sent_;
  std::map<std::uint32_t, std::uint64_t> jobs_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<MessageId>> queues_;
};

RC_GTEST_PROP(Operations, FollowTheRulesInAnyOrderOfArrival, ()) {
  const RandomCollective made = any_collective();
  const std::string text = blueprint_of(made);
  const auto reading = blueprint::read_blueprint({"random", text});
  if (!reading.program) {
    RC_FAIL(text + render({"random", text}, reading.diagnostics));
  }
  RC_LOG() << text;
  Game game(*reading.program, made);
  game.play();
  game.check();
}

}  // namespace
}  // namespace dps::engine
