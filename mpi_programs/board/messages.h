/// The messages between dps and a rank. Source: docs/protocol_board.md, "Attaching".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"

namespace dps::board {

inline constexpr const char* kVariable = "DPS_BOARD";
/// The start of the name of a board for a prediction, by which ranks recognise it before MPI_Init.
inline constexpr std::string_view kPredictionPrefix = "dps-predict-";

inline constexpr std::uint32_t kMessageVersion = 13;

/// The subject of a message: a rank, the log of another thread, an unknown MPI, a rank on another
/// host, a log of such a rank, or a request of a prediction (request.h).
enum class MessageKind : std::uint32_t {
  kAttach = 1,
  kThread,
  kForeign,
  kRemote,
  kRemoteLog,
  kRequest
};

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

/// The time that computing takes in a prediction.
enum class Computing : std::uint32_t {
  kZero,       ///< none
  kAnnotated,  ///< that of dps_compute()
  kMeasured,   ///< the CPU time of the thread
  kCounted,    ///< the user instructions of the thread
  kFixed,      ///< that of a file, for each two calls in succession
};

/// Bits of PredictionTerms::network.
struct NetworkTerm {
  static constexpr std::uint32_t kByMessages = 1;   ///< collective operations are messages
  static constexpr std::uint32_t kSharesCores = 2;  ///< computing may take longer than its CPU time
  static constexpr std::uint32_t kTakesTurns = 4;   ///< not all ranks may compute at one time
};

/// The data that dps sends to each rank of a prediction. Source: docs/protocol_board.md,
/// "Predictions".
struct PredictionTerms {
  std::uint64_t predicts = 0;  ///< 1: calls take virtual time
  std::uint64_t area = 0;      ///< bytes of each rank in the arena
  std::uint64_t room = 0;      ///< bytes of data under way that all ranks may have
  std::int64_t wtime = 0;      ///< the duration of MPI_Wtime, picoseconds
  std::int64_t step = 0;       ///< the duration of dps_compute(1), picoseconds
  Computing computing = Computing::kZero;
  std::uint32_t network = 0;  ///< NetworkTerm: of a machine with a network
  double ratio = 1;           ///< of virtual time to CPU time, or picoseconds of an instruction
};

/// The answer of dps to kAttach. In a prediction, the arena comes with it.
struct Grant {
  std::uint64_t records = 0;    ///< the most records of each thread
  std::uint64_t is_leader = 0;  ///< 1: no rank of this world has attached before
  std::uint64_t samples = 0;    ///< 1: the first thread is sampled while it computes
  PredictionTerms prediction;   ///< all 0: a run
};

/// The name of the board in DPS_BOARD. A semicolon separates it from the place to which ranks on
/// other hosts send their logs (piece.h).
std::string_view name_in(std::string_view variable);

/// Connects to the socket of this abstract name. Not open if nobody listens.
Descriptor connect_to(std::string_view name);

/// Sends a message, with a descriptor unless it is negative. Returns false if the other side has
/// gone. No signal is raised.
bool send_message(int socket, const Attach& message, int descriptor);

/// The bytes of the next message, as recvmsg() returns them, and the descriptor that came with it.
ssize_t receive_bytes(int socket, void* message, std::size_t size, int flags,
                      Descriptor& descriptor);

/// Sends the answer to kAttach, with the arena unless it is negative.
void send_grant(int socket, const Grant& grant, int arena);
/// Waits for the answer; nullopt if the connection ends or its timeout has passed.
std::optional<Grant> receive_grant(int socket, Descriptor& arena);

/// A message, and the descriptor that came with it, if any.
struct BoardMessage {
  Attach message;
  Descriptor descriptor;
  std::vector<char> request;  ///< of kRequest: the whole message
};
/// Returns the next message without waiting. Nullopt with errno 0 at the end of the connection,
/// else with the cause: EAGAIN, or EPROTO for a message of another form.
std::optional<BoardMessage> receive_message(int socket);

}  // namespace dps::board
