#include "simulator/pvm/pvm_bridge.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <poll.h>
#include <pvm3.h>
#include <unistd.h>

#include "base/host_name.h"
#include "simulator/pvm/pvm_machine.h"
#include "simulator/pvm/pvm_wire.h"
#include "transport/control/chunk_stream.h"
#include "transport/control/frame_stream.h"
#include "transport/control/launch_reports.h"
#include "transport/control/stream_io.h"
#include "transport/pvm/enrolment.h"

namespace dps::simulator {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kAnyone = -1;
constexpr int kAnything = -1;
constexpr std::size_t kReadAtOnce = 64 << 10;
/// The time for agents to end after dps.
constexpr std::chrono::milliseconds kGrace(1000);

/// The time limit for the daemon's notice of a killed task after the end of the task's route. If
/// there is no notice, the daemon has ended.
constexpr std::chrono::milliseconds kNoticeDelay(150);

/// PVM's log entry for a login that ends before the daemon has started.
constexpr std::string_view kEndOfLogin = "EOF";

/// The name of a host in PVM's log: its address, if the order has one.
std::string name_in_log(const BridgeOrder::BridgeHost& host) {
  constexpr std::string_view kAddress = "ip=";
  std::istringstream words(host.options);
  for (std::string word; words >> word;) {
    if (word.starts_with(kAddress)) {
      return word.substr(kAddress.size());
    }
  }
  return host.name;
}

/// The agent of a host, and its carrier.
struct CarriedAgent {
  std::string name;
  int tid = 0;   ///< the carrier's; 0: it has not started
  int host = 0;  ///< the tid of its host's daemon
  bool ended = false;
  bool has_route = false;  ///< a direct one, whose end PVM will report
  /// Set when the route has ended: the deadline for the daemon's notice.
  std::optional<Clock::time_point> notice_due = std::nullopt;
};

class Bridge {
 public:
  explicit Bridge(const BridgeScene& scene)
      : scene_(scene), reader_(static_cast<std::uint32_t>(scene.order.hosts.size()), false) {}

  int run();

 private:
  void add_hosts();
  void spawn_agents();
  void watch_agents();
  void watch_route(CarriedAgent& line);
  void carry();
  bool read_trunk();
  void forward(const control::Chunk& chunk);
  void take_messages();
  void take(int buffer);
  void take_notice(PvmWire wire);
  void lose_silent_daemons();
  void lose_daemon(std::uint32_t stream, control::LaunchEnd how);
  [[nodiscard]] int timeout_until(Clock::time_point deadline) const;
  void send(const CarriedAgent& line, PvmWire tag, std::span<std::byte> bytes);
  void send_up(std::uint32_t stream, std::span<const std::byte> bytes);
  void give_up(std::uint32_t stream, const std::string& why);
  void lose(std::uint32_t stream, control::LaunchRole role, control::LaunchEnd how);
  void end(std::uint32_t stream);
  [[nodiscard]] std::string log_of(const BridgeOrder::BridgeHost& host) const;
  [[nodiscard]] bool all_ended() const;
  [[nodiscard]] bool awaits_agents() const;

