// The patterns of bench/predict as SimGrid programs (s4u), to compare `dps predict` with.
//
//     predict_peer ping_pong ROUNDS | master_worker WORKERS TASKS | wavefront N ROUNDS |
//                  pairs PROCESSES ROUNDS
//
// Each process has a host of its own, with a link of 1 Gbit/s in each direction to a switch, and a
// latency of 50 us between hosts. The model is CM02 without TCP's window, which is equivalent to
// that of docs/machines.md. Prints the virtual makespan.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

namespace {

namespace sg = simgrid::s4u;

constexpr double kBandwidth = 125e6;
constexpr double kLatency = 50e-6;
constexpr double kFlops = 1e9;
constexpr unsigned long kBytes = 1000;
constexpr unsigned long kAnswerBytes = 100;

int payload = 0;  // NOLINT: mailboxes need the address of an object

std::vector<sg::Host*> make_hosts(int count) {
  sg::NetZone* zone = sg::create_star_zone("switch");
  std::vector<sg::Host*> hosts;
  for (int i = 0; i < count; ++i) {
    const std::string name = "h" + std::to_string(i);
    sg::Host* host = zone->create_host(name, kFlops)->seal();
    sg::SplitDuplexLink* link = zone->create_split_duplex_link("l" + name, kBandwidth);
    link->set_latency(kLatency / 2)->seal();
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                    {{link, sg::LinkInRoute::Direction::UP}}, true);
    hosts.push_back(host);
  }
  zone->seal();
  return hosts;
}

sg::Mailbox* box(int of) {
  return sg::Mailbox::by_name(std::to_string(of));
}

void ping_pong(int rounds) {
  const auto hosts = make_hosts(2);
  sg::Actor::create("a", hosts[0], [rounds] {
    for (int i = 0; i < rounds; ++i) {
      box(1)->put(&payload, kBytes);
      box(0)->get<int>();
    }
  });
  sg::Actor::create("b", hosts[1], [rounds] {
    for (int i = 0; i < rounds; ++i) {
      box(1)->get<int>();
      box(0)->put(&payload, kBytes);
    }
  });
}

void master_worker(int workers, int tasks) {
  const auto hosts = make_hosts(workers + 1);
  const auto numbers = std::make_shared<std::vector<int>>();
  for (int i = 0; i <= workers; ++i) {
    numbers->push_back(i);
  }
  sg::Actor::create("master", hosts[0], [=] {
    for (int i = 1; i <= workers; ++i) {
      box(i)->put_init(&payload, kBytes)->detach();
    }
    for (int i = 0; i < tasks; ++i) {
      const int worker = *box(0)->get<int>();
      box(worker)->put_init(&payload, kBytes)->detach();
    }
  });
  for (int i = 1; i <= workers; ++i) {
    sg::Actor::create("w", hosts[static_cast<std::size_t>(i)], [=] {
      sg::Actor::self()->daemonize();
      for (;;) {
        box(i)->get<int>();
        sg::this_actor::execute(10e-6 * kFlops);
        box(0)->put_init(&(*numbers)[static_cast<std::size_t>(i)], kAnswerBytes)->detach();
      }
    });
  }
}

void wavefront(int n, int rounds) {
  const auto hosts = make_hosts(n * n);
  for (int self = 0; self < n * n; ++self) {
    sg::Actor::create("g", hosts[static_cast<std::size_t>(self)], [=] {
      const int awaited = (self % n > 0 ? 1 : 0) + (self >= n ? 1 : 0);
      for (int round = 0; round < rounds; ++round) {
        const int again = self == 0 && round > 0 ? 1 : 0;
        for (int i = 0; i < awaited + again; ++i) {
          box(self)->get<int>();
        }
        sg::this_actor::execute(10e-6 * kFlops);
        if (self % n < n - 1) {
          box(self + 1)->put_init(&payload, kBytes)->detach();
        }
        if (self + n < n * n) {
          box(self + n)->put_init(&payload, kBytes)->detach();
        }
        if (self == n * n - 1 && round + 1 < rounds) {
          box(0)->put_init(&payload, 0)->detach();
        }
      }
    });
  }
}

void pairs(int processes, int rounds) {
  const auto hosts = make_hosts(processes);
  for (int self = 0; self < processes; ++self) {
    sg::Actor::create("p", hosts[static_cast<std::size_t>(self)], [=] {
      const int peer = self % 2 == 0 ? self + 1 : self - 1;
      for (int i = 0; i < rounds; ++i) {
        if (self % 2 == 0) {
          box(peer)->put(&payload, kBytes);
          box(self)->get<int>();
        } else {
          box(self)->get<int>();
          box(peer)->put(&payload, kBytes);
        }
      }
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  sg::Engine engine(&argc, argv);
  sg::Engine::set_config("network/model:CM02");
  sg::Engine::set_config("network/TCP-gamma:0");
  sg::Engine::set_config("contexts/stack-size:16");
  const std::string pattern = argc > 1 ? argv[1] : "";
  const int first = argc > 2 ? std::atoi(argv[2]) : 2;
  const int second = argc > 3 ? std::atoi(argv[3]) : 10;
  if (pattern == "ping_pong") {
    ping_pong(first);
  } else if (pattern == "master_worker") {
    master_worker(first, second);
  } else if (pattern == "wavefront") {
    wavefront(first, second);
  } else if (pattern == "pairs") {
    pairs(first, second);
  } else {
    std::fprintf(stderr, "predict_peer: no pattern '%s'\n", pattern.c_str());
    return 2;
  }
  engine.run();
  std::printf("makespan %.9f s\n", sg::Engine::get_clock());
  return 0;
}
