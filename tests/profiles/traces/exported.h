/// Traces to export, and the contents of their exports.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "profiles/traces/head.h"
#include "profiles/traces/state_line_options.h"
#include "profiles/traces/trace.h"
#include "tests/profiles/traces/recorded_prediction.h"

namespace dps::traces {

/// The bytes of the file with this name.
std::string exported(const Trace& trace, const std::string& path,
                     const StateLineOptions& lines = {});

std::vector<std::string> split(const std::string& text, char by);

/// Random traces, to be called in a property. Runs are predictions with the irregularities of runs:
/// hosts have clocks of their own, processes were killed, events are missing, and the unit may be
/// nanoseconds.
RecordedPrediction any_prediction(const Limits& limits = {});
Limits any_limits();
Trace any_run();

/// Two processes on two hosts that exchange a message.
Trace exchange();

/// exchange() with messages that occupy the links a->b, twice, and b->c.
Trace exchange_on_links();

/// A run of two processes on two hosts, whose clocks have offsets and rates: the first process was
/// killed during a send, after one that had failed; the events of the second one begin in a
/// functionality. Both have timers, and one message is late.
Trace broken_run();

/// A message whose SEND_BEGIN and TAKE are in the trace: sender, receiver, type, true for a timer,
/// and number.
using MessageEnds = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool, std::uint64_t>;
std::set<MessageEnds> messages_of(const Trace& trace);

/// The earliest common time of an event, or 0 if that is earlier.
Ticks first_instant(const Trace& trace);

}  // namespace dps::traces
