#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/node_set_fold.h"
#include "base/units.h"
#include "blueprint/terrain/conflict_report.h"

namespace dps::terrain {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kIndent = 2;
constexpr std::size_t kGap = 2;
constexpr std::size_t kWidestHost = 30;
constexpr std::size_t kWidestTag = 12;
constexpr std::size_t kMostSingleRows = 24;
constexpr std::size_t kMostRows = 30;

/// Printable text, cut with "..." to at most `columns` columns.
std::string shortened(const std::string& text, std::size_t columns) {
  std::string shown = printable(text);
  if (printed_width(shown) <= columns) {
    return shown;
  }
  while (printed_width(shown) > columns - 3) {
    shown.pop_back();
    while (!shown.empty() && !is_utf8(shown)) {
      shown.pop_back();
    }
  }
  return shown + "...";
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, printed_width(text)), ' ');
}

class MatrixTable {
 public:
  /// `preferred`: the htags that are shown if not all fit. `assignment` may be null.
  MatrixTable(const blueprint::Program& program, std::span<const HostFacts> hosts,
              std::span<const std::uint32_t> preferred, const Assignment* assignment)
      : program_(program),
        hosts_(hosts),
        assignment_(assignment),
        matrix_(make_matrix(program, hosts)) {
    make_rows();
    const std::size_t all = program.logical_hosts.size();
    for (std::uint32_t htag = 0; htag < all && fits(); ++htag) {
      shown_.push_back(htag);
    }
    if (!fits()) {
      shown_.clear();
      for (std::size_t i = 0; i < preferred.size() && fits(); ++i) {
        shown_.push_back(preferred[i]);
      }
      if (!fits()) {
        shown_.pop_back();
      }
      make_rows();
    }
  }

  std::string text() const {
    std::string out = line("", [&](std::uint32_t htag) {
      return shortened(program_.logical_hosts[htag].htag, kWidestTag);
    });
    for (const HtagRow& row : rows_) {
      out += line(row.label, [&](std::uint32_t htag) -> std::string {
        const bool is_chosen = assignment_ != nullptr && row.has(assignment_->host_of_htag[htag]);
        return is_chosen ? "(1)" : matrix_.hosts_of(htag).test(row.hosts.front()) ? "1" : "0";
      });
    }
    const std::size_t hidden = matrix_.htag_count() - shown_.size();
    out += left_out(hosts_left_out_, "host") + left_out(hidden, "htag");
    return out;
  }

 private:
  struct HtagRow {
    std::string label;
    std::vector<std::size_t> hosts;  ///< ascending; equal in the shown columns

    [[nodiscard]] bool has(std::size_t host) const {
      return std::binary_search(hosts.begin(), hosts.end(), host);
    }
  };

  [[nodiscard]] static std::string left_out(std::size_t count, const std::string& what) {
    return count == 0 ? ""
                      : fmt::format("{:{}}(and {})\n", "", kIndent, counted(count, "more " + what));
  }

  [[nodiscard]] std::size_t width_of(std::uint32_t htag) const {
    constexpr std::size_t kWidestCell = 3;
    const std::size_t width =
        printed_width(shortened(program_.logical_hosts[htag].htag, kWidestTag));
    return assignment_ == nullptr ? width : std::max(width, kWidestCell);
  }

  [[nodiscard]] bool fits() const {
    std::size_t width = kIndent + label_width_;
    for (const std::uint32_t htag : shown_) {
      width += kGap + width_of(htag);
    }
    return width <= kColumns;
  }

  /// If there are many hosts, those with equal values in the shown columns share a row.
  void make_rows() {
    rows_.clear();
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t host = 0; host < hosts_.size(); ++host) {
      const std::string key = hosts_.size() <= kMostSingleRows ? hosts_[host].name : cells_of(host);
      alike[key].push_back(host);
    }
    std::vector<std::vector<std::size_t>> ordered;
    ordered.reserve(alike.size());
    for (auto& [key, hosts] : alike) {
      ordered.push_back(std::move(hosts));
    }
    std::sort(ordered.begin(), ordered.end());
    hosts_left_out_ = 0;
    label_width_ = 0;
    for (std::vector<std::size_t>& hosts : ordered) {
      if (rows_.size() == kMostRows) {
        hosts_left_out_ += hosts.size();
        continue;
      }
      std::vector<std::string> names;
      names.reserve(hosts.size());
      for (const std::size_t host : hosts) {
        names.push_back(hosts_[host].name);
      }
      rows_.push_back({shortened(text::fold(names), kWidestHost), std::move(hosts)});
      label_width_ = std::max(label_width_, printed_width(rows_.back().label));
    }
  }

  [[nodiscard]] std::string cells_of(std::size_t host) const {
    std::string cells;
    if (shown_.empty()) {
      for (const BitSet& row : matrix_.rows) {
        cells += row.test(host) ? '1' : '0';
      }
    }
    for (const std::uint32_t htag : shown_) {
      cells += matrix_.hosts_of(htag).test(host) ? '1' : '0';
    }
    return cells;
  }

  template <typename Cell>
  [[nodiscard]] std::string line(const std::string& label, Cell cell) const {
    std::string out = std::string(kIndent, ' ') + padded(label, label_width_);
    for (const std::uint32_t htag : shown_) {
      out += std::string(kGap, ' ') + padded(cell(htag), width_of(htag));
    }
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  }

  const blueprint::Program& program_;
  std::span<const HostFacts> hosts_;
  const Assignment* assignment_;  ///< null: there is none
  AssignmentMatrix matrix_;
  std::vector<std::uint32_t> shown_;  ///< htags
  std::vector<HtagRow> rows_;
  std::size_t label_width_ = 0;
  std::size_t hosts_left_out_ = 0;
};

}  // namespace

std::string matrix_table(const blueprint::Program& program, std::span<const HostFacts> hosts,
                         const Conflict& conflict) {
  return MatrixTable(program, hosts, conflict.htags, nullptr).text();
}

std::string matrix_table(const blueprint::Program& program, std::span<const HostFacts> hosts,
                         const Assignment& assignment) {
  std::vector<std::uint32_t> all(program.logical_hosts.size());
  std::iota(all.begin(), all.end(), 0);
  return MatrixTable(program, hosts, all, &assignment).text();
}

}  // namespace dps::terrain
