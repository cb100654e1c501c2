// The flows of bench/topologies.cc in SimGrid: `topologies_peer PLATFORM.xml FLOWS`, with lines
// "FROM TO BYTES" of numbers of hosts. All flows begin at once. Prints the CPU time in seconds from
// then to the end of the last flow, and the instant of the end of each flow.
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

namespace {

namespace sg = simgrid::s4u;

struct Flow {
  std::string from;
  std::string to;
  std::uint64_t bytes = 0;
};

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void play(const std::vector<Flow>& flows) {
  const double begun = cpu_seconds();
  std::vector<sg::CommPtr> comms;
  comms.reserve(flows.size());
  for (const Flow& flow : flows) {
    comms.push_back(sg::Comm::sendto_async(sg::Host::by_name(flow.from), sg::Host::by_name(flow.to),
                                           flow.bytes));
  }
  for (const sg::CommPtr& comm : comms) {
    comm->wait();
  }
  std::printf("%.9f\n", cpu_seconds() - begun);
  for (const sg::CommPtr& comm : comms) {
    std::printf("%.12f\n", comm->get_finish_time());
  }
}

}  // namespace

int main(int argc, char** argv) {
  sg::Engine engine(&argc, argv);
  sg::Engine::set_config("network/model:CM02");
  sg::Engine::set_config("network/crosstraffic:0");
  engine.load_platform(argv[1]);
  std::vector<Flow> flows;
  std::ifstream in(argv[2]);
  for (std::string from, to, bytes; in >> from >> to >> bytes;) {
    flows.push_back({"h" + from, "h" + to, std::stoull(bytes)});
  }
  sg::Actor::create("player", engine.get_all_hosts()[0], [&] { play(flows); });
  engine.run();
  return 0;
}
