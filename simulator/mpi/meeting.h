/// The connection of a host's ranks to its agent: an abstract local socket, over which the agent
/// sends a rank the descriptors of a simulator, and the rank reports the end of the simulator.
/// Source: docs/protocol.md, "Ranks".
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>

#include "base/descriptor.h"
#include "base/result.h"
#include "simulator/agent/asio.h"
#include "simulator/agent/spawn.h"

namespace dps::simulator {

/// Opens the agent's end. `secret` is random and known only to the ranks of the run.
Result<Descriptor> open_meeting(const std::string& secret, std::uint32_t host);

/// A rank's end, which both halves of the rank have.
class RankMeeting {
 public:
  /// Connects to the agent. Errors: there is no agent until a timeout (kTimeout), or it belongs to
  /// another user (kSystem).
  static Result<RankMeeting> join(const std::string& secret, std::uint32_t host,
                                  std::chrono::steady_clock::time_point deadline);

  /// Sends the rank's first message.
  void introduce(std::uint32_t rank, pid_t simulator) const;
  /// Waits for the descriptors of a simulator; nullopt if the agent ends before.
  [[nodiscard]] std::optional<SimulatorEnds> await_launch() const;
  /// Reports that the simulator has received BYE and is leaving.
  void leave() const;
  /// Reports that the simulator is a zombie. Returns when the agent has confirmed the report or has
  /// ended.
  void report_death(int wait_status) const;
  /// Becomes readable, or reports POLLHUP, when the agent has ended.
  [[nodiscard]] int descriptor() const { return socket_.get(); }

 private:
  explicit RankMeeting(Descriptor socket) : socket_(std::move(socket)) {}

  Descriptor socket_;
};

/// The ranks of a host, for its agent.
class Ranks {
 public:
  struct Events {
    std::function<void(pid_t simulator, int wait_status)> died;
    std::function<void(pid_t simulator)> leaves;
  };

  /// `expected` is the number of ranks.
  Ranks(asio::io_context& io, Descriptor listener, std::size_t expected, Events events);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks() = default;

  /// A StartSimulator: makes the waiting rank with the lowest number this simulator. The first call
  /// waits for all expected ranks. Errors: some ranks have not connected (kTimeout), or no rank is
  /// waiting (kProtocol).
  Result<pid_t> start(const std::string& name, const SimulatorEnds& ends);

 private:
  struct WaitingRank {
    explicit WaitingRank(asio::io_context& io) : socket(io) {}
    asio::posix::stream_descriptor socket;
    std::uint32_t number = 0;
    pid_t simulator = 0;
    bool taken = false;
    bool ended = false;
  };

  Result<void> gather();
  bool accept_one(std::chrono::steady_clock::time_point deadline);
  void await_message(WaitingRank& rank);
  bool read_message(WaitingRank& rank);

  asio::io_context& io_;  ///< borrowed
  Descriptor listener_;
  std::size_t expected_;
  Events events_;
  std::list<WaitingRank> ranks_;  ///< by number
};

}  // namespace dps::simulator
