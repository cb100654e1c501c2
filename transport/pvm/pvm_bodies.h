/// The bodies of messages as a PVM program packs and unpacks them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "transport/transport.h"

namespace dps::transport {

/// A buffer of libpvm, by its number; 0: none.
using PvmBuffer = int;

/// Bodies are integers of 32 bits; the last 1 to 3 bytes are packed as bytes. One piece of memory,
/// as large as the largest packed message, stands for the data of all; what is not packed for
/// every send is packed here once, into a buffer for each size and encoding.
class PvmBodies {
 public:
  /// Errors: too little memory (kLimit).
  Result<void> prepare(std::span<const Letter> letters, std::uint64_t largest_arrival);

  /// Makes the letter's body the active send buffer: packed now, or once before. Errors: too little
  /// memory (kLimit).
  Result<void> put(const Letter& letter);
  /// After it was sent.
  static void put_away(const Letter& letter);
  /// Instead of sending it: the buffer of a packed letter (0: it was not) is the caller's.
  static PvmBuffer keep(const Letter& letter);
  /// Unpacks the body that was packed for every send. The buffer is the active receive buffer
  /// afterwards, so that the next receive frees it: before it waits, as in a PVM program.
  void take(PvmBuffer buffer, const Arrival& arrival);
  static void discard(PvmBuffer buffer);

  /// How many bytes PVM adds to a body, so that it ends with a whole integer.
  static std::uint32_t padding(std::uint64_t bytes, bool xdr) {
    return xdr ? static_cast<std::uint32_t>(-bytes % 4) : 0;
  }

 private:
  struct Prepared {
    std::uint64_t bytes;
    bool xdr;
    PvmBuffer buffer;
  };
  [[nodiscard]] const Prepared* find(const Letter& letter) const;
  int pack(std::uint64_t bytes);

  std::unique_ptr<int[]> data_;
  std::vector<Prepared> prepared_;  ///< by size and encoding
};

}  // namespace dps::transport
