/// Clocks that differ in their offset and their speed, and messages between them with random
/// delays.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "base/clocks/burst.h"
#include "base/random.h"

namespace dps::clocks {

/// Shows offset + (1 + drift)·t at the true time t, in nanoseconds.
struct SimulatedClock {
  Reading offset = 0;
  double drift = 0;

  [[nodiscard]] Reading at(Reading t) const {
    return offset + t + std::llround(drift * static_cast<double>(t));
  }
};

/// The delays of messages in one direction, in nanoseconds.
struct Delays {
  Reading least = 1;
  Reading jitter = 0;  ///< the maximum random addition
};

/// The routes of messages between two processes.
class SimulatedNetwork {
 public:
  SimulatedNetwork(std::uint64_t seed, Delays there, Delays back)
      : random_(seed), there_(there), back_(back) {}

  /// A hundred exchanges, the first one at the true time `t`. Sets `t` to the end of the last one.
  std::vector<Exchange> burst(const SimulatedClock& reference, const SimulatedClock& client,
                              Reading& t) {
    constexpr int kExchanges = 100;
    std::vector<Exchange> exchanges;
    for (int i = 0; i < kExchanges; ++i) {
      Exchange exchange;
      exchange.sent = reference.at(t);
      t += delay(there_);
      exchange.read = client.at(t);
      t += delay(back_);
      exchange.received = reference.at(t);
      exchanges.push_back(exchange);
    }
    return exchanges;
  }

 private:
  Reading delay(const Delays& delays) {
    return delays.least +
           static_cast<Reading>(random_.next() % static_cast<std::uint64_t>(delays.jitter + 1));
  }

  Random random_;
  Delays there_;
  Delays back_;
};

/// The bursts of a second, ten by default.
inline std::vector<Burst> bursts_between(const SimulatedClock& reference,
                                         const SimulatedClock& client, SimulatedNetwork& network,
                                         int count = 10) {
  constexpr Reading kPause = 100'000'000;
  std::vector<Burst> bursts;
  Reading t = 0;
  for (int i = 0; i < count; ++i) {
    const auto burst = measure_offset(network.burst(reference, client, t));
    if (burst) {
      bursts.push_back(*burst);
    }
    t += kPause;
  }
  return bursts;
}

}  // namespace dps::clocks
