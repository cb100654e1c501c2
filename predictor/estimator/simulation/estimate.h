/// The times of instruction streams on a machine of the Performance Estimator.
#pragma once

#include <cstdint>
#include <vector>

#include "base/time_units.h"
#include "predictor/estimator/streams/instruction.h"

namespace dps::estimator {

/// The parts of the time of a processor, which add up to the time of the estimate.
enum class TimePart : std::uint8_t {
  kWork,
  kSend,          ///< send latencies
  kReceive,       ///< receive latencies
  kTransmission,  ///< held, while it takes part in a transmission
  kWaiting,       ///< held, otherwise
  kIdle,          ///< after the end of its stream
};
inline constexpr std::size_t kParts = 6;

struct ProcessorTimes {
  Picoseconds end;  ///< the end of its stream; the end of the estimate, if the stream has not ended
  Picoseconds parts[kParts];

  [[nodiscard]] Picoseconds& operator[](TimePart part) {
    return parts[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] Picoseconds operator[](TimePart part) const {
    return parts[static_cast<std::size_t>(part)];
  }
};

/// A half of a communication that its other end has not posted.
struct Awaited {
  std::uint32_t processor;    ///< the other end
  bool is_send;               ///< the other end would have to send; else to receive
  bool has_ended;             ///< the stream of the other end has ended
  std::uint64_t instruction;  ///< the number of the half that is posted, from 1
};

/// A processor whose stream cannot end.
struct Blocked {
  std::uint32_t processor;
  std::uint64_t number;  ///< the number of the instruction, from 1
  StreamInstruction instruction;
  std::vector<Awaited> awaits;  ///< in the order of their instructions
};

/// Halves of communications that were posted, and whose other halves were not.
struct Unmet {
  std::uint32_t from;
  std::uint32_t to;
  std::uint64_t count;
  bool is_send;  ///< sent and not received; else the opposite
};

/// A receive of fewer words than its send.
struct ShortReceive {
  std::uint32_t from;
  std::uint32_t to;
  std::uint64_t sent;
  std::uint64_t number;  ///< the number of the receive in the stream of `to`, from 1
  StreamInstruction receive;
};

struct StreamEstimate {
  Picoseconds time;  ///< the last event
  std::uint64_t messages = 0;
  std::uint64_t words = 0;
  std::vector<ProcessorTimes> processors;
  std::vector<Blocked> blocked;  ///< empty if all streams have ended
  std::vector<Unmet> unmet;      ///< empty in a deadlock
  std::vector<ShortReceive> short_receives;

  [[nodiscard]] bool is_complete() const { return blocked.empty(); }
};

}  // namespace dps::estimator
