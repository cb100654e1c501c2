/// Messages over TCP: a connection for every pair, sendmsg-like calls without a layer in between.
#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/epoll.h>

#include "base/descriptor.h"
#include "transport/arrival_queue.h"
#include "transport/buffers.h"
#include "transport/stop_signal.h"
#include "transport/tcp/connection.h"
#include "transport/tcp/tcp_options.h"
#include "transport/transport.h"

namespace dps::transport {

class SetUp;

/// Wire format: docs/protocol_data.md. The listener is closed as soon as connect() returns; the
/// secret is wiped then. Not for several threads.
///
/// Order: of one sender as sent. Sockets that have something to read are served round robin, one
/// message each.
class TcpTransport final : public Transport {
 public:
  TcpTransport(TcpOptions options, const StopSignal& stop);
  ~TcpTransport() override;
  TcpTransport(const TcpTransport&) = delete;
  TcpTransport& operator=(const TcpTransport&) = delete;

  Result<std::uint32_t> listen() override;
  Result<void> connect(std::span<const Peer> peers,
                       std::chrono::steady_clock::time_point deadline) override;
  Result<void> prepare(std::span<const Letter> letters, std::uint64_t largest_arrival) override;
  void begin_run(std::uint32_t run) override;
  Result<void> send(ProcessId to, const Letter& letter) override;
  Result<WaitOutcome> wait(const WaitLimits& limits) override;
  Arrival take() override;
  [[nodiscard]] std::chrono::nanoseconds reading() const override { return reading_; }

  /// Handshakes of strangers that were refused (reliability promise S3).
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  /// Peers whose connection has ended, in the order in which that was seen.
  [[nodiscard]] const std::vector<ProcessId>& lost() const { return lost_; }
  /// What the user should know of refused handshakes and dropped messages: one line each, with
  /// counts and names. Empty when all was well.
  [[nodiscard]] std::vector<std::string> remarks() const override;

 private:
  using Clock = std::chrono::steady_clock;

  Result<void> watch(int fd, std::uint32_t mark);
  Connection& connection_to(ProcessId process);
  void lose(Connection& connection);

  // Sending.
  Result<void> send_all(Connection& connection, std::span<const std::byte> bytes);
  Result<void> await_room(Connection& connection);
  tl::unexpected<Error> gone(const Connection& connection, const std::string& cause) const;

  // Waiting. A WaitOutcome ends the wait; nothing: look again.
  using Pause = Result<std::optional<WaitOutcome>>;
  Pause sleep(const WaitLimits& limits);
  Pause sleep_beside(const WaitLimits& limits);
  Pause spin(const WaitLimits& limits);
  /// Of a process with one connection, and nothing else to wait for: one call instead of two.
  /// False: nothing came for a while (kNap).
  bool sleep_reading();

  // Taking in: from the sockets into the queue.
  /// How many sockets are readable, or become so within the timeout (null: for ever); see ready_.
  Result<std::size_t> find_ready(const timespec* timeout);
  /// Reads once from each of the first `count` of ready_, and queues one message of each.
  void take_in_ready(std::size_t count);
  /// The same, counted in reading().
  void take_in_timed(std::size_t count);
  /// The same for a few connections, without asking which are readable. True: one was.
  bool poll_directly();
  bool take_in(Connection& connection, Connection::Mode mode = Connection::Mode::kAtOnce);
  /// Of a message that has begun. Over a slow way one look in vain is all that it gets.
  Connection::Fill look_for_rest(Connection& connection);
  /// Queues one message of each connection that has read more than one. False: none had.
  bool take_in_listed();
  /// Everything that can be had by reading once from each socket.
  Result<void> take_in_all();
  /// Queues or drops the next message that has been read. False: there was none.
  bool accept_next(Connection& connection);

  TcpOptions options_;
  StopSignal stop_;
  std::unique_ptr<SetUp> set_up_;        ///< from listen() to connect()
  Descriptor readable_;                  ///< epoll: the connections and the stop signal
  std::array<epoll_event, 64> ready_{};  ///< what find_ready() has found
  std::deque<Connection> connections_;   ///< in process order; their places do not change
  std::vector<Connection*> by_process_;  ///< null: no such peer
  std::vector<Connection*> listed_;  ///< those that may hold whole messages, read and not queued
  ArrivalQueue queue_;
  Buffers buffers_;
  std::uint32_t run_ = 0;
  std::uint64_t largest_arrival_ = 0;
  std::chrono::nanoseconds reading_{0};
  std::uint64_t refused_ = 0;
  std::uint64_t forgotten_ = 0;  ///< messages of a run that ended before they were taken
  std::vector<ProcessId> lost_;
};

}  // namespace dps::transport
