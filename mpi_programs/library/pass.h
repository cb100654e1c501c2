/// Passes a call on with its arguments unread.
#pragma once

#include <cstdint>

#include "mpi_programs/library/next.h"

namespace dps::mpi_library {

/// An argument or a result: an integer, a pointer, or nothing.
using Word = std::uintptr_t;

/// No function of MPI has more arguments, those of Fortran for lengths and errors included.
#define DPS_WORD_PARAMETERS                                                                       \
  Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j, Word k, Word l, \
      Word m, Word n, Word o, Word p
#define DPS_WORD_ARGUMENTS a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p

using WordFunction = Word (*)(DPS_WORD_PARAMETERS);

/// Counts the call, unless it is in another one.
void count(Function function);

/// The record of a call; the size of a Call.
class TimedPass {
 public:
  TimedPass(Function function, const void* caller);
  TimedPass(const TimedPass&) = delete;
  TimedPass& operator=(const TimedPass&) = delete;
  ~TimedPass();

 private:
  alignas(8) unsigned char call_[64];
};

template <bool kIsCountedOnly, typename... Words>
Word pass(Function function, AnyFunction to, const void* caller, Words... words) {
  const auto target = reinterpret_cast<WordFunction>(to);
  if constexpr (kIsCountedOnly) {
    count(function);
    return target(words...);
  } else {
    const TimedPass timed(function, caller);
    return target(words...);
  }
}

}  // namespace dps::mpi_library
