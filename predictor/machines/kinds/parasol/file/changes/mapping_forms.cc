#include "predictor/machines/kinds/parasol/file/changes/mapping_forms.h"

#include <numeric>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"

namespace dps::parasol {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// Rows of processors, in an order in which each row is beside the next one: in three dimensions,
/// plane by plane, every second plane backwards.
std::vector<Numbers> rows_of(const ProcessorGrid& grid) {
  std::vector<Numbers> rows;
  for (std::uint32_t z = 0; z < grid.size[2]; ++z) {
    for (std::uint32_t i = 0; i < grid.size[1]; ++i) {
      const std::uint32_t y = z % 2 == 0 ? i : grid.size[1] - 1 - i;
      Numbers& row = rows.emplace_back();
      for (std::uint32_t x = 0; x < grid.size[0]; ++x) {
        row.push_back(grid.number({x, y, z}));
      }
    }
  }
  return rows;
}

/// The columns `from` to the last one of all rows, every second row backwards.
void append_snake(const std::vector<Numbers>& rows, std::size_t from, Numbers& order) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t i = from; i < rows[r].size(); ++i) {
      order.push_back(rows[r][r % 2 == 0 ? i : rows[r].size() - 1 + from - i]);
    }
  }
}

std::vector<Numbers> transposed(const std::vector<Numbers>& rows) {
  std::vector<Numbers> columns(rows.front().size());
  for (const Numbers& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      columns[i].push_back(row[i]);
    }
  }
  return columns;
}

/// Down through all rows without their first column, and back along it. Empty if there is no way.
Numbers ring(std::vector<Numbers> rows, bool closes) {
  if (rows.size() % 2 != 0) {
    rows = transposed(rows);
  }
  Numbers order;
  if (rows.size() == 1 || rows.front().size() == 1) {  // a line, whose ends only a torus joins
    append_snake(rows, 0, order);
    return closes || order.size() <= 2 ? order : Numbers{};
  }
  if (rows.size() % 2 != 0) {
    return {};
  }
  append_snake(rows, 1, order);
  for (std::size_t r = rows.size(); r > 0; --r) {
    order.push_back(rows[r - 1][0]);
  }
  order.insert(order.begin(), order.back());
  order.pop_back();
  return order;
}

}  // namespace

Result<Numbers> mapping_of(const std::string& form, const Router& router, std::uint32_t processors,
                           std::uint32_t count) {
  Numbers order(processors);
  std::iota(order.begin(), order.end(), 1U);
  const bool has_grid = router.rule().shape != RoutingShape::kBroadcast;
  if (form != "identity" && form != "snake" && form != "ring") {
    const std::vector<std::string> forms{"identity", "snake", "ring"};
    return failure(ErrorCode::kInput, fmt::format("expected identity, snake or ring, got '{}'{}",
                                                  printable(form), did_you_mean(form, forms)));
  }
  if (form != "identity" && !has_grid) {
    return failure(ErrorCode::kInput, "the hardware has no rows: its routing is 'broadcast'");
  }
  if (form == "snake") {
    order.clear();
    append_snake(rows_of(router.grid()), 0, order);
  } else if (form == "ring") {
    order = ring(rows_of(router.grid()), router.grid().wraps);
    if (order.empty() || count != processors) {
      return failure(
          ErrorCode::kInput,
          count != processors
              ? "a ring needs all processors of the hardware"
              : fmt::format("a ring needs an even side, and the grid is {}", router.grid().text()));
    }
  }
  order.resize(count);
  return order;
}

}  // namespace dps::parasol
