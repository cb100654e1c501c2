/// Decides whether every order of arrival leads to a deadlock, after a play has ended in one.
///
/// Two arguments are used; both prove, neither guesses. "Played" is the play that ended in a
/// deadlock, "run" any other play or run of the program.
///
/// 1. Bounds (blueprint/engine/firing_bounds.h). If bounds exist, every run is finite; if they do
///    not let a process that is not a server complete, every run ends with this process waiting.
///
/// 2. Determined processes. The steps of a process depend only on the messages that it takes: on
///    their types, their order, and, if it sends to ACK, their senders. A process is *determined*
///    if all messages that were sent to it when played came from one sender and none was a timer,
///    so that they arrive in the order sent; or if they were all of one type and the process never
///    sends to ACK, so that their order is without effect. The second case is left out in a program
///    with -each or ORIGIN, where messages of a type differ by their requests. Let a *core* be a
///    set of determined processes that receive messages only from processes of the core. Then in
///    every run each process of the core carries out a first part of the steps that it carried out
///    when played, by induction over the messages that processes of the core take in the run: the
///    message was sent by a process of the core, so it was sent when played, too, as the same
///    message in the order between the two processes; all messages that were sent when played were
///    taken, unless their receiver was complete; so the receiver takes the messages that it took
///    when played, in the same order or in one without effect, and continues as it did when played.
///    A process of the core that waited for ever when played therefore never completes in a run.
///    Senders in a run are known if all processes are determined (then the core is the whole
///    program, and every run is as finite as the play) or if there are bounds, which contain all
///    possible senders.
#pragma once

#include "blueprint/engine/firing_bounds.h"
#include "blueprint/engine/play.h"
#include "blueprint/program.h"

namespace dps::engine {

/// True only if every run ends in a deadlock, whatever the order of arrival. False if another order
/// may avoid it, or if it is not known, for instance because a limit was reached. `played` is the
/// play of `program`.
bool is_certain_deadlock(const blueprint::Program& program, const PlayResult& played,
                         const BoundLimits& limits = {});

/// Plays the program, and judges the deadlock if there is one (PlayResult::is_certain).
PlayResult play_and_judge(const blueprint::Program& program, const PlayLimits& limits = {});

}  // namespace dps::engine
