// A share of the critical path is an upper bound of the gain of a change: random programs with
// bounded buffers and shared cores, each of whose lines becomes 10 % better.
#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "blueprint/reading/reader.h"
#include "commands/tracing/trace_head.h"
#include "predictor/machines/kinds/machine_file.h"
#include "predictor/virtual_time/predictor.h"
#include "predictor/what_if/network_of_trace.h"
#include "predictor/what_if/what_if_answers.h"
#include "profiles/causes/named_why.h"
#include "profiles/traces/spool.h"
#include "profiles/traces/trace.h"

namespace dps::predictor {
namespace {

/// Groups that compute and send to a later group, which does so for each message. It ends,
/// and few events are at the same instant. Sizes are multiples of 10 bytes, so that 90 % of
/// them are whole bytes.
std::string random_program(Random& random) {
  const auto any = [&](std::uint64_t low, std::uint64_t high) {
    return low + random.next() % (high - low + 1);
  };
  constexpr std::uint64_t kComputations = 6;
  const std::uint64_t groups = any(2, 5);
  std::string text;
  for (std::uint64_t c = 0; c < kComputations; ++c) {
    text += c % 3 == 0 ? fmt::format("C c{}.c compute {{uniform(0.000001,0.00002)}}\n", c)
                       : fmt::format("C c{}.c {} {}ns\n", c, any(0, 5) == 0 ? "sleep" : "compute",
                                     any(100, 20'000));
  }
  std::vector<std::uint64_t> messages(groups);  // to each process of the group
  for (std::uint64_t g = 0; g < groups; ++g) {
    const std::uint64_t clones = any(1, 3);
    const std::uint64_t to = g + 1 < groups ? any(g + 1, groups - 1) : groups;
    const std::uint64_t sends = any(1, 2);
    const bool is_source = messages[g] == 0;
    const std::uint64_t firings = is_source ? any(1, 6) : messages[g];
    const bool is_last = to == groups || messages[to] + clones * firings * sends > 60;
    text += fmt::format("I in{0}.i 1 m{0}\n", g);
    text += is_last ? ""
                    : fmt::format("O out{0}.o G{1}.p -t m{1} -b {2}0 -n {3} -p {4}\n", g, to,
                                  any(1, 1'000), sends, any(0, 1) == 0 ? "on" : "off");
    const std::string out = is_last ? "NULL" : fmt::format("out{}.o", g);
    std::string plan;
    for (std::uint64_t u = 0; u < (is_source ? firings : 1); ++u) {
      const std::string next =
          !is_source        ? firings == 1 ? "NULL" : fmt::format("SAME*{},NULL", firings - 1)
                 : u + 1 < firings ? fmt::format("u{}_{}.u", g, u + 1)
                            : "NULL";
      text += fmt::format("F f{0}_{1}.f {2} c{3}.c {4} {5}\nU u{0}_{1}.u f{0}_{1}.f\n", g, u,
                          is_source ? "NULL" : fmt::format("in{}.i", g), any(0, kComputations - 1),
                          out, next);
      plan += fmt::format(" u{}_{}.u", g, u);
    }
    text += fmt::format("P G{}.p {}{}\n", g, clones, plan);
    if (!is_last) {
      messages[to] += clones * firings * sends;
    }
  }
  return text;
}

/// Hosts with one or two cores, with buffers or without, and with links that messages do not
/// share: they are so fast that only their latency counts.
std::string random_machine(Random& random, bool shares_cores) {
  const auto any = [&](std::uint64_t below) { return random.next() % below; };
  std::string text;
  for (std::uint64_t host = 0; host <= any(3); ++host) {
    text +=
        fmt::format("[[host]]\nname = \"h{}\"\ncores = {}\n", host, shares_cores ? 1 + any(2) : 16);
  }
  text += fmt::format(
      "[network]\nbandwidth = \"1000Tbit/s\"\nlatency = \"{}ns\"\n[local]\nbandwidth = "
      "\"1000Tbit/s\"\nlatency = \"{}ns\"\n[cost]\nsend = \"{}ns\"\nreceive = \"{}ns\"\n"
      "send_per_byte = \"{}ps\"\nreceive_per_byte = \"{}ps\"\nxdr_per_byte = \"{}ps\"\n"
      "wakeup = \"{}ns\"\n",
      1 + any(9'000), 1 + any(500), any(3'000), any(3'000), any(300), any(300), any(900), any(700));
  return text + (any(2) == 0 ? fmt::format("buffer = \"{}B\"\n", 1'000 + any(60'000)) : "");
}

/// The messages in the order in which each process takes them. With buffers, also before which of
/// them it waits, since it makes room only then.
using Order = std::vector<std::vector<std::tuple<std::uint32_t, std::uint32_t, bool>>>;

Order order_of(const traces::Trace& trace, bool has_buffers) {
  Order order;
  for (std::uint32_t p = 0; p < trace.head().processes.size(); ++p) {
    auto& taken = order.emplace_back();
    const auto done = traces::for_each_event(trace, p, [&](const traces::Event& event) {
      if (event.kind == traces::EventKind::kTake) {
        taken.emplace_back(event.element, event.peer,
                           has_buffers && event.has(traces::Flag::kWaited));
      }
    });
    EXPECT_TRUE(done);
  }
  return order;
}

/// A prediction that ends.
class Subject {
 public:
  Subject(std::uint64_t seed, bool shares_cores) : chance_{seed, 1} {
    Random random(seed);
    blueprint_ = random_program(random);
    machine_text_ = {"machine", random_machine(random, shares_cores)};
    machine_ = machines::read_machine(machine_text_).machine;
    program_ = blueprint::read_blueprint({"b.txt", blueprint_}, {}).program;
    EXPECT_TRUE(machine_ && program_) << seed;
    for (std::uint32_t p = 0; p < program_->process_count(); ++p) {
      host_of_.push_back(static_cast<std::uint32_t>(p % machine_->hosts().size()));
    }
    auto made = predict_with({});
    if (made) {
      makespan_s_ = made->first;
      trace_.emplace(std::move(made->second));
    }
  }

  [[nodiscard]] bool has_ended() const { return trace_ && makespan_s_ > 0; }
  [[nodiscard]] std::string text() const { return blueprint_ + machine_text_.text; }

  /// The answers for all lines.
  [[nodiscard]] profiles::WhatIf answers() const {
    NetworkOfTrace network(*program_, *machine_, host_of_);
    const auto why = profiles::why_of(*trace_, &network);
    const auto questions = what_if_questions({"all"}, *program_, machine_text_);
    EXPECT_TRUE(why && questions);
    std::vector<WhatIfQuestion> of_lines;
    std::copy_if(questions->begin(), questions->end(), std::back_inserter(of_lines),
                 [](const WhatIfQuestion& question) { return !question.is_of_machine(); });
    const WhatIfSubject subject{*program_, machine_text_, *machine_,     host_of_,
                                {},        {&chance_, 1}, {makespan_s_}, &*why};
    return answer_what_if(subject, of_lines, 1, [](std::size_t) {}).what_if;
  }

  /// Returns true if the processes take their messages in another order, or wait before others.
  [[nodiscard]] bool changes_order(const profiles::WhatIfRow& row) const {
    for (std::uint32_t i = 0; i < program_->definitions.size(); ++i) {
      if (program_->definitions[i].tag_span.line == row.line) {
        const auto made = predict_with({i, {9, 10}});
        const bool has_buffers = machine_text_.text.find("buffer") != std::string::npos;
        return !made || order_of(made->second, has_buffers) != order_of(*trace_, has_buffers);
      }
    }
    return false;
  }

 private:
  [[nodiscard]] std::optional<std::pair<double, traces::Trace>> predict_with(
      LineScale scale) const {
    traces::TraceHead head = commands::trace_head_of(*program_);
    for (const machines::MachineHost& host : machine_->hosts()) {
      head.hosts.push_back({host.name, 0, 0, host.cores});
    }
    for (std::size_t p = 0; p < host_of_.size(); ++p) {
      head.processes[p].host = host_of_[p];
    }
    auto spool = traces::Spool::make(std::move(head));
    EXPECT_TRUE(spool);
    constexpr std::uint64_t kMostMessages = 400;
    std::uint64_t asked = 0;
    PredictionOptions options;
    options.chance = chance_;
    options.scale = scale;
    options.trace = &*spool;
    options.is_to_stop = [&](const PredictionProgress& progress) {
      return progress.messages > kMostMessages || ++asked > 100'000;
    };
    const auto made = predict(*program_, *machine_, host_of_, options);
    if (!made || made->is_stopped || !made->deadlock.empty()) {
      return std::nullopt;
    }
    auto trace = spool->finish("");
    EXPECT_TRUE(trace);
    return std::pair(made->run.makespan_s, *std::move(trace));
  }

  engine::Chance chance_;
  std::string blueprint_;
  SourceText machine_text_;
  std::unique_ptr<machines::Machine> machine_;
  std::optional<blueprint::Program> program_;
  std::vector<std::uint32_t> host_of_;
  double makespan_s_ = 0;
  std::optional<traces::Trace> trace_;
};

/// The gains of the lines of random programs.
struct Tally {
  std::uint64_t programs = 0;
  std::uint64_t lines = 0;
  std::uint64_t reordered = 0;  ///< gain more than their share, by another order of messages
  std::uint64_t more = 0;       ///< gain more without it
  std::string first;            ///< the first of these
};

/// DPS_RANDOM_SHARES="FIRST COUNT" examines these programs.
Tally tally_of(bool shares_cores) {
  std::uint64_t first = 1;
  std::uint64_t count = 200;
  if (const char* range = std::getenv("DPS_RANDOM_SHARES"); range != nullptr) {
    char* rest = nullptr;
    first = std::strtoull(range, &rest, 10);
    count = std::strtoull(rest, nullptr, 10);
  }
  Tally tally;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Subject subject(seed, shares_cores);
    if (!subject.has_ended()) {
      continue;
    }
    ++tally.programs;
    for (const profiles::WhatIfRow& row : subject.answers().rows) {
      const double allowed_s = row.path_s * (1 - row.factor) + 1e-9;
      ++tally.lines;
      if (!row.problem.empty() || -row.change_s <= allowed_s) {
        continue;
      }
      if (subject.changes_order(row)) {
        ++tally.reordered;
      } else if (tally.more++ == 0) {
        tally.first = fmt::format("seed {}: {} gains {} s, and its share allows {} s:\n{}", seed,
                                  row.name, -row.change_s, allowed_s, subject.text());
      }
    }
  }
  fmt::print("{} programs, {} lines: {} gain more than their share by another order, {} without\n",
             tally.programs, tally.lines, tally.reordered, tally.more);
  return tally;
}

TEST(ShareBound, NoLineGainsMoreThanItsShareUnlessTheOrderOfMessagesChanges) {
  const Tally tally = tally_of(false);
  EXPECT_EQ(tally.more, 0U) << tally.first;
  EXPECT_GT(tally.lines, 0U);
}

/// Two causes may share a gain, of which the path has one.
TEST(ShareBound, FewLinesGainMoreThanTheirShareWhereProcessesShareCores) {
  constexpr std::uint64_t kOneIn = 10;
  const Tally tally = tally_of(true);
  EXPECT_LE(tally.more * kOneIn, tally.lines) << tally.first;
  EXPECT_GT(tally.lines, 0U);
}

}  // namespace
}  // namespace dps::predictor
