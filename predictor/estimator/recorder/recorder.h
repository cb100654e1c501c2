/// The instruction stream generator: compiles an SPMD source and records the streams of its
/// processors. Source: docs/estimate.md, "Sources".
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/result.h"
#include "base/time_units.h"
#include "predictor/estimator/recorder/spmd_source.h"
#include "predictor/estimator/streams/streams.h"

namespace dps::estimator {

struct RecordingLimits {
  Seconds timeout{60};  ///< the time for compiling and recording together
  int stop = -1;        ///< readable when the recording is to stop; -1: never
};

/// The child processes and the folder of a recording end with this object, or with this process.
class StreamRecorder {
 public:
  /// Compiles the source, for recordings with these numbers of processors in turn. The output of
  /// the compiler appears on stderr. Errors (kSystem): there is no compiler, or it fails; the
  /// errors of record(); kInput if the source cannot be read.
  static Result<StreamRecorder> compile(const SpmdSource& source,
                                        std::vector<std::uint32_t> numbers,
                                        const RecordingLimits& limits);

  StreamRecorder(StreamRecorder&&) noexcept;
  StreamRecorder& operator=(StreamRecorder&&) = delete;
  StreamRecorder(const StreamRecorder&) = delete;
  StreamRecorder& operator=(const StreamRecorder&) = delete;
  ~StreamRecorder();

  /// Records the streams for the next number. Errors: kSystem: a process died, exited or did
  /// something impossible ("processor 3 of 8: instruction 17: SEND to processor 9"); kTimeout;
  /// kInterrupted: stopped.
  Result<Streams> record();
  /// Returns false if no other number can be recorded after an error of record().
  [[nodiscard]] bool can_go_on() const;

 private:
  class Program;
  explicit StreamRecorder(std::unique_ptr<Program> program);

  std::unique_ptr<Program> program_;
};

}  // namespace dps::estimator
