/// Assembles streams from the frames of the driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "predictor/estimator/recorder/frame.h"
#include "predictor/estimator/streams/streams.h"

namespace dps::estimator {

/// The streams of one number of processors.
class StreamCollector {
 public:
  /// `earlier`: numbers of processors whose last frames may still arrive, and are ignored.
  explicit StreamCollector(std::uint32_t processors, std::vector<std::uint32_t> earlier = {});

  /// Takes the whole frames off the front of `bytes` until it is_done(), and returns their size in
  /// bytes. Impossible frames are a failure: a routine that writes anywhere may have written them.
  std::size_t take(std::span<const char> bytes);

  /// True if all processors have ended, or all before one that failed, so that the first failure is
  /// the same each time.
  [[nodiscard]] bool is_done() const;
  /// The failure of the least processor: "processor 3 of 8: …"; "" if there is none.
  [[nodiscard]] std::string failure_text() const;
  /// True if the failure is that of a processor, so that other numbers can be recorded after it.
  [[nodiscard]] bool is_whole() const { return general_failure_.empty(); }
  /// The least processor that has not ended, and the number of its recorded instructions:
  /// "processor 3 of 8: after 0 or more instructions".
  [[nodiscard]] std::string running_text() const;

  [[nodiscard]] Streams streams();

 private:
  void take_instructions(std::uint32_t pid, std::span<const char> bytes);
  void take_mistake(std::uint32_t pid, std::span<const char> text);
  void take_end(std::uint32_t pid, const EndedFrame& end);
  void damage();
  [[nodiscard]] bool is_possible(const StreamInstruction& instruction) const;

  std::uint32_t processors_;
  std::vector<std::uint32_t> earlier_;
  Streams streams_;
  std::uint64_t instructions_ = 0;
  std::vector<bool> has_ended_;
  std::uint32_t ended_ = 0;
  std::map<std::uint32_t, std::string> failures_;  // by processor
  std::string general_failure_;                    // of all processors
};

}  // namespace dps::estimator
