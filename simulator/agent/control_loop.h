/// The control frames of one simulator: PLAN, LISTENING, PEERS, READY, then BEGIN, DONE, DRAIN and
/// DRAINED for every run, and BYE (docs/protocol.md, "The states of a run").
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "simulator/agent/shared_memory.h"
#include "simulator/agent/transports.h"
#include "simulator/process/simulation.h"
#include "simulator/process/stop_flag.h"
#include "transport/control/frame_stream.h"
#include "userfuncs/functions.h"

namespace dps::simulator {

/// The main program of a simulator: answers the agent's frames, and plays the runs in between.
class ControlLoop {
 public:
  /// `frames` is the socket to the agent. All are borrowed.
  ControlLoop(int frames, SharedMemory& memory, StopFlag& stop, const TransportMaker& maker)
      : frames_(frames), memory_(memory), stop_(stop), maker_(maker) {}

  /// Runs until BYE or the end of the agent. Returns the exit status: 1 if a step has failed and
  /// FAILED was sent.
  int serve();

 private:
  Result<void> play_part();
  Result<void> prepare();
  Result<void> take_plan(control::PlanFrame plan);
  Result<void> connect();
  Result<void> play_run();
  Result<void> take_late_messages(bool was_stopped);
  void print_remarks();

  template <typename T>
  Result<T> receive();
  Result<control::ReceivedFrame> next_frame();
  Result<void> read_more();
  void send(const control::Frame& frame);

  int frames_;
  SharedMemory& memory_;
  StopFlag& stop_;
  const TransportMaker& maker_;
  control::FrameReader reader_{{.down = true, .trusted = true}};
  std::optional<control::ReceivedFrame> read_ahead_;
  const char* phase_ = "plan";  ///< `phase` of FAILED
  bool over_ = false;           ///< after BYE or the end of the stream, which are not failures
  std::uint32_t run_ = 0;
  std::vector<std::string> printed_;  ///< remarks of the transport that have been printed

  ProcessId self_{};
  blueprint::Program program_;
  userfuncs::Functions functions_;
  std::unique_ptr<transport::Transport> transport_;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace dps::simulator
