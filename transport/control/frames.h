/// The frames between coordinator, agents and simulators. They are the same for all launchers.
/// Source: docs/protocol.md.
///
/// Coordinator and agent exchange two streams of frames, one in each direction ("down" is towards
/// the simulators). The agent has such a pair of streams with each of its simulators and forwards
/// the frames that are addressed to them. Each kind of frame is a struct; encode() returns a whole
/// frame, and decode_body() reads the body that follows a header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/encoding.h"
#include "base/ids.h"
#include "base/result.h"
#include "base/time_units.h"
#include "blueprint/engine/progress.h"
#include "blueprint/events/process_events.h"
#include "blueprint/flow.h"
#include "profiles/record.h"

namespace dps::control {

inline constexpr std::uint32_t kProtocolVersion = 10;
/// The first bytes that an agent writes. Everything before them is skipped: it is the output of a
/// login script.
inline constexpr std::string_view kMarker = "\1dps-agent-frames\2\n";
inline constexpr std::size_t kHeaderBytes = 16;
/// FrameHeader::process of the agent's own frames.
inline constexpr std::uint32_t kAgentItself = 0xffffffff;
/// PlanFrame::core of a process that is not bound to a core.
inline constexpr std::uint32_t kAnyCore = 0xffffffff;
/// The largest bodies in bytes (docs/reliability.md): before HELLO has been accepted, after it, and
/// for the bulk kinds (body_limit()).
inline constexpr std::uint32_t kMaxBodyBefore = 4 << 10;
inline constexpr std::uint32_t kMaxBody = 64 << 10;
inline constexpr std::uint32_t kMaxBulk = 64 << 20;
inline constexpr std::size_t kSecretBytes = 32;
inline constexpr std::size_t kRunIdBytes = 16;
/// An agent writes at most this many bytes upwards at once. The kernel writes up to PIPE_BUF bytes
/// whole or not at all, so a killed agent never leaves an incomplete part before AGENT_LOST.
inline constexpr std::size_t kMaxPart = 4096;
/// Bytes of a recorded event, and the most events of one EVENTS frame (docs/trace.md, "Record").
inline constexpr std::size_t kEventBytes = 32;
inline constexpr std::uint32_t kEventsOfAFrame = 2'000;

/// The kinds of frames. Source: docs/protocol.md.
enum class FrameKind : std::uint16_t {
  // down
  kLaunch = 1,
  kPlan,
  kPeers,
  kBegin,
  kDrain,
  kStop,
  kBye,
  kPing,
  kFetch,
  // up
  kHello = 64,
  kLaunched,
  kListening,
  kReady,
  kDone,
  kDrained,
  kRecord,
  kCounters,
  kOutput,
  kDied,
  kFailed,
  kAgentLost,
  kPong,
  kStuck,
  kEvents,
};

/// 16 bytes, little-endian: u32 body length, u16 kind, u16 flags, u32 process, u32 run.
struct FrameHeader {
  std::uint32_t length = 0;
  FrameKind kind{};
  bool more = false;  ///< flag 1: the body continues in the next frame of the same kind
  std::uint32_t process = kAgentItself;
  std::uint32_t run = 0;

