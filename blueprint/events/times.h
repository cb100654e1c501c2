/// The times of events. `Time` is Nanoseconds in a run and Picoseconds in a prediction.
#pragma once

namespace dps::events {

/// Real time since the BEGIN instant of the run, and CPU time of the process. CPU time counts from
/// an unspecified instant before PROCESS_BEGIN, so only its differences are meaningful.
template <typename Time>
struct Times {
  Time real{};
  Time user{};
  Time sys{};

  friend constexpr Times operator-(const Times& a, const Times& b) {
    return {a.real - b.real, a.user - b.user, a.sys - b.sys};
  }
  constexpr Times& operator+=(const Times& more) {
    real += more.real;
    user += more.user;
    sys += more.sys;
    return *this;
  }
  bool operator==(const Times&) const = default;
};

/// An interval between two instants, which count from the BEGIN instant of the run.
template <typename Time>
struct EventSpan {
  Time begin{};
  Time end{};

  [[nodiscard]] constexpr Time length() const { return end - begin; }
  bool operator==(const EventSpan&) const = default;
};

/// The instants of a message that its receiver takes.
template <typename Time>
struct Delivery {
  Time begun{};    ///< its send
  Time arrived{};  ///< at its receiver
  Time taken{};

  bool operator==(const Delivery&) const = default;
};

}  // namespace dps::events
