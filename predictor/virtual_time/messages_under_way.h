/// The messages of a prediction from the start of their send to their take: their costs, books and
/// events.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/ids.h"
#include "base/paged.h"
#include "base/request.h"
#include "base/time_units.h"
#include "blueprint/engine/engine.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/book_keeper.h"
#include "predictor/virtual_time/measured_sizes.h"
#include "predictor/virtual_time/message_numbers.h"
#include "predictor/virtual_time/messages.h"
#include "predictor/virtual_time/prediction.h"

namespace dps::predictor {

/// Reports arrivals, takes and late messages to `events`. The owner reports the events of sends,
/// since they belong to the sender's activity; event_of() describes the message in them.
template <events::ProcessEvents<Picoseconds> Events>
class MessagesUnderWay {
 public:
  /// Borrows everything except `scale`.
  MessagesUnderWay(const blueprint::Program& program, const machines::Machine& machine,
                   const LineScale& scale, Events& events)
      : program_(program),
        scale_(scale),
        events_(events),
        sizes_(machine.summary()),
        books_(program) {}

  /// Sets the request of a message that begin() or set_timer() has made, in a program with
  /// requests.
  void set_request(std::uint32_t id, const Request& request) {
    origins_.reach(id);
    begins_.reach(id);
    origins_[id] = request.origin;
    begins_[id] = {request.number, request.begin};
  }
  [[nodiscard]] Request request_of(std::uint32_t id) const {
    return {begins_[id].number, begins_[id].at, origins_[id]};
  }

  /// Makes a message whose send begins at `now`. It is under way from now on, and counted by
  /// sent().
  std::uint32_t begin(std::uint32_t from, const engine::Step& step, Picoseconds now,
                      const machines::Network& network, machines::MessageCost& cost);
  /// Makes a timer, due no earlier than `now`. It is not under way: a run does not wait for it.
  std::uint32_t set_timer(std::uint32_t self, const engine::Step& step, Picoseconds now,
                          Picoseconds since);
  /// Called when the message leaves its sender.
  void sent(std::uint32_t id) {
    MessageUnderWay& message = list_[id];
    message.row =
        books_.sent(message.letter.from, message.letter.to, message.mid, message.letter.bytes);
  }
  void arrived(std::uint32_t id, Picoseconds now) {
    list_[id].arrived = now;
    events_.arrival(ProcessId{list_[id].letter.to}, event_of(id), now);
  }
  /// Removes the message, whose receiver has worked for `work` to take it. The returned reference
  /// is valid until the next message.
  const MessageUnderWay& take(std::uint32_t id, Picoseconds now, Picoseconds work);
  /// Removes a message that its receiver will not take.
  void drop_late(std::uint32_t id, Picoseconds now);

  [[nodiscard]] const MessageUnderWay& operator[](std::uint32_t id) const { return list_[id]; }
  [[nodiscard]] events::Message event_of(std::uint32_t id) const;
  /// True if all sent messages have been taken or are late; timers do not count.
  [[nodiscard]] bool none() const { return under_way_ == 0; }

  [[nodiscard]] Messages& list() { return list_; }
  [[nodiscard]] BookKeeper& books() { return books_; }
  [[nodiscard]] const MeasuredSizes& sizes() const { return sizes_; }

 private:
  std::uint32_t add(const machines::Letter& letter, MessageId mid, Picoseconds now);
  void number(std::uint32_t id);
  void remove(std::uint32_t id);

