#include "tests/transport/control/random_frames.h"

namespace dps::control {
namespace {

template <typename T>
T any() {
  return *rc::gen::arbitrary<T>();
}
template <typename Enum>
Enum any_up_to(Enum last) {
  return static_cast<Enum>(*rc::gen::inRange(0, static_cast<int>(last) + 1));
}
template <typename Id>
Id any_id() {
  return Id{any<std::uint32_t>()};
}
template <typename Make>
auto some(Make make) {
  std::vector<decltype(make())> list(*rc::gen::inRange<std::size_t>(0, 5));
  for (auto& item : list) {
    item = make();
  }
  return list;
}
std::string text() {
  return any<std::string>();
}
ByteString bytes(std::size_t size) {
  ByteString bytes(size);
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(any<std::uint8_t>());
  }
  return bytes;
}
ByteString some_bytes() {
  return bytes(*rc::gen::inRange<std::size_t>(0, 50));
}
ByteString bytes_or_nothing(std::size_t size) {
  return any<bool>() ? bytes(size) : ByteString{};
}

blueprint::Flow flow() {
  return {any_id<ProcessId>(), any_id<MessageId>(), any<bool>()};
}
Launch::One launch_one() {
  return {any_id<ProcessId>(), text(), some(any<std::uint32_t>), some(flow), any<bool>()};
}
PlanFrame plan() {
  return {.program = some_bytes(),
          .level = any_up_to(profiles::Level::kFunctionality),
          .transport = text(),
          .spin = any<bool>(),
          .core = any<std::uint32_t>(),
          .address = text(),
          .speed = any<std::uint64_t>(),
          .seed = any<std::uint64_t>(),
          .max_message = any<std::uint64_t>(),
          .largest_arrival = any<std::uint64_t>(),
          .folder = text(),
          .userfuncs = some(text),
          .secret = bytes_or_nothing(32),
          .run_id = bytes_or_nothing(16),
          .traces = any<bool>()};
}
HelloFrame hello() {
  return {.protocol = any<std::uint32_t>(),
          .version = text(),
          .host = text(),
          .machine = text(),
          .kernel = text(),
          .cpu = text(),
          .cores = any<std::uint32_t>(),
          .memory = any<std::uint64_t>(),
          .load = any<double>(),
          .clock_resolution = Nanoseconds(any<std::int64_t>()),
          .pid = any<std::uint32_t>(),
          .address = text()};
}
engine::Progress progress() {
  return {any<std::uint32_t>(), any_id<MessageId>(),  any<std::uint64_t>(), any<std::uint64_t>(),
          any<std::uint32_t>(), any<std::uint64_t>(), any<std::uint64_t>(), any<bool>()};
}
engine::Unclaimed unclaimed() {
  return {any_id<MessageId>(), any_id<ProcessId>(), any<std::uint32_t>(), any<std::uint64_t>()};
}
engine::QueuedMessages queued() {
  return {any_id<MessageId>(), any<std::uint32_t>(), any<std::uint32_t>(), any<std::uint64_t>()};
}
engine::Contributions contributions() {
  return {any_id<MessageId>(), any_id<ProcessId>(), any<std::uint64_t>(), any<std::uint64_t>()};
}
DoneFrame done() {
  return {any_up_to(events::Ending::kFailed),
          any<bool>(),
          any<std::uint32_t>(),
          text(),
          some(progress),
          some(unclaimed),
          some(queued),
          some(contributions),
          any<std::uint64_t>(),
          Nanoseconds(any<std::int64_t>())};
}
CountersFrame::One counters() {
  return {.process = any_id<ProcessId>(),
          .state = any_up_to(profiles::ProcessState::kFailed),
          .sent = any<std::uint64_t>(),
          .taken = any<std::uint64_t>(),
          .late = any<std::uint64_t>(),
          .timers_pending = any<std::uint64_t>(),
          .natives_pending = any<std::uint64_t>(),
          .bytes = any<std::uint64_t>(),
          .progress = any<std::uint64_t>(),
          .changed = Nanoseconds(any<std::int64_t>()),
          .unit = any<std::uint32_t>(),
          .position = any<std::uint32_t>()};
}

Frame frame_down(int choice) {
  switch (choice) {
    case 0:
      return Launch{
          some(launch_one), any_up_to(profiles::Level::kFunctionality),
          TraceOrder{any<std::uint64_t>(), any<bool>(), any<std::int64_t>(), any<std::int64_t>()}};
    case 1:
      return plan();
    case 2:
      return PeersFrame{some([] {
                          return PeersFrame::One{any_id<ProcessId>(), text(), any<std::uint32_t>()};
                        }),
                        any<std::uint32_t>()};
    case 3:
      return BeginFrame{Nanoseconds(any<std::int64_t>())};
    case 4:
      return DrainFrame{any<std::uint64_t>()};
    case 5:
      return StopFrame{some(any_id<ProcessId>), any<std::uint32_t>()};
    case 6:
      return ByeFrame{};
    case 7:
      return FetchFrame{any_id<ProcessId>(), any<std::uint64_t>(), any<std::uint32_t>()};
    default:
      return PingFrame{Nanoseconds(any<std::int64_t>())};
  }
}

Frame frame_up(int choice) {
  switch (choice) {
    case 0:
      return hello();
    case 1:
      return LaunchedFrame{any<std::uint32_t>()};
    case 2:
      return ListeningFrame{any<std::uint32_t>()};
    case 3:
      return ReadyFrame{};
    case 4:
      return done();
    case 5:
      return DrainedFrame{};
    case 6:
      return RecordFrame{some_bytes()};
    case 7:
      return CountersFrame{some(counters)};
    case 8:
      return OutputFrame{text(), any<std::uint64_t>()};
    case 9:
      return DiedFrame{any_up_to(profiles::ProcessState::kFailed), any<std::int32_t>(),
                       any<std::int32_t>(), any<std::uint32_t>(), any<std::uint32_t>()};
    case 10:
      return FailedFrame{any_up_to(ErrorCode::kInterrupted), text(), text()};
    case 11:
      return AgentLostFrame{text(), any<std::int32_t>(), any<std::int32_t>()};
    case 12:
      return PongFrame{Nanoseconds(any<std::int64_t>()), Nanoseconds(any<std::int64_t>())};
    case 13:
      return EventsFrame{any<std::uint64_t>(), any<std::uint64_t>(), any<std::uint64_t>(),
                         any<std::uint64_t>(),
                         bytes(kEventBytes * *rc::gen::inRange<std::size_t>(0, 4))};
    default:
      return StuckFrame{text()};
  }
}

}  // namespace

rc::Gen<Frame> random_frame() {
  return rc::gen::exec([] {
    const int choice = *rc::gen::inRange(0, 24);
    return choice < 9 ? frame_down(choice) : frame_up(choice - 9);
  });
}

}  // namespace dps::control