  const BridgeScene& scene_;
  control::ChunkReader reader_;
  std::vector<CarriedAgent> lines_;  ///< by stream
  bool has_dps_ = true;
  bool has_daemon_ = true;
  bool is_broken_ = false;  ///< a daemon has ended before all agents had started
  std::array<std::byte, kReadAtOnce> buffer_{};
};

int Bridge::run() {
  const auto tid = transport::enrol();
  if (!tid) {
    std::fprintf(stderr, "%s\n", tid.error().message.c_str());
    return 1;
  }
  const auto marker = std::as_bytes(std::span(control::kTrunkMarker));
  control::write_all(STDOUT_FILENO, marker);
  for (const BridgeOrder::BridgeHost& host : scene_.order.hosts) {
    lines_.push_back({host.name});
  }
  if (scene_.own) {
    add_hosts();
  }
  spawn_agents();
  watch_agents();
  carry();
  if (scene_.own && has_daemon_) {
    signal(SIGTERM, SIG_IGN);  // pvm_halt() sends it to all tasks
    pvm_halt();
  } else if (has_daemon_) {
    pvm_exit();
  }
  return has_daemon_ ? 0 : 1;
}

/// Adds all hosts except this machine with one call. PVM starts their daemons through this program
/// (dx=), which guards them and gives them folders of their own.
void Bridge::add_hosts() {
  std::vector<std::string> wanted;
  std::vector<std::uint32_t> streams;
  for (std::uint32_t stream = 0; stream < lines_.size(); ++stream) {
    const BridgeOrder::BridgeHost& host = scene_.order.hosts[stream];
    if (!is_this_machine(host.name)) {
      wanted.push_back(fmt::format("{} dx={} {}", host.name, host.program, host.options));
      streams.push_back(stream);
    }
  }
  const std::vector<std::string> reasons = add_pvm_hosts(wanted);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (!reasons[i].empty()) {
      give_up(streams[i], fmt::format("cannot add host '{}' to PVM: {}{}", lines_[streams[i]].name,
                                      reasons[i], log_of(scene_.order.hosts[streams[i]])));
    }
  }
}

void Bridge::spawn_agents() {
  const auto hosts = pvm_hosts();
  for (std::uint32_t stream = 0; stream < lines_.size(); ++stream) {
    CarriedAgent& line = lines_[stream];
    if (line.ended) {
      continue;
    }
    if (!hosts) {
      give_up(stream, hosts.error().message);
      continue;
    }
    const auto host = find_pvm_host(*hosts, line.name);
    if (!host) {
      give_up(stream, fmt::format("host '{0}' is not in the running virtual machine; add it "
                                  "(echo add {0} | pvm), or halt that PVM (echo halt | pvm) and "
                                  "dps starts one of its own",
                                  line.name));
      continue;
    }
    const auto tid = spawn_on(*host, scene_.order.hosts[stream].program,
                              {"--carrier", scene_.own ? "own" : "guest"});
    if (!tid) {
      give_up(stream, fmt::format("on host '{}' {}", line.name, tid.error().message));
      continue;
    }
    line.tid = *tid;
    line.host = host->tid;
  }
}

void Bridge::watch_agents() {
  std::vector<int> tasks;
  std::vector<int> hosts;
  for (const CarriedAgent& line : lines_) {
    if (line.tid > 0) {
      tasks.push_back(line.tid);
      hosts.push_back(line.host);
    }
  }
  if (!tasks.empty()) {
    const int count = static_cast<int>(tasks.size());
    pvm_notify(PvmTaskExit, static_cast<int>(PvmWire::kTaskGone), count, tasks.data());
    pvm_notify(PvmHostDelete, static_cast<int>(PvmWire::kHostGone), count, hosts.data());
  }
}

/// Called at the first message over the direct route. The end of this route is the only immediate
/// notice of the end of the host's daemon. libpvm gives none if the route has already ended; then
/// the carrier does not get the answer, and the login of the host reports the end.
void Bridge::watch_route(CarriedAgent& line) {
  if (!line.has_route) {
    line.has_route = true;
    pvm_notify(PvmRouteDelete, static_cast<int>(PvmWire::kRouteGone), 1, &line.tid);
    send(line, PvmWire::kWatched, {});
  }
}

void Bridge::carry() {
  auto deadline = Clock::time_point::max();
  while (has_daemon_ && !is_broken_ && !all_ended() && Clock::now() < deadline) {
    take_messages();
    if (!has_daemon_ || is_broken_ || all_ended()) {
      break;
    }
    std::vector<pollfd> watched{{has_dps_ ? STDIN_FILENO : -1, POLLIN, 0}};
    for (const int fd : transport::pvm_descriptors()) {
      watched.push_back({fd, POLLIN, 0});
    }
    const int moved = poll(watched.data(), watched.size(), timeout_until(deadline));
    lose_silent_daemons();
    if (moved > 0 && watched[0].revents != 0 && !read_trunk()) {
      has_dps_ = false;
      deadline = Clock::now() + kGrace;
      for (const CarriedAgent& line : lines_) {
        send(line, PvmWire::kDownEnd, {});
      }
    }
  }
}

