#include "blueprint/terrain/matching.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace dps::terrain {
namespace {

/// A matching, indexed in both directions.
struct Pairs {
  explicit Pairs(const AssignmentMatrix& matrix)
      : host_of(matrix.htag_count(), kUnmatched),
        htag_on(matrix.rows.empty() ? 0 : matrix.rows[0].size(), kUnmatched) {}

  void join(std::uint32_t htag, std::uint32_t host) {
    host_of[htag] = host;
    htag_on[host] = htag;
  }

  std::vector<std::uint32_t> host_of;  ///< by htag
  std::vector<std::uint32_t> htag_on;  ///< by host
};

class HopcroftKarp {
 public:
  explicit HopcroftKarp(const AssignmentMatrix& matrix)
      : matrix_(matrix), pairs_(matrix), depth_(matrix.htag_count()) {}

  Pairs run() {
    match_greedily();
    while (find_depths()) {
      open_ = BitSet(pairs_.htag_on.size(), true);
      for (std::uint32_t htag = 0; htag < depth_.size(); ++htag) {
        if (pairs_.host_of[htag] == kUnmatched) {
          augment(htag);
        }
      }
    }
    return std::move(pairs_);
  }

 private:
  static constexpr std::uint32_t kFar = 0xffffffff;

  /// A greedy initial matching: each htag in turn gets the first free host.
  void match_greedily() {
    BitSet free(pairs_.htag_on.size(), true);
    for (std::uint32_t htag = 0; htag < depth_.size(); ++htag) {
      const std::size_t host = matrix_.hosts_of(htag).next_common(free);
      if (host != BitSet::kNone) {
        pairs_.join(htag, static_cast<std::uint32_t>(host));
        free.reset(host);
      }
    }
  }

  /// Computes the depth of each htag: the number of exchanges that lead to it from an htag without
  /// a host. Returns false if no free host is reachable by exchanges.
  bool find_depths() {
    std::vector<std::uint32_t> queue;
    for (std::uint32_t htag = 0; htag < depth_.size(); ++htag) {
      depth_[htag] = pairs_.host_of[htag] == kUnmatched ? 0 : kFar;
      if (depth_[htag] == 0) {
        queue.push_back(htag);
      }
    }
    BitSet unseen(pairs_.htag_on.size(), true);
    bool reached = false;
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const BitSet& row = matrix_.hosts_of(queue[at]);
      for (std::size_t host = row.next_common(unseen); host != BitSet::kNone;
           host = row.next_common(unseen, host)) {
        unseen.reset(host);
        const std::uint32_t other = pairs_.htag_on[host];
        if (other == kUnmatched) {
          reached = true;
        } else {
          depth_[other] = depth_[queue[at]] + 1;
          queue.push_back(other);
        }
      }
    }
    return reached;
  }

  /// Follows increasing depths from an htag without a host to a free host, and moves every htag on
  /// the path to its next host. Uses an explicit stack, since the path may contain all htags.
  void augment(std::uint32_t start) {
    struct Step {
      std::uint32_t htag;
      std::size_t host;  ///< being tried
    };
    std::vector<Step> way{{start, BitSet::kNone}};
    while (!way.empty()) {
      Step& step = way.back();
      const std::size_t from = step.host == BitSet::kNone ? 0 : step.host + 1;
      step.host = matrix_.hosts_of(step.htag).next_common(open_, from);
      if (step.host == BitSet::kNone) {
        depth_[step.htag] = kFar;
        way.pop_back();
        continue;
      }
      const std::uint32_t other = pairs_.htag_on[step.host];
      if (other == kUnmatched) {
        for (const Step& each : way) {
          open_.reset(each.host);
          pairs_.join(each.htag, static_cast<std::uint32_t>(each.host));
        }
        return;
      }
      if (depth_[other] == depth_[step.htag] + 1) {
        open_.reset(step.host);
        way.push_back({other, BitSet::kNone});
      }
    }
  }

  const AssignmentMatrix& matrix_;
  Pairs pairs_;
  std::vector<std::uint32_t> depth_;  ///< by htag
  BitSet open_;                       ///< hosts that no path of this round has used
};

