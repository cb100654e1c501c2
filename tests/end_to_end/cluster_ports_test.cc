// The data ports between hosts: they resist a flood of unauthorised connections, and are closed
// during the run.
#include <atomic>
#include <filesystem>
#include <optional>
#include <thread>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cluster.h"
#include "cluster_kind.h"
#include "tests/transport/raw_peer.h"

namespace dps::end_to_end {

const char* const kClusterKind = "nodes 4\n";

namespace {

using std::chrono::seconds;
using Finished = Running::Finished;

const char* const kStar = R"(
I Go.i 1 Go.m
I Done.i 3 Done.m
O Go.o Worker.p -t Go.m -b 100
O Done.o Master.p -t Done.m -b 1000
F go.f NULL NULL Go.o done.u
F done.f Done.i NULL NULL NULL
F work.f Go.i NULL Done.o NULL
U go.u go.f
U done.u done.f
U work.u work.f
P Master.p 1 go.u done.u
P Worker.p 3 work.u
T Master.p[0] A NAME = node1
T Worker.p[0] B NAME = node2
T Worker.p[1] C NAME = node3
T Worker.p[2] D NAME = node4
)";

/// While the object exists, everything that node4 sends to node1 is lost: the master on node1 waits
/// for its last worker, with an open port. (dps runs on node2.)
class NoWayToMaster {
 public:
  NoWayToMaster() { neighbour("replace", {"lladdr", "02:00:00:00:00:99", "nud", "permanent"}); }
  NoWayToMaster(const NoWayToMaster&) = delete;
  NoWayToMaster& operator=(const NoWayToMaster&) = delete;
  ~NoWayToMaster() { end(); }
  void end() {
    if (!std::exchange(ended_, true)) {
      neighbour("del", {});
    }
  }

 private:
  static void neighbour(const char* verb, const std::vector<std::string>& more) {
    std::vector<std::string> words{"ip",  "neigh", verb, cluster().address_of("node1"),
                                   "dev", "eth0"};
    words.insert(words.end(), more.begin(), more.end());
    const auto done = Running(cluster().on("node4", words)).wait();
    EXPECT_EQ(done.status, 0) << done.err;
  }
  bool ended_ = false;
};

/// Waits until the master listens. Returns its port, or 0 after a timeout.
std::uint16_t port_of_master() {
  const std::string line = "node1: listener tcp ";  // then address and port in hexadecimal
  std::uint16_t port = 0;
  eventually(seconds(20), [&] {
    for (const std::string& one : cluster().left()) {
      if (one.starts_with(line)) {
        port = static_cast<std::uint16_t>(std::stoul(one.substr(one.rfind(':') + 1), nullptr, 16));
      }
    }
    return port != 0;
  });
  return port;
}

int connect_to(const std::string& address, std::uint16_t port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval timeout{1, 0};
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  inet_pton(AF_INET, address.c_str(), &to.sin_addr);
  if (connect(fd, reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
    close(fd);
    return -1;
  }
  return fd;
}

/// The data that an unauthorised client sends: nothing, too little, invalid bytes, the hello of
/// another run, or too much.
std::string invalid_hello(int which) {
  const std::string head("DPSd\1\0\1\0", 8);
  switch (which % 5) {
    case 0:
      return {};
    case 1:
      return head.substr(0, 5);
    case 2:
      return std::string(64, '\xff');
    case 3:
      return head + std::string(56, '\1');
    default:
      return head + std::string(100'000, '\2');
  }
}

/// The least number of connections of a flood.
constexpr int kFlood = 1000;

/// Opens connections and sends invalid data, until the port is closed; after 5 s, no more than
/// kFlood. Every tenth connection stays open until the end.
int flood(const std::string& address, std::uint16_t port, int connections) {
  std::vector<int> held;
  int made = 0;
  const auto until = std::chrono::steady_clock::now() + seconds(5);
  while (made < connections && (made < kFlood || std::chrono::steady_clock::now() < until)) {
    const int fd = connect_to(address, port);
    if (fd < 0) {
      break;  // the port has been closed
    }
    const std::string data = invalid_hello(made);
    send(fd, data.data(), data.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (++made % 10 == 0 && held.size() < 500) {
      held.push_back(fd);
    } else {
      close(fd);
    }
  }
  for (const int fd : held) {
    close(fd);
  }
  return made;
}

Running::Finished finish(Running& run) {
  return run.wait(seconds(30));
}

std::vector<std::string> star_words() {
  return cluster().dps({"run", cluster().write_file("star.dps", kStar), "--hosts",
                        cluster().hosts_file(), "--format", "json"},
                       "node2");
}

TEST(ClusterPorts, AFloodOfUnauthorisedConnectionsIsRefusedAndTheRunContinues) {
  NoWayToMaster no_way;
  Running run(star_words());
  const std::uint16_t port = port_of_master();
  ASSERT_NE(port, 0) << run.err();
  constexpr int kConnections = 10'000;
  const int made = flood(cluster().address_of("node1"), port, kConnections);
  EXPECT_GE(made, kFlood) << "the port was closed while the master waited for a worker";
  std::thread others([&] { flood(cluster().address_of("node1"), port, kConnections); });
  no_way.end();
  const Finished finished = finish(run);
  others.join();
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_NE(finished.err.find("refused unauthorised connections: "), std::string::npos)
      << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(2)), std::vector<std::string>{});
}

/// The authentication of a worker at the master, captured from the network of node1.
struct Captured {
  std::vector<std::byte> hello, proof;
};

/// The command line of a program that prints the first bytes of every connection to node1 in
/// hexadecimal, one line per connection.
std::vector<std::string> sniffer() {
  const std::string length = std::to_string(transport::kHelloBytes + transport::kProofBytes);
  return cluster().on(
      "node1", {"python3", "-u", "-c",
                "import socket\n"
                "wire = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0800))\n"
                "print('listening')\n"
                "said = {}\n"
                "while True:\n"
                "  p = wire.recv(65535)\n"
                "  ip = (p[0] & 15) * 4\n"
                "  if p[9] != 6: continue\n"
                "  t = p[ip:int.from_bytes(p[2:4], 'big')]\n"
                "  key = p[12:20] + t[:4]\n"
                "  said[key] = said.get(key, b'') + t[(t[12] >> 4) * 4:]\n"
                "  if said[key][:4] == b'DPSd' and len(said[key]) >= " +
                    length +
                    ":\n"
                    "    print(said.pop(key)[:" +
                    length + "].hex())\n"});
}

std::optional<Captured> captured(const Running& capture) {
  const std::string out = capture.out();
  const std::size_t begin = out.find('\n') + 1;  // after "listening"
  const std::size_t end = out.find('\n', begin);
  if (begin == 0 || end == std::string::npos) {
    return std::nullopt;
  }
  std::vector<std::byte> bytes;
  for (std::size_t at = begin; at + 1 < end; at += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoi(out.substr(at, 2), nullptr, 16)));
  }
  const auto middle = bytes.begin() + transport::kHelloBytes;
  return Captured{{bytes.begin(), middle}, {middle, bytes.end()}};
}

