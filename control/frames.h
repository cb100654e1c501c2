/// The frames between coordinator, agents and simulators, the same for every launcher:
/// docs/protocol.md.
///
/// Coordinator and agent exchange two streams of frames, one in each direction ("down" is towards
/// the simulators). The agent has such a pair of streams with each of its simulators and forwards
/// the frames that are addressed to them. Each kind of frame is a struct; encode() returns a whole
/// frame, decode_body() reads a body after its header.
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
#include "blueprint/flow.h"
#include "engine/progress.h"
#include "events/process_events.h"
#include "profiles/record.h"

namespace dps::control {

inline constexpr std::uint32_t kProtocolVersion = 5;
/// The first bytes of an agent upwards; anything before them, the output of a login script, is
/// skipped.
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
/// whole or not at all, so an agent that is killed never leaves half a part in front of AGENT_LOST.
inline constexpr std::size_t kMaxPart = 4096;

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

/// To the agent: makes a record page for each of these processes and starts its simulator.
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
  bool operator==(const Launch&) const = default;
};

/// To a simulator: everything it needs except its peers' addresses.
struct PlanFrame {
  ByteString program;  ///< blueprint/codec.h
  profiles::Level level{};
  std::string transport;  ///< "tcp", "mpi", "pvm"
  bool spin = false;
  std::uint32_t core = kAnyCore;  ///< to be bound to: counts from 0 among those it may use
  std::string address;            ///< on which the data port listens
  std::uint64_t speed = 1000;
  std::uint64_t seed = 0;
  std::uint64_t max_message = 1ULL << 30;
  std::uint64_t largest_arrival = 0;
  std::string folder;                  ///< of the blueprint; exec runs there
  std::vector<std::string> userfuncs;  ///< paths of libraries
  ByteString secret;  ///< kSecretBytes: the run's, for the data ports; empty if it needs none
  ByteString run_id;  ///< kRunIdBytes, or empty
  bool operator==(const PlanFrame&) const = default;
};

/// To a simulator: the processes that it may exchange messages with.
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

/// To a simulator: the instant at which the run begins on all hosts, by this host's
/// CLOCK_MONOTONIC.
struct BeginFrame {
  Nanoseconds instant{};
  bool operator==(const BeginFrame&) const = default;
};

/// To a simulator that is done: takes messages until it has received `expected` in this run.
struct DrainFrame {
  std::uint64_t expected = 0;
  bool operator==(const DrainFrame&) const = default;
};

/// To the agent: stops the run in the simulators listed, or in all if none is listed. Each gets
/// SIGTERM and answers DONE; one that does not is killed after `grace_ms`, and the agent sends
/// DIED. A simulator before its first run is killed at once; one whose run is over is not touched.
struct StopFrame {
  std::vector<ProcessId> processes;
  std::uint32_t grace_ms = 2'000;
  bool operator==(const StopFrame&) const = default;
};

/// To the agent: ends all its processes and exits. To a simulator: exits.
struct ByeFrame {
  bool operator==(const ByeFrame&) const = default;
};

/// To the agent, every second: renews its lease. PONG, the answer, shows that the agent is alive
/// and measures its clock.
struct PingFrame {
  Nanoseconds sent{};  ///< the coordinator's clock
  bool operator==(const PingFrame&) const = default;
};

// --- up -----------------------------------------------------------------------------------------

/// The agent's first frame: versions and the facts of its host.
struct HelloFrame {
  std::uint32_t protocol = kProtocolVersion;
  std::string version, host, machine, kernel, cpu;
  std::uint32_t cores = 0;
  std::uint64_t memory = 0;
  double load = 0;  ///< 1-minute load average
  Nanoseconds clock_resolution{};
  std::uint32_t pid = 0;  ///< the agent's inner half; its parent is the guardian
  std::string address;    ///< of this host, for other hosts; empty if it has none
  bool operator==(const HelloFrame&) const = default;
};

/// The process of a simulator exists.
struct LaunchedFrame {
  std::uint32_t pid = 0;
  bool operator==(const LaunchedFrame&) const = default;
};

/// A simulator is reachable for its peers.
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
  std::uint64_t switches = 0;  ///< involuntary context switches of the simulator in this run
  Nanoseconds steal{};         ///< in this run, of all cores of the host (/proc/stat)
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

/// The counters of all simulators of a host: twice a second, and after each end of a process's run.
struct CountersFrame {
  struct One {
    ProcessId process{};
    profiles::ProcessState state{};
    std::uint64_t sent = 0, taken = 0, late = 0, timers_pending = 0, progress = 0;
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
  std::uint64_t suppressed = 0;  ///< total bytes dropped so far, beyond the limit
  bool operator==(const OutputFrame&) const = default;
};

/// A simulator ended before BYE. Its RECORD comes before this frame, and FAILED if it could send
/// it.
struct DiedFrame {
  profiles::ProcessState state{};  ///< when it died
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
  std::string half;         ///< "guardian" or "agent"; over MPI also "starter": orted, or mpirun
  std::int32_t signal = 0;  ///< signal and status are 0 if only its parent could learn them
  std::int32_t status = 0;
  bool operator==(const AgentLostFrame&) const = default;
};

struct PongFrame {
  Nanoseconds sent{};      ///< as in the PING
  Nanoseconds received{};  ///< the agent's clock
  bool operator==(const PongFrame&) const = default;
};

/// A warning: for 10 s a simulator has made no progress although it neither waits nor sleeps. It
/// has been stopped, or an exec does not end.
struct StuckFrame {
  std::string what;
  bool operator==(const StuckFrame&) const = default;
};

using Frame =
    std::variant<Launch, PlanFrame, PeersFrame, BeginFrame, DrainFrame, StopFrame, ByeFrame,
                 PingFrame, HelloFrame, LaunchedFrame, ListeningFrame, ReadyFrame, DoneFrame,
                 DrainedFrame, RecordFrame, CountersFrame, OutputFrame, DiedFrame, FailedFrame,
                 AgentLostFrame, PongFrame, StuckFrame>;

/// "LAUNCH", "PLAN", …: for messages.
const char* name(FrameKind kind);
constexpr bool goes_down(FrameKind kind) {
  return kind < FrameKind::kHello;
}
FrameKind kind_of(const Frame& frame);

/// Returns the bytes of the whole frame.
std::vector<std::byte> encode(const Frame& frame, std::uint32_t process = kAgentItself,
                              std::uint32_t run = 0);

/// Writes the header's kHeaderBytes bytes to the front of `to`.
void encode_header(const FrameHeader& header, std::span<std::byte> to);

/// The largest body of this kind in bytes: kMaxBulk for LAUNCH, PLAN, PEERS, COUNTERS, RECORD and
/// DONE once HELLO has been accepted, else `max_body`.
std::uint32_t body_limit(FrameKind kind, std::uint32_t max_body);

/// Errors (kProtocol): an unknown kind or flag, or a length above body_limit().
Result<FrameHeader> decode_header(std::span<const std::byte> bytes, std::uint32_t max_body);
/// Checks every count, enumerator and length. Errors (kProtocol): a wrong value, or bytes left
/// over.
Result<Frame> decode_body(const FrameHeader& header, std::span<const std::byte> body);

}  // namespace dps::control
