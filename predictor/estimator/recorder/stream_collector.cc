#include "predictor/estimator/recorder/stream_collector.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/printable.h"
#include "base/units.h"

namespace dps::estimator {
namespace {

/// Describes the end of a process that ended too early.
std::string end_text(int status) {
  if (WIFEXITED(status)) {
    return fmt::format("the routine ended the process (exit or STOP, status {})",
                       WEXITSTATUS(status));
  }
  const int signal = WTERMSIG(status);
  if (signal == SIGXCPU) {
    return "more than 60 s of CPU time";
  }
  return fmt::format("the process was killed by signal {} ({})", signal, ::strsignal(signal));
}

}  // namespace

StreamCollector::StreamCollector(std::uint32_t processors, std::vector<std::uint32_t> earlier)
    : processors_(processors), earlier_(std::move(earlier)), has_ended_(processors) {
  streams_.contents.resize(processors);
  for (std::uint32_t p = 0; p < processors; ++p) {
    streams_.content_of.push_back(p);
  }
}

std::size_t StreamCollector::take(std::span<const char> bytes) {
  std::size_t taken = 0;
  FrameHead head{};
  while (!is_done() && bytes.size() - taken >= sizeof(head)) {
    std::memcpy(&head, bytes.data() + taken, sizeof(head));
    const bool is_earlier =
        std::find(earlier_.begin(), earlier_.end(), head.nprocs) != earlier_.end();
    if ((head.nprocs != processors_ && !is_earlier) || head.pid >= head.nprocs ||
        head.bytes > kMostFrameBytes) {
      damage();
      break;
    }
    if (bytes.size() - taken < sizeof(head) + head.bytes) {
      break;
    }
    const auto body = bytes.subspan(taken + sizeof(head), head.bytes);
    taken += sizeof(head) + head.bytes;
    if (is_earlier) {
      continue;
    }
    EndedFrame end{};
    if (head.kind == RecordingFrameKind::kInstructions) {
      take_instructions(head.pid, body);
    } else if (head.kind == RecordingFrameKind::kMistake) {
      take_mistake(head.pid, body);
    } else if (head.kind == RecordingFrameKind::kEnded && body.size() == sizeof(end)) {
      std::memcpy(&end, body.data(), sizeof(end));
      take_end(head.pid, end);
    } else {
      damage();
    }
  }
  return taken;
}

void StreamCollector::damage() {
  general_failure_ = "the recording is damaged: the routine has overwritten memory of the recorder";
}

bool StreamCollector::is_possible(const StreamInstruction& instruction) const {
  const StreamOperation operation = instruction.operation();
  return operation == StreamOperation::kWork
             ? std::isfinite(instruction.multiplies())
             : operation <= StreamOperation::kWait && instruction.processor() < processors_ &&
                   instruction.words() <= kMostWords;
}

void StreamCollector::take_instructions(std::uint32_t pid, std::span<const char> bytes) {
  Stream& stream = streams_.contents[pid];
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size();
       at += sizeof(std::uint64_t)) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + at, sizeof(bits));
    const StreamInstruction instruction = StreamInstruction::of_bits(bits);
    if (!is_possible(instruction)) {
      damage();
      return;
    }
    stream.push_back(instruction);
  }
  instructions_ += bytes.size() / sizeof(std::uint64_t);
  if (instructions_ > kMostOfAll) {
    general_failure_ =
        fmt::format("more than {} instructions of all processors", format_count(kMostOfAll));
  }
}

void StreamCollector::take_mistake(std::uint32_t pid, std::span<const char> text) {
  failures_.try_emplace(pid, fmt::format("instruction {}: {}", streams_.contents[pid].size() + 1,
                                         printable(std::string_view(text.data(), text.size()))));
}

void StreamCollector::take_end(std::uint32_t pid, const EndedFrame& end) {
  if (has_ended_[pid]) {
    damage();
    return;
  }
  has_ended_[pid] = true;
  ++ended_;
  const auto status = static_cast<int>(end.wait_status);
  if (end.is_done == 0 || !WIFEXITED(status)) {
    failures_.try_emplace(
        pid, fmt::format("after instruction {}: {}", end.instructions, end_text(status)));
  }
}

bool StreamCollector::is_done() const {
  if (!general_failure_.empty() || ended_ == processors_) {
    return true;
  }
  return !failures_.empty() &&
         std::all_of(has_ended_.begin(), has_ended_.begin() + failures_.begin()->first,
                     [](bool has_ended) { return has_ended; });
}

std::string StreamCollector::failure_text() const {
  if (!general_failure_.empty()) {
    return fmt::format("on {}: {}", counted(processors_, "processor"), general_failure_);
  }
  return failures_.empty() ? ""
                           : fmt::format("processor {} of {}: {}", failures_.begin()->first,
                                         processors_, failures_.begin()->second);
}

std::string StreamCollector::running_text() const {
  const auto running = std::find(has_ended_.begin(), has_ended_.end(), false) - has_ended_.begin();
  const auto pid = std::min(static_cast<std::uint32_t>(running), processors_ - 1);
  return fmt::format("processor {} of {}: after {} or more instructions", pid, processors_,
                     format_count(streams_.contents[pid].size()));
}

Streams StreamCollector::streams() {
  return std::move(streams_);
}

}  // namespace dps::estimator
