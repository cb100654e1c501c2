#include "blueprint/engine/unknown_origin.h"

#include "base/printable.h"
#include "base/units.h"

namespace dps::engine {

std::string unknown_origin_text(const blueprint::Program& program, const Step& step,
                                const Cause& cause) {
  const std::string& ftag = program.tag(program.functionalities[step.functionality].definition);
  if (program.outputs[step.output].begins) {
    return "'" + printable(ftag) + "' begins more than " + format_count(kMostRequests) +
           " requests, the limit for one process";
  }
  return "'" + printable(ftag) + "' sends to ORIGIN, but the message '" +
         printable(program.mtag(cause.mid)) + "' from '" +
         printable(program.process_name(cause.from)) +
         "' belongs to no request: the firing that sent it was not part of one, and its O line has "
         "no '-new'";
}

}  // namespace dps::engine
