/// The time of a process, or of several, by kind.
#pragma once

#include <array>
#include <cmath>
#include <string_view>

namespace dps::profiles {

/// Seconds, with the meaning that the keys of a result have: compute includes sleep, and wait
/// includes take. NaN: unknown.
struct KindTimes {
  double real_s = 0, cpu_s = 0, compute_s = 0, sleep_s = 0, send_s = 0, wait_s = 0, take_s = 0;

  bool is_of_mpi = false;  ///< of ranks, which are busy only outside MPI

  [[nodiscard]] double busy_s() const {
    return is_of_mpi ? compute_s : compute_s + send_s + take_s;
  }
};

/// All times of KindTimes, with their JSON keys.
struct NamedTime {
  std::string_view key;
  double KindTimes::*time;
};
inline constexpr std::array<NamedTime, 7> kNamedTimes{{{"real_s", &KindTimes::real_s},
                                                       {"cpu_s", &KindTimes::cpu_s},
                                                       {"compute_s", &KindTimes::compute_s},
                                                       {"sleep_s", &KindTimes::sleep_s},
                                                       {"send_s", &KindTimes::send_s},
                                                       {"wait_s", &KindTimes::wait_s},
                                                       {"take_s", &KindTimes::take_s}}};

/// A kind of time that does not overlap the others. A sleep that is unknown is part of compute.
struct SeparateKind {
  std::string_view name;
  std::string_view verb;  ///< of a process: "computes"
  double (*time)(const KindTimes& times);
};
inline constexpr std::array<SeparateKind, 5> kSeparateKinds{
    {{"compute", "computes",
      [](const KindTimes& t) { return t.compute_s - (std::isnan(t.sleep_s) ? 0 : t.sleep_s); }},
     {"sleep", "sleeps", [](const KindTimes& t) { return t.sleep_s; }},
     {"send", "sends", [](const KindTimes& t) { return t.send_s; }},
     {"take", "takes messages", [](const KindTimes& t) { return t.take_s; }},
     {"wait", "waits", [](const KindTimes& t) { return t.wait_s - t.take_s; }}}};

}  // namespace dps::profiles
