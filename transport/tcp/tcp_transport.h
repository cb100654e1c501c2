/// Messages over TCP: one connection for every pair of processes, and plain socket calls.
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
#include "transport/remote_transport.h"
#include "transport/tcp/connection.h"
#include "transport/tcp/tcp_options.h"

namespace dps::transport {

class SetUp;

/// Wire format: docs/protocol_data.md. When connect() returns, the listener is closed and the
/// secret is wiped. Not thread-safe.
///
/// Order: messages of one sender arrive as sent. Readable sockets are served round robin, one
/// message each.
class TcpTransport final : public RemoteTransport {
 public:
  TcpTransport(TcpOptions options, const StopSignal& stop);
  ~TcpTransport() override;
  TcpTransport(const TcpTransport&) = delete;
  TcpTransport& operator=(const TcpTransport&) = delete;

  Result<std::uint32_t> listen() override;
  Result<void> connect(std::span<const Peer> peers,
                       std::chrono::steady_clock::time_point deadline) override;
  Result<void> prepare(std::span<const OutgoingMessage> messages,
                       std::uint64_t largest_arrival) override;
  Result<void> send(ProcessId to, const OutgoingMessage& outgoing) override;
  Arrival take() override;
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> packed() const override {
    return buffers_.packed();
  }
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> held() const override {
    return held_;
  }
  [[nodiscard]] std::chrono::nanoseconds reading() const override { return reading_; }

  /// Handshakes of strangers that were refused (reliability promise S3).
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  /// Peers whose connections have ended, in the order in which this was noticed.
  [[nodiscard]] const std::vector<ProcessId>& lost() const { return lost_; }
  /// Refused handshakes and dropped messages: one line of text for each cause, with counts and
  /// names.
  [[nodiscard]] std::vector<std::string> remarks() const override;

 private:
  [[nodiscard]] bool has_message() const override { return !queue_.empty(); }
  Pause look_or_pause(const WaitLimits& limits) override;
  std::uint64_t forget_earlier_runs(std::uint32_t run) override { return queue_.begin_run(run); }

  Result<void> watch(int fd, std::uint32_t mark);
  Connection& connection_to(ProcessId process);
  void lose(Connection& connection);

  // Sending.
  Result<void> send_all(Connection& connection, std::span<const std::byte> bytes);
  Result<void> await_room(Connection& connection);
  tl::unexpected<Error> gone(const Connection& connection, const std::string& cause) const;

  // Waiting.
  Pause sleep(const WaitLimits& limits);
  Pause sleep_beside(const WaitLimits& limits);
  Pause spin(const WaitLimits& limits);
  /// Reads from the readable sockets without waiting. Returns false if there was none.
  Result<bool> look();
  /// For a process with one connection and nothing else to wait for: one system call instead of
  /// two. Returns false if nothing arrived for kNap.
  bool sleep_reading();

  // Receiving: from the sockets into the queue.
  /// Waits until a socket is readable, at most for the timeout (null: no limit). Returns the number
  /// of readable sockets; they are in ready_.
  Result<std::size_t> find_ready(const timespec* timeout);
  /// Reads once from each of the first `count` sockets of ready_, and queues one message of each.
  void take_in_ready(std::size_t count);
  /// Calls take_in_ready() and adds its duration to reading().
  void take_in_timed(std::size_t count);
  /// Reads once from each of a few connections, without epoll. Returns true if one was readable.
  bool poll_directly();
  bool take_in(Connection& connection, Connection::Mode mode = Connection::Mode::kAtOnce);
  /// Reads once; records the instant if there were bytes and arrivals are noted.
  Connection::Fill fill(Connection& connection, Connection::Mode mode);
  /// Polls for the rest of a message that has begun, up to kLook. If a message arrives slowly, it
  /// is polled for once only.
  Connection::Fill look_for_rest(Connection& connection);
  /// Queues one message of each connection in listed_. Returns false if there was none.
  bool take_in_listed();
  /// Reads once from every readable socket.
  Result<void> take_in_all();
  /// Queues or drops the connection's next message. Returns false if none has been read completely.
  bool accept_next(Connection& connection);

  TcpOptions options_;
  std::unique_ptr<SetUp> set_up_;        ///< exists from listen() to connect()
  Descriptor readable_;                  ///< epoll: the connections and the stop signal
  std::array<epoll_event, 64> ready_{};  ///< result of find_ready()
  std::deque<Connection> connections_;   ///< in process order; their addresses do not change
  std::vector<Connection*> by_process_;  ///< null: no such peer
  std::vector<Connection*>
      listed_;  ///< those that may hold complete messages which are not yet queued
  ArrivalQueue queue_;
  Buffers buffers_;
  std::optional<Clock::time_point> held_;  ///< see held(); set only if arrivals are noted
  std::chrono::nanoseconds reading_{0};
  std::uint64_t refused_ = 0;
  std::vector<ProcessId> lost_;
};

}  // namespace dps::transport
