#include "coordinator/launch/trunk_demux.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <deque>
#include <mutex>
#include <span>
#include <system_error>
#include <thread>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/processes/process_end.h"
#include "coordinator/launch/trunk_line.h"
#include "transport/control/chunk_stream.h"
#include "transport/control/frame_stream.h"
#include "transport/control/stream_io.h"

namespace dps::coordinator {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kReadAtOnce = 64 << 10;
constexpr std::size_t kMostQueued = 1 << 20;  // with more bytes, reading is suspended
constexpr std::size_t kMostTrunkErrors = 16 << 10;
/// The time limit for the last words and the wait status after the end of the output.
constexpr std::chrono::milliseconds kExitDelay{300};
/// The delay between the diagnosis of the host that caused the end and those of the others.
constexpr std::chrono::milliseconds kPrecedence{20};

}  // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): only memory could run out
class TrunkDemux::Loop {
 public:
  Loop(LaunchedAgent child, TrunkOptions options)
      : options_(std::move(options)),
        child_(std::move(child)),
        reader_(static_cast<std::uint32_t>(options_.hosts.size()), true),
        next_steps_(options_.hosts.size()) {}

  Result<void> start();
  void finish();
  Result<LaunchedAgent> take_agent(const std::string& host);
  std::string next_step(const std::string& host);
  void send_line(std::string_view line);

 private:
  void run();
  void move_bytes();
  void watch(int fd, short events, std::function<void()> then);
  void watch_child();
  void watch_lines();
  void read_input_of(std::uint32_t host);
  void read_child_output();
  void take_chunks();
  void take_chunk(const control::Chunk& chunk);
  void take_line(const std::string& text);
  void take_error_line(const std::string& line);
  void read_child_errors();
  void lose_agent(TrunkLine& line, const control::AgentLostFrame& lost);
  void diagnose(std::uint32_t host, const TrunkExit& exit);
  void end_host(std::uint32_t host, const TrunkExit& exit);
  void write_down();
  void on_output_end();
  void reap(int options);
  void terminate();
  void end_all();
  void end_hosts();
  void read_last_errors();
  void take_own_lines();
  [[nodiscard]] bool up_is_full() const;

  TrunkOptions options_;
  LaunchedAgent child_;
  control::ChunkReader reader_;
  control::LineSplitter splitter_;
  control::LineSplitter errors_;
  std::deque<TrunkLine> lines_;
  control::ByteQueue down_;
  Descriptor wake_;
  Descriptor child_end_;
  std::vector<std::byte> buffer_ = std::vector<std::byte>(kReadAtOnce);
  TrunkExit exit_;  ///< the part known so far
  /// The instant at which the hosts get their diagnosis; set when the output has ended.
  std::optional<Clock::time_point> diagnosis_due_;
  /// The instant at which the child gets SIGTERM; set when the child is broken.
  std::optional<Clock::time_point> termination_due_;
  bool is_terminated_ = false;
  bool is_over_ = false;     ///< the hosts have their diagnosis
  bool is_closing_ = false;  ///< the child's input is closed when everything has been written
  std::vector<pollfd> polled_;
  std::vector<std::function<void()>> then_;
  std::thread thread_;

  std::atomic<bool> finishing_{false};
  std::mutex mutex_;  ///< guards the members below
  std::vector<std::byte> own_lines_;
  std::vector<std::string> next_steps_;  ///< by host
};

Result<void> TrunkDemux::Loop::start() {
  for (std::size_t host = 0; host < options_.hosts.size(); ++host) {
    if (auto opened = lines_.emplace_back().open(); !opened) {
      return opened;
    }
  }
  wake_ = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (child_.pid > 0) {
    child_end_ = watch_end(child_.pid);
  }
  for (const Descriptor* end : {&child_.input, &child_.output, &child_.errors}) {
    control::set_nonblocking(end->get());
  }
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  Result<void> started;
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error& error) {
    started = failure(ErrorCode::kSystem, std::string("cannot start a thread: ") + error.what());
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return started;
}

