// Any bytes as a stream of control frames, in two pieces: the decoder never reads outside them, and
// an accepted frame is encoded as the same bytes.
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "transport/control/frame_stream.h"

namespace {

using dps::control::FrameReader;

void read_all(FrameReader& reader) {
  for (auto raw = reader.next_raw(); raw && *raw; raw = reader.next_raw()) {
    const auto frame = dps::control::decode_body((*raw)->header, (*raw)->body);
    if (frame) {
      const auto& header = (*raw)->header;
      DPS_CHECK(dps::control::encode(*frame, header.process, header.run) ==
                dps::control::encode(**raw));
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
  FrameReader reader(
      {.down = (choice & 1) != 0, .marker = (choice & 2) != 0, .trusted = (choice & 4) != 0});
  const std::size_t cut = stream.size() * (choice >> 3) / 32;
  reader.feed(stream.first(cut));
  read_all(reader);
  reader.feed(stream.subspan(cut));
  read_all(reader);
  return 0;
}
