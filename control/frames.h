/// The messages between coordinator, agents and simulators, whatever the launcher:
/// docs/protocol.md.
///
/// One stream of frames goes down from the coordinator to an agent and one up; the agent keeps a
/// stream pair with every simulator and passes on what is addressed to it. Each kind of frame is a
/// struct here; encode() gives the whole frame, decode_body() reads what the header announced.
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
#include "blueprint/flow.h"
#include "engine/progress.h"
#include "events/process_events.h"
#include "profiles/record.h"

namespace dps::control {

inline constexpr std::uint32_t kProtocolVersion = 4;
/// The agent's first bytes upward; what a login script printed before them is skipped.
inline constexpr std::string_view kMarker = "\1dps-agent-frames\2\n";
inline constexpr std::size_t kHeaderBytes = 16;
/// FrameHeader::process of the agent's own frames.
inline constexpr std::uint32_t kAgentItself = 0xffffffff;
/// PlanFrame::core of a process that may run on all of them.
inline constexpr std::uint32_t kAnyCore = 0xffffffff;
/// Limits of a body (docs/reliability.md): before HELLO was accepted, after, and of the bulk kinds.
inline constexpr std::uint32_t kMaxBodyBefore = 4 << 10;
inline constexpr std::uint32_t kMaxBody = 64 << 10;
inline constexpr std::uint32_t kMaxBulk = 64 << 20;
inline constexpr std::size_t kSecretBytes = 32;
inline constexpr std::size_t kRunIdBytes = 16;
/// What an agent writes upward at once: the kernel takes so much whole or not at all (PIPE_BUF), so
/// an agent killed at any instruction never leaves half a frame in front of AGENT_LOST.
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
  bool more = false;  ///< flag 1: a part; the body goes on in the next frame of the same kind
  std::uint32_t process = kAgentItself;
  std::uint32_t run = 0;

  bool operator==(const FrameHeader&) const = default;
};

// --- down ---------------------------------------------------------------------------------------

/// To the agent: make a record page for each of these processes and start its simulator.
struct Launch {
  struct One {
    ProcessId process{};
    std::string name;                            ///< "Worker.p[3]", for messages
    std::vector<std::uint32_t> functionalities;  ///< PageShape
    std::vector<blueprint::Flow> flows;          ///< PageShape
    bool server = false;                         ///< its P line says -server
    bool operator==(const One&) const = default;
  };
  std::vector<One> processes;
  profiles::Level level{};
  bool operator==(const Launch&) const = default;
};

/// To a simulator: everything it needs but its peers' addresses.
struct PlanFrame {
  ByteString program;  ///< blueprint/codec.h
  profiles::Level level{};
  std::string transport;  ///< "tcp", "mpi", "pvm"
  bool spin = false;
  std::uint32_t core = kAnyCore;  ///< to run on, of those that it may use, from 0
  std::string address;            ///< of this host, for the data port
  std::uint64_t speed = 1000;
  std::uint64_t seed = 0;
  std::uint64_t max_message = 1ULL << 30;
  std::uint64_t largest_arrival = 0;
  std::string folder;                  ///< the blueprint's, for exec
  std::vector<std::string> userfuncs;  ///< libraries
  ByteString secret;  ///< kSecretBytes: the run's, for the data ports; empty if it needs none
  ByteString run_id;  ///< kRunIdBytes, or empty
  bool operator==(const PlanFrame&) const = default;
};

struct PeersFrame {
  struct One {
    ProcessId process{};
    std::string address;
    std::uint32_t port = 0;  ///< what the transport reaches it by: a port, a rank, a task
    bool operator==(const One&) const = default;
  };
  std::vector<One> peers;
  std::uint32_t timeout_ms = 10'000;
  bool operator==(const PeersFrame&) const = default;
};

/// To a simulator: the instant (this host's CLOCK_MONOTONIC, ns) at which the run begins for all.
struct BeginFrame {
  std::int64_t instant_ns = 0;
  bool operator==(const BeginFrame&) const = default;
};

/// To a simulator that is done: `expected` messages come to it in this run in all; take the rest.
struct DrainFrame {
  std::uint64_t expected = 0;
  bool operator==(const DrainFrame&) const = default;
};

/// To the agent: stop the run (SIGTERM) in the simulators named, all if none; each answers DONE, or
/// is killed after `grace_ms` and answered for by DIED. One that has not begun is killed at once;
/// one whose run is over is left alone.
struct StopFrame {
  std::vector<ProcessId> processes;
  std::uint32_t grace_ms = 2'000;
  bool operator==(const StopFrame&) const = default;
};

/// To the agent: end everything and exit. To a simulator: exit.
struct ByeFrame {
  bool operator==(const ByeFrame&) const = default;
};

/// To the agent, every second: liveness, lease and clock. Answered by PONG.
struct PingFrame {
  std::int64_t sent_ns = 0;  ///< the coordinator's clock
  bool operator==(const PingFrame&) const = default;
};