void TrunkDemux::Loop::finish() {
  finishing_ = true;
  eventfd_write(wake_.get(), 1);
  if (thread_.joinable()) {
    thread_.join();
  }
  if (child_.pid > 0 && !exit_.wait_status) {
    kill(-child_.pid, SIGKILL);
    reap(0);
  }
}

Result<LaunchedAgent> TrunkDemux::Loop::take_agent(const std::string& host) {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (options_.hosts[i] == host && lines_[i].theirs.input.is_open()) {
      return std::move(lines_[i].theirs);
    }
  }
  return failure(ErrorCode::kSystem, "no agent was started for '" + printable(host) + "'");
}

std::string TrunkDemux::Loop::next_step(const std::string& host) {
  const auto found = std::find(options_.hosts.begin(), options_.hosts.end(), host);
  const std::lock_guard lock(mutex_);
  return found == options_.hosts.end()
             ? ""
             : next_steps_[static_cast<std::size_t>(found - options_.hosts.begin())];
}

void TrunkDemux::Loop::send_line(std::string_view line) {
  {
    const std::lock_guard lock(mutex_);
    const std::string text = std::string(line) + "\n";
    control::append_chunks(control::kTrunkItself, std::as_bytes(std::span(text)), own_lines_);
  }
  eventfd_write(wake_.get(), 1);
}

// --- the thread ----------------------------------------------------------------------------------

void TrunkDemux::Loop::run() {
  std::optional<Clock::time_point> until;
  while (true) {
    if (finishing_ && !until) {
      until = Clock::now() + options_.exit_grace;
      take_own_lines();
      end_all();
    }
    const bool is_over = exit_.wait_status || (child_.pid <= 0 && child_.output.get() < 0);
    if (until && (is_over || Clock::now() >= *until)) {
      return;
    }
    if (until && Clock::now() >= *until - options_.exit_grace * 3 / 4) {
      terminate();
    }
    if (termination_due_ && Clock::now() >= *termination_due_) {
      terminate();
    }
    if (diagnosis_due_ && (is_over || Clock::now() >= *diagnosis_due_)) {
      diagnosis_due_.reset();
      end_hosts();
    }
    move_bytes();
  }
}

/// Waits until a descriptor is ready; for at most 50 ms if a deadline is set.
void TrunkDemux::Loop::move_bytes() {
  polled_.clear();
  then_.clear();
  watch(wake_.get(), POLLIN, [this] { take_own_lines(); });
  watch_child();
  watch_lines();
  constexpr int kPollMs = 50;
  const bool has_deadline = finishing_ || diagnosis_due_ || (termination_due_ && !is_terminated_);
  if (poll(polled_.data(), polled_.size(), has_deadline ? kPollMs : -1) <= 0) {
    return;
  }
  for (std::size_t i = 0; i < polled_.size(); ++i) {
    if (polled_[i].revents != 0) {
      then_[i]();
    }
  }
}

void TrunkDemux::Loop::watch(int fd, short events, std::function<void()> then) {
  if (fd >= 0) {
    polled_.push_back({fd, events, 0});
    then_.push_back(std::move(then));
  }
}

void TrunkDemux::Loop::watch_child() {
  if (!exit_.wait_status) {
    watch(child_end_.get(), POLLIN, [this] { reap(WNOHANG); });
  }
  if (!up_is_full()) {
    watch(child_.output.get(), POLLIN, [this] { read_child_output(); });
  }
  watch(child_.errors.get(), POLLIN, [this] { read_child_errors(); });
  if (!down_.empty()) {
    watch(child_.input.get(), POLLOUT, [this] { write_down(); });
  }
}

void TrunkDemux::Loop::watch_lines() {
  for (std::uint32_t host = 0; host < lines_.size(); ++host) {
    TrunkLine& line = lines_[host];
    if (down_.size() < kMostQueued) {
      watch(line.input.get(), POLLIN, [this, host] { read_input_of(host); });
    }
    if (!line.up.empty()) {
      watch(line.output.get(), POLLOUT, [&line] { line.write_up(); });
    }
  }
}

