#include "predictor/estimator/streams/streams.h"

#include <fmt/format.h>

namespace dps::estimator {

const char* name_of(Operation operation) {
  switch (operation) {
    case Operation::kSend:
      return "send";
    case Operation::kReceive:
      return "receive";
    case Operation::kBlockingSend:
      return "bsend";
    case Operation::kBlockingReceive:
      return "breceive";
    case Operation::kWork:
      return "work";
    case Operation::kWait:
      break;
  }
  return "wait";
}

std::string instruction_text(const Instruction& instruction) {
  const Operation operation = instruction.operation();
  if (operation == Operation::kWork) {
    return fmt::format("work {}", instruction.multiplies());
  }
  return is_message(operation) ? fmt::format("{} {} {}", name_of(operation),
                                             instruction.processor(), instruction.words())
                               : name_of(operation);
}

}  // namespace dps::estimator
