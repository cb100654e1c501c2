#include "coordinator/launch/trunk_demux.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <deque>
#include <mutex>
#include <span>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process_end.h"
#include "control/chunk_stream.h"
#include "control/frame_stream.h"
#include "coordinator/launch/child_words.h"
#include "coordinator/launch/trunk_line.h"

namespace dps::coordinator {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kReadAtOnce = 64 << 10;
constexpr std::size_t kMostQueued = 1 << 20;  // then no more is read for that way
constexpr std::size_t kMostWords = 16 << 10;
constexpr std::chrono::milliseconds kLastMoment{300};
/// So much earlier the host hears of the end whose fault it is.
constexpr std::chrono::milliseconds kPrecedence{20};

}  // namespace

std::string explain_end(const TrunkEnd& end) {
  std::string words = end.violation.empty() ? last_words(end.words) : end.violation;
  if (!words.empty() || !end.wait_status) {
    return words;
  }
  return WIFSIGNALED(*end.wait_status)
             ? "the launcher was killed by " + signal_text(WTERMSIG(*end.wait_status))
             : fmt::format("the launcher ended with exit status {}", WEXITSTATUS(*end.wait_status));
}

// NOLINTNEXTLINE(bugprone-exception-escape): only memory could run out
class Trunk::Switch {
 public:
  Switch(LaunchedAgent child, TrunkOptions options)
      : options_(std::move(options)), child_(std::move(child)), reader_(options_.hosts, true) {}

  Result<void> start();
  void finish();
  Result<LaunchedAgent> agent(std::uint32_t host);
  void say(std::string_view line);

 private:
  void run();
  void move_bytes();
  void watch(int fd, short events, std::function<void()> then);
  void watch_child();
  void watch_lines();
  void read_input_of(std::uint32_t host);
  void read_child_output();
  void take_chunks();
  void take_line(const std::string& text);
  void read_child_errors();
  void lose_agent(TrunkLine& line, const control::AgentLostFrame& lost);
  void tell_one(std::uint32_t host, const TrunkEnd& end);
  void write_down();
  void on_output_end();
  void reap(int options);
  void ask_to_end();
  void end_all();
  void tell(const std::string& violation);
  void take_said();
  [[nodiscard]] bool up_is_full() const;

  TrunkOptions options_;
  LaunchedAgent child_;
  control::ChunkReader reader_;
  control::LineSplitter splitter_;
  control::LineSplitter errors_;
  std::deque<TrunkLine> lines_;
  Backlog down_;
  Descriptor wake_;
  Descriptor child_end_;
  std::vector<std::byte> piece_ = std::vector<std::byte>(kReadAtOnce);
  std::string words_;
  std::optional<int> wait_status_;
  std::optional<Clock::time_point>
      last_moment_;  ///< the output has ended: words and status until then
  std::optional<Clock::time_point> last_breath_;  ///< it is lost: asked to end then
  bool asked_ = false;                            ///< to end
  bool told_ = false;                             ///< the hosts know of the end
  bool is_closing_ = false;  ///< the child's input ends when all has been written
  std::vector<pollfd> polled_;
  std::vector<std::function<void()>> then_;
  std::thread thread_;

  std::atomic<bool> finishing_{false};
  std::mutex mutex_;  ///< guards all below
  std::vector<std::byte> said_;
};

