/// The part of the naive model for the receivers of messages, -pick and -window.
#include <algorithm>

#include <fmt/format.h>

#include "tests/blueprint/engine/naive_process.h"

namespace dps::naive {

Share share_of(const Output& output, int step, int receiver) {
  const auto& row = output.shares[output.shares.size() == 1 ? 0 : static_cast<std::size_t>(step)];
  const int clone = std::max(receiver - 1, 0);
  return row[row.size() == 1 ? 0 : static_cast<std::size_t>(clone)];
}

/// Sends the message to its receiver, or to the candidate that -pick selects. Returns false if
/// there is no place.
bool Process::try_send(const Waiting& message) {
  const Output& output = description_.functionalities[message.f].outputs[message.o];
  std::vector<std::size_t> places;
  const std::size_t count = message.candidates.size();
  const std::size_t next = next_candidate_[{message.f, message.o}];
  const std::size_t first = next < count ? next : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = output.pick == "random" ? i : (first + i) % count;
    if (output.window == 0 || unanswered_[message.candidates[at]] < output.window) {
      places.push_back(at);
    }
  }
  if (places.empty()) {
    return false;
  }
  std::size_t chosen = places.front();
  if (output.pick == "random") {
    const std::uint64_t process = seed_of(seed_of(seed_of(1, 0), "Me.p"), 0);
    const std::uint64_t line =
        seed_of(seed_of(process, fmt::format("o{}_{}", message.f, message.o)), 'O');
    Random& draws =
        pick_draws_.try_emplace({message.f, message.o}, seed_of(line, "-pick")).first->second;
    chosen =
        places[static_cast<std::size_t>(static_cast<double>(places.size()) *
                                        static_cast<double>(draws.next() >> 32) / 4294967296.0)];
  } else if (output.pick == "least") {
    chosen = *std::min_element(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
      return unanswered_[message.candidates[a]] < unanswered_[message.candidates[b]];
    });
  }
  const int receiver = message.candidates[chosen];
  next_candidate_[{message.f, message.o}] = chosen + 1;
  if (output.window > 0 || output.pick == "least") {
    ++unanswered_[receiver];
  }
  events_.push_back(
      fmt::format("send o{}_{} {} {} {}", message.f, message.o, receiver_name(receiver),
                  share_of(output, message.step, receiver).bytes, message.request.text()));
  return true;
}

/// Sends the messages that can be sent after a take: outputs in their order, and the queues of one
/// output in the order of their first messages.
void Process::release() {
  for (std::size_t f = 0; f < description_.functionalities.size(); ++f) {
    for (std::size_t o = 0; o < description_.functionalities[f].outputs.size(); ++o) {
      const bool has_pick = !description_.functionalities[f].outputs[o].pick.empty();
      std::vector<std::vector<int>> blocked;  // receivers whose first message has no place
      for (std::size_t at = 0; at < waiting_.size();) {
        const Waiting message = waiting_[at];
        const bool is_blocked =
            message.f != f || message.o != o || (has_pick && !blocked.empty()) ||
            std::find(blocked.begin(), blocked.end(), message.candidates) != blocked.end();
        if (is_blocked) {
          ++at;
        } else if (try_send(message)) {
          waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(at));
        } else {
          blocked.push_back(message.candidates);
          ++at;
        }
      }
    }
  }
}

}  // namespace dps::naive
