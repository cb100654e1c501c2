/// The collective operations of a blueprint as records of OTF2. Source: docs/trace.md,
/// "Conversions".
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include <otf2/otf2.h>

#include "base/result.h"
#include "profiles/traces/export/otf2_definitions.h"
#include "profiles/traces/export/otf2_error.h"
#include "profiles/traces/export/otf2_functions.h"
#include "profiles/traces/trace.h"

namespace dps::traces {

/// The records of one process: a request where it contributes to an operation, and its completion
/// where its part is done. Nothing for an MPI program, whose events are not read.
class Otf2Operations {
 public:
  /// A location of an archive, whose instants count from `origin`.
  struct Place {
    std::uint32_t process;
    OTF2_EvtWriter* writer;
    Ticks origin;
  };
  /// The trace, the communicators and the error are borrowed.
  Otf2Operations(const Trace& trace, const Otf2Communicators& communicators, const Place& place,
                 Otf2Error& error);

  // Each writes the records that have not been written yet. Returns the instant of the last one, or
  // `latest`, which was written before them: an instant from the origin.
  Ticks write_before(Ticks common_time, Ticks latest) { return write(common_time, false, latest); }
  Ticks write_until(Ticks common_time, Ticks latest) { return write(common_time, true, latest); }

  /// Errors: those of EventCursor.
  [[nodiscard]] const std::optional<Error>& error() const { return events_.error(); }

 private:
  /// An operation to which the process has contributed.
  struct Begun {
    std::uint64_t request = 0;
    std::uint64_t bytes = 0;
    std::uint32_t root = 0;  ///< a process
  };

  Ticks write(Ticks common_time, bool is_included, Ticks latest);
  void write_event(const Event& event, Ticks time);
  void complete(const Event& event, const Begun& begun, Ticks time);
  void advance();

  const TraceHead& head_;
  const Otf2Communicators& communicators_;
  Place place_;
  const TraceHost& host_;
  Otf2Error& error_;
  EventCursor events_;
  const Event* next_ = nullptr;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Begun> begun_;  // by communicator and number
  std::uint64_t last_request_ = 0;
};

}  // namespace dps::traces
