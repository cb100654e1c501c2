/// A process of a blueprint that is ready to run: the parts that all its runs share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/time_units.h"
#include "blueprint/engine/engine.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"
#include "profiles/process_clock.h"
#include "profiles/record_page.h"
#include "profiles/traces/event_memory.h"
#include "simulator/process/computation.h"
#include "simulator/process/flow_counts.h"
#include "simulator/process/sleeper.h"
#include "transport/stop_signal.h"
#include "transport/transport.h"
#include "userfuncs/functions.h"

namespace dps::simulator {

/// The objects that a process works with. All are borrowed and outlive it.
struct ProcessParts {
  const blueprint::Program& slice;
  ProcessId self;
  transport::Transport& transport;
  profiles::RecordPage& page;  ///< with a row for every pair that the process has messages with
  const userfuncs::Functions& functions;
  traces::EventMemory* events = nullptr;  ///< null: events are not recorded
};

struct SimulationOptions {
  profiles::Level level = profiles::Level::kProcess;
  std::uint64_t speed = 1000;  ///< the speed of this host, for `compute`
  std::string folder;          ///< the blueprint's folder, in which `exec` finds and runs programs
  std::uint64_t seed = 0;
  std::uint64_t largest_arrival = 0;  ///< bytes of the largest message that may arrive
  transport::StopSignal stop;         ///< of StopFlag; the transport has the same one
};

/// An output component, prepared for sending.
struct PreparedOutput {
  transport::OutgoingMessage outgoing;
  bool is_timer = false;
  Nanoseconds delay{};  ///< the delay of a timer
  bool varies = false;  ///< the size or the delay differs between messages; here they have the
                        ///< values of Program::outputs
};

/// The timers that were not due when a process was stopped.
struct OpenTimers {
  std::vector<events::Message> messages;  ///< without numbers
  Nanoseconds ended{};                    ///< the end of the process, since BEGIN
};

struct PreparedProcess {
  /// Does everything before READY that takes time or may fail: finds functions and programs,
  /// prepares the buffers of the transport, reduces the timer slack. Errors (kInput): functions or
  /// programs are missing; the message lists them, and similar names.
  static Result<PreparedProcess> prepare(const ProcessParts& parts,
                                         const SimulationOptions& options);

  /// Returns true for the message by which the transport reports that it has performed an
  /// operation; other completions are timers.
  [[nodiscard]] bool is_native_completion(MessageId mid, ProcessId from, bool is_timer) const {
    return from == self && !is_timer && program.has_collectives() &&
           std::ranges::binary_search(program.collective_types, mid);
  }
  /// The output of a kSend step, with random values drawn for this step.
  [[nodiscard]] PreparedOutput output_of(const engine::Step& step) const;
  /// Adds the tags of the functionality and of the failed component to `cause`.
  [[nodiscard]] tl::unexpected<Error> component_failure(const engine::Step& step,
                                                        std::uint32_t definition,
                                                        const Error& cause) const;
  /// Adds the type and the receiver of a message that could not be sent, then like the above.
  [[nodiscard]] tl::unexpected<Error> send_failure(const engine::Step& step,
                                                   const Error& cause) const;

  const blueprint::Program& program;  // borrowed
  ProcessId self;
  transport::Transport& transport;  // borrowed
  profiles::RecordPage& page;       // borrowed
  SimulationOptions options;
  std::unique_ptr<Sleeper> sleeper;
  std::unique_ptr<Computations> computations;
  std::vector<PreparedOutput> outputs;  ///< by position in Program::outputs
  /// By position in Program::outputs: the position of the output's members among the operation
  /// groups of the transport; kNone if the transport does not perform its operations.
  std::vector<std::uint32_t> operation_groups;
  FlowCounts flows;
  profiles::ProcessClock clock;
  OpenTimers timers{};  ///< of the last run
};

}  // namespace dps::simulator
