/// The part of Engine for the receivers of an output.
#include <algorithm>

#include "blueprint/engine/engine.h"

namespace dps::engine {

using blueprint::Output;
using blueprint::Receivers;

/// Returns the next receiver of this copy, from (element_, offset_) on, and moves past it; nullopt
/// if the copy has no more receivers. Moves to the next copy or output after the last receiver.
std::optional<ProcessId> Engine::next_receiver(const Output& output) {
  const auto elements = program_.receivers_of(output);
  std::optional<ProcessId> found;
  while (!found && element_ < elements.size()) {
    const Receivers& element = elements[element_];
    const ProcessId receiver = element.depends_on_message()
                                   ? named_by_message(element)
                                   : ProcessId{index(element.first) + offset_ * element.step};
    const bool is_left_out = (output.others && receiver == self_) ||
                             (elements.size() > 1 && is_repeated(elements, receiver));
    if (++offset_ >= element.count) {
      ++element_;
      offset_ = 0;
    }
    if (!is_left_out) {
      found = receiver;
    }
  }
  if (element_ >= elements.size()) {
    element_ = 0;
    if (++copy_ == output.copies) {
      next_component();
    }
  }
  return found;
}

/// The next receiver of an output with shares: in each round, all receivers that still get a copy.
std::optional<ProcessId> Engine::next_share(const Output& output) {
  if (offset_ == 0) {
    begin_round(output);
  }
  if (round_.empty()) {
    next_component();
    return std::nullopt;
  }
  const Recipient recipient = round_[offset_++];
  share_ = recipient.share;
  if (offset_ == round_.size()) {
    offset_ = 0;
    if (++copy_ == output.copies) {
      next_component();
    }
  }
  return recipient.process;
}

/// The receivers of the first round are all; those of another one are those of the round before it
/// that get more messages.
void Engine::begin_round(const Output& output) {
  const auto shares = program_.shares_of(output);
  if (copy_ > 0) {
    std::erase_if(round_, [&](const Recipient& recipient) {
      return shares[recipient.share].copies <= copy_;
    });
    return;
  }
  round_.clear();
  std::uint32_t share = 0;
  for (const Receivers& element : program_.receivers_of(output)) {
    for (std::uint32_t i = 0; i < element.count; ++i, ++share) {
      const ProcessId process{index(element.first) + i * element.step};
      if (!(output.others && process == self_)) {
        round_.push_back({process, share});
      }
    }
  }
}

/// Only ACK and ORIGIN can name a process a second time; the other elements never name the same
/// process twice.
bool Engine::is_repeated(std::span<const Receivers> elements, ProcessId receiver) const {
  const bool by_message = elements[element_].depends_on_message();
  for (const Receivers& earlier : elements.first(element_)) {
    if (earlier.depends_on_message()
            ? receiver == named_by_message(earlier)
            : by_message && index(receiver) >= index(earlier.first) &&
                  (index(receiver) - index(earlier.first)) % earlier.step == 0 &&
                  (index(receiver) - index(earlier.first)) / earlier.step < earlier.count) {
      return true;
    }
  }
  return false;
}

}  // namespace dps::engine
