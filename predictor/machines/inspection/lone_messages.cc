#include "predictor/machines/inspection/lone_messages.h"

#include <algorithm>

#include "predictor/machines/wide.h"

namespace dps::machines {

std::unique_ptr<Network> listening_network(const Machine& machine,
                                           const std::vector<std::uint32_t>& host_of) {
  auto network = machine.make_network(host_of, nullptr);
  for (std::uint32_t process = 0; process < host_of.size(); ++process) {
    network->listen(process, true, Picoseconds{});
  }
  return network;
}

Picoseconds LoneMessages::time_of(const Letter& letter) {
  const Picoseconds time = play(letter);
  // The rest of virtual time may be too short for a message that has time from 0 on.
  return time == kNever ? play(letter) : time;
}

/// If the letter does not arrive, the next one enters a new network.
Picoseconds LoneMessages::play(const Letter& letter) {
  constexpr Picoseconds kRest(kPicosecondsPerSecond);  // the tokens of bursts return meanwhile
  constexpr Picoseconds kLatest(kPicosecondsPerSecond * 1'000'000);
  if (network_ == nullptr) {
    network_ = listening_network(machine_, host_of_);
    now_ = Picoseconds{};
  }
  network_->enter(0, letter, now_);
  NetworkEvents events;
  Picoseconds arrival = now_;
  while (events.arrived.empty() && network_->next() != kNever) {
    arrival = std::max(arrival, network_->next());
    network_->advance(arrival, events);
  }
  if (events.arrived.empty()) {
    network_.reset();
    return kNever;
  }
  network_->listen(letter.to, true, arrival);
  const Picoseconds time = arrival - now_;
  now_ = later(arrival, kRest);
  if (now_ > kLatest) {
    network_.reset();
  }
  return time;
}

}  // namespace dps::machines
