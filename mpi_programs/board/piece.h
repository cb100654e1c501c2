/// The messages in which a rank on another host sends its logs to dps, in pieces, while it runs.
/// Source: docs/protocol_board.md, "Pieces".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "mpi_programs/board/messages.h"
#include "mpi_programs/board/record.h"

namespace dps::board {

/// The subject of a message: the rank itself, bytes of a log, or the rank's call of MPI_Finalize.
enum class PieceKind : std::uint32_t { kHello = 1, kBytes, kFinalizes };

/// The head of a message; `size` bytes follow.
struct PieceHead {
  PieceKind kind = PieceKind::kHello;
  std::uint32_t thread = 0;  ///< kBytes: the number of the log
  std::uint64_t offset = 0;  ///< kBytes: the offset in the log
  std::uint64_t size = 0;
};

inline constexpr std::size_t kSecretSize = 32;  ///< hexadecimal digits

/// The contents of kHello.
struct PieceHello {
  std::array<char, kSecretSize> secret{};
  Attach self;
};

inline constexpr std::uint64_t kMostPieceBytes = std::uint64_t{1} << 18;
inline constexpr std::uint32_t kMostPieceThreads = 4096;
inline constexpr std::uint64_t kMostLogBytes =
    kHeaderBytes + (std::uint64_t{1} << 24) * kRecordBytes;

}  // namespace dps::board