// --- up -----------------------------------------------------------------------------------------

struct HelloFrame {
  std::uint32_t protocol = kProtocolVersion;
  std::string version, host, machine, kernel, cpu;
  std::uint32_t cores = 0;
  std::uint64_t memory = 0;
  double load = 0;  ///< 1-minute load average
  std::uint64_t clock_resolution_ns = 0;
  std::uint32_t pid = 0;  ///< the agent's inner half; its parent is the guardian
  std::string address;    ///< by which other hosts reach this one; empty: it has none
  bool operator==(const HelloFrame&) const = default;
};

struct LaunchedFrame {
  std::uint32_t pid = 0;
  bool operator==(const LaunchedFrame&) const = default;
};

struct ListeningFrame {
  std::uint32_t port = 0;
  bool operator==(const ListeningFrame&) const = default;
};

struct ReadyFrame {
  bool operator==(const ReadyFrame&) const = default;
};

/// A simulator's run is over. Its RECORD comes before it, from the agent.
struct DoneFrame {
  events::Ending ending{};
  bool waiting = false;
  std::uint32_t unit = 0;
  std::string failure;
  std::vector<engine::Progress> progress;
  std::vector<engine::Unclaimed> unclaimed;
  bool operator==(const DoneFrame&) const = default;
};

/// All that was expected has come; the final RECORD came before it.
struct DrainedFrame {
  bool operator==(const DrainedFrame&) const = default;
};

struct RecordFrame {
  ByteString record;  ///< profiles::encode_record
  bool operator==(const RecordFrame&) const = default;
};

/// Twice a second, and after every change that ends a process's run: one entry a simulator.
struct CountersFrame {
  struct One {
    ProcessId process{};
    profiles::ProcessState state{};
    std::uint64_t sent = 0, taken = 0, late = 0, timers_pending = 0, progress = 0;
    std::int64_t changed_ns = 0;
    std::uint32_t unit = 0, position = 0;
    bool operator==(const One&) const = default;
  };
  std::vector<One> processes;
  bool operator==(const CountersFrame&) const = default;
};

/// Text that a simulator, a user function or an exec'd program wrote.
struct OutputFrame {
  std::string text;              ///< whole lines where possible
  std::uint64_t suppressed = 0;  ///< bytes beyond the limit, in all so far
  bool operator==(const OutputFrame&) const = default;
};

/// A simulator ended before BYE. Its RECORD came before it, and if it could say why, its FAILED.
struct DiedFrame {
  profiles::ProcessState state{};  ///< when it died
  std::int32_t signal = 0;         ///< 0: it exited
  std::int32_t status = 0;
  std::uint32_t unit = 0, position = 0;
  bool operator==(const DiedFrame&) const = default;
};

/// Something could not be done: process kAgentItself or a simulator's own words.
struct FailedFrame {
  ErrorCode code{};
  std::string phase;  ///< "launch", "plan", "listen", "connect", "run", "collect"
  std::string text;
  bool operator==(const FailedFrame&) const = default;
};

/// From the half of the agent that is left, just before it ends everything and exits.
struct AgentLostFrame {
  std::string half;         ///< "guardian" or "agent"; over MPI also "starter": orted, or mpirun
  std::int32_t signal = 0;  ///< signal and status 0: not known (nobody could wait for it)
  std::int32_t status = 0;
  bool operator==(const AgentLostFrame&) const = default;
};

struct PongFrame {
  std::int64_t sent_ns = 0;      ///< as in the PING
  std::int64_t received_ns = 0;  ///< the agent's clock
  bool operator==(const PongFrame&) const = default;
};

/// A simulator has not moved for 10 s although nothing of its own makes it wait (stopped, or an
/// exec that does not end). A warning.
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
/// The kind of a frame: which alternative it holds.
FrameKind kind_of(const Frame& frame);

/// Header and body, ready to be written.
std::vector<std::byte> encode(const Frame& frame, std::uint32_t process = kAgentItself,
                              std::uint32_t run = 0);

/// Writes the kHeaderBytes bytes of a header to the front of `to`.
void encode_header(const FrameHeader& header, std::span<std::byte> to);

/// How long a body of this kind may be where `max_body` holds for the usual ones.
std::uint32_t body_limit(FrameKind kind, std::uint32_t max_body);

/// Unknown kinds and lengths above `max_body` (kMaxBulk for LAUNCH, PLAN, PEERS, COUNTERS, RECORD
/// and DONE once HELLO was accepted) are kProtocol.
Result<FrameHeader> decode_header(std::span<const std::byte> bytes, std::uint32_t max_body);
/// Every count, enumerator and length is checked, and nothing may be left over (kProtocol).
Result<Frame> decode_body(const FrameHeader& header, std::span<const std::byte> body);

}  // namespace dps::control
