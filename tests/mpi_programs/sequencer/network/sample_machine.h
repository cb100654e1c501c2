/// Machines for tests of MPI programs on networks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "mpi_programs/sequencer/network/machine_sequencer.h"
#include "predictor/machines/kinds/machine_file.h"
#include "tests/mpi_programs/sequencer/fake_board.h"
#include "tests/mpi_programs/worked_machine.h"

namespace dps::sequencer {

inline std::unique_ptr<machines::Machine> machine_of(const std::string& text) {
  const SourceText source{"lab.toml", text};
  auto reading = machines::read_machine(source, {});
  EXPECT_NE(reading.machine, nullptr) << render(source, reading.diagnostics);
  return std::move(reading.machine);
}

inline std::string lab(const std::string& hosts = "node[0-3]", const std::string& more = "") {
  return test::worked_machine(hosts, more);
}

/// Plays scripts on a machine, and records the ends of their calls.
class PlayOnMachine {
 public:
  PlayOnMachine(const std::vector<Script>& scripts, const machines::Machine& machine,
                unsigned seed = 1, std::optional<std::uint64_t> eager = {})
      : board_(scripts, seed, [&](std::uint32_t ranks, Replies& replies) {
          MachineSequencerOptions options{eager};
          options.observes_ends = true;
          return std::make_unique<MachineSequencer>(ranks, machine, options, replies);
        }) {
    if (seed % 2 == 1) {
      board_.tell_repeated();
    }
    board_.play();
    EXPECT_FALSE(board_.sequencer().obstacle()) << board_.sequencer().obstacle()->reason;
  }

  [[nodiscard]] std::vector<std::int64_t> ends(std::size_t rank) const { return board_.ends(rank); }
  [[nodiscard]] FakeBoard& board() { return board_; }

 private:
  FakeBoard board_;
};

}  // namespace dps::sequencer
