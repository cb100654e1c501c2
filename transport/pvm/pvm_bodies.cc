#include "transport/pvm/pvm_bodies.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <tuple>

#include <pvm3.h>

#include "base/check.h"
#include "base/units.h"
#include "transport/pvm/enrolment.h"

namespace dps::transport {
namespace {

constexpr std::uint64_t kIntegerBytes = 4;

int encoding(bool xdr) {
  return xdr ? PvmDataDefault : PvmDataRaw;
}

}  // namespace

Result<void> PvmBodies::prepare(std::span<const OutgoingMessage> letters,
                                std::uint64_t largest_arrival) {
  std::uint64_t largest = largest_arrival;
  for (const OutgoingMessage& letter : letters) {
    largest = std::max(largest, letter.bytes);
  }
  const std::uint64_t integers = largest / kIntegerBytes + 1;
  data_.reset(new (std::nothrow) int[integers]);
  if (!data_) {
    return failure(ErrorCode::kLimit, "not enough memory for a buffer of " + format_size(largest) +
                                          ", the largest message");
  }
  std::memset(data_.get(), 1, integers * kIntegerBytes);
  for (const OutgoingMessage& letter : letters) {
    if (letter.packed || find(letter) != nullptr) {
      continue;
    }
    const PvmBuffer buffer = pvm_mkbuf(encoding(letter.xdr));
    const PvmBuffer before = pvm_setsbuf(buffer);
    const int packed = buffer < 0 ? buffer : pack(letter.bytes);
    pvm_setsbuf(before);
    if (packed < 0) {
      return failure(ErrorCode::kLimit, "cannot prepare a buffer of " + format_size(letter.bytes) +
                                            ": " + pvm_error_text(packed));
    }
    prepared_.push_back({letter.bytes, letter.xdr, buffer});
  }
  return {};
}

const PvmBodies::Prepared* PvmBodies::find(const OutgoingMessage& letter) const {
  const auto found =
      std::find_if(prepared_.begin(), prepared_.end(), [&](const Prepared& prepared) {
        return prepared.bytes == letter.bytes && prepared.xdr == letter.xdr;
      });
  return found == prepared_.end() ? nullptr : &*found;
}

int PvmBodies::pack(std::uint64_t bytes) {
  const auto integers = static_cast<int>(bytes / kIntegerBytes);
  const auto rest = static_cast<int>(bytes % kIntegerBytes);
  int done = integers > 0 ? pvm_pkint(data_.get(), integers, 1) : 0;
  if (done >= 0 && rest > 0) {
    done = pvm_pkbyte(reinterpret_cast<char*>(data_.get()), rest, 1);
  }
  return done;
}

Result<void> PvmBodies::put(const OutgoingMessage& letter) {
  packed_.reset();
  if (!letter.packed) {
    const Prepared* const prepared = find(letter);
    DPS_CHECK(prepared != nullptr);
    discard(pvm_setsbuf(prepared->buffer));
    return {};
  }
  pvm_initsend(encoding(letter.xdr));  // frees the buffer of the previous packed letter
  if (const int packed = pack(letter.bytes); packed < 0) {
    return failure(ErrorCode::kLimit, "cannot pack a message of " + format_size(letter.bytes) +
                                          ": " + pvm_error_text(packed));
  }
  if (letter.bytes >= kTimedPacking) {
    packed_ = std::chrono::steady_clock::now();
  }
  return {};
}

void PvmBodies::put_away(const OutgoingMessage& letter) {
  if (!letter.packed) {
    pvm_setsbuf(0);  // so that pvm_initsend() does not free it
  }
}

PvmBuffer PvmBodies::keep(const OutgoingMessage& letter) {
  const PvmBuffer buffer = pvm_setsbuf(0);
  return letter.packed ? buffer : 0;
}

void PvmBodies::take(PvmBuffer buffer, const Arrival& arrival) {
  if (buffer == 0) {
    return;
  }
  discard(pvm_setrbuf(buffer));
  if (arrival.packed) {
    const auto integers = static_cast<int>(arrival.bytes / kIntegerBytes);
    const auto rest = static_cast<int>(arrival.bytes % kIntegerBytes);
    if (integers > 0) {
      pvm_upkint(data_.get(), integers, 1);
    }
    if (rest > 0) {
      pvm_upkbyte(reinterpret_cast<char*>(data_.get()), rest, 1);
    }
  }
}

void PvmBodies::discard(PvmBuffer buffer) {
  if (buffer > 0) {
    pvm_freebuf(buffer);
  }
}

}  // namespace dps::transport
