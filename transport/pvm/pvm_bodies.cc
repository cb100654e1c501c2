#include "transport/pvm/pvm_bodies.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <tuple>

#include <pvm3.h>

#include "base/check.h"
#include "base/units.h"
#include "transport/data_header.h"
#include "transport/pvm/enrolment.h"

namespace dps::transport {
namespace {

constexpr std::uint64_t kIntegerBytes = 4;

int encoding(bool xdr) {
  return xdr ? PvmDataDefault : PvmDataRaw;
}

int pack_request(const Request& request) {
  std::array<std::byte, kRequestBytes> bytes{};
  encode(request, bytes);
  return pvm_pkbyte(reinterpret_cast<char*>(bytes.data()), static_cast<int>(bytes.size()), 1);
}

}  // namespace

Result<void> PvmBodies::prepare(std::span<const OutgoingMessage> messages,
                                std::uint64_t largest_arrival) {
  std::uint64_t largest = largest_arrival;
  for (const OutgoingMessage& outgoing : messages) {
    largest = std::max(largest, outgoing.bytes);
  }
  const std::uint64_t integers = largest / kIntegerBytes + 1;
  data_.reset(new (std::nothrow) int[integers]);
  if (!data_) {
    return failure(ErrorCode::kLimit, "not enough memory for a buffer of " + format_size(largest) +
                                          ", the largest message");
  }
  std::memset(data_.get(), 1, integers * kIntegerBytes);
  for (const OutgoingMessage& outgoing : messages) {
    if (outgoing.packed || find(outgoing) != nullptr) {
      continue;
    }
    const PvmBuffer buffer = pvm_mkbuf(encoding(outgoing.xdr));
    const PvmBuffer before = pvm_setsbuf(buffer);
    const int packed = buffer < 0 ? buffer : pack(outgoing.bytes);
    pvm_setsbuf(before);
    if (packed < 0) {
      return failure(ErrorCode::kLimit, "cannot prepare a buffer of " +
                                            format_size(outgoing.bytes) + ": " +
                                            pvm_error_text(packed));
    }
    prepared_.push_back({outgoing.bytes, outgoing.xdr, buffer});
  }
  return {};
}

const PvmBodies::Prepared* PvmBodies::find(const OutgoingMessage& outgoing) const {
  const auto found =
      std::find_if(prepared_.begin(), prepared_.end(), [&](const Prepared& prepared) {
        return prepared.bytes == outgoing.bytes && prepared.xdr == outgoing.xdr;
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

Result<void> PvmBodies::put(const OutgoingMessage& outgoing, const Request* request) {
  packed_.reset();
  if (!outgoing.packed) {
    const Prepared* const prepared = find(outgoing);
    DPS_CHECK(prepared != nullptr);
    discard(pvm_setsbuf(prepared->buffer));
    return {};
  }
  pvm_initsend(encoding(outgoing.xdr));  // frees the buffer of the previous packed message
  const int began = request == nullptr ? 0 : pack_request(*request);
  if (const int packed = began < 0 ? began : pack(outgoing.bytes); packed < 0) {
    return failure(ErrorCode::kLimit, "cannot pack a message of " + format_size(outgoing.bytes) +
                                          ": " + pvm_error_text(packed));
  }
  if (outgoing.bytes >= kTimedPacking) {
    packed_ = std::chrono::steady_clock::now();
  }
  return {};
}

Result<void> PvmBodies::put(const Request& request) {
  pvm_initsend(PvmDataRaw);
  if (const int packed = pack_request(request); packed < 0) {
    return failure(ErrorCode::kLimit, "cannot pack a request: " + pvm_error_text(packed));
  }
  return {};
}

Request PvmBodies::request_in(PvmBuffer buffer) {
  std::array<std::byte, kRequestBytes> bytes{};
  const PvmBuffer before = pvm_setrbuf(buffer);
  const int unpacked =
      pvm_upkbyte(reinterpret_cast<char*>(bytes.data()), static_cast<int>(bytes.size()), 1);
  pvm_setrbuf(before);
  return unpacked < 0 ? Request{} : decode_request(bytes);
}

void PvmBodies::put_away(const OutgoingMessage& outgoing) {
  if (!outgoing.packed) {
    pvm_setsbuf(0);  // so that pvm_initsend() does not free it
  }
}

PvmBuffer PvmBodies::keep(const OutgoingMessage& outgoing) {
  const PvmBuffer buffer = pvm_setsbuf(0);
  return outgoing.packed ? buffer : 0;
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
