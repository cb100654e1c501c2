/// The messages between dps and a rank. Source: docs/protocol_board.md, "Attaching".
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/descriptor.h"

namespace dps::board {

inline constexpr const char* kVariable = "DPS_BOARD";

inline constexpr std::uint32_t kMessageVersion = 3;

/// The announcement of a message: a rank, the log of another thread, an unknown MPI, a rank on
/// another host, or a log of such a rank.
enum class MessageKind : std::uint32_t { kAttach = 1, kThread, kForeign, kRemote, kRemoteLog };

/// The message of a rank to dps.
struct Attach {
  MessageKind kind = MessageKind::kAttach;
  std::uint32_t version = kMessageVersion;
  std::int32_t rank = 0;
  std::int32_t size = 0;
  std::array<char, 256> host{};
  std::array<char, 256> mpi{};    ///< its version
  std::array<char, 128> clock{};  ///< equal texts: the same clock
  std::array<char, 64> world{};   ///< the job of which MPI_COMM_WORLD has the ranks
};

/// The answer of dps to kAttach.
struct Grant {
  std::uint64_t records = 0;    ///< of each thread
  std::uint64_t is_leader = 0;  ///< 1: no rank of this world has attached before
};

/// The name of the board in DPS_BOARD; behind a semicolon, that has the place where ranks on other
/// hosts send their logs (piece.h).
std::string_view name_in(std::string_view variable);

/// Connects to the socket of this abstract name. Not open if nobody listens.
Descriptor connect_to(std::string_view name);

/// Sends a message, with a descriptor unless it is negative. False if the other side has gone. No
/// signal is raised.
bool send_message(int socket, const Attach& message, int descriptor);

/// A message, and the descriptor that came with it, if any.
struct ReceivedMessage {
  Attach message;
  Descriptor descriptor;
};
/// The next message; does not wait. Nullopt with errno 0 at the end of the connection, else with
/// the cause: EAGAIN, or EPROTO for a message of another form.
std::optional<ReceivedMessage> receive_message(int socket);

}  // namespace dps::board
