/// The six instructions of the Performance Estimator, each in 8 bytes.
/// Source: docs/estimate.md, "Streams".
#pragma once

#include <bit>
#include <cstdint>

namespace dps::estimator {

/// The bytes of a word, the unit of the sizes of messages.
inline constexpr std::uint64_t kWordBytes = 8;

enum class StreamOperation : std::uint8_t {
  kSend,
  kReceive,
  kBlockingSend,
  kBlockingReceive,
  kWork,
  kWait,
};

/// An instruction and its operands. The recorder's driver (recorder/sources/driver.c) writes the
/// same 64 bits:
/// - WORK: the multiplies as a double, whose sign bit is 0;
/// - others: bit 63 is 1, bits 60-62 are the operation, bits 48-59 the processor, bits 0-47 the
///   words.
class StreamInstruction {
 public:
  StreamInstruction() = default;

  static StreamInstruction message(StreamOperation operation, std::uint32_t processor,
                                   std::uint64_t words) {
    return StreamInstruction(kMark | static_cast<std::uint64_t>(operation) << kOperationShift |
                             std::uint64_t{processor} << kProcessorShift | words);
  }
  /// `multiplies` is finite and not negative.
  static StreamInstruction work(double multiplies) {
    return StreamInstruction(std::bit_cast<std::uint64_t>(multiplies) & ~kMark);
  }
  static StreamInstruction wait() { return message(StreamOperation::kWait, 0, 0); }
  static StreamInstruction of_bits(std::uint64_t bits) { return StreamInstruction(bits); }

  [[nodiscard]] StreamOperation operation() const {
    return (bits_ & kMark) == 0
               ? StreamOperation::kWork
               : static_cast<StreamOperation>(bits_ >> kOperationShift & kOperationBits);
  }
  [[nodiscard]] double multiplies() const { return std::bit_cast<double>(bits_); }
  [[nodiscard]] std::uint32_t processor() const {
    return static_cast<std::uint32_t>(bits_ >> kProcessorShift & kProcessorBits);
  }
  [[nodiscard]] std::uint64_t words() const { return bits_ & kWordBits; }
  [[nodiscard]] std::uint64_t bits() const { return bits_; }

  bool operator==(const StreamInstruction&) const = default;

 private:
  static constexpr int kOperationShift = 60;
  static constexpr int kProcessorShift = 48;
  static constexpr std::uint64_t kMark = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kOperationBits = 7;
  static constexpr std::uint64_t kProcessorBits = 0xfff;
  static constexpr std::uint64_t kWordBits = (std::uint64_t{1} << kProcessorShift) - 1;

  explicit StreamInstruction(std::uint64_t bits) : bits_(bits) {}

  std::uint64_t bits_ = 0;
};
static_assert(sizeof(StreamInstruction) == 8);

constexpr bool is_send(StreamOperation operation) {
  return operation == StreamOperation::kSend || operation == StreamOperation::kBlockingSend;
}
constexpr bool is_receive(StreamOperation operation) {
  return operation == StreamOperation::kReceive || operation == StreamOperation::kBlockingReceive;
}
constexpr bool is_message(StreamOperation operation) {
  return operation <= StreamOperation::kBlockingReceive;
}
constexpr bool is_blocking(StreamOperation operation) {
  return operation == StreamOperation::kBlockingSend ||
         operation == StreamOperation::kBlockingReceive;
}

}  // namespace dps::estimator
