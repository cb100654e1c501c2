/// The records and the header of a log of MPI calls. Source: docs/protocol_board.md, "Logs".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace dps::board {

/// Ticks of the clock of a log (LogHeader::clock).
using ClockTicks = std::uint64_t;

/// Bits of CallRecord::flags.
struct CallFlag {
  static constexpr std::uint16_t kSends = 1;
  static constexpr std::uint16_t kReceives = 2;
  static constexpr std::uint16_t kPending = 4;
  static constexpr std::uint16_t kPart = 8;
  static constexpr std::uint16_t kCancelled = 16;
  static constexpr std::uint16_t kCollective = 32;
  static constexpr std::uint16_t kFailed = 64;
  static constexpr std::uint16_t kPolls = 128;
};

/// The functions of special records.
inline constexpr std::uint16_t kFirstSpecial = 65'280;
inline constexpr std::uint16_t kModule = 65'280;
inline constexpr std::uint16_t kSite = 65'281;
inline constexpr std::uint16_t kCommunicator = 65'282;
inline constexpr std::uint16_t kPhase = 65'283;
inline constexpr std::uint16_t kRecording = 65'284;
inline constexpr std::uint16_t kExchanges = 65'285;
inline constexpr std::uint16_t kSample = 65'286;

/// An element of a kExchanges record: a message to a rank on another host, and its answer.
struct TickExchange {
  std::uint64_t sent;      ///< by this log's clock
  std::uint64_t read;      ///< by the clock of the other rank's logs
  std::uint64_t received;  ///< by this log's clock
};

/// Values of CallRecord::site in a kCommunicator record.
inline constexpr std::uint16_t kMembersOfParent = 1;
inline constexpr std::uint16_t kIntercommunicator = 2;
/// CallRecord::tag of a kCommunicator record that describes a window of one-sided communication.
inline constexpr std::int32_t kTagOfWindow = -3;

inline constexpr std::uint32_t kWorld = 1;
inline constexpr std::uint32_t kSelf = 2;
inline constexpr std::int32_t kAny = -1;
inline constexpr std::int32_t kNobody = -2;

inline constexpr std::uint64_t kMostSize = (std::uint64_t{1} << 48) - 1;

/// A call of a function of MPI or, if is_special(), a definition, whose contents fill the records
/// that follow. Source: docs/protocol_board.md, "Logs".
struct CallRecord {
  ClockTicks begin;
  ClockTicks end;
  std::uint16_t function;
  std::uint16_t site;
  std::uint32_t communicator;
  std::int32_t peer;
  std::int32_t tag;
  std::uint64_t size : 48;
  std::uint64_t flags : 16;
  std::uint64_t link;

  void set_size(std::uint64_t bytes) { size = bytes & kMostSize; }
  void add_flag(std::uint16_t flag) { flags = (flags | flag) & 0xffffU; }
  void remove_flag(std::uint16_t flag) { flags = flags & ~std::uint64_t{flag} & 0xffffU; }
  [[nodiscard]] bool has(std::uint16_t flag) const { return (flags & flag) != 0; }
  [[nodiscard]] bool is_special() const { return function >= kFirstSpecial; }
};
inline constexpr std::size_t kRecordBytes = 48;
static_assert(sizeof(CallRecord) == kRecordBytes);

inline constexpr std::uint64_t kMagic = 0x3130'6472'616f'6270;  // "pboard01"
inline constexpr std::uint32_t kVersion = 3;
inline constexpr std::size_t kMostFunctions = 512;  ///< numbers are below this
inline constexpr std::size_t kHeaderBytes = 24'576;
inline constexpr std::size_t kChunkRecords = 16'384;
inline constexpr std::size_t kChunkBytes = kChunkRecords * kRecordBytes;
static_assert(kHeaderBytes % 4096 == 0 && kChunkBytes % 4096 == 0);

/// The clock of a log: CLOCK_MONOTONIC, the time stamp counter of the processor, or virtual time in
/// picoseconds since kVirtualOrigin.
enum class LogClock : std::uint32_t { kNanoseconds, kCounter, kVirtual };

/// The instant of virtual time at which all ranks begin: above 0, since an end of 0 denotes no end.
inline constexpr ClockTicks kVirtualOrigin = 1;

/// LogHeader::sampling: the reason why the thread was or was not sampled while it computed.
enum class Sampling : std::uint64_t {
  kOff,          ///< dps does not want it, or the thread is not the first
  kOn,           ///< the log has a kSample record for each sample
  kNoTimer,      ///< the system, or the processor, has no timer for it
  kSignalTaken,  ///< the program handles or blocks all signals that it needs
};

/// One instant by both clocks.
struct ClockPair {
  ClockTicks ticks = 0;
  std::uint64_t nanoseconds = 0;  ///< CLOCK_MONOTONIC
};

/// The start of a log. Its counts are of calls that have no record.
struct LogHeader {
  std::uint64_t magic;
  std::uint32_t version;
  LogClock clock;
  ClockPair attached;
  ClockPair latest;
  ClockTicks begun;
  ClockTicks ended;
  /// CPU time of the process until `ended`, nanoseconds; virtual: ticks, as the times below.
  std::uint64_t user_time;
  std::uint64_t system_time;          ///< likewise
  std::uint64_t switches;             ///< likewise: involuntary context switches
  std::uint64_t threads_without_log;  ///< of the process; in its first log
  std::uint64_t init_time;            ///< in MPI_Init, nanoseconds; in the first log
  std::uint64_t finalize_time;        ///< likewise in MPI_Finalize; 0: unknown
  Sampling sampling;
  std::uint64_t lost;
  ClockTicks lost_since;
  std::array<std::uint64_t, kMostFunctions> calls;
  std::array<ClockTicks, kMostFunctions> ticks;
};
static_assert(sizeof(LogHeader) <= kHeaderBytes);

}  // namespace dps::board
