#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/quantities.h"
#include "mpi_programs/analysis/computing_costs.h"
#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/files/toml_writer.h"

namespace dps::mpi_profiles {
namespace {

using machines::TomlMistakes;
using machines::TomlTable;

constexpr double kMostSeconds = 1e6;

text::Checked<Picoseconds> read_time(std::string_view text) {
  return text::read_time_with_unit(text, "12.5us", kMostSeconds).map([](double seconds) {
    return Picoseconds(std::llround(seconds * 1e12));
  });
}

class Reader {
 public:
  explicit Reader(TomlMistakes& mistakes) : mistakes_(mistakes) {}

  ComputingCosts read(const toml::table& root) {
    TomlTable top(root, "the file", mistakes_);
    const toml::node* pairs = top.find("between");
    if (pairs == nullptr || (pairs->is_array() && pairs->as_array()->empty())) {
      mistakes_.add(pairs == nullptr ? root.source() : pairs->source(),
                    "there is no time; 'dps run --costs-out FILE -- COMMAND' writes a file with "
                    "[[between]]");
    } else {
      for (const toml::table* fields : machines::tables_of(
               pairs, {"pairs of calls", "[[between]]", "a table of two calls"}, mistakes_)) {
        read_pair(*fields);
      }
    }
    top.done();
    return std::move(costs_);
  }

 private:
  void read_pair(const toml::table& fields) {
    TomlTable table(fields, "[[between]]", mistakes_);
    const auto from = table.text("from", true);
    const auto to = table.text("to", true);
    const auto time = table.quantity("time", read_time, true);
    const auto count = table.count("count", 1, std::uint64_t{1} << 53);
    table.done();
    if (!from || !to || !time) {
      return;
    }
    const CallPair pair{*from, *to};
    const auto [first, is_new] = places_.try_emplace(pair, fields.source());
    if (!is_new) {
      mistakes_.add(fields.source(),
                    fmt::format("the same two calls twice: from '{}' to '{}'", printable(*from),
                                printable(*to)),
                    first->second, "first given here");
    }
    costs_[pair] = {*time, count.value_or(0)};
  }

  TomlMistakes& mistakes_;
  ComputingCosts costs_;
  std::map<CallPair, toml::source_region> places_;
};

/// Formats a time with all its digits: "12.5us".
std::string time_text(Picoseconds time) {
  constexpr std::int64_t kMicrosecond = 1'000'000;
  const std::int64_t whole = time.count() / kMicrosecond;
  std::string digits = fmt::format("{:06}", time.count() % kMicrosecond);
  digits.erase(digits.find_last_not_of('0') + 1);
  return fmt::format("{}{}{}us", whole, digits.empty() ? "" : ".", digits);
}

}  // namespace

ComputingCostsReading read_computing_costs(const SourceText& source) {
  auto reading =
      machines::read_toml(source.text, [](const toml::table& table, TomlMistakes& mistakes) {
        return Reader(mistakes).read(table);
      });
  return {std::move(reading.value), std::move(reading.diagnostics)};
}

std::string computing_costs_text(const ComputingCosts& costs, const std::string& comment) {
  machines::TomlWriter writer;
  writer.comment(comment);
  for (const auto& [pair, cost] : costs) {
    writer.table("[[between]]");
    writer.text("from", pair.first);
    writer.text("to", pair.second);
    writer.text("time", time_text(cost.time));
    writer.count("count", cost.count);
  }
  return writer.take();
}

}  // namespace dps::mpi_profiles