TEST(ClusterPorts, ReplayedAndGuessedProofsAreRefusedAndTheRunContinues) {
  const Running capture(sniffer());
  ASSERT_TRUE(eventually(seconds(20), [&] { return !capture.out().empty(); })) << capture.err();
  NoWayToMaster no_way;
  Running run(star_words());
  const std::uint16_t port = port_of_master();
  std::optional<Captured> words;
  ASSERT_TRUE(eventually(seconds(20), [&] { return (words = captured(capture)).has_value(); }))
      << run.err() << capture.err();
  const auto say = [&](const std::vector<std::byte>& hello, const std::vector<std::byte>& proof) {
    transport::RawPeer stranger(Descriptor(connect_to(cluster().address_of("node1"), port)));
    stranger.send(hello);
    const bool is_challenged = stranger.receive(transport::kChallengeBytes).has_value();
    stranger.send(proof);
    EXPECT_FALSE(stranger.receive(transport::kProofBytes));
    return is_challenged;
  };
  EXPECT_TRUE(say(words->hello, words->proof))
      << "the challenge is new, so the old proof is invalid";
  auto as_the_last =
      transport::decode_hello(std::span(words->hello).first<transport::kHelloBytes>());
  ASSERT_TRUE(as_the_last);
  as_the_last->from = ProcessId{3};  // Worker.p[2], whose connection the master expects
  const auto hello = transport::encode_hello(*as_the_last);
  const std::vector<std::byte> pretended(hello.begin(), hello.end());
  EXPECT_TRUE(say(pretended, words->proof)) << "the proof of another process";
  const auto guess = transport::encode_proof(
      transport::Prover::kConnector,
      *transport::prove({}, transport::Prover::kConnector, *as_the_last, {}));
  EXPECT_TRUE(say(pretended, {guess.begin(), guess.end()})) << "a wrong secret";
  no_way.end();
  const Finished finished = finish(run);
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_NE(finished.err.find("refused unauthorised connections: 3"), std::string::npos)
      << finished.err;
  EXPECT_EQ(cluster().left_after(seconds(2)).size(), 1U) << "the sniffer";
}

TEST(ClusterPorts, NoPortIsOpenDuringTheRun) {
  std::string blueprint = kStar;
  blueprint.replace(blueprint.find("F work.f Go.i NULL"), 18, "F work.f Go.i Long.c");
  const std::string end = cluster().shared("end_of_work");
  std::filesystem::remove(end);
  blueprint = "C Long.c exec /bin/sh -c \"echo at work; until test -e " + end +
              "; do sleep 0.02; done\"\n" + blueprint;
  Running run(cluster().dps(
      {"run", cluster().write_file("long.dps", blueprint), "--hosts", cluster().hosts_file()}));
  ASSERT_TRUE(eventually(seconds(20), [&] {
    return run.err().find("at work") != std::string::npos;
  })) << run.err();
  const auto during = cluster().left();
  EXPECT_FALSE(during.empty()) << "the workers are at work";
  for (const std::string& one : during) {
    EXPECT_EQ(one.find("listener"), std::string::npos) << one;
  }
  cluster().write_file("end_of_work", "");
  EXPECT_EQ(finish(run).status, 0) << run.err();
}

}  // namespace
}  // namespace dps::end_to_end
