#include "predictor/estimator/streams/streams.h"

#include <fmt/format.h>

namespace dps::estimator {

const char* name_of(StreamOperation operation) {
  switch (operation) {
    case StreamOperation::kSend:
      return "send";
    case StreamOperation::kReceive:
      return "receive";
    case StreamOperation::kBlockingSend:
      return "bsend";
    case StreamOperation::kBlockingReceive:
      return "breceive";
    case StreamOperation::kWork:
      return "work";
    case StreamOperation::kWait:
      break;
  }
  return "wait";
}

std::string instruction_text(const StreamInstruction& instruction) {
  const StreamOperation operation = instruction.operation();
  if (operation == StreamOperation::kWork) {
    return fmt::format("work {}", instruction.multiplies());
  }
  return is_message(operation) ? fmt::format("{} {} {}", name_of(operation),
                                             instruction.processor(), instruction.words())
                               : name_of(operation);
}

}  // namespace dps::estimator
