#include "mpi_programs/library/team_messages.h"

#include <algorithm>

#include <sys/mman.h>

#include "mpi_programs/library/predefined.h"

namespace dps::mpi_library {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 26;  // of a message
constexpr int kLogTag = 2;

/// Calls `transfer` for pieces of the memory.
template <typename Transfer>
void in_pieces(char* memory, std::uint64_t size, Transfer transfer) {
  for (std::uint64_t done = 0; done < size;) {
    const auto piece = static_cast<std::size_t>(std::min<std::uint64_t>(size - done, kMostBytes));
    transfer(memory + done, piece);
    done += piece;
  }
}

void send_log(MPI_Comm team, const board::LogWriter& log) {
  std::uint64_t size = board::kHeaderBytes + log.count() * board::kRecordBytes;
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, log.descriptor(), 0);
  if (memory == MAP_FAILED) {
    size = 0;
  }
  std::uint32_t is_taken = 0;
  send_bytes(team, 0, &size, sizeof(size), kLogTag);
  receive_bytes(team, 0, &is_taken, sizeof(is_taken), kLogTag);
  if (size == 0) {
    return;
  }
  if (is_taken != 0) {
    in_pieces(static_cast<char*>(memory), size, [team](const char* piece, std::size_t bytes) {
      send_bytes(team, 0, piece, bytes, kLogTag);
    });
  }
  ::munmap(memory, size);
}

/// Passes a log on; without a descriptor, the message reports to dps that there is no room for it.
void pass_log_on(MPI_Comm team, int member, board::Attach message, int connection) {
  std::uint64_t size = 0;
  receive_bytes(team, member, &size, sizeof(size), kLogTag);
  Descriptor file = size != 0 ? board::make_log_file() : Descriptor();
  void* memory = file.is_open() ? board::map_room(file.get(), 0, size) : nullptr;
  const std::uint32_t is_taken = memory != nullptr ? 1 : 0;
  send_bytes(team, member, &is_taken, sizeof(is_taken), kLogTag);
  if (memory != nullptr) {
    in_pieces(static_cast<char*>(memory), size, [&](char* piece, std::size_t bytes) {
      receive_bytes(team, member, piece, bytes, kLogTag);
    });
    ::munmap(memory, size);
  }
  message.kind = board::MessageKind::kRemoteLog;
  board::send_message(connection, message, memory != nullptr ? file.get() : -1);
}

}  // namespace

void send_bytes(MPI_Comm team, int member, const void* bytes, std::size_t size, int tag) {
  DPS_NEXT(Send)(bytes, static_cast<int>(size), predefined::byte(), member, tag, team);
}

bool receive_bytes(MPI_Comm team, int member, void* bytes, std::size_t size, int tag) {
  return DPS_NEXT(Recv)(bytes, static_cast<int>(size), predefined::byte(), member, tag, team,
                        MPI_STATUS_IGNORE) == MPI_SUCCESS;
}

void send_logs(MPI_Comm team, const CallingThread* threads) {
  std::uint32_t count = 0;
  for (const CallingThread* thread = threads; thread != nullptr; thread = thread->next) {
    ++count;
  }
  send_bytes(team, 0, &count, sizeof(count), kLogTag);
  for (const CallingThread* thread = threads; thread != nullptr; thread = thread->next) {
    send_log(team, thread->log);
  }
}

void pass_logs_on(MPI_Comm team, int member, const board::Attach& of, int connection) {
  std::uint32_t count = 0;
  if (!receive_bytes(team, member, &count, sizeof(count), kLogTag)) {
    return;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    pass_log_on(team, member, of, connection);
  }
}

}  // namespace dps::mpi_library