/// Changes a matching of all htags to the lexicographically first one: settles one htag after the
/// other, each on the first host with which the later htags still have a matching.
class Settling {
 public:
  Settling(const AssignmentMatrix& matrix, Pairs pairs)
      : matrix_(matrix), pairs_(std::move(pairs)), columns_(pairs_.htag_on.size()) {
    for (BitSet& column : columns_) {
      column = BitSet(matrix.rows.size());
    }
    for (std::size_t row = 0; row < matrix.rows.size(); ++row) {
      const BitSet& hosts = matrix.rows[row];
      for (std::size_t h = hosts.next(); h != BitSet::kNone; h = hosts.next(h + 1)) {
        columns_[h].set(row);
      }
    }
    members_.resize(matrix.rows.size());
    for (std::uint32_t htag = 0; htag < matrix.htag_count(); ++htag) {
      members_[matrix.row_of[htag]].push_back(htag);
    }
  }

  std::vector<std::uint32_t> run() {
    BitSet unsettled(columns_.size(), true);
    for (std::uint32_t htag = 0; htag < matrix_.htag_count(); ++htag) {
      const BitSet& row = matrix_.hosts_of(htag);
      std::size_t host = row.next_common(unsettled);
      DPS_CHECK(host != BitSet::kNone);
      if (host != pairs_.host_of[htag] && pairs_.htag_on[host] != kUnmatched) {
        find_exchanges(htag);
        while (next_[host] == kNowhere) {
          host = row.next_common(unsettled, host + 1);
        }
      }
      exchange(htag, static_cast<std::uint32_t>(host));
      unsettled.reset(host);
    }
    return std::move(pairs_.host_of);
  }

 private:
  static constexpr std::uint32_t kNowhere = 0xffffffff;
  static constexpr std::uint32_t kEnd = 0xfffffffe;

  /// Fills `next_`: for every host that `htag` could get, the host to which its present htag would
  /// move, and so on to a free host or to the host of `htag` itself, from which it searches
  /// backwards. Htags before `htag` are settled and do not move.
  void find_exchanges(std::uint32_t htag) {
    next_.assign(columns_.size(), kNowhere);
    std::vector<std::uint32_t> queue;
    for (std::uint32_t host = 0; host < columns_.size(); ++host) {
      if (pairs_.htag_on[host] == kUnmatched || pairs_.htag_on[host] == htag) {
        next_[host] = kEnd;
        queue.push_back(host);
      }
    }
    BitSet unseen(matrix_.rows.size(), true);
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const BitSet& column = columns_[queue[at]];
      for (std::size_t row = column.next_common(unseen); row != BitSet::kNone;
           row = column.next_common(unseen, row)) {
        unseen.reset(row);
        for (const std::uint32_t member : members_[row]) {
          const std::uint32_t host = pairs_.host_of[member];
          if (member > htag && next_[host] == kNowhere) {
            next_[host] = queue[at];
            queue.push_back(host);
          }
        }
      }
    }
  }

  void exchange(std::uint32_t htag, std::uint32_t host) {
    const std::uint32_t left = pairs_.host_of[htag];
    pairs_.htag_on[left] = kUnmatched;
    while (true) {
      const std::uint32_t displaced = pairs_.htag_on[host];
      pairs_.join(htag, host);
      if (displaced == kUnmatched) {
        return;
      }
      htag = displaced;
      host = next_[host];
    }
  }

  const AssignmentMatrix& matrix_;
  Pairs pairs_;
  std::vector<BitSet> columns_;                      ///< rows that contain the host, by host
  std::vector<std::vector<std::uint32_t>> members_;  ///< htags, by row
  std::vector<std::uint32_t> next_;                  ///< by host
};

}  // namespace

std::vector<std::uint32_t> largest_matching(const AssignmentMatrix& matrix) {
  return HopcroftKarp(matrix).run().host_of;
}

std::optional<std::vector<std::uint32_t>> first_matching(const AssignmentMatrix& matrix) {
  Pairs pairs = HopcroftKarp(matrix).run();
  if (std::find(pairs.host_of.begin(), pairs.host_of.end(), kUnmatched) != pairs.host_of.end()) {
    return std::nullopt;
  }
  return Settling(matrix, std::move(pairs)).run();
}

}  // namespace dps::terrain
