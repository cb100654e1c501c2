// Any bytes as a stream of chunks, in two pieces: the decoder never reads outside them, and an
// accepted chunk is encoded as the same bytes.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/check.h"
#include "transport/control/chunk_stream.h"
#include "transport/control/launch_reports.h"

namespace {

constexpr std::uint32_t kStreams = 4;

void read_all(dps::control::ChunkReader& reader, std::vector<std::byte>& again) {
  dps::control::LineSplitter lines;
  for (auto chunk = reader.next(); chunk && *chunk; chunk = reader.next()) {
    if ((*chunk)->bytes.empty()) {
      dps::control::append_end((*chunk)->stream, again);
    } else {
      dps::control::append_chunks((*chunk)->stream, (*chunk)->bytes, again);
      lines.feed((*chunk)->bytes);
      while (const auto line = lines.next()) {
        if (const auto end = dps::control::parse_end_of_agent(*line)) {
          DPS_CHECK(dps::control::parse_end_of_agent(dps::control::to_line(*end))->host ==
                    end->host);
        }
        dps::control::parse_lost_agent(*line);
        dps::control::parse_lost_process(*line);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  // The first byte selects the rules and the position at which the stream is divided.
  const std::uint8_t choice = bytes[0];
  const auto stream = std::as_bytes(std::span(bytes, size)).subspan(1);
  const bool has_marker = (choice & 1) != 0;
  dps::control::ChunkReader reader(kStreams, has_marker);
  std::vector<std::byte> again;
  const std::size_t cut = stream.size() * (choice >> 1) / 128;
  reader.feed(stream.first(cut));
  read_all(reader, again);
  reader.feed(stream.subspan(cut));
  read_all(reader, again);
  DPS_CHECK(again.size() <= stream.size());
  if (!has_marker) {
    DPS_CHECK(std::equal(again.begin(), again.end(), stream.begin()));
  }
  return 0;
}
