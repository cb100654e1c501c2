#include "transport/tcp/set_up.h"

#include <algorithm>
#include <list>
#include <map>
#include <optional>
#include <set>

#include <fcntl.h>
#include <sys/resource.h>

#include "transport/tcp/acceptor.h"
#include "transport/tcp/asio.h"
#include "transport/tcp/dialer.h"

namespace dps::transport {
namespace {

/// Descriptors besides the connections: standard streams, pending handshakes, epoll, libraries.
constexpr std::size_t kOtherDescriptors = 128;

/// Raises the soft limit on open files where it is too low for `connections`.
Result<void> ensure_descriptors(std::size_t connections) {
  const rlim_t needed = connections + kOtherDescriptors;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= needed) {
    return {};
  }
  if (limit.rlim_max < needed) {
    return failure(ErrorCode::kLimit, "a process needs " + std::to_string(needed) +
                                          " open files for its connections, but only " +
                                          std::to_string(limit.rlim_max) +
                                          " are allowed; raise the limit (ulimit -Hn)");
  }
  limit.rlim_cur = needed;
  setrlimit(RLIMIT_NOFILE, &limit);
  return {};
}

}  // namespace

class SetUp::Network {
 public:
  Network(const TcpOptions& options, const StopSignal& stop);

  Result<std::uint16_t> listen() { return acceptor_.listen(); }
  Result<std::vector<Established>> connect(std::span<const Peer> peers,
                                           std::chrono::steady_clock::time_point deadline);
  [[nodiscard]] std::uint64_t refused() const { return acceptor_.refused(); }

 private:
  void start(std::span<const Peer> peers);
  void watch_stop();
  void add(ProcessId peer, Descriptor socket) { established_[peer] = std::move(socket); }
  void fails(Error error);
  [[nodiscard]] std::string complaint(std::span<const Peer> peers) const;

  const TcpOptions& options_;  ///< borrowed
  StopSignal stop_;
  asio::io_context context_{1};
  asio::posix::stream_descriptor stop_watch_;
  Acceptor acceptor_;
  Dialer::Events dialer_events_;
  std::list<Dialer> dialers_;
  std::set<ProcessId> expected_;  ///< peers that connect to us
  std::map<ProcessId, Descriptor> established_;
  std::optional<Error> error_;
};

SetUp::Network::Network(const TcpOptions& options, const StopSignal& stop)
    : options_(options),
      stop_(stop),
      stop_watch_(context_),
      acceptor_(context_, options,
                {[this](ProcessId peer) { return expected_.contains(peer); },
                 [this](ProcessId peer, Descriptor socket) { add(peer, std::move(socket)); },
                 [this](Error error) { fails(std::move(error)); }}),
      dialer_events_{[this](ProcessId peer, Descriptor socket) { add(peer, std::move(socket)); },
                     [this](Error error) { fails(std::move(error)); }} {}

void SetUp::Network::fails(Error error) {
  if (!error_) {
    error_ = std::move(error);
  }
}

void SetUp::Network::watch_stop() {
  if (stop_.fd < 0) {
    return;
  }
  error_code error;
  stop_watch_.assign(fcntl(stop_.fd, F_DUPFD_CLOEXEC, 0), error);
  stop_watch_.async_wait(asio::posix::stream_descriptor::wait_read, [](const error_code&) {
    // connect() checks the flag after every event.
  });
}

void SetUp::Network::start(std::span<const Peer> peers) {
  for (const Peer& peer : peers) {
    if (peer.process > options_.self) {
      expected_.insert(peer.process);
    } else if (peer.process < options_.self) {
      dialers_.emplace_back(context_, options_, peer, dialer_events_);
    }
  }
  watch_stop();
  if (!expected_.empty()) {
    acceptor_.start();
  }
  for (Dialer& dialer : dialers_) {
    dialer.start();
  }
}

std::string SetUp::Network::complaint(std::span<const Peer> peers) const {
  const auto stuck = std::find_if(dialers_.begin(), dialers_.end(),
                                  [](const Dialer& dialer) { return !dialer.done(); });
  if (stuck != dialers_.end()) {
    return stuck->complaint();
  }
  const auto missing = std::find_if(peers.begin(), peers.end(), [this](const Peer& peer) {
    return expected_.contains(peer.process) && !established_.contains(peer.process);
  });
  return "'" + options_.name(missing->process) + "' has not connected to '" +
         options_.name(options_.self) + "' at " + options_.address + " (" +
         std::to_string(established_.size()) + " of " +
         std::to_string(expected_.size() + dialers_.size()) +
         " connections are open); is there a firewall between the two";
}

Result<std::vector<Established>> SetUp::Network::connect(
    std::span<const Peer> peers, std::chrono::steady_clock::time_point deadline) {
  if (auto enough = ensure_descriptors(peers.size()); !enough) {
    return tl::unexpected(enough.error());
  }
  start(peers);
  while (established_.size() < expected_.size() + dialers_.size()) {
    if (stop_.stopped()) {
      return failure(ErrorCode::kInterrupted, "asked to stop while connecting");
    }
    if (error_) {
      return tl::unexpected(*error_);
    }
    if (context_.run_one_until(deadline) == 0) {
      return failure(ErrorCode::kTimeout, complaint(peers));
    }
  }
  std::vector<Established> established;
  for (auto& [peer, socket] : established_) {
    established.push_back({peer, std::move(socket)});
  }
  return established;
}

SetUp::SetUp(const TcpOptions& options, const StopSignal& stop) {
  try {
    network_ = std::make_unique<Network>(options, stop);
  } catch (const boost::system::system_error&) {
    // Asio could not open its own descriptor; listen() reports that.
  }
}

SetUp::~SetUp() = default;

Result<std::uint16_t> SetUp::listen() {
  if (!network_) {
    return failure(ErrorCode::kLimit,
                   "no descriptor left to wait for connections with; raise the limit on open "
                   "files (ulimit -n)");
  }
  return network_->listen();
}

Result<std::vector<Established>> SetUp::connect(std::span<const Peer> peers,
                                                std::chrono::steady_clock::time_point deadline) {
  try {
    return network_->connect(peers, deadline);
  } catch (const boost::system::system_error& error) {
    return failure(ErrorCode::kSystem, std::string("cannot connect: ") + error.what());
  }
}

std::uint64_t SetUp::refused() const {
  return network_ ? network_->refused() : 0;
}

}  // namespace dps::transport
