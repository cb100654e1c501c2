/// One simulator of an agent: its process, its frames, its output and the memory of its record.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <sys/types.h>

#include "base/descriptor.h"
#include "simulator/agent/asio.h"
#include "simulator/agent/shared_memory.h"
#include "simulator/agent/spawn.h"
#include "transport/control/frame_stream.h"
#include "transport/control/states.h"
#include "transport/control/write_queue.h"

namespace dps::simulator {

/// The events and figures that simulators record.
struct Recording {
  profiles::Level level{};
  std::optional<traces::Limits> trace;
};

/// A simulator of this agent: its process, its record page, its frames and its output.
class SimulatorChild {
 public:
  /// Called from the event loop or from ended().
  struct Events {
    std::function<void(SimulatorChild&, const control::ReceivedFrame&)> frame;
    std::function<void(SimulatorChild&, const control::OutputFrame&)> output;
    std::function<void(SimulatorChild&, const Error&)> violation;  ///< called once
  };

  /// Creates the memory, the socket pair and the pipe, and starts the process. `events` is
  /// borrowed.
  static Result<std::unique_ptr<SimulatorChild>> launch(asio::io_context& io,
                                                        const control::Launch::One& process,
                                                        const Recording& recording,
                                                        const Events& events,
                                                        const StartSimulator& start);
  ~SimulatorChild();
  SimulatorChild(const SimulatorChild&) = delete;
  SimulatorChild& operator=(const SimulatorChild&) = delete;

  [[nodiscard]] ProcessId process() const { return process_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool server() const { return server_; }
  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] bool alive() const { return alive_; }
  [[nodiscard]] const profiles::RecordPage& page() const { return shared_->page; }
  /// Returns null if the run is not traced.
  [[nodiscard]] const traces::EventMemory* recorded_events() const {
    return shared_->events ? &*shared_->events : nullptr;
  }

  control::SimulatorState state = control::SimulatorState::kLaunched;
  std::uint32_t run = 0;  ///< number of the last forwarded BEGIN

  void send(std::vector<std::byte> frame) { to_simulator_.push(std::move(frame)); }
  void terminate() const;   ///< SIGTERM, to the simulator alone
  void kill_group() const;  ///< SIGKILL, also to programs that it has executed

  /// Reports the output that has arrived, at most the capacity of a pipe. Called before DONE is
  /// forwarded.
  void read_output();
  /// Called when the process is a zombie: kills the rest of its group, reports its last frames and
  /// output.
  void ended();
  /// Called when the process is leaving after BYE: closes its descriptors.
  void left();

 private:
  SimulatorChild(asio::io_context& io, const control::Launch::One& process, const Events& events);

  Result<void> make_memory(const control::Launch::One& process, const Recording& recording);
  Result<void> start(const StartSimulator& start_simulator);
  void await_frames();
  void await_output();
  control::Transfer read_frames();
  control::Transfer read_output_once();
  void take_output(std::string_view text);
  void forward(std::size_t length);

  ProcessId process_;
  std::string name_;
  bool server_;
  const Events& events_;
  pid_t pid_ = 0;
  bool alive_ = true;

  Descriptor record_;  ///< the memfd, until the process has started
  std::span<std::byte> memory_;
  std::optional<SharedMemory> shared_;

  asio::posix::stream_descriptor frames_;
  asio::posix::stream_descriptor output_;
  control::WriteQueue to_simulator_;
  control::FrameReader reader_{{.trusted = true}};
  bool violated_ = false;

  std::string lines_;  ///< output that has not been reported
  std::size_t forwarded_ = 0;
  std::uint64_t suppressed_ = 0;
  std::uint64_t suppressed_reported_ = 0;
};

}  // namespace dps::simulator
