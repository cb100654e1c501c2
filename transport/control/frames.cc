// The byte form of every frame: each lists its fields once, in the order of docs/protocol.md.
#include "transport/control/frames.h"

#include <array>
#include <tuple>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/encoding.h"
#include "base/fields.h"

namespace dps::control {

// --- the fields of each frame and of the items of its lists (base/fields.h) ----------------------

constexpr auto fields(const Launch::One*) {
  using T = Launch::One;
  return std::tuple(&T::process, &T::name, &T::server, &T::functionalities, &T::flows);
}
constexpr auto fields(const TraceOrder*) {
  using T = TraceOrder;
  return std::tuple(&T::events, &T::keeps_last, &T::from, &T::to);
}
constexpr auto fields(const Launch*) {
  return std::tuple(&Launch::level, &Launch::trace, &Launch::processes);
}
constexpr auto fields(const PlanFrame*) {
  using T = PlanFrame;
  return std::tuple(&T::program, &T::level, &T::transport, &T::spin, &T::core, &T::address,
                    &T::speed, &T::seed, &T::max_message, &T::largest_arrival, &T::folder,
                    &T::userfuncs, &T::secret, &T::run_id, &T::traces);
}
constexpr auto fields(const PeersFrame::One*) {
  using T = PeersFrame::One;
  return std::tuple(&T::process, &T::address, &T::port);
}
constexpr auto fields(const PeersFrame*) {
  return std::tuple(&PeersFrame::peers, &PeersFrame::timeout_ms);
}
constexpr auto fields(const BeginFrame*) {
  return std::tuple(&BeginFrame::instant);
}
constexpr auto fields(const DrainFrame*) {
  return std::tuple(&DrainFrame::expected);
}
constexpr auto fields(const StopFrame*) {
  return std::tuple(&StopFrame::processes, &StopFrame::grace_ms);
}
constexpr auto fields(const ByeFrame*) {
  return std::tuple();
}
constexpr auto fields(const PingFrame*) {
  return std::tuple(&PingFrame::sent);
}
constexpr auto fields(const FetchFrame*) {
  return std::tuple(&FetchFrame::process, &FetchFrame::position, &FetchFrame::most);
}
constexpr auto fields(const HelloFrame*) {
  using T = HelloFrame;
  return std::tuple(&T::protocol, &T::version, &T::host, &T::machine, &T::kernel, &T::cpu,
                    &T::cores, &T::memory, &T::load, &T::clock_resolution, &T::pid, &T::address);
}
constexpr auto fields(const LaunchedFrame*) {
  return std::tuple(&LaunchedFrame::pid);
}
constexpr auto fields(const ListeningFrame*) {
  return std::tuple(&ListeningFrame::port);
}
constexpr auto fields(const ReadyFrame*) {
  return std::tuple();
}
constexpr auto fields(const DoneFrame*) {
  using T = DoneFrame;
  return std::tuple(&T::ending, &T::waiting, &T::unit, &T::failure, &T::progress, &T::unclaimed,
                    &T::queued, &T::contributions, &T::switches, &T::steal);
}
constexpr auto fields(const DrainedFrame*) {
  return std::tuple();
}
constexpr auto fields(const RecordFrame*) {
  return std::tuple(&RecordFrame::record);
}
constexpr auto fields(const CountersFrame::One*) {
  using T = CountersFrame::One;
  return std::tuple(&T::process, &T::state, &T::sent, &T::taken, &T::late, &T::timers_pending,
                    &T::natives_pending, &T::bytes, &T::progress, &T::changed, &T::unit,
                    &T::position);
}
constexpr auto fields(const CountersFrame*) {
  return std::tuple(&CountersFrame::processes);
}
constexpr auto fields(const OutputFrame*) {
  return std::tuple(&OutputFrame::text, &OutputFrame::suppressed);
}
constexpr auto fields(const DiedFrame*) {
  using T = DiedFrame;
  return std::tuple(&T::state, &T::signal, &T::status, &T::unit, &T::position);
}
constexpr auto fields(const FailedFrame*) {
  return std::tuple(&FailedFrame::code, &FailedFrame::phase, &FailedFrame::text);
}
constexpr auto fields(const AgentLostFrame*) {
  using T = AgentLostFrame;
  return std::tuple(&T::half, &T::signal, &T::status);
}
constexpr auto fields(const PongFrame*) {
  return std::tuple(&PongFrame::sent, &PongFrame::received);
}
constexpr auto fields(const StuckFrame*) {
  return std::tuple(&StuckFrame::what);
}
constexpr auto fields(const EventsFrame*) {
  using T = EventsFrame;
  return std::tuple(&T::position, &T::recorded, &T::left_out_before, &T::left_out_after,
                    &T::records);
}

bool is_allowed(const Decoder& /*in*/, const PlanFrame& plan) {
  return (plan.secret.empty() || plan.secret.size() == kSecretBytes) &&
         (plan.run_id.empty() || plan.run_id.size() == kRunIdBytes);
}
bool is_allowed(const Decoder& /*in*/, const EventsFrame& events) {
  return events.records.size() % kEventBytes == 0;
}

namespace {

// --- kinds and alternatives ---------------------------------------------------------------------

constexpr std::uint16_t kMoreFlag = 1;
constexpr std::size_t kKinds = std::variant_size_v<Frame>;
constexpr std::size_t kKindsDown = 9;
constexpr auto kFirstDown = static_cast<std::size_t>(FrameKind::kLaunch);
constexpr auto kFirstUp = static_cast<std::size_t>(FrameKind::kHello);

/// The alternatives of Frame are in the order of the kinds.
constexpr FrameKind kind_at(std::size_t alternative) {
  return static_cast<FrameKind>(alternative < kKindsDown ? kFirstDown + alternative
                                                         : kFirstUp + alternative - kKindsDown);
}
static_assert(std::is_same_v<std::variant_alternative_t<kKindsDown - 1, Frame>, FetchFrame>);
static_assert(std::is_same_v<std::variant_alternative_t<kKindsDown, Frame>, HelloFrame>);
static_assert(std::is_same_v<std::variant_alternative_t<kKinds - 1, Frame>, EventsFrame>);
static_assert(kind_at(kKinds - 1) == FrameKind::kEvents);

std::optional<std::size_t> alternative_of(FrameKind kind) {
  for (std::size_t i = 0; i < kKinds; ++i) {
    if (kind_at(i) == kind) {
      return i;
    }
  }
  return std::nullopt;
}

template <typename T>
std::optional<Frame> read_frame(std::span<const std::byte> body) {
  Decoder in(body);
  T frame;
  decode_value(in, frame);
  if (!in.complete()) {
    return std::nullopt;
  }
  return frame;
}

template <std::size_t... I>
std::optional<Frame> read_alternative(std::size_t alternative, std::span<const std::byte> body,
                                      std::index_sequence<I...>) {
  constexpr std::array kReaders = {&read_frame<std::variant_alternative_t<I, Frame>>...};
  return kReaders[alternative](body);
}

bool is_bulk(FrameKind kind) {
  switch (kind) {
    case FrameKind::kLaunch:
    case FrameKind::kPlan:
    case FrameKind::kPeers:
    case FrameKind::kCounters:
    case FrameKind::kRecord:
    case FrameKind::kDone:
      return true;
    default:
      return false;
  }
}

}  // namespace

const char* name(FrameKind kind) {
  static constexpr std::array<const char*, kKinds> kNames = {
      "LAUNCH",   "PLAN",   "PEERS",    "BEGIN",     "DRAIN",      "STOP", "BYE",     "PING",
      "FETCH",    "HELLO",  "LAUNCHED", "LISTENING", "READY",      "DONE", "DRAINED", "RECORD",
      "COUNTERS", "OUTPUT", "DIED",     "FAILED",    "AGENT_LOST", "PONG", "STUCK",   "EVENTS"};
  const auto alternative = alternative_of(kind);
  return alternative ? kNames[*alternative] : "unknown";
}

FrameKind kind_of(const Frame& frame) {
  return kind_at(frame.index());
}

void encode_header(const FrameHeader& header, std::span<std::byte> to) {
  Encoder out;
  out.u32(header.length);
  out.u16(static_cast<std::uint16_t>(header.kind));
  out.u16(header.more ? kMoreFlag : 0);
  out.u32(header.process);
  out.u32(header.run);
  DPS_CHECK(out.buffer().size() == kHeaderBytes && to.size() >= kHeaderBytes);
  std::copy(out.buffer().begin(), out.buffer().end(), to.begin());
}

std::vector<std::byte> encode(const Frame& frame, std::uint32_t process, std::uint32_t run) {
  Encoder out;
  const std::array<std::byte, kHeaderBytes> room{};
  out.bytes(room);
  std::visit([&](const auto& alternative) { encode_value(out, alternative); }, frame);
  std::vector<std::byte> bytes = out.take();
  const auto length = static_cast<std::uint32_t>(bytes.size() - kHeaderBytes);
  encode_header({.length = length, .kind = kind_of(frame), .process = process, .run = run}, bytes);
  return bytes;
}

std::uint32_t body_limit(FrameKind kind, std::uint32_t max_body) {
  return max_body > kMaxBodyBefore && is_bulk(kind) ? kMaxBulk : max_body;
}

Result<FrameHeader> decode_header(std::span<const std::byte> bytes, std::uint32_t max_body) {
  Decoder in(bytes);
  FrameHeader header;
  header.length = in.u32();
  const std::uint16_t kind = in.u16();
  const std::uint16_t flags = in.u16();
  header.process = in.u32();
  header.run = in.u32();
  header.kind = static_cast<FrameKind>(kind);
  header.more = flags == kMoreFlag;
  if (!in.ok()) {
    return failure(ErrorCode::kProtocol, "a frame's header is cut off");
  }
  if (!alternative_of(header.kind)) {
    return failure(ErrorCode::kProtocol, fmt::format("a frame of the unknown kind {}", kind));
  }
  if (flags > kMoreFlag) {
    return failure(ErrorCode::kProtocol,
                   fmt::format("a {} frame with unknown flags {:#x}", name(header.kind), flags));
  }
  const std::uint32_t limit = body_limit(header.kind, max_body);
  if (header.length > limit) {
    return failure(ErrorCode::kProtocol, fmt::format("a {} frame of {} bytes, where {} are allowed",
                                                     name(header.kind), header.length, limit));
  }
  return header;
}

Result<Frame> decode_body(const FrameHeader& header, std::span<const std::byte> body) {
  const auto alternative = alternative_of(header.kind);
  if (alternative && !header.more && header.length == body.size()) {
    auto frame = read_alternative(*alternative, body, std::make_index_sequence<kKinds>());
    if (frame) {
      return *std::move(frame);
    }
  }
  return failure(ErrorCode::kProtocol, fmt::format("a {} frame with an invalid body of {} bytes",
                                                   name(header.kind), body.size()));
}

}  // namespace dps::control