/// The timeout for poll(), in milliseconds: until the deadline, or until a notice is overdue.
int Bridge::timeout_until(Clock::time_point deadline) const {
  for (const CarriedAgent& line : lines_) {
    deadline = line.ended ? deadline : std::min(deadline, line.notice_due.value_or(deadline));
  }
  if (deadline == Clock::time_point::max()) {
    return -1;
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

/// Returns false if dps has ended or has violated the protocol.
bool Bridge::read_trunk() {
  const auto outcome = control::read_into(reader_, STDIN_FILENO, buffer_);
  const auto taken =
      control::take_chunks(reader_, [this](const control::Chunk& chunk) { forward(chunk); });
  return taken && outcome != control::Transfer::kEnd;
}

void Bridge::forward(const control::Chunk& chunk) {
  if (chunk.stream != control::kTrunkItself) {
    std::vector<std::byte> bytes(chunk.bytes.begin(), chunk.bytes.end());
    send(lines_[chunk.stream], bytes.empty() ? PvmWire::kDownEnd : PvmWire::kDown, bytes);
    control::wipe(bytes);
  }
}

void Bridge::take_messages() {
  int buffer = 0;
  while ((buffer = pvm_nrecv(kAnyone, kAnything)) > 0) {
    take(buffer);
  }
  if (buffer < 0) {
    has_daemon_ = false;
    if (!scene_.own) {  // the guard of an own daemon reports how it has ended
      control::write_line(STDERR_FILENO, control::to_line(control::LostProcess{
                                             control::LaunchRole::kPvmd, this_host_name()}));
    }
  }
}

void Bridge::take(int buffer) {
  int bytes = 0;
  int tag = 0;
  int from = 0;
  pvm_bufinfo(buffer, &bytes, &tag, &from);
  const auto wire = static_cast<PvmWire>(tag);
  if (wire == PvmWire::kTaskGone || wire == PvmWire::kHostGone || wire == PvmWire::kRouteGone) {
    take_notice(wire);
    return;
  }
  const auto found = std::find_if(lines_.begin(), lines_.end(),
                                  [from](const CarriedAgent& line) { return line.tid == from; });
  if (found == lines_.end() || found->ended) {
    return;
  }
  const auto stream = static_cast<std::uint32_t>(found - lines_.begin());
  watch_route(*found);
  std::vector<char> body(static_cast<std::size_t>(bytes));
  pvm_upkbyte(body.data(), bytes, 1);
  if (wire == PvmWire::kUp && bytes > 0) {
    send_up(stream, std::as_bytes(std::span(body)));
  } else if (wire == PvmWire::kWords && bytes > 0) {
    fmt::print(stderr, "{}: {}", found->name, std::string_view(body.data(), body.size()));
    std::fflush(stderr);
  } else if (wire == PvmWire::kUpEnd) {
    end(stream);
  }
}

/// Handles PVM's notice of the end of a task, a host or a route.
void Bridge::take_notice(PvmWire wire) {
  int gone = 0;
  pvm_upkint(&gone, 1, 1);
  for (std::uint32_t stream = 0; stream < lines_.size(); ++stream) {
    CarriedAgent& line = lines_[stream];
    if (line.ended || (wire == PvmWire::kHostGone ? line.host : line.tid) != gone) {
      continue;
    }
    if (wire == PvmWire::kRouteGone) {
      line.notice_due = Clock::now() + kNoticeDelay;
    } else if (wire == PvmWire::kTaskGone) {
      lose(stream, control::LaunchRole::kCarrier, control::LaunchEnd::kUnknown);
    } else {
      lose_daemon(stream, control::LaunchEnd::kDeleted);
    }
  }
}

/// Reports the loss of agents whose route has ended and whose daemon has not sent a notice in time.
void Bridge::lose_silent_daemons() {
  for (std::uint32_t stream = 0; stream < lines_.size(); ++stream) {
    const CarriedAgent& line = lines_[stream];
    if (!line.ended && line.notice_due && Clock::now() >= *line.notice_due) {
      lose_daemon(stream, control::LaunchEnd::kUnknown);
    }
  }
}

/// Until all agents have started, the end of a daemon ends the virtual machine, like the end of its
/// login: the agents that are still awaited may depend on a daemon that does not answer, either.
void Bridge::lose_daemon(std::uint32_t stream, control::LaunchEnd how) {
  if (awaits_agents()) {
    is_broken_ = true;
    control::write_line(STDERR_FILENO, control::to_line(control::LostProcess{
                                           control::LaunchRole::kPvmd, lines_[stream].name, how}));
  } else {
    lose(stream, control::LaunchRole::kPvmd, how);
  }
}

void Bridge::send(const CarriedAgent& line, PvmWire tag, std::span<std::byte> bytes) {
  if (line.tid > 0 && !line.ended) {
    pvm_setopt(PvmRoute, PvmAllowDirect);
    pvm_initsend(PvmDataRaw);
    pvm_pkbyte(reinterpret_cast<char*>(bytes.data()), static_cast<int>(bytes.size()), 1);
    pvm_send(line.tid, static_cast<int>(tag));
  }
}

/// Sends bytes of an agent's stream, or its end, to dps.
void Bridge::send_up(std::uint32_t stream, std::span<const std::byte> bytes) {
  control::write_all(STDOUT_FILENO, control::chunks_of(stream, bytes));
}

/// Ends the stream of an agent that has not started. The coordinator shows the text before
/// an agent's marker as the reason.
void Bridge::give_up(std::uint32_t stream, const std::string& why) {
  // The coordinator does not show bytes that may begin a marker, so newlines follow the text.
  const std::string line = why + std::string(control::kMarker.size(), '\n');
  send_up(stream, std::as_bytes(std::span(line)));
  end(stream);
}

/// Reports that a process has ended, and with it the agent; ends the stream of the agent.
void Bridge::lose(std::uint32_t stream, control::LaunchRole role, control::LaunchEnd how) {
  const std::string line =
      control::to_line(control::EndOfAgent{stream, {role, lines_[stream].name, how}}) + "\n";
  send_up(control::kTrunkItself, std::as_bytes(std::span(line)));
  end(stream);
}

void Bridge::end(std::uint32_t stream) {
  lines_[stream].ended = true;
  send_up(stream, {});
}

/// The output of the login and of the daemon's start on a host, from the log of PVM, which marks
/// its lines "@HOST: ".
std::string Bridge::log_of(const BridgeOrder::BridgeHost& host) const {
  const std::string mark = "@" + name_in_log(host) + ": ";
  std::string words;
  bool has_ended = false;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(scene_.folder, ignored)) {
    if (!entry.path().filename().string().starts_with("pvml.")) {
      continue;
    }
    std::ifstream log(entry.path());
    for (std::string line; std::getline(log, line);) {
      if (const auto at = line.find(mark); at != std::string::npos) {
        const std::string text = line.substr(at + mark.size());
        has_ended = has_ended || text == kEndOfLogin;
        words += text == kEndOfLogin ? "" : "; " + text;
      }
    }
  }
  return has_ended && words.empty() ? "; the login (ssh) has ended without a message" : words;
}

bool Bridge::all_ended() const {
  return std::all_of(lines_.begin(), lines_.end(),
                     [](const CarriedAgent& line) { return line.ended; });
}

bool Bridge::awaits_agents() const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [](const CarriedAgent& line) { return !line.ended && !line.has_route; });
}

}  // namespace

int run_bridge(const BridgeScene& scene) {
  signal(SIGPIPE, SIG_IGN);
  return Bridge(scene).run();
}

int print_pvm_hosts() {
  const auto tid = transport::enrol();
  const auto hosts = tid ? pvm_hosts() : tl::unexpected(tid.error());
  if (!hosts) {
    std::fprintf(stderr, "%s\n", hosts.error().message.c_str());
    return 1;
  }
  for (const PvmHost& host : *hosts) {
    fmt::print("{} {} {}\n", host.name, host.arch, host.speed);
  }
  pvm_exit();
  return 0;
}

}  // namespace dps::simulator
