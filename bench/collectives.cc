// The speed of predicted collective operations, beside the same messages written as O lines.
// usage: collectives [OPERATIONS [REPETITIONS]]
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/check.h"
#include "bench/limits.h"
#include "blueprint/reading/reader.h"
#include "predictor/virtual_time/predictor.h"
#include "tests/support/fixed_machine.h"

namespace dps::bench {
namespace {

constexpr std::uint32_t kMembers = 1024;
constexpr double kLeastRatio = 0.8;

std::string collective(std::uint64_t operations) {
  return fmt::format(
      "I Sum.i 1 Sum.m\n"
      "O Sum.o W.p -t Sum.m -collective allreduce -b 1000 -alg recursive_doubling\n"
      "F first.f NULL NULL Sum.o SAME\n"
      "F next.f Sum.i NULL Sum.o SAME*{},end.fu\n"
      "F end.f Sum.i NULL NULL NULL\n"
      "U w.fu first.f next.f\n"
      "U end.fu -early end.f\n"
      "P W.p {} w.fu end.fu\n",
      operations - 2, kMembers);
}

/// Recursive doubling, with a message type for each round.
std::string written_out(std::uint64_t operations) {
  const int rounds = std::countr_zero(kMembers);
  std::string text = "F first.f NULL NULL X0.o SAME\n";
  std::string unit = "U w.fu first.f";
  for (int round = 0; round < rounds; ++round) {
    const bool is_last = round + 1 == rounds;
    text += fmt::format(
        "I X{0}.i 1 X{0}.m\n"
        "O X{0}.o W.p[{{xor(self,{1})}}] -t X{0}.m -b 1000\n"
        "F x{0}.f X{0}.i NULL X{2}.o {3}\n",
        round, 1 << round, is_last ? 0 : round + 1,
        is_last ? fmt::format("SAME*{},NULL", operations - 1) : "SAME");
    unit += fmt::format(" x{}.f", round);
  }
  return text + unit + fmt::format("\nP W.p {} w.fu\n", kMembers);
}

/// Messages inside per second of a prediction, the best of several.
double rate_of(const std::string& text, std::uint64_t operations, int repetitions) {
  const auto reading = blueprint::read_blueprint({"bench", text});
  DPS_CHECK(reading.program.has_value());
  const std::vector<std::uint32_t> hosts(kMembers, 0);
  machines::FixedFigures figures;
  figures.message.send = Picoseconds(5'000'000);
  figures.message.receive = Picoseconds(4'000'000);
  figures.transit = Picoseconds(50'000'000);
  const machines::FixedMachine machine(figures);
  const double messages = static_cast<double>(operations) * kMembers * std::countr_zero(kMembers);
  double best = 0;
  for (int i = 0; i < repetitions; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    const auto made = predictor::predict(*reading.program, machine, hosts, {});
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    DPS_CHECK(made && made->deadlock.empty());
    best = std::max(best, messages / time.count());
  }
  return best;
}

int run(int argc, char** argv) {
  const std::uint64_t operations = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  const int repetitions = argc > 2 ? std::atoi(argv[2]) : 5;
  const double inside = rate_of(collective(operations), operations, repetitions);
  const double lines = rate_of(written_out(operations), operations, repetitions);
  fmt::print(
      "allreduce over {} members, {} times: {:.2f} million messages a second; as O lines {:.2f}\n",
      kMembers, operations, inside / 1e6, lines / 1e6);
  Limits limits;
  limits.at_least("messages a second, collective / O lines", inside / lines, kLeastRatio, "times");
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main(int argc, char** argv) {
  return dps::bench::run(argc, argv);
}
