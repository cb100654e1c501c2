#include "profiles/text/why_advice.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "profiles/text/why_elements.h"

namespace dps::profiles {
namespace {

/// The target of a remedy.
enum class Remedy {
  kWork,
  kCalls,
  kNetwork,
  kWakeUp,
  kTimer,
  kBuffer,
  kCore,
  kPacking,
  kLink,
  kOther
};

/// A rank works outside MPI only.
Remedy remedy_for(std::string_view what, bool is_mpi_program) {
  if (is_mpi_program && (what == "send" || what == "take" || what == "call")) {
    return Remedy::kCalls;
  }
  if (what == "compute" || what == "send" || what == "take" || what == "engine" || what == "call") {
    return Remedy::kWork;
  }
  return what == "under_way" ? Remedy::kNetwork
         : what == "wake_up" ? Remedy::kWakeUp
         : what == "timer"   ? Remedy::kTimer
         : what == "held"    ? Remedy::kBuffer
         : what == "core"    ? Remedy::kCore
         : what == "pack"    ? Remedy::kPacking
         : what == "link"    ? Remedy::kLink
                             : Remedy::kOther;
}

/// The shares that one remedy shortens: the work of a group, all calls of MPI, all that is under
/// way, all wake-ups.
struct RemedyShares {
  Remedy remedy = Remedy::kOther;
  std::string ptag;  ///< of work
  double path_s = 0;
  double main_s = 0;  ///< of work: of one clone, at least
  std::string main_ptag;
  std::vector<const PathShare*> shares;  ///< the longest first
};

RemedyShares best_of(const Why& why) {
  std::map<std::pair<Remedy, std::string>, RemedyShares> found;
  const bool is_mpi_program = has_calls(why);
  for (const PathShare& share : why.shares) {
    const Remedy remedy = remedy_for(share.what, is_mpi_program);
    const std::string ptag = remedy == Remedy::kWork ? share.ptag : "";
    RemedyShares& shares = found[{remedy, ptag}];
    shares.remedy = remedy;
    shares.ptag = ptag;
    shares.path_s += share.path_s;
    if (shares.shares.empty()) {
      shares.main_ptag = share.main_ptag;
    }
    shares.main_s += share.main_ptag == shares.main_ptag ? share.main_s : 0;
    shares.shares.push_back(&share);
  }
  return std::max_element(
             found.begin(), found.end(),
             [](const auto& a, const auto& b) { return a.second.path_s < b.second.path_s; })
      ->second;
}

/// The imbalance of the group whose busiest clone has the work of the path, if evening it out
/// would shorten the path clearly.
const CloneImbalance* imbalance_of(const Why& why, const RemedyShares& work) {
  constexpr double kWorthwhile = 0.05;
  constexpr double kMostOfIt = 0.5;
  const auto found = std::find_if(why.imbalance.begin(), why.imbalance.end(),
                                  [&](const CloneImbalance& of) { return of.ptag == work.ptag; });
  const bool is_worthwhile = found != why.imbalance.end() && found->busiest == work.main_ptag &&
                             work.main_s > kMostOfIt * work.path_s &&
                             found->busy_max_s - found->busy_mean_s > kWorthwhile * why.path_s;
  return is_worthwhile ? &*found : nullptr;
}

/// "90.1% Second.p[0] computes slow.c (line 5)": the longest shares.
std::string named_shares(const Why& why, const RemedyShares& of) {
  constexpr std::size_t kMostNamed = 2;
  constexpr double kLeastNamed = 0.15;
  std::vector<std::string> names;
  for (const PathShare* share : of.shares) {
    if (names.size() < kMostNamed && (names.empty() || share->path_s > kLeastNamed * of.path_s)) {
      names.push_back(
          fmt::format("{} {}", text::percent_text(share->path_s / why.path_s), share_text(*share)));
    }
  }
  return text::joined(names, " and ");
}

/// "; the next path, without this work, is 99.2% as long": if it leaves less to gain than
/// half of the share.
std::string next_path_text(const Why& why, const RemedyShares& work) {
  constexpr double kMuchLess = 0.5;
  const bool bounds =
      why.next_without == work.ptag && why.path_s - why.next_path_s < kMuchLess * work.path_s;
  return bounds ? fmt::format("; the next path, without this work, is {} as long",
                              text::percent_text(why.next_path_s / why.path_s))
                : "";
}

/// "; its senders pack Grad.m for 1.2 s: '-p off' avoids packing and unpacking": if takes of packed
/// messages are half of the work, and packing takes so long that unpacking may be most of them.
std::string unpacking_text(const Why& why, const RemedyShares& work) {
  constexpr double kMostOfIt = 0.5;
  const PackedType* longest = nullptr;
  double path_s = 0;
  for (const PathShare* share : work.shares) {
    const auto type = std::find_if(why.packed.begin(), why.packed.end(), [&](const PackedType& of) {
      return share->what == "take" && of.mtag == share->mtag &&
             of.packing_s > kMostOfIt * of.taking_s;
    });
    if (type != why.packed.end()) {
      path_s += share->path_s;
      longest = longest == nullptr ? &*type : longest;
    }
  }
  return path_s < kMostOfIt * work.path_s || longest == nullptr
             ? ""
             : fmt::format("; its senders pack {} for {}: '-p off' avoids packing and unpacking",
                           printable(longest->mtag), text::time_text(longest->packing_s));
}

std::string remedy_text(const Why& why, const RemedyShares& best) {
  const std::string share = text::percent_text(best.path_s / why.path_s);
  const std::string names = named_shares(why, best);
  switch (best.remedy) {
    case Remedy::kWork:
      if (const CloneImbalance* clones = imbalance_of(why, best)) {
        return fmt::format(
            "even work for the {} processes {}: {} is busy for {}, the mean is {}; on the path: {}",
            clones->clones, printable(clones->ptag), printable(clones->busiest),
            text::time_text(clones->busy_max_s), text::time_text(clones->busy_mean_s), names);
      }
      return fmt::format("less {} in {}, which has {} of the path: {}{}{}",
                         best.shares.front()->kind == "sleep" ? "time asleep" : "work",
                         printable(best.ptag), share, names, unpacking_text(why, best),
                         next_path_text(why, best));
    case Remedy::kCalls:
      return fmt::format(
          "fewer messages and operations, or cheaper ones; {} of the path is in MPI, while no "
          "awaited rank computes: {}",
          share, names);
    case Remedy::kNetwork:
      return fmt::format(
          "a faster network, or fewer and smaller messages; {} of the path is under way (in a run "
          "this includes wake-ups, which '--wait spin' avoids): {}",
          share, names);
    case Remedy::kWakeUp:
      return fmt::format("fewer messages, or '--wait spin'; {} of the path are wake-ups: {}", share,
                         names);
    case Remedy::kTimer:
      return fmt::format(
          "shorter delays (-d); {} of the path waits for timers: {}. If the timers are arrivals of "
          "requests, the path lasts until the last arrival: '--slow' explains the age of a request "
          "instead",
          share, names);
    case Remedy::kBuffer:
      return fmt::format(
          "larger buffers, or fewer and smaller messages; {} of the path are held sends: {}", share,
          names);
    case Remedy::kCore:
      return fmt::format(
          "more cores, or other hosts for some of the processes; {} of the path "
          "waits for cores: {}",
          share, names);
    case Remedy::kLink:
      return fmt::format(
          "faster links, or fewer messages at the same time; {} of the path is lost to other "
          "messages on the same links: {}",
          share, names);
    case Remedy::kPacking:
      return fmt::format(
          "no packing ('-p off'), which also avoids unpacking in the receivers; {} of the path "
          "packs messages: {}",
          share, names);
    case Remedy::kOther:
      break;
  }
  return fmt::format("none in the blueprint: {}", names);
}

}  // namespace

std::string why_advice(const Why& why) {
  return why.shares.empty()
             ? ""
             : text::wrapped("", "Best remedy: " + remedy_text(why, best_of(why)), 2);
}

}  // namespace dps::profiles
