#include "profiles/traces/export/otf2_operations.h"

#include <algorithm>

namespace dps::traces {

Otf2Operations::Otf2Operations(const Trace& trace, const Otf2Communicators& communicators,
                               const Place& place, Otf2Error& error)
    : head_(trace.head()),
      communicators_(communicators),
      place_(place),
      host_(head_.hosts[head_.processes[place.process].host]),
      error_(error),
      events_(trace, place.process) {
  if (!head_.collectives.empty()) {
    advance();
  }
}

void Otf2Operations::advance() {
  do {
    next_ = events_.next();
  } while (next_ != nullptr && !is_collective(next_->kind));
}

Ticks Otf2Operations::write(Ticks common_time, bool is_included, Ticks latest) {
  while (next_ != nullptr) {
    const Ticks time = host_.common(next_->time);
    if (time > common_time || (time == common_time && !is_included)) {
      break;
    }
    latest = std::max(latest, time - place_.origin);
    write_event(*next_, latest);
    advance();
  }
  return latest;
}

void Otf2Operations::write_event(const Event& event, Ticks time) {
  const CollectiveLine& line = head_.collectives[head_.outputs[event.element].collective];
  const std::pair key{line.communicator, event.number};
  if (event.kind == EventKind::kCollectiveBegin) {
    const Begun begun{++last_request_, event.bytes, event.peer};
    begun_.insert_or_assign(key, begun);
    error_.keep(OTF2_EvtWriter_NonBlockingCollectiveRequest(
        place_.writer, nullptr, static_cast<OTF2_TimeStamp>(time), begun.request));
    return;
  }
  // An operation whose begin was not recorded has no end.
  if (const auto found = begun_.find(key); found != begun_.end()) {
    complete(event, found->second, time);
    begun_.erase(found);
  }
}

void Otf2Operations::complete(const Event& event, const Begun& begun, Ticks time) {
  const CollectiveLine& line = head_.collectives[head_.outputs[event.element].collective];
  const auto operation = otf2_operation_of_line(line.operation);
  if (!operation) {
    return;
  }
  const std::uint32_t communicator = line.communicator;
  const bool is_root = has_root(*operation) && begun.root == place_.process;
  const CollectiveBytes bytes = bytes_in_all(*operation, is_root, begun.bytes,
                                             head_.communicators[communicator].members.size());
  const std::uint32_t root = has_root(*operation)
                                 ? communicators_.rank_in(communicator, place_.process, begun.root)
                                 : static_cast<std::uint32_t>(OTF2_COLLECTIVE_ROOT_NONE);
  error_.keep(OTF2_EvtWriter_NonBlockingCollectiveComplete(
      place_.writer, nullptr, static_cast<OTF2_TimeStamp>(time), *operation,
      Otf2Communicators::of_group(communicator), root, bytes.sent, bytes.received, begun.request));
}

}  // namespace dps::traces
