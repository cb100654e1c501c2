#include "predictor/estimator/recorder/recorder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/processes/guarded_command.h"
#include "base/processes/temporary_folder.h"
#include "predictor/estimator/recorder/pausable_timeout.h"
#include "predictor/estimator/recorder/stream_collector.h"

namespace dps::estimator {
namespace {

constexpr std::uint32_t kMostJobs = 256;

tl::unexpected<Error> stopped() {
  return failure(ErrorCode::kInterrupted, "the recording was stopped");
}

tl::unexpected<Error> timed_out() {
  return failure(ErrorCode::kTimeout, "compiling and recording take longer than --timeout");
}

/// Waits until one of the descriptors is ready. Errors: the stop descriptor is ready, or the time
/// is over.
Result<void> wait_for(std::array<int, 2> descriptors, int stop, const PausableTimeout& time) {
  std::array<pollfd, 3> watched{
      {{stop, POLLIN, 0}, {descriptors[0], POLLIN, 0}, {descriptors[1], POLLIN, 0}}};
  int ready = 0;
  do {
    ready = ::poll(watched.data(), watched.size(), time.milliseconds());
  } while (ready < 0 && errno == EINTR);
  return watched[0].revents != 0 ? stopped() : ready == 0 ? timed_out() : Result<void>();
}

/// Starts a command without input, whose output goes to stderr.
Result<GuardedCommand> start(std::vector<std::string> words, const std::string& folder,
                             std::vector<PlacedDescriptor> descriptors) {
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  descriptors.push_back({nothing.get(), STDIN_FILENO});
  descriptors.push_back({STDERR_FILENO, STDOUT_FILENO});
  std::vector<std::string> environment;
  if (!folder.empty()) {
    environment.push_back("TMPDIR=" + folder);  // for the files of the compiler
  }
  return GuardedCommand::start({std::move(words), environment, folder, std::move(descriptors)});
}

/// Compiles the source. Returns the program, which has no name any more.
Result<Descriptor> build(const SpmdSource& source, const RecordingLimits& limits,
                         const PausableTimeout& time) {
  if (auto found = find_compiler(source.language); !found) {
    return tl::unexpected(found.error());
  }
  auto folder = TemporaryFolder::make_marked("estimate");
  if (!folder) {
    return tl::unexpected(folder.error());
  }
  const std::string path = folder->path();
  if (auto written = write_build_files(source, path); !written) {
    return tl::unexpected(written.error());
  }
  auto command = start(build_command(source, path), path, {});
  if (!command) {
    return tl::unexpected(command.error());
  }
  folder->release();  // the guard of the command removes it
  if (auto ended = wait_for({command->descriptor(), -1}, limits.stop, time); !ended) {
    return tl::unexpected(ended.error());
  }
  const auto status = command->take_status();
  Descriptor program(::open((path + "/program").c_str(), O_RDONLY | O_CLOEXEC));
  if (status == 0 && program.is_open()) {
    return program;
  }
  return failure(ErrorCode::kSystem,
                 fmt::format("'{}' cannot be compiled: '{}' failed{}", printable(source.path),
                             printable(compiler_for(source.language)), missing_entry_text(source)));
}

std::vector<std::string> driver_words(int program, const std::vector<std::uint32_t>& numbers) {
  const std::uint32_t cores = std::clamp(std::thread::hardware_concurrency(), 1U, kMostJobs);
  std::vector<std::string> words{fmt::format("/proc/self/fd/{}", program),
                                 fmt::format("{}", cores)};
  for (const std::uint32_t number : numbers) {
    words.push_back(fmt::format("{}", number));
  }
  return words;
}

}  // namespace

/// The driver with the routine, and the end of its pipe.
class StreamRecorder::Program {
 public:
  Program(GuardedCommand driver, Descriptor frames, std::vector<std::uint32_t> numbers,
          const RecordingLimits& limits, const PausableTimeout& time)
      : driver_(std::move(driver)),
        frames_(std::move(frames)),
        numbers_(std::move(numbers)),
        limits_(limits),
        time_(time) {}

