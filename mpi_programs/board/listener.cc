#include "mpi_programs/board/listener.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <random>
#include <sstream>
#include <tuple>

#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "mpi_programs/board/clock.h"
#include "mpi_programs/board/log_writer.h"
#include "mpi_programs/board/request.h"

namespace dps::board {
namespace {

std::string random_name(std::string_view prefix) {
  std::random_device random;
  std::ostringstream name;
  name << prefix << ::getpid() << '-' << std::hex << random() << random();
  return name.str();
}

std::string executable_of(pid_t pid) {
  std::array<char, PATH_MAX> path{};
  const std::string link = "/proc/" + std::to_string(pid) + "/exe";
  const ssize_t size = ::readlink(link.c_str(), path.data(), path.size());
  return size > 0 ? std::string(path.data(), static_cast<std::size_t>(size)) : "";
}

/// The value of a variable when the process began; "" if it has none.
std::string variable_of(pid_t pid, const std::string& name) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/environ");
  for (std::string variable; std::getline(file, variable, '\0');) {
    if (variable.starts_with(name + "=")) {
      return variable.substr(name.size() + 1);
    }
  }
  return "";
}

/// The signal in the exit code of a process that is ending, which the kernel drops when its parent
/// has waited for it; else 0. Source: proc(5), /proc/pid/stat, field 52.
int ending_signal(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text, '\0');
  const std::size_t last = text.find_last_not_of(" \n");
  const std::size_t blank = text.rfind(' ', last);
  return blank == std::string::npos ? 0 : std::atoi(text.c_str() + blank) & 0x7f;
}

/// True if the rank continues without a reply.
bool is_notification(const std::vector<char>& message) {
  BoardRequest request;
  if (message.size() < sizeof(request)) {
    return false;
  }
  std::memcpy(&request, message.data(), sizeof(request));
  return request.is_notification != 0;
}

}  // namespace

Result<Listener> Listener::make(std::string_view prefix) {
  std::string name = random_name(prefix);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::copy(name.begin(), name.end(), &address.sun_path[1]);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  Descriptor socket(::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.is_open() ||
      ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      ::listen(socket.get(), SOMAXCONN) != 0) {
    return failure(ErrorCode::kSystem,
                   std::string("cannot listen for ranks: ") + std::strerror(errno));
  }
  return Listener(std::move(socket), std::move(name));
}

void Listener::watch(std::vector<pollfd>& watched) const {
  watched.push_back({socket_.get(), POLLIN, 0});
  for (const auto* list : {&waiting_, &ranks_}) {
    for (const AttachedRank& rank : *list) {
      if (rank.connection.is_open()) {
        watched.push_back({rank.connection.get(), POLLIN, 0});
      }
    }
  }
}

void Listener::accept_all() {
  for (;;) {
    Descriptor connection(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!connection.is_open()) {
      break;
    }
    accept_one(std::move(connection));
  }
}

void Listener::move_attached() {
  for (AttachedRank& rank : waiting_) {
    if (!rank.logs.empty()) {
      ranks_.push_back(std::move(rank));
    }
  }
  std::erase_if(waiting_, [](const AttachedRank& rank) { return !rank.connection.is_open(); });
}

void Listener::serve() {
  accept_all();
  for (auto* list : {&ranks_, &waiting_}) {
    for (AttachedRank& rank : *list) {
      receive(rank);
    }
  }
  move_attached();
}

void Listener::serve(std::span<const pollfd> polled) {
  std::vector<int> ready;
  for (const pollfd& one : polled) {
    if (one.revents != 0) {
      ready.push_back(one.fd);
    }
  }
  const auto is_ready = [&](const Descriptor& descriptor) {
    return std::find(ready.begin(), ready.end(), descriptor.get()) != ready.end();
  };
  const bool has_new = is_ready(socket_) || !waiting_.empty();
  if (has_new) {
    accept_all();
  }
  for (AttachedRank& rank : ranks_) {
    if (rank.connection.is_open() && is_ready(rank.connection)) {
      receive(rank);
    }
  }
  if (has_new) {
    for (AttachedRank& rank : waiting_) {
      receive(rank);
    }
    move_attached();
  }
}

