/// Messages between processes of one host: each pair has the wire for itself.
#pragma once

#include <vector>

#include "predictor/machines/machine.h"
#include "predictor/machines/number_table.h"
#include "predictor/machines/packets/packets.h"

namespace dps::machines {

class LocalWires {
 public:
  explicit LocalWires(const LocalWire& wire) : wire_(wire) {}

  /// The instant at which a message that enters now arrives, after those of its pair.
  Picoseconds arrival(const Letter& letter, Picoseconds now);

 private:
  LocalWire wire_;
  NumberTable numbers_;            // of pairs, by sender and receiver
  std::vector<Picoseconds> free_;  // by pair
};

}  // namespace dps::machines
