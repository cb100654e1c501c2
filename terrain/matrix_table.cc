#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "terrain/conflict_report.h"
#include "text/node_set_fold.h"

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
  MatrixTable(const blueprint::Program& program, std::span<const HostFacts> hosts,
              const Conflict& conflict)
      : program_(program), hosts_(hosts), matrix_(make_matrix(program, hosts)) {
    make_rows();
    const std::size_t all = program.logical_hosts.size();
    for (std::uint32_t htag = 0; htag < all && fits(); ++htag) {
      shown_.push_back(htag);
    }
    if (!fits()) {
      shown_.clear();
      for (std::size_t i = 0; i < conflict.htags.size() && fits(); ++i) {
        shown_.push_back(conflict.htags[i]);
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
    for (const Row& row : rows_) {
      out += line(row.label, [&](std::uint32_t htag) -> std::string {
        return matrix_.hosts_of(htag).test(row.host) ? "1" : "0";
      });
    }
    const std::size_t hidden = matrix_.htag_count() - shown_.size();
    out += left_out(hosts_left_out_, "host") + left_out(hidden, "htag");
    return out;
  }

 private:
  struct Row {
    std::string label;
    std::size_t host;  ///< the first host of the row
  };

  [[nodiscard]] static std::string left_out(std::size_t count, const std::string& what) {
    return count == 0 ? ""
                      : fmt::format("{:{}}(and {} more {}{})\n", "", kIndent, format_count(count),
                                    what, count == 1 ? "" : "s");
  }

  [[nodiscard]] std::size_t width_of(std::uint32_t htag) const {
    return printed_width(shortened(program_.logical_hosts[htag].htag, kWidestTag));
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
    std::map<std::string, std::pair<std::size_t, std::vector<std::string>>> alike;
    for (std::size_t host = 0; host < hosts_.size(); ++host) {
      const std::string key = hosts_.size() <= kMostSingleRows ? hosts_[host].name : cells_of(host);
      auto& [first, names] = alike.try_emplace(key, host, std::vector<std::string>{}).first->second;
      names.push_back(hosts_[host].name);
    }
    std::vector<std::pair<std::size_t, std::vector<std::string>>> ordered;
    ordered.reserve(alike.size());
    for (auto& [key, row] : alike) {
      ordered.push_back(std::move(row));
    }
    std::sort(ordered.begin(), ordered.end());
    hosts_left_out_ = 0;
    label_width_ = 0;
    for (const auto& [first, names] : ordered) {
      if (rows_.size() == kMostRows) {
        hosts_left_out_ += names.size();
        continue;
      }
      rows_.push_back({shortened(text::fold(names), kWidestHost), first});
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
  AssignmentMatrix matrix_;
  std::vector<std::uint32_t> shown_;  ///< htags
  std::vector<Row> rows_;
  std::size_t label_width_ = 0;
  std::size_t hosts_left_out_ = 0;
};

}  // namespace

std::string matrix_table(const blueprint::Program& program, std::span<const HostFacts> hosts,
                         const Conflict& conflict) {
  return MatrixTable(program, hosts, conflict).text();
}

}  // namespace dps::terrain
