/// Passes a call on with its arguments unread.
#pragma once

#include "mpi_programs/library/bindings/words.h"
#include "mpi_programs/library/next.h"

namespace dps::mpi_library {

/// No function of MPI has more arguments, those of Fortran for lengths and errors included.
#define DPS_WORD_PARAMETERS                                                                       \
  Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j, Word k, Word l, \
      Word m, Word n, Word o, Word p
#define DPS_WORD_ARGUMENTS a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p

using WordFunction = Word (*)(DPS_WORD_PARAMETERS);

/// Counts the call, unless it is in another one.
void count(Function function);

/// The record of a call and, in a prediction, the work that replaces it.
class TimedPass {
 public:
  TimedPass(Function function, const void* caller, const Words& words);
  TimedPass(const TimedPass&) = delete;
  TimedPass& operator=(const TimedPass&) = delete;
  ~TimedPass();

  /// The error of a function that is not to be carried out, else 0.
  [[nodiscard]] int refusal() const { return refusal_; }

 private:
  alignas(8) unsigned char call_[64];
  alignas(8) unsigned char away_[16];
  Function function_;
  bool is_predicted_ = false;
  bool is_away_ = false;
  int refusal_ = 0;
};

template <bool kIsCountedOnly, bool kIsFortran, typename... Arguments>
Word pass(Function function, AnyFunction to, const void* caller, Arguments... words) {
  const auto target = reinterpret_cast<WordFunction>(to);
  if constexpr (kIsCountedOnly) {
    count(function);
    return target(words...);
  } else {
    const Word list[] = {words...};
    const TimedPass timed(function, caller, {list, kIsFortran});
    return timed.refusal() != 0 ? static_cast<Word>(timed.refusal()) : target(words...);
  }
}

}  // namespace dps::mpi_library
