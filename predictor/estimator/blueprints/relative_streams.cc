#include "predictor/estimator/blueprints/relative_streams.h"

#include <span>
#include <utility>

namespace dps::estimator {
namespace {

class Translation {
 public:
  Translation(std::uint32_t processor, std::uint32_t processors, Approximations& approximations)
      : processor_(processor), processors_(processors), approximations_(approximations) {}

  Stream translate(std::span<const StreamInstruction> stream) {
    for (const StreamInstruction& instruction : stream) {
      add(instruction);
    }
    flush_receives();
    return std::move(out_);
  }

 private:
  void add(const StreamInstruction& instruction) {
    switch (instruction.operation()) {
      case StreamOperation::kWork:
        out_.push_back(instruction);
        break;
      case StreamOperation::kBlockingSend:
        ++approximations_.blocking_sends;
        [[fallthrough]];
      case StreamOperation::kSend:
        out_.push_back(relative(StreamOperation::kSend, instruction));
        break;
      case StreamOperation::kBlockingReceive:
        out_.push_back(relative(StreamOperation::kBlockingReceive, instruction));
        break;
      case StreamOperation::kReceive:
        ++approximations_.receives;
        receives_.push_back(relative(StreamOperation::kBlockingReceive, instruction));
        break;
      case StreamOperation::kWait:
        ++approximations_.waits;
        flush_receives();
        break;
    }
  }

  [[nodiscard]] StreamInstruction relative(StreamOperation operation,
                                           const StreamInstruction& instruction) const {
    const std::uint32_t distance =
        (instruction.processor() + processors_ - processor_) % processors_;
    // The words of a receive do not matter: those of the send are transmitted.
    return StreamInstruction::message(
        operation, distance, operation == StreamOperation::kSend ? instruction.words() : 0);
  }

  void flush_receives() {
    out_.insert(out_.end(), receives_.begin(), receives_.end());
    receives_.clear();
  }

  std::uint32_t processor_;
  std::uint32_t processors_;
  Approximations& approximations_;
  Stream receives_;  // not yet placed
  Stream out_;
};

}  // namespace

std::vector<OffsetClass> offset_classes(const Streams& streams, Approximations& approximations) {
  std::vector<OffsetClass> classes;
  const auto processors = static_cast<std::uint32_t>(streams.processors());
  for (std::uint32_t p = 0; p < processors; ++p) {
    Stream stream = Translation(p, processors, approximations).translate(streams.of(p));
    if (!classes.empty() && classes.back().stream == stream) {
      ++classes.back().count;
    } else {
      classes.push_back({p, 1, std::move(stream)});
    }
  }
  return classes;
}

}  // namespace dps::estimator
