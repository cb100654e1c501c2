/// The processes of a prediction and the time in which they live.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "blueprint/program.h"
#include "engine/engine.h"
#include "machines/cpus.h"
#include "machines/event_heap.h"
#include "machines/machine.h"
#include "predictor/books.h"
#include "predictor/component_charges.h"
#include "predictor/messages.h"
#include "predictor/predictor.h"
#include "predictor/tallies.h"

namespace dps::predictor {

/// One prediction. At each instant the network comes first, so that all that arrives then is there
/// when a process looks; then processes go on: by host and then in process order where CPU time
/// ends, in process order where something else does.
class World {
 public:
  World(const blueprint::Program& program, const machines::Machine& machine,
        std::span<const std::uint32_t> host_of, const PredictionOptions& options);

  /// Plays to the end. Errors (kLimit): virtual time would run out.
  Result<void> play();
  /// What play() has come to.
  Prediction conclude();

 private:
  enum class State : std::uint8_t {
    kReady,      ///< the engine runs
    kComputing,  ///< CPU time is used
    kSpinning,   ///< busywait
    kSleeping,
    kPaying,     ///< for a send
    kHeld,       ///< in a send, by a buffer
    kListening,  ///< pays for listening
    kWaiting,    ///< for a message
    kWaking,     ///< a message has come
    kTaking,     ///< pays for taking a message
    kComplete,
  };

  struct Process {
    Process(const blueprint::Program& program, ProcessId self, engine::Chance chance)
        : engine(program, self, chance) {}

    engine::Engine engine;
    Picoseconds since;      ///< when what the state tells of began
    Picoseconds activated;  ///< when the active unit became so
    Picoseconds user;       ///< CPU time of what is under way
    Picoseconds sys;
    Inbox inbox;
    std::uint32_t message = kNoMessage;  ///< being sent or taken
    State state = State::kReady;
  };

  struct Timer {
    Picoseconds due;
    std::uint64_t sequence;
    std::uint32_t id;
    bool operator>(const Timer& other) const {
      return due != other.due ? due > other.due : sequence > other.sequence;
    }
  };

  // world.cc: time
  bool is_over() const;
  bool is_to_stop();
  [[nodiscard]] bool is_out_of_time() const;
  void advance_network();
  void advance_timers();
  void advance_cpus();
  void advance_walls();
  void deliver_arrivals();
  void arrive(std::uint32_t id);

  // process_steps.cc: what a process does
  void go_on(std::uint32_t self);
  bool compute(std::uint32_t self, const engine::Step& step);
  bool use_cpu(std::uint32_t self, State state, Picoseconds user, Picoseconds sys);
  bool send(std::uint32_t self, const engine::Step& step);
  bool enter_network(std::uint32_t self);
  void send_done(std::uint32_t self);
  void set_timer(std::uint32_t self, const engine::Step& step, const blueprint::Output& output);
  bool receive(std::uint32_t self);
  bool take(std::uint32_t self);
  void message_taken(std::uint32_t self);
  void complete(std::uint32_t self);
  void drop_late(std::uint32_t id);
  void wall_until(std::uint32_t self, State state, Picoseconds time);
  void cpu_ended(std::uint32_t self);
  void wall_ended(std::uint32_t self);
  void set_state(std::uint32_t self, State state);
  [[nodiscard]] std::optional<Picoseconds> cpu_time_of(std::uint32_t self,
                                                       const engine::Step& step);
  [[nodiscard]] std::optional<double> cost_of(std::uint32_t self, const engine::Step& step);
  void note_size(std::uint64_t bytes);

  // conclusion.cc
  void end_processes();
  void note_costless(std::vector<std::string>& notes) const;
  void note_range(std::vector<std::string>& notes) const;

  const blueprint::Program& program_;  // borrowed, as the machine and the hosts
  const machines::Machine& machine_;
  std::span<const std::uint32_t> host_of_;
  engine::Detail detail_;
  machines::WaitingCost waiting_cost_;
  std::uint64_t least_bytes_ = 0;  ///< the range of sizes that was measured
  std::uint64_t most_bytes_ = 0;

  Picoseconds now_;
  std::vector<Process> processes_;
  Messages messages_;
  std::unique_ptr<machines::Network> network_;
  machines::Cpus cpus_;
  machines::EventHeap walls_;  ///< by process: the end of a sleep, a busywait, a wake-up
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
  machines::NetworkEvents network_events_;
  std::vector<Arrival> arrivals_;
  std::vector<std::uint32_t> woken_;

  Tallies tallies_;
  Books books_;
  std::uint64_t sequence_ = 0;
  std::uint64_t under_way_ = 0;    ///< messages sent and not yet taken or late; no timers
  std::uint32_t wanted_left_ = 0;  ///< processes that are neither servers nor complete
  std::uint32_t active_ = 0;       ///< processes that neither wait nor are complete

  std::function<bool()> asked_to_stop_;
  std::uint32_t instants_ = 0;  ///< counted to ask now and then; runs round
  bool is_stopped_ = false;

  std::optional<ComponentCharges> charges_;  ///< if there are measured costs
  std::vector<bool> costless_;               ///< by computation: charged 0 for want of a cost
  std::uint64_t least_outside_ = 0;
  std::uint64_t most_outside_ = 0;
  std::uint64_t outside_ = 0;  ///< messages of sizes that were not measured
};

}  // namespace dps::predictor
