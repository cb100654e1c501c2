// The time to match a thousand htags with a thousand hosts, in easy and hard cases. The limit
// covers the matrix, a matching and the search for the first matching.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/limits.h"
#include "blueprint/terrain/assignment.h"
#include "blueprint/terrain/conflict_report.h"

namespace dps::bench {
namespace {

constexpr std::uint32_t kSize = 1'000;
constexpr double kLimitMs = 100;  // Source: docs/hosts.md, "Limits"
constexpr int kRuns = 5;

using blueprint::Comparison;
using blueprint::Constraint;
using blueprint::HostVariable;

Constraint constraint(HostVariable variable, Comparison comparison, std::uint64_t number) {
  return {variable, comparison, "", number, {1, 1, 1}};
}

std::vector<terrain::HostFacts> make_hosts() {
  std::vector<terrain::HostFacts> hosts(kSize);
  for (std::uint32_t i = 0; i < kSize; ++i) {
    hosts[i] = {fmt::format("node{}", i), i % 2 == 0 ? "SUN" : "IBM", i + 1, i % 64 + 1,
                std::uint64_t{i} << 20};
  }
  return hosts;
}

/// A program of a thousand htags without processes; `wish` has the constraint of each.
template <typename Wish>
blueprint::Program make_program(Wish wish) {
  blueprint::Program program;
  for (std::uint32_t i = 0; i < kSize; ++i) {
    program.logical_hosts.push_back({fmt::format("H{}", i), {1, 1, 1}, wish(i)});
  }
  return program;
}

struct Case {
  std::string name;
  blueprint::Program program;
};

std::vector<Case> make_cases() {
  using Wishes = std::vector<Constraint>;
  std::vector<Case> cases;
  cases.push_back({"any host", make_program([](std::uint32_t) { return Wishes{}; })});
  cases.push_back({"one by NAME each, backwards", make_program([](std::uint32_t i) {
                     return Wishes{{HostVariable::kName,
                                    Comparison::kEqual,
                                    fmt::format("node{}", kSize - 1 - i),
                                    0,
                                    {1, 1, 1}}};
                   })});
  cases.push_back({"nested, the greediest first", make_program([](std::uint32_t i) {
                     return Wishes{
                         constraint(HostVariable::kSpeed, Comparison::kLessEqual, kSize - i)};
                   })});
  cases.push_back({"a window of hosts each", make_program([](std::uint32_t i) {
                     const std::uint32_t from = i < 10 ? 1 : i - 9;
                     return Wishes{
                         constraint(HostVariable::kSpeed, Comparison::kGreaterEqual, from),
                         constraint(HostVariable::kSpeed, Comparison::kLessEqual, i + 11)};
                   })});
  std::mt19937 random(1);
  cases.push_back(
      {"random halves", make_program([&](std::uint32_t) {
         const auto from = static_cast<std::uint32_t>(random() % (kSize / 2) + 1);
         return Wishes{constraint(HostVariable::kSpeed, Comparison::kGreaterEqual, from),
                       constraint(HostVariable::kSpeed, Comparison::kLessEqual, from + kSize / 2)};
       })});
  cases.push_back({"no solution, with its report", make_program([](std::uint32_t i) {
                     return Wishes{constraint(HostVariable::kSpeed, Comparison::kLessEqual,
                                              i < kSize / 2 ? kSize : kSize / 3)};
                   })});
  cases.push_back(
      {"no solution, and hardly any set of htags that shows it", make_program([](std::uint32_t i) {
         const std::uint32_t from = i % (kSize - 1) + 1;
         Wishes wishes{constraint(HostVariable::kSpeed, Comparison::kGreaterEqual, from),
                       constraint(HostVariable::kSpeed, Comparison::kLessEqual, from + 2),
                       constraint(HostVariable::kSpeed, Comparison::kNotEqual, from + 1)};
         return i == kSize - 1 ? Wishes{constraint(HostVariable::kSpeed, Comparison::kLess, 4)}
                               : wishes;
       })});
  return cases;
}

int measure() {
  const auto hosts = make_hosts();
  Limits limits;
  for (const Case& each : make_cases()) {
    double best = 1e9;
    for (int run = 0; run < kRuns; ++run) {
      const auto start = std::chrono::steady_clock::now();
      const auto assigned = terrain::assign(each.program, hosts);
      if (!assigned && terrain::conflict_report(each.program, hosts, assigned.error()).empty()) {
        return EXIT_FAILURE;
      }
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      best = std::min(best, took.count());
    }
    limits.at_most("1,000 htags on 1,000 hosts: " + each.name, best * 1000, kLimitMs, "ms");
  }
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main() {
  return dps::bench::measure();
}
