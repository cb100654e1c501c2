// Any bytes as a streams file: it has mistakes that can be printed, or streams that are written so
// that they read back, and an estimate whose parts add up.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "predictor/estimator/simulation/simulate.h"
#include "predictor/estimator/streams/stream_reader.h"
#include "predictor/estimator/streams/stream_writer.h"
#include "predictor/estimator/tables/estimate_output.h"

namespace {

using namespace dps::estimator;  // NOLINT: this file has nothing else

constexpr std::size_t kMostPlayed = 10'000;

std::size_t instructions(const Streams& streams) {
  std::size_t count = 0;
  for (std::size_t p = 0; p < streams.processors(); ++p) {
    count += streams.of(p).size();
  }
  return count;
}

void check_text(const Streams& streams) {
  const auto again = read_streams({"b.streams", streams_text(streams)});
  DPS_CHECK(again.diagnostics.empty());
  for (std::size_t p = 0; p < streams.processors(); ++p) {
    const auto a = streams.of(p);
    const auto b = again.streams.of(p);
    DPS_CHECK(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  }
}

void check_estimate(const Streams& streams) {
  const dps::machines::ArchitectureDescription machine{"m",
                                                       dps::Attoseconds(3'000'000),
                                                       dps::Attoseconds(2'000'000),
                                                       dps::Attoseconds(1'000'000),
                                                       dps::Attoseconds(1'000'000),
                                                       instructions(streams) % 2 == 0};
  auto estimate = simulate(streams, machine);
  if (!estimate) {
    return;  // longer than virtual time
  }
  for (const ProcessorTimes& times : estimate->processors) {
    dps::Picoseconds sum;
    for (const dps::Picoseconds part : times.parts) {
      sum += part;
    }
    DPS_CHECK(sum == estimate->time);
  }
  const EstimateTable table{
      "a", "m", {}, {{static_cast<std::uint32_t>(streams.processors()), *std::move(estimate)}}};
  DPS_CHECK(!estimate_text(table).empty());
  DPS_CHECK(!estimate_json(table).empty());
  DPS_CHECK(!estimate_csv(table).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const dps::SourceText source{"a.streams",
                               std::string(reinterpret_cast<const char*>(bytes), size)};
  const auto reading = read_streams(source, true);
  DPS_CHECK(reading.diagnostics.empty() || !render(source, reading.diagnostics).empty());
  if (reading.diagnostics.empty() && instructions(reading.streams) <= kMostPlayed) {
    check_text(reading.streams);
    check_estimate(reading.streams);
  }
  return 0;
}
