/// Finds the request of the functionalities and sends of a process, from its events.
/// Source: docs/trace.md, "Record".
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "base/request.h"
#include "profiles/traces/event.h"
#include "profiles/traces/head.h"

namespace dps::traces {

/// True if the program of the trace begins requests.
inline bool begins_requests(const TraceHead& head) {
  return std::any_of(head.outputs.begin(), head.outputs.end(),
                     [](const OutputLine& output) { return output.begins; });
}

/// Must be called with the events of one process in their order.
class RequestSteps {
 public:
  void add(const TraceHead& head, const Event& event) {
    if (event.kind == EventKind::kSendQueued) {
      queued_[event.number] = head.outputs[event.element].begins ? begun_ : firing_;
    } else if (event.kind == EventKind::kSendAdmitted) {
      const auto queued = queued_.find(event.number);
      sends_queued_ = event.number > 0;
      admitted_ = queued == queued_.end() ? Request{} : queued->second;
      if (queued != queued_.end()) {
        queued_.erase(queued);
      }
    } else if (event.kind == EventKind::kRequest) {
      fires_next_ = request_in(event);
    } else if (event.kind == EventKind::kRequestBegin) {
      begun_ = request_in(event);
    } else if (event.kind == EventKind::kFunctionalityBegin) {
      firing_ = std::exchange(fires_next_, Request{});
      sends_queued_ = false;
    }
  }

  /// The request of an event that has been added: the start or end of a functionality, an event of
  /// a send, or the start of a request. Does not exist() for others, and without a request.
  [[nodiscard]] Request of(const TraceHead& head, const Event& event) const {
    if (is_request(event.kind)) {
      return request_in(event);
    }
    if (names_output(event.kind)) {
      if (sends_queued_ && event.kind != EventKind::kSendQueued) {
        return admitted_;
      }
      const OutputLine& output = head.outputs[event.element];
      if (output.is_collective() && !event.has(Flag::kTimer)) {
        return {};  // a message inside an operation
      }
      return output.begins ? begun_ : firing_;
    }
    const bool is_firing =
        event.kind == EventKind::kFunctionalityBegin || event.kind == EventKind::kFunctionalityEnd;
    return is_firing ? firing_ : Request{};
  }

 private:
  static Request request_in(const Event& event) { return {event.number, event.work, event.peer}; }

  Request fires_next_;                       // by the next functionality
  Request firing_;                           // by the last one that began
  Request begun_;                            // the last one that the process began
  std::map<std::uint64_t, Request> queued_;  // of messages that wait in the process, by number
  Request admitted_;                         // of the message that has waited and is being sent
  bool sends_queued_ = false;                // the last event of a window was its
};

}  // namespace dps::traces
