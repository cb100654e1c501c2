#include <algorithm>
#include <optional>
#include <utility>

#include "base/check.h"
#include "blueprint/terrain/assignment.h"
#include "blueprint/terrain/matching.h"

namespace dps::terrain {
namespace {

/// The limit of the search for a smaller conflict, in words of bits: a small fraction of a second.
constexpr std::size_t kMostWork = 30'000'000;

/// Searches for the smallest set of hosts that is smaller than the set of htags which fit no other
/// hosts.
class ConflictSearch {
 public:
  explicit ConflictSearch(const AssignmentMatrix& matrix)
      : matrix_(matrix),
        host_count_(matrix.rows[0].size()),
        members_(matrix.rows.size()),
        sizes_(matrix.rows.size()) {
    for (std::uint32_t htag = 0; htag < matrix.htag_count(); ++htag) {
      members_[matrix.row_of[htag]].push_back(htag);
    }
    for (std::size_t row = 0; row < sizes_.size(); ++row) {
      sizes_[row] = matrix.rows[row].count();
    }
  }

  Conflict run() {
    from_matching();
    DPS_CHECK(best_);
    for (std::uint32_t row = 0; row < sizes_.size(); ++row) {
      order_.push_back(row);
    }
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return sizes_[a] < sizes_[b]; });
    extend(0, BitSet(host_count_));
    return conflict_on(*best_);
  }

 private:
  /// Starts with conflicts from a largest matching: for each htag without a host, that htag and
  /// those whose hosts it could get by exchanges. Together they have one host too few.
  void from_matching() {
    const std::vector<std::uint32_t> host_of = largest_matching(matrix_);
    std::vector<std::uint32_t> htag_on(host_count_, kUnmatched);
    for (std::uint32_t htag = 0; htag < host_of.size(); ++htag) {
      if (host_of[htag] != kUnmatched) {
        htag_on[host_of[htag]] = htag;
      }
    }
    BitSet done(matrix_.rows.size());
    for (std::uint32_t htag = 0; htag < host_of.size(); ++htag) {
      const std::uint32_t row = matrix_.row_of[htag];
      if (host_of[htag] == kUnmatched && !done.test(row)) {
        done.set(row);
        consider(wanted_from(htag, htag_on));
      }
    }
  }

  /// The hosts of all htags that are reachable along exchanges from one without a host.
  BitSet wanted_from(std::uint32_t start, const std::vector<std::uint32_t>& htag_on) const {
    BitSet unseen(host_count_, true);
    BitSet wanted(host_count_);
    std::vector<std::uint32_t> queue{start};
    for (std::size_t at = 0; at < queue.size(); ++at) {
      const BitSet& row = matrix_.hosts_of(queue[at]);
      for (std::size_t host = row.next_common(unseen); host != BitSet::kNone;
           host = row.next_common(unseen, host)) {
        unseen.reset(host);
        wanted.set(host);
        DPS_CHECK(htag_on[host] != kUnmatched);
        queue.push_back(htag_on[host]);
      }
    }
    return wanted;
  }

  void consider(const BitSet& hosts) {
    const std::size_t count = hosts.count();
    if (!best_ || count < best_count_) {
      best_ = hosts;
      best_count_ = count;
    }
  }

  [[nodiscard]] bool is_too_few(const BitSet& hosts) const {
    std::size_t htags = 0;
    for (std::size_t row = 0; row < sizes_.size(); ++row) {
      htags += matrix_.rows[row].is_within(hosts) ? members_[row].size() : 0;
    }
    return htags > hosts.count();
  }

  /// Adds rows from `from` on, in the order of their sizes, to the hosts of the rows chosen so far.
  void extend(std::size_t from, const BitSet& hosts) {
    for (std::size_t at = from; at < order_.size() && work_ < kMostWork; ++at) {
      if (sizes_[order_[at]] >= best_count_) {
        return;  // all rows that follow are as large
      }
      BitSet more = hosts;
      more |= matrix_.rows[order_[at]];
      if (more.count() >= best_count_) {
        continue;
      }
      work_ += sizes_.size() * (1 + host_count_ / 64);
      if (is_too_few(more)) {
        consider(more);
      } else {
        extend(at + 1, more);
      }
    }
  }

  /// The first htags that fit only these hosts, one more than there are hosts.
  [[nodiscard]] Conflict conflict_on(const BitSet& hosts) const {
    Conflict conflict;
    for (std::size_t host = hosts.next(); host != BitSet::kNone; host = hosts.next(host + 1)) {
      conflict.hosts.push_back(static_cast<std::uint32_t>(host));
    }
    for (std::uint32_t htag = 0; htag < matrix_.htag_count(); ++htag) {
      if (conflict.htags.size() <= conflict.hosts.size() &&
          matrix_.hosts_of(htag).is_within(hosts)) {
        conflict.htags.push_back(htag);
      }
    }
    return conflict;
  }

  const AssignmentMatrix& matrix_;
  std::size_t host_count_;
  std::vector<std::vector<std::uint32_t>> members_;  ///< htags, by row
  std::vector<std::size_t> sizes_;                   ///< number of hosts, by row
  std::vector<std::uint32_t> order_;                 ///< rows, the smallest first
  std::optional<BitSet> best_;
  std::size_t best_count_ = 0;
  std::size_t work_ = 0;
};

}  // namespace

Conflict find_conflict(const AssignmentMatrix& matrix) {
  return ConflictSearch(matrix).run();
}

}  // namespace dps::terrain
