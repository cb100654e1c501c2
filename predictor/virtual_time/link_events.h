/// The links that messages occupy during a prediction, for its trace.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/messages.h"
#include "profiles/traces/spool.h"

namespace dps::predictor {

/// Passes the intervals on to a trace, with the messages that the network knows by number.
class LinkEvents final : public machines::LinkObserver {
 public:
  /// Borrows both; the messages only during a run.
  LinkEvents(traces::Spool* spool, const Messages& messages) : spool_(spool), messages_(messages) {}

  void occupied(std::uint32_t link, std::uint32_t letter, Picoseconds from,
                Picoseconds to) override {
    const Message& message = messages_[letter];
    spool_->add_link(link, {from.count(), to.count(), index(message.mid), message.letter.from,
                            message.letter.to, message.sequence});
  }

  /// Null without a trace.
  [[nodiscard]] machines::LinkObserver* observer() { return spool_ == nullptr ? nullptr : this; }

 private:
  traces::Spool* spool_;
  const Messages& messages_;
};

}  // namespace dps::predictor