  bool operator==(const FrameHeader&) const = default;
};

// --- down ---------------------------------------------------------------------------------------

/// The events that simulators record (docs/trace.md, "Limits").
struct TraceOrder {
  std::uint64_t events = 0;  ///< the most events of each process; 0 records none
  bool keeps_last = false;   ///< records the last events if there are more; else the first
  std::int64_t from = 0;     ///< the start of the window, in nanoseconds since the BEGIN instant
  std::int64_t to = 0;
  bool operator==(const TraceOrder&) const = default;
};

/// To the agent: create a record page for each of these processes and start its simulator.
struct Launch {
  struct One {
    ProcessId process{};
    std::string name;                            ///< "Worker.p[3]", for messages
    std::vector<std::uint32_t> functionalities;  ///< PageShape
    std::vector<blueprint::Flow> flows;          ///< PageShape
    bool server = false;                         ///< its P line has -server
    bool operator==(const One&) const = default;
  };
  std::vector<One> processes;
  profiles::Level level{};
  TraceOrder trace;
  bool operator==(const Launch&) const = default;
};

/// To a simulator: everything that it needs for its runs, except the addresses of its peers.
struct PlanFrame {
  ByteString program;  ///< blueprint/codec.h
  profiles::Level level{};
  std::string transport;  ///< "tcp", "mpi", "pvm"
  bool spin = false;
  std::uint32_t core = kAnyCore;  ///< the core to bind to: an index in the cores that it may use
  std::string address;            ///< the address at which the data port listens
  std::uint64_t speed = 1000;
  std::uint64_t seed = 0;
  std::uint64_t max_message = 1ULL << 30;
  std::uint64_t largest_arrival = 0;
  std::string folder;  ///< the blueprint's folder: the working directory of exec components
  std::vector<std::string> userfuncs;  ///< paths of libraries
  ByteString secret;    ///< kSecretBytes for the data ports; empty if the transport needs none
  ByteString run_id;    ///< kRunIdBytes, or empty
  bool traces = false;  ///< records events, in the memory that LAUNCH has ordered
  bool operator==(const PlanFrame&) const = default;
};

/// To a simulator: the processes with which it may exchange messages.
struct PeersFrame {
  struct One {
    ProcessId process{};
    std::string address;
    std::uint32_t port = 0;  ///< a TCP port, an MPI rank or the tid of a PVM task
    bool operator==(const One&) const = default;
  };
  std::vector<One> peers;
  std::uint32_t timeout_ms = 10'000;
  bool operator==(const PeersFrame&) const = default;
};

/// To a simulator: the instant at which the run begins on all hosts, on the CLOCK_MONOTONIC of this
/// host.
struct BeginFrame {
  Nanoseconds instant{};
  bool operator==(const BeginFrame&) const = default;
};

/// To a simulator that is done: take messages until `expected` have been received in this run.
struct DrainFrame {
  std::uint64_t expected = 0;
  bool operator==(const DrainFrame&) const = default;
};

/// To the agent: stop the run in the listed simulators, or in all if none is listed. Each gets
/// SIGTERM and answers DONE; one that does not answer is killed after `grace_ms`, and the agent
/// sends DIED. A simulator before its first run is killed at once; one whose run is over continues.
struct StopFrame {
  std::vector<ProcessId> processes;
  std::uint32_t grace_ms = 2'000;
  bool operator==(const StopFrame&) const = default;
};

/// To the agent: end all its processes and exit. To a simulator: exit.
struct ByeFrame {
  bool operator==(const ByeFrame&) const = default;
};

/// To the agent, every second: renews its lease. The answer, PONG, shows that the agent is alive,
/// and serves to measure the offset of its clock.
struct PingFrame {
  Nanoseconds sent{};  ///< on the coordinator's CLOCK_MONOTONIC
  bool operator==(const PingFrame&) const = default;
};

/// To the agent: send events of this process in the run of the header, from the position-th on. The
/// agent answers with one or more EVENTS.
struct FetchFrame {
  ProcessId process{};
  std::uint64_t position = 0;
  std::uint32_t most = 0;
  bool operator==(const FetchFrame&) const = default;
};

// --- up -----------------------------------------------------------------------------------------

/// The agent's first frame: its versions and the properties of its host.
struct HelloFrame {
  std::uint32_t protocol = kProtocolVersion;
  std::string version, host, machine, kernel, cpu;
  std::uint32_t cores = 0;
  std::uint64_t memory = 0;
  double load = 0;  ///< the load by other work; see host_facts.h
  Nanoseconds clock_resolution{};
  std::uint32_t pid = 0;  ///< the PID of the agent; its parent is the guardian
  std::string address;    ///< the address at which other hosts reach this one, or empty
  bool operator==(const HelloFrame&) const = default;
};

/// A simulator has been started.
struct LaunchedFrame {
  std::uint32_t pid = 0;
  bool operator==(const LaunchedFrame&) const = default;
};

/// The peers of a simulator can connect to it.
struct ListeningFrame {
  std::uint32_t port = 0;  ///< as in PeersFrame
  bool operator==(const ListeningFrame&) const = default;
};

/// A simulator has connected to its peers and allocated its buffers.
struct ReadyFrame {
  bool operator==(const ReadyFrame&) const = default;
};

/// A simulator's run is over. The agent sends its RECORD before this frame.
struct DoneFrame {
  events::Ending ending{};
  bool waiting = false;
  std::uint32_t unit = 0;
  std::string failure;
  std::vector<engine::Progress> progress;
  std::vector<engine::Unclaimed> unclaimed;
  std::vector<engine::QueuedMessages> queued;
  std::vector<engine::Contributions> contributions;  ///< to collective operations, in a deadlock
  std::uint64_t switches = 0;  ///< involuntary context switches of the simulator in this run
  Nanoseconds steal{};         ///< steal time of all cores of the host in this run (/proc/stat)
  bool operator==(const DoneFrame&) const = default;
};

/// All expected messages have arrived. The agent sends the final RECORD before this frame.
struct DrainedFrame {
  bool operator==(const DrainedFrame&) const = default;
};

/// The record of one process, sent by the agent.
struct RecordFrame {
  ByteString record;  ///< profiles::encode_record
  bool operator==(const RecordFrame&) const = default;
};

/// The counters of all simulators of a host: sent twice a second, and whenever the run of a process
/// ends.
struct CountersFrame {
  struct One {
    ProcessId process{};
    profiles::ProcessState state{};
    std::uint64_t sent = 0, taken = 0, late = 0, timers_pending = 0, natives_pending = 0;
    std::uint64_t bytes = 0;  ///< the bytes of the messages taken
    std::uint64_t progress = 0;
    Nanoseconds changed{};
    std::uint32_t unit = 0, position = 0;
    bool operator==(const One&) const = default;
  };
  std::vector<One> processes;
  bool operator==(const CountersFrame&) const = default;
};

/// Text that a simulator, a user function or an exec'd program wrote.
struct OutputFrame {
  std::string text;              ///< whole lines where possible
  std::uint64_t suppressed = 0;  ///< bytes beyond the limit that have been dropped so far
  bool operator==(const OutputFrame&) const = default;
};

/// A simulator ended before BYE. Its RECORD precedes this frame, and so does its FAILED if it could
/// send one.
struct DiedFrame {
  profiles::ProcessState state{};  ///< its state when it ended
  std::int32_t signal = 0;         ///< 0: it exited with `status`
  std::int32_t status = 0;
  std::uint32_t unit = 0, position = 0;
  bool operator==(const DiedFrame&) const = default;
};

/// An error of the agent (process kAgentItself) or of a simulator.
struct FailedFrame {
  ErrorCode code{};
  std::string phase;  ///< "launch", "plan", "listen", "connect", "run", "collect"
  std::string text;
  bool operator==(const FailedFrame&) const = default;
};

/// One half of an agent has ended. The other half sends this, ends all processes and exits.
struct AgentLostFrame {
  std::string half;         ///< "guardian" or "agent"; over MPI also "starter": orted or mpirun
  std::int32_t signal = 0;  ///< 0 if unknown, like `status`: only a parent gets the wait status
  std::int32_t status = 0;
  bool operator==(const AgentLostFrame&) const = default;
};

struct PongFrame {
  Nanoseconds sent{};      ///< as in the PING
  Nanoseconds received{};  ///< on the agent's CLOCK_MONOTONIC
  bool operator==(const PongFrame&) const = default;
};

/// A warning: a simulator has made no progress for 10 s although it neither waits nor sleeps: it
/// is stopped (SIGSTOP), or an exec component does not end.
struct StuckFrame {
  std::string what;
  bool operator==(const StuckFrame&) const = default;
};

/// Recorded events of a process, sent by the agent.
struct EventsFrame {
  std::uint64_t position = 0;         ///< the position of the first of these events, from 0
  std::uint64_t recorded = 0;         ///< the events of the process that can be fetched
  std::uint64_t left_out_before = 0;  ///< the events left out before those
  std::uint64_t left_out_after = 0;
  ByteString records;  ///< kEventBytes each, as in a .dpstrace, but for the positions of lines
  bool operator==(const EventsFrame&) const = default;
};

using Frame =
    std::variant<Launch, PlanFrame, PeersFrame, BeginFrame, DrainFrame, StopFrame, ByeFrame,
                 PingFrame, FetchFrame, HelloFrame, LaunchedFrame, ListeningFrame, ReadyFrame,
                 DoneFrame, DrainedFrame, RecordFrame, CountersFrame, OutputFrame, DiedFrame,
                 FailedFrame, AgentLostFrame, PongFrame, StuckFrame, EventsFrame>;

/// The name for messages: "LAUNCH", "PLAN", …
const char* name(FrameKind kind);
constexpr bool goes_down(FrameKind kind) {
  return kind < FrameKind::kHello;
}
FrameKind kind_of(const Frame& frame);

/// Returns the bytes of the whole frame.
std::vector<std::byte> encode(const Frame& frame, std::uint32_t process = kAgentItself,
                              std::uint32_t run = 0);

/// Writes the header to the first kHeaderBytes bytes of `to`.
void encode_header(const FrameHeader& header, std::span<std::byte> to);

/// The largest body of this kind in bytes: kMaxBulk for LAUNCH, PLAN, PEERS, COUNTERS, RECORD and
/// DONE once HELLO has been accepted, else `max_body`.
std::uint32_t body_limit(FrameKind kind, std::uint32_t max_body);

/// Errors (kProtocol): an unknown kind or flag, or a length above body_limit().
Result<FrameHeader> decode_header(std::span<const std::byte> bytes, std::uint32_t max_body);
/// Checks every count, enumerator and length. Errors (kProtocol): an invalid value, or excess
/// bytes.
Result<Frame> decode_body(const FrameHeader& header, std::span<const std::byte> body);

}  // namespace dps::control
