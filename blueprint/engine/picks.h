/// The receivers of -pick, and the messages that -window makes wait in their sender, of one
/// process. Source: docs/language.md, "One of several receivers" and "Windows".
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "base/request.h"
#include "blueprint/engine/candidates.h"
#include "blueprint/engine/progress.h"
#include "blueprint/program.h"

namespace dps::engine {

/// A message that waits until a receiver has answered.
struct WaitingMessage {
  std::uint32_t output = 0;         ///< position in Program::outputs
  std::uint32_t functionality = 0;  ///< position in Program::functionalities
  std::uint32_t position = 0;       ///< of the functionality on the U line
  // The processes that ACK and ORIGIN name in the message which fired the functionality.
  ProcessId ack{};
  ProcessId origin{};
  std::uint64_t copy = 0;
  std::uint64_t draw = 0;    ///< Step::draw
  std::uint64_t number = 0;  ///< from 1, among all messages that have waited in the process
  std::int64_t since = 0;    ///< Engine::hold()
  Request request;
};

class Picks {
 public:
  using Queue = std::deque<WaitingMessage>;

  /// An O line with -pick or -window.
  struct Line {
    std::uint64_t next = 0;  ///< the round-robin position among the candidates
    /// The queues by receiver; with -pick there is one, with the key kNone.
    std::map<std::uint32_t, Queue> queues;
  };

  /// The number of messages that `receiver` has not answered.
  [[nodiscard]] std::uint64_t unanswered(ProcessId receiver) const {
    const auto known = unanswered_.find(index(receiver));
    return known == unanswered_.end() ? 0 : known->second;
  }
  [[nodiscard]] bool has_place(const blueprint::Output& output, ProcessId receiver) const {
    return output.window == 0 || unanswered(receiver) < output.window;
  }
  void sent(const blueprint::Output& output, ProcessId receiver) {
    if (output.counts_unanswered()) {
      ++unanswered_[index(receiver)];
    }
  }
  /// The process has taken a message from `sender`, which is no timer. A take that answers nothing
  /// has no effect.
  void taken(ProcessId sender) {
    const auto known = unanswered_.find(index(sender));
    if (known != unanswered_.end() && known->second > 0) {
      --known->second;
    }
  }

  [[nodiscard]] Line& line_of(const blueprint::Output& output) { return lines_[output.definition]; }
  /// The candidate for the next message of the line; nullopt if none of `candidates` has a place.
  /// `draw()` is a number in [0, 2^32), for -pick random.
  template <typename Draw>
  std::optional<Candidates::Candidate> pick(const blueprint::Output& output, Line& line,
                                            const Draw& draw);

  /// Adds the message to a queue of the line. `receiver`: kNone with -pick.
  void wait(Line& line, std::uint32_t receiver, WaitingMessage message);
  [[nodiscard]] bool has_waiting() const { return waiting_ > 0; }
  /// The message that wait() added last, and the length of its queue.
  [[nodiscard]] WaitingMessage& newest() { return newest_->back(); }
  [[nodiscard]] std::uint64_t length_of_newest() const { return newest_->size(); }

  /// Begins to look for messages that can be sent after a take from `sender`.
  void begin_release(ProcessId sender) {
    next_line_ = 0;
    freed_ = sender;
  }
  [[nodiscard]] ProcessId freed() const { return freed_; }
  /// Calls `try_send(output, line, message)` with the first messages of the queues that the take
  /// may have freed, until it returns true: then the message is removed, and is released().
  /// Returns false if it never does.
  template <typename TrySend>
  bool release(const blueprint::Program& program, const TrySend& try_send);
  [[nodiscard]] const WaitingMessage& released() const { return released_; }

  /// The queues with messages: lines in the order of the blueprint, of one line by first message.
  [[nodiscard]] std::vector<QueuedMessages> queued(const blueprint::Program& program) const;

  Candidates candidates;  ///< of the message that is being sent

 private:
  void take_front(Line& line, std::uint32_t receiver);
  [[nodiscard]] std::uint64_t places_of(const blueprint::Output& output) const;
  [[nodiscard]] std::uint64_t place_at(const blueprint::Output& output, std::uint64_t places,
                                       std::uint64_t number) const;
  [[nodiscard]] std::optional<std::uint64_t> pick_from(const blueprint::Output& output,
                                                       std::uint64_t next) const;

  std::unordered_map<std::uint32_t, std::uint64_t> unanswered_;  // by receiver
  std::map<std::uint32_t, Line> lines_;                          // by definition
  Queue* newest_ = nullptr;
  WaitingMessage released_;
  std::uint64_t waiting_ = 0;  // messages in all queues
  std::uint64_t waited_ = 0;   // messages that have ever been in one
  ProcessId freed_{};
  std::uint32_t next_line_ = 0;  // the definition at which release() continues
};

template <typename Draw>
std::optional<Candidates::Candidate> Picks::pick(const blueprint::Output& output, Line& line,
                                                 const Draw& draw) {
  std::optional<std::uint64_t> chosen;
  if (output.pick != blueprint::Pick::kRandom) {
    chosen = pick_from(output, line.next);
  } else if (const std::uint64_t places = places_of(output); places > 0) {
    chosen = place_at(output, places, places * draw() >> 32);
  }
  if (!chosen) {
    return std::nullopt;
  }
  line.next = *chosen + 1;
  return candidates.at(*chosen);
}

template <typename TrySend>
bool Picks::release(const blueprint::Program& program, const TrySend& try_send) {
  for (auto at = lines_.lower_bound(next_line_); at != lines_.end(); ++at) {
    next_line_ = at->first;
    auto& queues = at->second.queues;
    for (const std::uint32_t receiver : {blueprint::kNone, index(freed_)}) {
      const auto queue = queues.find(receiver);
      if (queue == queues.end() || queue->second.empty()) {
        continue;
      }
      const WaitingMessage& message = queue->second.front();
      if (try_send(program.outputs[message.output], at->second, message)) {
        take_front(at->second, receiver);
        return true;
      }
    }
  }
  return false;
}

}  // namespace dps::engine
