/// The links that messages occupy during a prediction, for its trace.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/messages.h"
#include "profiles/traces/spool.h"

namespace dps::predictor {

/// Passes the intervals on to a trace, with the numbers of the messages.
class LinkEvents final : public machines::LinkObserver {
 public:
  /// The arguments are borrowed; the trace may be null, and the messages are used only during a
  /// run.
  LinkEvents(traces::Spool* trace, const Messages& messages) : trace_(trace), messages_(messages) {}

  /// Null if the trace, if any, does not collect the links.
  [[nodiscard]] machines::LinkObserver* observer() {
    return trace_ != nullptr && trace_->collects_links() ? this : nullptr;
  }

  void occupied(std::uint32_t link, std::uint32_t letter, Picoseconds from,
                Picoseconds to) override {
    const MessageUnderWay& message = messages_[letter];
    trace_->add_link(
        link,
        {from.count(), to.count(), index(message.mid), message.letter.from, message.letter.to},
        message.sequence);
  }

 private:
  traces::Spool* trace_;
  const Messages& messages_;
};

}  // namespace dps::predictor
