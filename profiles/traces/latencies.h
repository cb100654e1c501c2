/// The latencies of a trace: the times of its messages by type, and of its functionalities.
#pragma once

#include <functional>

#include "base/result.h"
#include "base/statistics/latencies.h"
#include "profiles/traces/message_ends.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The latencies in common time, in the unit of the trace. Those of a complete trace of a
/// prediction equal those of its result. A message counts if its send, arrival and take were
/// recorded, and the firing that uses it first; a firing if its start and its end were. Messages
/// that are used, and firings that begin, before `from` do not count. Where the first events of a
/// process were left out, a message only counts if its use does not depend on them. The firing that
/// follows a take directly has its instant. A firing by a request counts its age, from the start of
/// the request, with the instant of its own start. Where the take of a message comes before its
/// send, since clocks differ, a collection with -each counts it as one without a request.
///
/// A process of a run finds messages only while it waits or sends. So the arrival of a message is
/// only known if its receiver waited already when its send began; of others, the split is unknown.
/// A time that is negative, since the clocks differ, counts as 0. Events that a limit left out are
/// counted.
///
/// Errors: those of EventCursor; kInterrupted, if `is_to_stop`, which is called now and then,
/// returns true.
Result<statistics::Latencies> latencies_of(const Trace& trace, Ticks from = kLeastTicks,
                                           const std::function<bool()>& is_to_stop = {});

/// The message, and the instant of common time at which a firing uses it first.
using VisitUse = std::function<void(const MessageKey& message, Ticks used)>;

/// Calls `visit` for the messages whose total is among the latencies. Errors: those of EventCursor.
Result<void> for_each_use(const Trace& trace, const VisitUse& visit);

}  // namespace dps::traces
