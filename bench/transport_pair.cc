#include "bench/transport_pair.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

#include "transport/tcp/tcp_transport.h"

namespace dps::bench {
namespace {

using transport::OutgoingMessage;
using transport::Peer;
using transport::TcpTransport;
using transport::Transport;

[[noreturn]] void die(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

transport::TcpOptions options_of(ProcessId self, transport::Wait wait) {
  transport::TcpOptions options;
  options.self = self;
  options.wait = wait;
  options.message_types = 1;
  options.name = [](ProcessId process) { return std::to_string(index(process)); };
  return options;
}

void open(Transport& transport, const Peer& peer, std::uint64_t largest) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  if (auto connected = transport.connect({&peer, 1}, deadline); !connected) {
    die(connected.error().message);
  }
  const OutgoingMessage outgoing{.bytes = largest, .packed = false};
  if (auto prepared = transport.prepare({&outgoing, 1}, largest); !prepared) {
    die(prepared.error().message);
  }
  transport.begin_run(1);
}

}  // namespace

double with_pair(transport::Wait wait, std::uint64_t largest,
                 const std::function<double(Transport&)>& first,
                 const std::function<void(Transport&)>& second) {
  TcpTransport transport(options_of(ProcessId{0}, wait), {});
  const auto port = transport.listen();
  if (!port) {
    die(port.error().message);
  }
  const pid_t child = fork();
  if (child == 0) {
    TcpTransport other(options_of(ProcessId{1}, wait), {});
    if (auto listening = other.listen(); !listening) {
      die(listening.error().message);
    }
    open(other, {ProcessId{0}, "127.0.0.1", *port}, largest);
    second(other);
    _exit(0);
  }
  open(transport, {ProcessId{1}, "127.0.0.1", 0}, largest);
  const double figure = first(transport);
  waitpid(child, nullptr, 0);
  return figure;
}

void send(Transport& transport, ProcessId to, std::uint64_t bytes) {
  if (auto sent = transport.send(to, {.bytes = bytes, .packed = false}); !sent) {
    die(sent.error().message);
  }
}

void receive(Transport& transport) {
  if (auto outcome = transport.wait({}); !outcome) {
    die(outcome.error().message);
  }
  transport.take();
}

double figure_of(const std::string& command) {
  FILE* const output = popen(command.c_str(), "r");
  std::array<char, 256> line{};
  double figure = 0;
  if (output == nullptr || std::fgets(line.data(), line.size(), output) == nullptr ||
      std::sscanf(line.data(), "%*s %lf", &figure) != 1 || pclose(output) != 0) {
    die("'" + command + "' failed");
  }
  return figure;
}

double median(std::vector<double> figures) {
  std::sort(figures.begin(), figures.end());
  return figures[figures.size() / 2];
}

}  // namespace dps::bench
