// Any bytes as an encoded program: it is refused, or it is safe to use and unchanged by encoding.
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/check.h"
#include "blueprint/codec.h"
#include "blueprint/flows.h"
#include "blueprint/slice.h"

namespace {
constexpr std::uint32_t kMostProcesses = 5000;  // more processes only take time
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace dps::blueprint;  // NOLINT(google-build-using-namespace)
  const auto program = decode_program(std::as_bytes(std::span(bytes, size)));
  if (!program || program->process_count() > kMostProcesses) {
    return 0;
  }
  const auto again = decode_program(encode_program(*program));
  DPS_CHECK(again.has_value() && *again == *program);
  const Reach reach(*program);
  const Flows flows(*program, reach, 1000);
  const std::uint32_t count = program->process_count();
  for (std::uint32_t p = 0; p < count; p += count / 8 + 1) {
    if (program->plan_of[p] != kNone) {
      DPS_CHECK(decode_program(encode_program(slice(*program, dps::ProcessId{p}))).has_value());
    }
  }
  return 0;
}