bool TrunkDemux::Loop::up_is_full() const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [](const TrunkLine& line) { return line.up.size() >= kMostQueued; });
}

void TrunkDemux::Loop::take_own_lines() {
  eventfd_t count = 0;
  eventfd_read(wake_.get(), &count);
  const std::lock_guard lock(mutex_);
  down_.push(std::exchange(own_lines_, {}));
}

void TrunkDemux::Loop::read_input_of(std::uint32_t host) {
  TrunkLine& line = lines_[host];
  const auto [outcome, bytes] = control::read_once(line.input.get(), buffer_);
  if (outcome != control::Transfer::kNone) {
    down_.push(control::chunks_of(host, bytes));  // the end of the stream if there are none
    control::wipe(bytes);
  }
  if (outcome == control::Transfer::kEnd) {
    line.input.close();
  }
}

void TrunkDemux::Loop::write_down() {
  auto outcome = control::Transfer::kSome;
  while (!down_.empty() && outcome == control::Transfer::kSome) {
    outcome = down_.write_once(child_.input.get());
  }
  if (outcome == control::Transfer::kEnd) {  // the end of the output gives the reason
    child_.input.close();
    down_.clear();
  }
  if (is_closing_ && down_.empty()) {
    child_.input.close();
  }
}

void TrunkDemux::Loop::read_child_output() {
  const auto outcome = control::read_into(reader_, child_.output.get(), buffer_);
  if (outcome == control::Transfer::kEnd) {
    on_output_end();
  } else {
    take_chunks();
  }
}

void TrunkDemux::Loop::take_chunks() {
  const auto taken =
      control::take_chunks(reader_, [this](const control::Chunk& chunk) { take_chunk(chunk); });
  if (!taken) {
    child_.output.close();
    child_.input.close();
    exit_.violation = taken.error().message;
    end_hosts();
  }
}

void TrunkDemux::Loop::take_chunk(const control::Chunk& chunk) {
  if (chunk.stream == control::kTrunkItself) {
    splitter_.feed(chunk.bytes);
    for (auto line = splitter_.next(); line; line = splitter_.next()) {
      take_line(*line);
    }
    return;
  }
  TrunkLine& line = lines_[chunk.stream];
  line.up.push({chunk.bytes.begin(), chunk.bytes.end()});
  line.ended = chunk.bytes.empty();
  line.write_up();
}

/// Takes a line of the trunk's own stream.
void TrunkDemux::Loop::take_line(const std::string& text) {
  if (const auto end = control::parse_end_of_agent(text); end && end->host < lines_.size()) {
    diagnose(end->host, {.lost = {end->cause}});
  }
}

void TrunkDemux::Loop::read_child_errors() {
  if (control::read_into(errors_, child_.errors.get(), buffer_) == control::Transfer::kEnd) {
    child_.errors.close();
  }
  for (auto line = errors_.next(); line; line = errors_.next()) {
    take_error_line(*line);
  }
  exit_.errors.erase(0, exit_.errors.size() - std::min(exit_.errors.size(), kMostTrunkErrors));
  if (!termination_due_ && options_.is_broken && options_.is_broken(exit_)) {
    termination_due_ = Clock::now() + options_.break_grace;
  }
}

void TrunkDemux::Loop::take_error_line(const std::string& line) {
  const auto agent = control::parse_lost_agent(line);
  const auto process = control::parse_lost_process(line);
  if (agent && agent->host < lines_.size()) {
    lose_agent(lines_[agent->host], agent->lost);
  } else if (process) {
    exit_.lost.push_back(*process);
  } else {
    exit_.errors += line + "\n";
  }
}

void TrunkDemux::Loop::lose_agent(TrunkLine& line, const control::AgentLostFrame& lost) {
  if (!line.ended) {
    line.up.push(control::encode(lost));
    line.end_up();
  }
}

// --- the end -------------------------------------------------------------------------------------

