/// The errors of a process that sends to ORIGIN without a request, or begins too many.
#pragma once

#include <string>

#include "base/ids.h"
#include "blueprint/engine/engine.h"
#include "blueprint/program.h"

namespace dps::engine {

/// "'serve.f' sends to ORIGIN, but the message 'Ask.m' from 'Probe.p[1]' belongs to no request", or
/// "'tick.f' begins more than 281,474,976,710,655 requests, the limit for one process" for an O
/// line with -new: for a step with the receiver kUnknownOrigin.
std::string unknown_origin_text(const blueprint::Program& program, const Step& step,
                                const Cause& cause);

}  // namespace dps::engine
