#include "blueprint/engine/picks.h"

#include <algorithm>
#include <utility>

namespace dps::engine {

/// The number of candidates that have a place.
std::uint64_t Picks::places_of(const blueprint::Output& output) const {
  if (output.window == 0) {
    return candidates.count();
  }
  std::uint64_t places = 0;
  for (std::uint64_t at = 0; at < candidates.count(); ++at) {
    places += has_place(output, candidates.at(at).process) ? 1 : 0;
  }
  return places;
}

/// The position of the candidate that is the `number`-th, from 0, of the `places` with a place.
std::uint64_t Picks::place_at(const blueprint::Output& output, std::uint64_t places,
                              std::uint64_t number) const {
  if (places == candidates.count()) {
    return number;
  }
  for (std::uint64_t at = 0;; ++at) {
    if (has_place(output, candidates.at(at).process) && number-- == 0) {
      return at;
    }
  }
}

/// The position of the first candidate with a place, from the position `next` on; with -pick least
/// of the first one of those with the fewest unanswered messages.
std::optional<std::uint64_t> Picks::pick_from(const blueprint::Output& output,
                                              std::uint64_t next) const {
  const std::uint64_t count = candidates.count();
  std::optional<std::uint64_t> chosen;
  std::uint64_t fewest = 0;
  std::uint64_t at = next < count ? next : 0;
  for (std::uint64_t i = 0; i < count; ++i, at = at + 1 == count ? 0 : at + 1) {
    const std::uint64_t messages =
        output.counts_unanswered() ? unanswered(candidates.at(at).process) : 0;
    const bool has_room = output.window == 0 || messages < output.window;
    if (!has_room || (chosen && messages >= fewest)) {
      continue;
    }
    chosen = at;
    fewest = messages;
    if (output.pick == blueprint::Pick::kRoundRobin || fewest == 0) {
      break;
    }
  }
  return chosen;
}

void Picks::wait(Line& line, std::uint32_t receiver, WaitingMessage message) {
  message.number = ++waited_;
  newest_ = &line.queues[receiver];
  newest_->push_back(message);
  ++waiting_;
}

void Picks::take_front(Line& line, std::uint32_t receiver) {
  const auto queue = line.queues.find(receiver);
  released_ = queue->second.front();
  queue->second.pop_front();
  --waiting_;
  if (queue->second.empty() && receiver != blueprint::kNone) {
    newest_ = newest_ == &queue->second ? nullptr : newest_;
    line.queues.erase(queue);
  }
}

std::vector<QueuedMessages> Picks::queued(const blueprint::Program& program) const {
  std::vector<QueuedMessages> list;
  std::vector<std::pair<std::uint64_t, QueuedMessages>> of_line;  // with their first numbers
  for (const auto& [definition, line] : lines_) {
    of_line.clear();
    for (const auto& [receiver, queue] : line.queues) {
      if (!queue.empty()) {
        const WaitingMessage& first = queue.front();
        of_line.emplace_back(first.number, QueuedMessages{program.outputs[first.output].mid,
                                                          first.output, receiver, queue.size()});
      }
    }
    std::ranges::sort(of_line, {}, [](const auto& entry) { return entry.first; });
    for (const auto& entry : of_line) {
      list.push_back(entry.second);
    }
  }
  return list;
}

}  // namespace dps::engine
