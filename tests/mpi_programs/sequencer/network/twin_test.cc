// A program and its twin, a blueprint whose processes compute, send and receive as its ranks do,
// take the same times on the same machine, whatever the order of requests in real time.
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/mpi_programs/sequencer/network/sample_machine.h"
#include "tests/predictor/virtual_time/prediction.h"

namespace dps::sequencer {
namespace {

/// The actions of a rank: all fields, in this order.
struct Action {
  char kind;            ///< c: computes, s: sends, r: receives from any rank
  std::int64_t number;  ///< microseconds, or the receiver
  std::uint64_t bytes;
};
using Actions = std::vector<std::vector<Action>>;

/// Programs without a deadlock: each message is received once, after all that was sent before it.
Actions random_actions(std::mt19937& random) {
  const auto any = [&](std::uint64_t count) { return static_cast<std::int64_t>(random() % count); };
  Actions actions(static_cast<std::size_t>(2 + any(4)));
  const auto ranks = static_cast<std::uint64_t>(actions.size());
  for (std::int64_t i = 5 + any(25); i > 0; --i) {
    const auto from = static_cast<std::size_t>(any(ranks));
    const std::int64_t to = any(ranks);
    if (any(2) == 0) {
      actions[from].push_back({'c', 1 + any(9), 0});
    }
    const std::uint64_t sizes[] = {0, 100, 125, 1000, 20'000};
    actions[from].push_back({'s', to, sizes[any(5)]});
    if (any(3) == 0) {
      actions[static_cast<std::size_t>(to)].push_back({'c', 1 + any(90), 0});
    }
    actions[static_cast<std::size_t>(to)].push_back({'r', 0, 0});
  }
  return actions;
}

std::string blueprint_of(const Actions& actions) {
  std::string text = "I in.i 1 m\n";
  std::string processes;
  for (std::size_t r = 0; r < actions.size(); ++r) {
    std::string units;
    for (std::size_t i = 0; i < actions[r].size(); ++i) {
      const Action& action = actions[r][i];
      const std::string name = fmt::format("{}_{}", r, i);
      const std::string next =
          i + 1 < actions[r].size() ? fmt::format("u{}_{}.u", r, i + 1) : "NULL";
      if (action.kind == 'c') {
        text += fmt::format("C c{0}.c compute {1}us\nF f{0}.f NULL c{0}.c NULL {2}\n", name,
                            action.number, next);
      } else if (action.kind == 's') {
        text += fmt::format("O o{0}.o P{1}.p -t m -b {2} -p off\nF f{0}.f NULL NULL o{0}.o {3}\n",
                            name, action.number, action.bytes, next);
      } else {
        text += fmt::format("F f{0}.f in.i NULL NULL {1}\n", name, next);
      }
      text += fmt::format("U u{0}.u f{0}.f\n", name);
      units += fmt::format(" u{}.u", name);
    }
    processes += actions[r].empty() ? "" : fmt::format("P P{}.p 1{}\n", r, units);
  }
  return text + processes;
}

std::vector<Script> scripts_of(const Actions& actions) {
  std::vector<Script> scripts(actions.size());
  for (std::size_t r = 0; r < actions.size(); ++r) {
    for (const Action& action : actions[r]) {
      Step step;
      if (action.kind == 'c') {
        step.kind = board::RequestKind::kCompute;
        step.function = mpi_library::kPcontrol;
        step.bytes = static_cast<std::uint64_t>(action.number) * 1'000'000;
      } else if (action.kind == 's') {
        step = send_to(static_cast<std::int32_t>(action.number));
        step.bytes = action.bytes;
      } else {
        step = receive_from(board::kAny);
      }
      scripts[r].push_back(step);
    }
  }
  return scripts;
}

std::string random_machine(std::mt19937& random) {
  const auto pick = [&](std::vector<const char*> of) {
    return std::string(of[random() % of.size()]);
  };
  std::string costs = "wakeup = \"" + pick({"0s", "3us"}) + "\"\nsend = \"" + pick({"1us", "5us"}) +
                      "\"\nreceive = \"" + pick({"0s", "4us"}) + "\"\nsend_per_byte = \"" +
                      pick({"0s", "1ns"}) + "\"\n";
  // At one instant, a released sender continues before the arrivals of messages if it is a process,
  // and after them if it is a rank. So every message takes time if senders are held.
  const bool has_buffer = random() % 3 == 0;
  if (has_buffer) {
    costs += "buffer = \"" + pick({"1000B", "30000B"}) + "\"\n";
  }
  const std::string hosts = pick({"[0-1]", "[0-7]"});
  const std::string network =
      pick({"kind = \"switch\"\nbandwidth = \"100Mbit/s\"\nlatency = \"50us\"\n",
            "kind = \"bus\"\nbandwidth = \"1Gbit/s\"\nlatency = \"10us\"\n",
            "kind = \"switch\"\nbandwidth = \"8Gbit/s\"\nlatency = \"0s\"\n"});
  return "[[host]]\nname = \"n" + hosts + "\"\ncores = " + pick({"1", "2"}) + "\n[network]\n" +
         network + "[local]\nbandwidth = \"8Gbit/s\"\nlatency = \"" +
         (has_buffer ? "1us" : pick({"0s", "1us"})) + "\"\n[cost]\n" + costs;
}

void check_twins(const Actions& actions, const machines::Machine& machine, unsigned seed,
                 const std::string& what) {
  const auto program = predictor::test::program_of(blueprint_of(actions));
  const auto prediction = predictor::test::predicted(program, machine);
  PlayOnMachine play(scripts_of(actions), machine, seed);
  EXPECT_EQ(play.board().sequencer().is_deadlock(), !prediction.deadlock.empty()) << what;
  if (!prediction.deadlock.empty()) {
    return;
  }
  std::size_t process = 0;
  for (std::size_t r = 0; r < actions.size(); ++r) {
    if (!actions[r].empty()) {
      const double real_s = prediction.run.processes[process++].real_s;
      EXPECT_EQ(static_cast<double>(play.ends(r).back()), std::round(real_s * 1e12))
          << "rank " << r << what;
    }
  }
}

/// Returns true if all ranks have actions: those without would have no twin.
bool all_act(const Actions& actions) {
  return std::none_of(actions.begin(), actions.end(), [](const auto& of) { return of.empty(); });
}

TEST(Twins, TakeTheSameTimesOnNativeMachines) {
  unsigned compared = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    std::mt19937 random(seed);
    const Actions actions = random_actions(random);
    const std::string text = random_machine(random);
    if (all_act(actions)) {
      const auto machine = machine_of(text);
      check_twins(actions, *machine, seed,
                  "\n" + blueprint_of(actions) + text + "seed " + std::to_string(seed));
      ++compared;
    }
    if (HasFailure()) {
      return;
    }
  }
  EXPECT_GT(compared, 0U);
}

TEST(Twins, TakeTheSameTimesOnArchitectures) {
  unsigned compared = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    const Actions actions = random_actions(random);
    const std::string text = std::string("A\nreceive latency = 2e-5 seconds\n") +
                             "send latency = 3e-5 seconds\ntime to send 1 word (8bytes) = 2e-7 "
                             "seconds\ntime for one multiply = 1e-8 seconds\nnetwork type = " +
                             (seed % 2 == 0 ? "bus" : "nobus") + "\n";
    if (all_act(actions)) {
      const auto machine = machine_of(text);
      check_twins(actions, *machine, seed,
                  "\n" + blueprint_of(actions) + "seed " + std::to_string(seed));
      ++compared;
    }
    if (HasFailure()) {
      return;
    }
  }
  EXPECT_GT(compared, 0U);
}

}  // namespace
}  // namespace dps::sequencer