void Listener::accept_one(Descriptor connection) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (::getsockopt(connection.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ||
      peer.uid != ::getuid()) {
    return;
  }
  AttachedRank& rank = waiting_.emplace_back();
  rank.pid = peer.pid;
  rank.connection = std::move(connection);
  connected_worlds_.insert(variable_of(peer.pid, "PMIX_NAMESPACE"));
}

void Listener::receive(AttachedRank& rank) {
  constexpr int kMost = 64;  // others have their turn, too
  for (int i = 0; i < kMost && rank.connection.is_open(); ++i) {
    auto received = receive_message(rank.connection.get());
    if (!received && (errno == EAGAIN || errno == EINTR)) {
      return;
    }
    if (!received) {
      rank.signal = ending_signal(rank.pid);
      rank.ended = nanoseconds_now();
      rank.connection.close();
      if (is_predicted(rank)) {
        taker_->ended(rank.rank);
      }
      return;
    }
    if (received->message.kind == MessageKind::kRequest) {
      if (is_predicted(rank)) {
        taker_->requested(rank.rank, received->request);
      }
      if (!is_notification(received->request)) {
        return;  // the rank waits, or poll() finds what follows
      }
    } else if (received->message.kind == MessageKind::kForeign) {
      foreign_mpi_ = received->message.mpi.data();
    } else if (received->message.kind == MessageKind::kThread) {
      rank.logs.push_back(std::move(received->descriptor));
    } else if (received->message.kind == MessageKind::kRemote) {
      describe(remote_ranks_.emplace_back(), received->message);
    } else if (received->message.kind == MessageKind::kRemoteLog) {
      take_remote_log(std::move(*received));
    } else if (rank.logs.empty() && received->descriptor.is_open()) {
      attach(rank, std::move(*received));
    }
  }
}

void Listener::describe(AttachedRank& rank, const Attach& sent) {
  rank.rank = sent.rank;
  rank.size = sent.size;
  rank.host = sent.host.data();
  rank.mpi = sent.mpi.data();
  rank.clock = sent.clock.data();
  rank.world = sent.world.data();
}

void Listener::attach(AttachedRank& rank, BoardMessage received) {
  const Attach& sent = received.message;
  describe(rank, sent);
  rank.executable = executable_of(rank.pid);
  rank.logs.push_back(std::move(received.descriptor));
  const bool is_leader = worlds_.insert(rank.world).second;
  Grant grant{most_records(sent.size), is_leader ? 1U : 0U, samples_ ? 1U : 0U, {}};
  int arena = -1;
  if (taker_ != nullptr) {
    predicted_world_ = predicted_world_.value_or(rank.world);
    if (is_predicted(rank)) {
      std::tie(grant.prediction, arena) = taker_->terms_for(rank);
    } else {
      grant.records = 0;
    }
  }
  send_grant(rank.connection.get(), grant, arena);
  if (taker_ != nullptr && is_predicted(rank)) {
    taker_->begun(rank);
  }
}

bool Listener::is_predicted(const AttachedRank& rank) const {
  return taker_ != nullptr && predicted_world_ == rank.world && !rank.logs.empty();
}

void Listener::take_remote_log(BoardMessage received) {
  const Attach& sent = received.message;
  const auto of =
      std::find_if(remote_ranks_.rbegin(), remote_ranks_.rend(), [&](const AttachedRank& rank) {
        return rank.rank == sent.rank && rank.world == sent.world.data();
      });
  if (of == remote_ranks_.rend()) {
    return;
  }
  of->had_no_room = of->had_no_room || !received.descriptor.is_open();
  if (of->had_no_room) {
    of->logs.clear();
  } else {
    of->logs.push_back(std::move(received.descriptor));
  }
}

}  // namespace dps::board