void TrunkDemux::Loop::on_output_end() {
  child_.output.close();
  diagnosis_due_ = Clock::now() + kExitDelay;
}

void TrunkDemux::Loop::reap(int options) {
  int status = 0;
  if (waitpid(child_.pid, &status, options) != child_.pid) {
    return;
  }
  exit_.wait_status = status;
  child_end_.close();
  if (child_.output.get() >= 0 && !diagnosis_due_) {  // descendants may keep the pipe open
    diagnosis_due_ = Clock::now() + kExitDelay;
  }
}

/// Signals only the child, which ends its descendants itself.
void TrunkDemux::Loop::terminate() {
  if (child_.pid > 0 && !exit_.wait_status && !std::exchange(is_terminated_, true)) {
    kill(child_.pid, SIGTERM);
  }
}

/// Gives every host whose stream has not ended its diagnosis, and ends the stream.
void TrunkDemux::Loop::end_hosts() {
  if (std::exchange(is_over_, true)) {
    return;
  }
  read_last_errors();
  TrunkExit exit = exit_;
  if (exit.errors.empty()) {
    exit.errors = reader_.noise();
  }
  std::optional<std::uint32_t> first;
  if (options_.culprit && (first = options_.culprit(exit)) && *first < lines_.size()) {
    end_host(*first, exit);
    std::this_thread::sleep_for(kPrecedence);
  }
  for (std::uint32_t host = 0; host < lines_.size(); ++host) {
    end_host(host, exit);
  }
}

void TrunkDemux::Loop::read_last_errors() {
  pollfd ready{child_.errors.get(), POLLIN, 0};
  while (child_.errors.is_open() && poll(&ready, 1, 0) > 0) {
    read_child_errors();
  }
}

void TrunkDemux::Loop::end_host(std::uint32_t host, const TrunkExit& exit) {
  TrunkLine& line = lines_[host];
  if (!line.ended && line.errors.is_open()) {
    diagnose(host, exit);
    line.end_up();
  }
}

void TrunkDemux::Loop::diagnose(std::uint32_t host, const TrunkExit& exit) {
  Diagnosis diagnosis =
      options_.diagnose ? options_.diagnose(host, exit) : Diagnosis{describe_exit(exit), ""};
  {
    const std::lock_guard lock(mutex_);
    next_steps_[host] = std::move(diagnosis.next_step);
  }
  lines_[host].write_error(diagnosis.reason);  // wakes the session, which calls next_step()
}

/// Forwards the last bytes of the session, then closes the pipes of every host.
void TrunkDemux::Loop::end_all() {
  for (std::uint32_t host = 0; host < lines_.size(); ++host) {
    TrunkLine& line = lines_[host];
    std::size_t before = 0;
    do {
      before = down_.size();
      if (line.input.get() >= 0) {
        read_input_of(host);
      }
    } while (down_.size() > before && line.input.get() >= 0);
    line.close();
  }
  is_closing_ = true;
  if (child_.input.get() >= 0) {
    write_down();
  }
}

// --- the interface -------------------------------------------------------------------------------

TrunkDemux::TrunkDemux(std::unique_ptr<Loop> loop) : loop_(std::move(loop)) {}

TrunkDemux::~TrunkDemux() {
  loop_->finish();
}

Result<std::unique_ptr<TrunkDemux>> TrunkDemux::start(LaunchedAgent child, TrunkOptions options) {
  std::unique_ptr<TrunkDemux> trunk(
      new TrunkDemux(std::make_unique<Loop>(std::move(child), std::move(options))));
  if (auto started = trunk->loop_->start(); !started) {
    return tl::unexpected(started.error());
  }
  return trunk;
}

Result<LaunchedAgent> TrunkDemux::take_agent(const std::string& host) {
  return loop_->take_agent(host);
}

std::string TrunkDemux::next_step(const std::string& host) const {
  return loop_->next_step(host);
}

void TrunkDemux::send_line(std::string_view line) {
  loop_->send_line(line);
}

}  // namespace dps::coordinator
