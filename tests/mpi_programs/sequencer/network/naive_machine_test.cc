// Random programs on random networks take the times of a naive model, whatever the order of
// requests in real time.
#include "tests/mpi_programs/sequencer/network/naive_machine.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/mpi_programs/sequencer/network/sample_machine.h"

namespace dps::sequencer {
namespace {

/// Writes the calls of ranks. Some programs wait for ever.
class Author {
 public:
  explicit Author(std::mt19937& random) : random_(random) {
    const std::size_t ranks = 2 + any(4);
    scripts_.resize(ranks);
    numbers_.resize(ranks);
    open_.resize(ranks);
    for (std::size_t i = 4 + any(20); i > 0; --i) {
      add_message(any(ranks), any(ranks));
    }
    for (std::size_t r = 0; r < ranks; ++r) {
      wait(r);
    }
  }
  [[nodiscard]] const std::vector<Script>& scripts() const { return scripts_; }

 private:
  std::size_t any(std::size_t count) { return random_() % count; }
  Step& add(std::size_t rank, board::RequestKind kind, Function function, std::size_t peer) {
    Step step;
    step.kind = kind;
    step.function = function;
    step.peer = static_cast<std::int32_t>(peer);
    step.computes = any(2) == 0 ? 0 : static_cast<std::int64_t>(any(60)) * 1'000'000;
    scripts_[rank].push_back(step);
    return scripts_[rank].back();
  }
  void add_message(std::size_t from, std::size_t to) {
    using board::RequestKind;
    const std::size_t sizes[] = {0, 64, 1000, 20'000};
    const bool begins_send = any(2) == 0;
    const bool is_synchronous = !begins_send && from != to && any(4) == 0;
    add(from, begins_send ? RequestKind::kBeginSend : RequestKind::kSend,
        begins_send      ? mpi_library::kIsend
        : is_synchronous ? mpi_library::kSsend
                         : mpi_library::kSend,
        to)
        .bytes = sizes[any(4)];
    number(from, begins_send);
    const bool begins_receive = any(2) == 0;
    Step& receive = add(to, begins_receive ? RequestKind::kBeginReceive : RequestKind::kReceive,
                        begins_receive ? mpi_library::kIrecv : mpi_library::kRecv, from);
    receive.peer = any(3) == 0 ? board::kAny : receive.peer;
    number(to, begins_receive);
    if (any(4) == 0) {
      wait(any(scripts_.size()));
    }
  }
  void number(std::size_t rank, bool is_open) {
    if (is_open) {
      open_[rank].push_back(++numbers_[rank]);
    }
  }
  /// Waits for all operations that are open. Tests do not complete any, as that depends on times.
  void wait(std::size_t rank) {
    if (!open_[rank].empty()) {
      add(rank, board::RequestKind::kWaitAll, mpi_library::kWaitall, 0).listed =
          std::exchange(open_[rank], {});
    }
  }

  std::mt19937& random_;
  std::vector<Script> scripts_;
  std::vector<std::int32_t> numbers_;
  std::vector<std::vector<std::int32_t>> open_;
};

TEST(NaiveMachine, HasTheSameTimes) {
  const std::vector<std::string> more{"", "buffer = \"1000B\"\n",
                                      "send_per_byte = \"1ns\"\nbuffer = \"30000B\"\n"};
  std::vector<std::unique_ptr<machines::Machine>> all;
  for (const std::string& one : more) {
    all.push_back(machine_of(lab("n[0-7]", one)));
  }
  std::size_t complete = 0;
  for (unsigned seed = 1; seed <= 1500; ++seed) {
    std::mt19937 random(seed);
    const Author author(random);
    const machines::Machine& machine = *all[random() % all.size()];
    const auto eager =
        random() % 3 == 0 ? std::optional<std::uint64_t>(500) : std::optional<std::uint64_t>();
    const auto expected = NaiveMachine(author.scripts(), machine, eager).play();
    PlayOnMachine play(author.scripts(), machine, seed, eager);
    bool is_complete = true;
    for (std::size_t r = 0; r < expected.size(); ++r) {
      ASSERT_EQ(play.ends(r), expected[r]) << "rank " << r << ", seed " << seed;
      is_complete = is_complete && expected[r].size() == author.scripts()[r].size();
    }
    EXPECT_EQ(play.board().sequencer().is_deadlock(), !is_complete) << "seed " << seed;
    complete += is_complete ? 1 : 0;
  }
  EXPECT_GT(complete, 300U);
}

TEST(NaiveMachine, TheOrderInRealTimeHasNoEffect) {
  const auto machine = machine_of(lab("n[0-1]"));  // ranks share cores
  for (unsigned program = 1; program <= 40; ++program) {
    std::mt19937 random(program);
    const Author author(random);
    PlayOnMachine first(author.scripts(), *machine, 1);
    for (unsigned seed = 2; seed <= 6; ++seed) {
      PlayOnMachine again(author.scripts(), *machine, seed);
      for (std::size_t r = 0; r < author.scripts().size(); ++r) {
        ASSERT_EQ(again.ends(r), first.ends(r)) << "program " << program << ", seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace dps::sequencer
