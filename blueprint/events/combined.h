/// Combines several consumers of events into one.
#pragma once

#include <cstdint>
#include <tuple>

#include "base/ids.h"
#include "base/request.h"
#include "blueprint/events/process_events.h"

namespace dps::events {

/// Passes each event on to every consumer, in their order.
template <typename... Consumers>
class Combined {
 public:
  static constexpr bool kWantsEveryDetail = (Consumers::kWantsEveryDetail || ...);

  /// The consumers are borrowed and outlive this object.
  explicit Combined(Consumers&... consumers) : consumers_(consumers...) {}

  template <typename Time>
  void process_begin(ProcessId self, const Times<Time>& at) {
    each([&](auto& consumer) { consumer.process_begin(self, at); });
  }
  template <typename Time>
  void process_end(ProcessId self, const Times<Time>& at, Ending ending) {
    each([&](auto& consumer) { consumer.process_end(self, at, ending); });
  }
  template <typename Time>
  void unit_begin(ProcessId self, std::uint32_t unit, const Times<Time>& at) {
    each([&](auto& consumer) { consumer.unit_begin(self, unit, at); });
  }
  template <typename Time>
  void unit_end(ProcessId self, const Times<Time>& at) {
    each([&](auto& consumer) { consumer.unit_end(self, at); });
  }
  template <typename Time>
  void functionality_begin(ProcessId self, std::uint32_t position, const Times<Time>& at) {
    each([&](auto& consumer) { consumer.functionality_begin(self, position, at); });
  }
  template <typename Time>
  void functionality_end(ProcessId self, const Times<Time>& at) {
    each([&](auto& consumer) { consumer.functionality_end(self, at); });
  }
  template <typename Time>
  void request(ProcessId self, const Request& request, Time at) {
    each([&](auto& consumer) { consumer.request(self, request, at); });
  }
  template <typename Time>
  void request_begin(ProcessId self, const Request& request, Time at) {
    each([&](auto& consumer) { consumer.request_begin(self, request, at); });
  }
  template <typename Time>
  void computation_begin(ProcessId self, std::uint32_t computation, Time at) {
    each([&](auto& consumer) { consumer.computation_begin(self, computation, at); });
  }
  template <typename Time>
  void computation_end(ProcessId self, std::uint32_t computation, const EventSpan<Time>& span) {
    each([&](auto& consumer) { consumer.computation_end(self, computation, span); });
  }
  template <typename Time>
  void send_queued(ProcessId self, std::uint32_t output, const Queueing& queueing, Time at) {
    each([&](auto& consumer) { consumer.send_queued(self, output, queueing, at); });
  }
  template <typename Time>
  void send_admitted(ProcessId self, std::uint32_t output, const Admission<Time>& admission,
                     Time at) {
    each([&](auto& consumer) { consumer.send_admitted(self, output, admission, at); });
  }
  template <typename Time>
  void send_begin(ProcessId self, std::uint32_t output, const Message& message, Time at) {
    each([&](auto& consumer) { consumer.send_begin(self, output, message, at); });
  }
  template <typename Time>
  void send_held(ProcessId self, std::uint32_t output, const Message& message, Time at) {
    each([&](auto& consumer) { consumer.send_held(self, output, message, at); });
  }
  template <typename Time>
  void send_freed(ProcessId self, std::uint32_t output, const Message& message, Time at) {
    each([&](auto& consumer) { consumer.send_freed(self, output, message, at); });
  }
  template <typename Time>
  void send_end(ProcessId self, std::uint32_t output, const Message& message,
                const EventSpan<Time>& span, Time packing) {
    each([&](auto& consumer) { consumer.send_end(self, output, message, span, packing); });
  }
  template <typename Time>
  void send_failed(ProcessId self, std::uint32_t output, const Message& message,
                   const EventSpan<Time>& span) {
    each([&](auto& consumer) { consumer.send_failed(self, output, message, span); });
  }
  template <typename Time>
  void collective_begin(ProcessId self, std::uint32_t output, const OutputOperation& operation,
                        Time at) {
    each([&](auto& consumer) { consumer.collective_begin(self, output, operation, at); });
  }
  template <typename Time>
  void collective_end(ProcessId self, std::uint32_t output, const OutputOperation& operation,
                      Time at) {
    each([&](auto& consumer) { consumer.collective_end(self, output, operation, at); });
  }
  template <typename Time>
  void collective_work(ProcessId self, const EventSpan<Time>& span) {
    each([&](auto& consumer) { consumer.collective_work(self, span); });
  }
  template <typename Time>
  void arrival(ProcessId self, const Message& message, Time at) {
    each([&](auto& consumer) { consumer.arrival(self, message, at); });
  }
  template <typename Time>
  void wait(ProcessId self, Time at) {
    each([&](auto& consumer) { consumer.wait(self, at); });
  }
  void request_of_taken(ProcessId self, const Request& request) {
    each([&](auto& consumer) { consumer.request_of_taken(self, request); });
  }
  template <typename Time>
  void take(ProcessId self, const Message& message, std::uint32_t flow, Time at, Time work) {
    each([&](auto& consumer) { consumer.take(self, message, flow, at, work); });
  }
  template <typename Time>
  void delivered(ProcessId self, const Message& message, const Delivery<Time>& delivery) {
    each([&](auto& consumer) { consumer.delivered(self, message, delivery); });
  }
  template <typename Time>
  void late(ProcessId self, const Message& message, Time at) {
    each([&](auto& consumer) { consumer.late(self, message, at); });
  }

 private:
  template <typename Call>
  void each(const Call& call) {
    std::apply([&](auto&... consumers) { (call(consumers), ...); }, consumers_);
  }

  std::tuple<Consumers&...> consumers_;
};

}  // namespace dps::events
