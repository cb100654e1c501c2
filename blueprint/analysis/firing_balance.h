/// A bound for the firings of each line of a program: the solution of a system of inequalities.
///
/// The amounts are sums over the processes of a cell (sent_shares.h), so that the system is as
/// large as the text, not as the program. A unit becomes active once for each firing whose next
/// names it; an entry of a unit fires once per activation if its itag is NULL, else as often as the
/// messages of each type fill its collection; a firing that leaves the unit ends what the others of
/// the unit may take there; a line fires no more after the firing whose next is NULL; and each
/// firing sends its messages. The solution is the largest one that something starts, found from
/// above by Newton's method. It is an estimate from above: the messages of one type may
/// come too late for those of another to matter, and a process may end by another line.
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace dps::blueprint {

class FiringBalance {
 public:
  /// More firings than any program has; finite, so that products are numbers.
  static constexpr double kUnlimited = 1e120;
  static constexpr std::uint32_t kNoFlow = std::numeric_limits<std::uint32_t>::max();

  /// A leg of `a*K,b`; the target is a unit, or kNowhere for SAME and NULL.
  struct Leg {
    static constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
    std::uint32_t target = kNowhere;
    double firings = 1;

    auto operator<=>(const Leg&) const = default;  // NOLINT
  };
  /// The next of a line, and the processes for which it is evaluated like this.
  struct Next {
    std::vector<Leg> legs;
    double processes = 0;
  };
  /// An F line in a cell.
  struct Line {
    double most = 0;                 ///< firings until all processes are complete
    double most_per_activation = 0;  ///< firings until its unit is left
    double processes = 0;            ///< processes that can reach it
    std::vector<Next> nexts;
  };
  /// A U line in a cell.
  struct Unit {
    double started = 0;  ///< processes in which it is the first one
  };
  /// The messages of a type that a cell gets.
  struct Need {
    std::uint32_t inbox = 0;
    double count = 0;  ///< messages that a completion needs
  };
  /// A line in a unit.
  struct Entry {
    std::uint32_t line = 0;
    std::uint32_t unit = 0;
    double presence = 0;      ///< the fraction of the unit's processes that list it
    double weight = 0;        ///< the probability that it is the one of its choice
    bool each = false;        ///< its collection counts the messages of each request apart
    std::vector<Need> needs;  ///< empty: itag NULL
  };
  /// The messages that a line adds to a flow with each firing. An answer goes back to the cell of a
  /// flow that is answered, if the message came from there.
  struct Share {
    std::uint32_t line = 0;
    std::uint32_t flow = 0;
    double amount = 0;
    std::uint32_t answered = kNoFlow;
    std::uint32_t answer = 0;  ///< position in `answers`
  };

  std::vector<Line> lines;
  std::vector<Unit> units;
  std::vector<Entry> entries;
  std::vector<Share> shares;
  std::vector<std::uint32_t> inbox_of_flow;         ///< by flow; kNoFlow if no process takes it
  std::vector<std::vector<std::uint32_t>> answers;  ///< the flows that each answers
  std::uint32_t inboxes = 0;

  /// The firings of each line; kUnlimited without a limit. nullopt if many million operations do
  /// not find them.
  [[nodiscard]] std::optional<std::vector<double>> solve() const;
};

}  // namespace dps::blueprint
