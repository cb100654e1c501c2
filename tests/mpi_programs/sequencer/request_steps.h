/// Steps of scripts with operations that do not block, and the times of their ends.
#pragma once

#include <vector>

#include <gtest/gtest.h>

#include "tests/mpi_programs/sequencer/fake_board.h"
#include "tests/mpi_programs/sequencer/sample_sheet.h"

namespace dps::sequencer {

inline machines::Datasheet sheet_with_requests() {
  machines::Datasheet sheet = sample_sheet();
  for (auto& one : {function("isend1", 5), function("isend2", 20), function("isendoverlap", 15),
                    function("irecv1", 3), function("irecv2", 40), function("irecvoverlap", 30),
                    function("iprobe", 1)}) {
    sheet.functions.push_back(one);
  }
  return sheet;
}

inline Step isend_to(std::int32_t peer, std::int64_t us = 0,
                     Function function = mpi_library::kIsend) {
  return {board::RequestKind::kBeginSend, function, peer, 5, 4, us * kUs};
}
inline Step irecv_from(std::int32_t peer, std::int64_t us = 0) {
  return {board::RequestKind::kBeginReceive, mpi_library::kIrecv, peer, 5, 4, us * kUs};
}
/// A call about operations of its rank, which are numbered from 1.
inline Step about(board::RequestKind kind, std::vector<std::int32_t> operations,
                  std::int64_t us = 0) {
  return {kind, mpi_library::kWait, 0, 0, 0, us * kUs, board::kWorld, 0, std::move(operations)};
}
inline Step probe(board::RequestKind kind, std::int32_t peer, std::int64_t us = 0) {
  return {kind, mpi_library::kProbe, peer, 5, 0, us * kUs};
}

/// The ends of the calls of a rank in microseconds, which are the same in any real order.
inline std::vector<std::int64_t> ends_of(std::size_t rank, const std::vector<Script>& scripts,
                                         const machines::Datasheet& sheet = sheet_with_requests(),
                                         const machines::MachineOptions& options = {}) {
  std::vector<std::int64_t> first;
  for (unsigned seed = 0; seed < 20; ++seed) {
    SheetTimes times(sheet, options, static_cast<std::uint32_t>(scripts.size()));
    FakeBoard board(scripts, times, seed);
    board.play();
    EXPECT_FALSE(board.sequencer().obstacle()) << board.sequencer().obstacle()->reason;
    EXPECT_FALSE(board.sequencer().is_deadlock());
    std::vector<std::int64_t> ends = board.ends(rank);
    for (std::int64_t& end : ends) {
      end /= kUs;
    }
    first = seed == 0 ? ends : first;
    EXPECT_EQ(ends, first) << seed;
  }
  return first;
}

using Us = std::vector<std::int64_t>;

}  // namespace dps::sequencer