Result<void> Trunk::Switch::start() {
  for (std::uint32_t host = 0; host < options_.hosts; ++host) {
    if (auto opened = lines_.emplace_back().open(); !opened) {
      return opened;
    }
  }
  wake_ = Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (child_.pid > 0) {
    child_end_ = watch_end(child_.pid);
  }
  for (const Descriptor* end : {&child_.input, &child_.output, &child_.errors}) {
    do_not_block(end->get());
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

void Trunk::Switch::finish() {
  finishing_ = true;
  eventfd_write(wake_.get(), 1);
  if (thread_.joinable()) {
    thread_.join();
  }
  if (child_.pid > 0 && !wait_status_) {
    kill(-child_.pid, SIGKILL);
    reap(0);
  }
}

Result<LaunchedAgent> Trunk::Switch::agent(std::uint32_t host) {
  if (host >= lines_.size() || lines_[host].theirs.input.get() < 0) {
    return failure(ErrorCode::kSystem, "the trunk has no agent for this host");
  }
  return std::move(lines_[host].theirs);
}

void Trunk::Switch::say(std::string_view line) {
  {
    const std::lock_guard lock(mutex_);
    const std::string text = std::string(line) + "\n";
    control::append_chunks(control::kTrunkItself, std::as_bytes(std::span(text)), said_);
  }
  eventfd_write(wake_.get(), 1);
}

// --- the thread ----------------------------------------------------------------------------------

void Trunk::Switch::run() {
  std::optional<Clock::time_point> until;
  while (true) {
    if (finishing_ && !until) {
      until = Clock::now() + options_.patience;
      take_said();
      end_all();
    }
    const bool is_over = wait_status_ || (child_.pid <= 0 && child_.output.get() < 0);
    if (until && (is_over || Clock::now() >= *until)) {
      return;
    }
    if (until && Clock::now() >= *until - options_.patience * 3 / 4) {
      ask_to_end();
    }
    if (last_breath_ && Clock::now() >= *last_breath_) {
      ask_to_end();
    }
    if (last_moment_ && (is_over || Clock::now() >= *last_moment_)) {
      last_moment_.reset();
      tell({});
    }
    move_bytes();
  }
}

/// Waits until something can be moved, at most for a moment where there is an end to look for.
void Trunk::Switch::move_bytes() {
  polled_.clear();
  then_.clear();
  watch(wake_.get(), POLLIN, [this] { take_said(); });
  watch_child();
  watch_lines();
  constexpr int kMomentMs = 50;
  const bool has_end = finishing_ || last_moment_ || (last_breath_ && !asked_);
  if (poll(polled_.data(), polled_.size(), has_end ? kMomentMs : -1) <= 0) {
    return;
  }
  for (std::size_t i = 0; i < polled_.size(); ++i) {
    if (polled_[i].revents != 0) {
      then_[i]();
    }
  }
}

void Trunk::Switch::watch(int fd, short events, std::function<void()> then) {
  if (fd >= 0) {
    polled_.push_back({fd, events, 0});
    then_.push_back(std::move(then));
  }
}

void Trunk::Switch::watch_child() {
  if (!wait_status_) {
    watch(child_end_.get(), POLLIN, [this] { reap(WNOHANG); });
  }
  if (!up_is_full()) {
    watch(child_.output.get(), POLLIN, [this] { read_child_output(); });
  }
  watch(child_.errors.get(), POLLIN, [this] { read_child_errors(); });
  if (down_.size() > 0) {
    watch(child_.input.get(), POLLOUT, [this] { write_down(); });
  }
}

void Trunk::Switch::watch_lines() {
  for (std::uint32_t host = 0; host < lines_.size(); ++host) {
    TrunkLine& line = lines_[host];
    if (down_.size() < kMostQueued) {
      watch(line.input.get(), POLLIN, [this, host] { read_input_of(host); });
    }
    if (line.up.size() > 0) {
      watch(line.output.get(), POLLOUT, [&line] { line.write_up(); });
    }
  }
}

bool Trunk::Switch::up_is_full() const {
  return std::any_of(lines_.begin(), lines_.end(),
                     [](const TrunkLine& line) { return line.up.size() >= kMostQueued; });
}

void Trunk::Switch::take_said() {
  eventfd_t count = 0;
  eventfd_read(wake_.get(), &count);
  const std::lock_guard lock(mutex_);
  down_.append(said_);
  said_.clear();
}

void Trunk::Switch::read_input_of(std::uint32_t host) {
  TrunkLine& line = lines_[host];
  std::span<std::byte> got;
  switch (read_once(line.input.get(), piece_, got)) {
    case Reading::kSome:
      control::append_chunks(host, got, down_.bytes());
      control::wipe(got);
      break;
    case Reading::kEnd:
      control::append_end(host, down_.bytes());
      line.input.close();
      break;
    case Reading::kNothingNow:
      break;
  }
}

void Trunk::Switch::write_down() {
  if (!down_.write_to(child_.input.get())) {  // nobody reads: the end of the output tells why
    child_.input.close();
    down_.clear();
  }
  if (is_closing_ && down_.size() == 0) {
    child_.input.close();
  }
}

void Trunk::Switch::read_child_output() {
  std::span<std::byte> got;
  const Reading reading = read_once(child_.output.get(), piece_, got);
  if (reading == Reading::kEnd) {
    on_output_end();
  } else if (reading == Reading::kSome) {
    reader_.feed(got);
    take_chunks();
  }
}

void Trunk::Switch::take_chunks() {
  while (child_.output.get() >= 0) {
    auto chunk = reader_.next();
    if (!chunk) {
      child_.output.close();
      child_.input.close();
      tell(chunk.error().message);
      return;
    }
    if (!*chunk) {
      return;
    }
    if ((*chunk)->stream == control::kTrunkItself) {
      splitter_.feed((*chunk)->bytes);
      for (auto line = splitter_.next(); line; line = splitter_.next()) {
        take_line(*line);
      }
      continue;
    }
    TrunkLine& line = lines_[(*chunk)->stream];
    line.up.append((*chunk)->bytes);
    line.ended = (*chunk)->bytes.empty();
    line.write_up();
  }
}

/// What is said on the trunk's own stream.
void Trunk::Switch::take_line(const std::string& text) {
  if (const auto end = control::parse_end_of_agent(text); end && end->host < lines_.size()) {
    lines_[end->host].tell(end->words);
  }
}

void Trunk::Switch::read_child_errors() {
  std::span<std::byte> got;
  if (read_once(child_.errors.get(), piece_, got) == Reading::kEnd) {
    child_.errors.close();
  }
  errors_.feed(got);
  for (auto line = errors_.next(); line; line = errors_.next()) {
    const auto lost = control::parse_lost_agent(*line);
    if (lost && lost->host < lines_.size()) {
      lose_agent(lines_[lost->host], lost->lost);
    } else {
      words_ += *line + "\n";
      if (!last_breath_ && options_.is_lost && options_.is_lost(*line)) {
        last_breath_ = Clock::now() + options_.last_breath;
      }
    }
  }
  words_.erase(0, words_.size() - std::min(words_.size(), kMostWords));
}

void Trunk::Switch::lose_agent(TrunkLine& line, const control::AgentLostFrame& lost) {
  if (!line.ended) {
    line.up.append(control::encode(lost));
    line.end_up();
  }
}

// --- the end -------------------------------------------------------------------------------------

void Trunk::Switch::on_output_end() {
  child_.output.close();
  last_moment_ = Clock::now() + kLastMoment;
}

void Trunk::Switch::reap(int options) {
  int status = 0;
  if (waitpid(child_.pid, &status, options) != child_.pid) {
    return;
  }
  wait_status_ = status;
  child_end_.close();
  if (child_.output.get() >= 0 && !last_moment_) {  // what it left may keep the pipe open
    last_moment_ = Clock::now() + kLastMoment;
  }
}

/// The child alone: what it guards it ends itself.
void Trunk::Switch::ask_to_end() {
  if (child_.pid > 0 && !wait_status_ && !std::exchange(asked_, true)) {
    kill(child_.pid, SIGTERM);
  }
}

/// To every host whose stream has not ended: what happened, then the end.
void Trunk::Switch::tell(const std::string& violation) {
  if (std::exchange(told_, true)) {
    return;
  }
  while (child_.errors.get() >= 0) {
    pollfd ready{child_.errors.get(), POLLIN, 0};
    if (poll(&ready, 1, 0) <= 0) {
      break;
    }
    read_child_errors();
  }
  TrunkEnd end{words_, wait_status_, violation};
  if (end.words.empty()) {
    end.words = reader_.noise();
  }
  std::optional<std::uint32_t> first;
  if (options_.culprit && (first = options_.culprit(end)) && *first < lines_.size()) {
    tell_one(*first, end);
    std::this_thread::sleep_for(kPrecedence);
  }
  for (std::uint32_t host = 0; host < lines_.size(); ++host) {
    tell_one(host, end);
  }
}

void Trunk::Switch::tell_one(std::uint32_t host, const TrunkEnd& end) {
  TrunkLine& line = lines_[host];
  if (line.ended || line.errors.get() < 0) {
    return;
  }
  line.tell(options_.explain ? options_.explain(host, end) : explain_end(end));
  line.end_up();
}

/// No agent will be spoken to any more; what the session has said last still goes down.
void Trunk::Switch::end_all() {
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

// --- the outside ---------------------------------------------------------------------------------

Trunk::Trunk(std::unique_ptr<Switch> the_switch) : switch_(std::move(the_switch)) {}

Trunk::~Trunk() {
  switch_->finish();
}

Result<std::unique_ptr<Trunk>> Trunk::start(LaunchedAgent child, TrunkOptions options) {
  std::unique_ptr<Trunk> trunk(
      new Trunk(std::make_unique<Switch>(std::move(child), std::move(options))));
  if (auto started = trunk->switch_->start(); !started) {
    return tl::unexpected(started.error());
  }
  return trunk;
}

Result<LaunchedAgent> Trunk::agent(std::uint32_t host) {
  return switch_->agent(host);
}

void Trunk::say(std::string_view line) {
  switch_->say(line);
}

}  // namespace dps::coordinator