  Result<Streams> record() {
    time_.start();
    const std::uint32_t number = numbers_[next_++];
    StreamCollector collector(number, failed_);
    auto done = collect(collector);
    time_.stop();
    const std::string failed = collector.failure_text();
    const bool is_late = !done && done.error().code == ErrorCode::kTimeout;
    if (!failed.empty() && (done || is_late)) {
      can_go_on_ = done && collector.is_whole();
      failed_.push_back(number);
      return failure(ErrorCode::kSystem, failed);
    }
    if (is_late) {
      can_go_on_ = false;
      return failure(ErrorCode::kTimeout,
                     collector.running_text() + ": the routine runs longer than --timeout");
    }
    can_go_on_ = done.has_value();
    return done ? Result<Streams>(collector.streams()) : tl::unexpected(done.error());
  }
  [[nodiscard]] bool can_go_on() const { return can_go_on_; }

 private:
  /// Collects frames; those of the next number may already be in the buffer.
  Result<void> collect(StreamCollector& collector) {
    for (take_frames(collector); !collector.is_done(); take_frames(collector)) {
      if (auto ready = wait_for({frames_.get(), driver_.descriptor()}, limits_.stop, time_);
          !ready) {
        return ready;
      }
      const ssize_t got = ::read(frames_.get(), buffer_.data() + size_, buffer_.size() - size_);
      if (got > 0) {
        size_ += static_cast<std::size_t>(got);
      } else if (got == 0 || errno != EAGAIN || has_ended()) {
        return failure(ErrorCode::kSystem,
                       "the program that records has ended: the routine ended its parent");
      }
    }
    return {};
  }

  void take_frames(StreamCollector& collector) {
    const std::size_t taken = collector.take(std::span<const char>(buffer_).first(size_));
    std::memmove(buffer_.data(), buffer_.data() + taken, size_ - taken);
    size_ -= taken;
  }

  /// True if the driver has ended, so that no more frames come.
  [[nodiscard]] bool has_ended() const {
    pollfd end{driver_.descriptor(), POLLIN, 0};
    pollfd more{frames_.get(), POLLIN, 0};
    return ::poll(&end, 1, 0) > 0 && ::poll(&more, 1, 0) == 0;
  }

  GuardedCommand driver_;
  Descriptor frames_;
  std::vector<std::uint32_t> numbers_;
  std::size_t next_ = 0;
  std::vector<std::uint32_t> failed_;  // numbers whose last frames may still come
  bool can_go_on_ = true;
  RecordingLimits limits_;
  PausableTimeout time_;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 16);
  std::size_t size_ = 0;
};

StreamRecorder::StreamRecorder(std::unique_ptr<Program> program) : program_(std::move(program)) {}
StreamRecorder::StreamRecorder(StreamRecorder&&) noexcept = default;
StreamRecorder::~StreamRecorder() = default;

Result<StreamRecorder> StreamRecorder::compile(const SpmdSource& source,
                                               std::vector<std::uint32_t> numbers,
                                               const RecordingLimits& limits) {
  PausableTimeout time(limits.timeout);
  auto program = build(source, limits, time);
  if (!program) {
    return tl::unexpected(program.error());
  }
  auto frames = make_pipe();
  if (!frames) {
    return tl::unexpected(frames.error());
  }
  ::fcntl(frames->read.get(), F_SETFL, O_NONBLOCK);
  constexpr int kProgram = kFrameDescriptor + 1;
  auto driver = start(driver_words(kProgram, numbers), "",
                      {{frames->write.get(), kFrameDescriptor}, {program->get(), kProgram}});
  if (!driver) {
    return tl::unexpected(driver.error());
  }
  time.stop();
  return StreamRecorder(std::make_unique<Program>(std::move(*driver), std::move(frames->read),
                                                  std::move(numbers), limits, time));
}

Result<Streams> StreamRecorder::record() {
  return program_->record();
}

bool StreamRecorder::can_go_on() const {
  return program_->can_go_on();
}

}  // namespace dps::estimator
