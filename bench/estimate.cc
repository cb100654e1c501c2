// The time of an estimate, and that of the prediction of its blueprint: a ring of 64 processors
// with 100,000 instructions, in turns in one process. Also the times of whole commands: ADI on 1 to
// 64 processors, and 10^8 instructions.
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "blueprint/reading/reader.h"
#include "predictor/estimator/blueprints/blueprint_text.h"
#include "predictor/estimator/simulation/simulate.h"
#include "predictor/virtual_time/predictor.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

using estimator::StreamInstruction;
using estimator::StreamOperation;

constexpr std::uint32_t kProcessors = 64;
constexpr std::uint32_t kRounds = 520;  // x 64 x 3 instructions
constexpr double kInstructions = double{kProcessors} * kRounds * 3;
constexpr int kTurns = 15;

machines::ArchitectureDescription sp2() {
  return {"SP2",
          Attoseconds(24'000'000'000'000),
          Attoseconds(24'000'000'000'000),
          Attoseconds(239'000'000'000),
          Attoseconds(17'800'000'000),
          false};
}

estimator::Streams ring() {
  estimator::Streams streams;
  for (std::uint32_t p = 0; p < kProcessors; ++p) {
    estimator::Stream stream;
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      stream.push_back(
          StreamInstruction::message(StreamOperation::kSend, (p + 1) % kProcessors, 8));
      stream.push_back(StreamInstruction::work(1000));
      stream.push_back(StreamInstruction::message(StreamOperation::kBlockingReceive,
                                                  (p + kProcessors - 1) % kProcessors, 8));
    }
    streams.content_of.push_back(p);
    streams.contents.push_back(std::move(stream));
  }
  return streams;
}

template <typename Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return Seconds(std::chrono::steady_clock::now() - begin).count();
}

/// Measures whole commands, with compiling and recording.
void measure_commands(Limits& limits) {
  const std::string examples = std::string(DPS_SOURCE_DIR) + "/examples/";
  const Finished adi = run(dps_command(
      {"estimate", examples + "adi/adi.c", "--machine", "sp2", "-n", "1..64", "--format", "csv"}));
  const support::ScratchFolder folder;
  const std::string ring = folder.write(
      "ring.c",
      "#include <dps_estimate.h>\nvoid spmd(int PID, int NPROCS) {\n  int i;\n"
      "  for (i = 0; i < 333333; ++i) {\n    SEND((PID + 1) % NPROCS, 8 + i % 3);\n"
      "    WORK(1000 + i % 7);\n    BRECEIVE((PID + NPROCS - 1) % NPROCS, 10);\n  }\n}\n");
  const Finished many = run(dps_command(
      {"estimate", ring, "--machine", "sp2", "-n", "100", "--timeout", "600", "--format", "csv"}));
  if (adi.status != 0 || many.status != 0) {
    limits.failed("dps estimate");
    return;
  }
  limits.at_most("ADI 200 on 1 to 64 processors, whole command", adi.seconds, 5, "s");
  limits.at_most("10^8 instructions, memory", static_cast<double>(many.peak_bytes) / 1e9, 2, "GB");
  limits.at_least("  with recording", 1e2 / many.cpu_seconds, 3, "M/s");
}

int measure() {
  Limits limits;
  const estimator::Streams streams = ring();
  const auto text = estimator::blueprint_of(streams, "ring");
  const auto reading = blueprint::read_blueprint({"ring", text.value_or("")}, {});
  if (!reading.program) {
    limits.failed("the blueprint of the ring");
    return limits.exit_status();
  }
  const machines::ArchitectureMachine machine(sp2());
  std::vector<double> estimates;
  std::vector<double> predictions;
  for (int turn = 0; turn < kTurns; ++turn) {
    estimates.push_back(seconds_of(
        [&] { static_cast<void>(estimator::simulate(streams, machine.description())); }));
    predictions.push_back(seconds_of(
        [&] { static_cast<void>(predictor::predict(*reading.program, machine, {}, {})); }));
  }
  limits.at_most("estimate / prediction of the same streams",
                 median(estimates) / median(predictions), 1.0 / 3, "");
  limits.at_least("instructions of an estimate", kInstructions / median(estimates) / 1e6, 3, "M/s");
  measure_commands(limits);
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main() {
  return dps::bench::measure();
}
