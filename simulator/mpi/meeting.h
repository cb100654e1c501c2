/// Where the ranks that mpirun has started on a host meet the agent of that host: an abstract local
/// socket, over which an agent hands a rank what a simulator needs, and learns of its end
/// (docs/protocol.md, "Ranks").
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

/// The agent's end. `secret` cannot be guessed; every rank of the run knows it, and nobody else.
Result<Descriptor> open_meeting(const std::string& secret, std::uint32_t host);

/// A rank's end of the meeting, which both halves of the rank hold.
class RankMeeting {
 public:
  /// Waits for the agent to be there. Errors: it is not, or it is not ours (kTimeout, kSystem).
  static Result<RankMeeting> join(const std::string& secret, std::uint32_t host,
                                  std::chrono::steady_clock::time_point deadline);

  /// The rank's first words.
  void introduce(std::uint32_t rank, pid_t simulator) const;
  /// What the agent hands over when the process is to be played; nothing if it ends first.
  [[nodiscard]] std::optional<SimulatorEnds> await_launch() const;
  /// The simulator has played its part and leaves.
  void leave() const;
  /// The simulator is a zombie. Returns when the agent has seen to it or is gone.
  void report_death(int wait_status) const;
  /// Readable or hung up when the agent is gone.
  [[nodiscard]] int descriptor() const { return socket_.get(); }

 private:
  explicit RankMeeting(Descriptor socket) : socket_(std::move(socket)) {}

  Descriptor socket_;
};

/// The ranks of a host as its agent sees them.
class Ranks {
 public:
  struct Events {
    std::function<void(pid_t simulator, int wait_status)> died;
    std::function<void(pid_t simulator)> leaves;
  };

  /// `expected`: how many there will be.
  Ranks(asio::io_context& io, Descriptor listener, std::size_t expected, Events events);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks() = default;

  /// A StartSimulator: the lowest rank that waits becomes this simulator. Waits, the first time,
  /// for all that are expected. Errors: some have not come (kTimeout), there are no more
  /// (kProtocol).
  Result<pid_t> start(const std::string& name, const SimulatorEnds& ends);

 private:
  struct Rank {
    explicit Rank(asio::io_context& io) : socket(io) {}
    asio::posix::stream_descriptor socket;
    std::uint32_t number = 0;
    pid_t simulator = 0;
    bool taken = false;
    bool ended = false;
  };

  Result<void> gather();
  bool accept_one(std::chrono::steady_clock::time_point deadline);
  void await_news(Rank& rank);
  bool read_news(Rank& rank);

  asio::io_context& io_;  ///< borrowed
  Descriptor listener_;
  std::size_t expected_;
  Events events_;
  std::list<Rank> ranks_;  ///< by number
};

}  // namespace dps::simulator