  const blueprint::Program& program_;
  LineScale scale_;
  Events& events_;
  Messages list_;
  MeasuredSizes sizes_;
  BookKeeper books_;
  MessageNumbers numbers_;  // if a consumer requests every detail
  // The requests by message, in a program that has any. Together they are a sixth smaller.
  struct Begin {
    std::uint64_t number = 0;
    std::int64_t at = 0;
  };
  Paged<std::uint32_t> origins_;
  Paged<Begin> begins_;
  std::uint64_t sequence_ = 0;
  std::uint64_t under_way_ = 0;
};

template <events::ProcessEvents<Picoseconds> Events>
std::uint32_t MessagesUnderWay<Events>::begin(std::uint32_t from, const engine::Step& step,
                                              Picoseconds now, const machines::Network& network,
                                              machines::MessageCost& cost) {
  const blueprint::Output& output = program_.outputs[step.output];
  // The schedule of a collective operation has scaled its sizes.
  const std::uint64_t bytes =
      output.is_collective()
          ? step.draw
          : scale_.scaled_bytes(output.definition, program_.bytes_of(output, step.draw));
  const std::uint32_t id =
      add({from, index(step.receiver), bytes, output.packed, output.xdr}, output.mid, now);
  MessageUnderWay& message = list_[id];
  cost = network.cost(message.letter);
  message.unpack = cost.unpack;
  message.receive = cost.receive;
  message.is_timer = false;
  ++under_way_;
  sizes_.count(bytes);
  number(id);
  return id;
}

template <events::ProcessEvents<Picoseconds> Events>
std::uint32_t MessagesUnderWay<Events>::set_timer(std::uint32_t self, const engine::Step& step,
                                                  Picoseconds now, Picoseconds since) {
  const blueprint::Output& output = program_.outputs[step.output];
  const std::uint32_t id = add({self, self, program_.bytes_of(output, step.draw)}, output.mid, now);
  MessageUnderWay& message = list_[id];
  message.unpack = message.receive = Picoseconds{};
  message.is_timer = true;
  const auto delay = program_.delay_of(output, step.draw);  // a completion has none
  message.due = delay ? later(since, machines::picoseconds_of(*delay)) : since;
  number(id);
  sent(id);
  return id;
}

template <events::ProcessEvents<Picoseconds> Events>
std::uint32_t MessagesUnderWay<Events>::add(const machines::Letter& letter, MessageId mid,
                                            Picoseconds now) {
  const std::uint32_t id = list_.add();
  MessageUnderWay& message = list_[id];
  message.letter = letter;
  message.sequence = sequence_++;
  message.begun = now;
  message.mid = mid;
  return id;
}

template <events::ProcessEvents<Picoseconds> Events>
void MessagesUnderWay<Events>::number(std::uint32_t id) {
  if constexpr (Events::kWantsEveryDetail) {
    const MessageUnderWay& message = list_[id];
    numbers_.assign(id, {ProcessId{message.letter.from}, ProcessId{message.letter.to}, message.mid,
                         message.is_timer, 0, 0});
  }
}

template <events::ProcessEvents<Picoseconds> Events>
events::Message MessagesUnderWay<Events>::event_of(std::uint32_t id) const {
  const MessageUnderWay& message = list_[id];
  std::uint64_t number_of_message = 0;
  if constexpr (Events::kWantsEveryDetail) {
    number_of_message = numbers_.of(id);
  }
  return {ProcessId{message.letter.from},
          ProcessId{message.letter.to},
          message.mid,
          message.is_timer,
          message.letter.bytes,
          number_of_message};
}

template <events::ProcessEvents<Picoseconds> Events>
const MessageUnderWay& MessagesUnderWay<Events>::take(std::uint32_t id, Picoseconds now,
                                                      Picoseconds work) {
  const MessageUnderWay& message = list_[id];
  const ProcessId self{message.letter.to};
  const events::Message event = event_of(id);
  events_.take(self, event, message.row, now, work);
  if (!message.is_timer) {
    events_.delivered(self, event,
                      events::Delivery<Picoseconds>{message.begun, message.arrived, now});
  }
  books_.taken(message.row);
  remove(id);
  return message;
}

template <events::ProcessEvents<Picoseconds> Events>
void MessagesUnderWay<Events>::drop_late(std::uint32_t id, Picoseconds now) {
  events_.late(ProcessId{list_[id].letter.to}, event_of(id), now);
  books_.late(list_[id].row);
  remove(id);
}

template <events::ProcessEvents<Picoseconds> Events>
void MessagesUnderWay<Events>::remove(std::uint32_t id) {
  under_way_ -= list_[id].is_timer ? 0 : 1;
  list_.remove(id);
}

}  // namespace dps::predictor
