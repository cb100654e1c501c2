#include "profiles/json/mpi_json.h"

#include <cstdint>

#include <fmt/format.h>

#include "base/printable.h"
#include "profiles/json/json_fields.h"
#include "profiles/json/latencies_json.h"

namespace dps::profiles {
template <RowOf<ProgramFacts> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("command", row.command);
  visit("executable", row.executable);
  visit("sha256", row.sha256);
  visit("mpi", row.mpi);
  visit("ranks", row.ranks);
}

template <RowOf<SiteProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("function", row.function);
  visit("place", row.place);
  visit("calls", row.calls);
  visit("ranks", row.ranks);
  visit("bytes", row.bytes);
  visit("total_s", row.total_s);
  visit("idle_s", row.idle_s);
}

template <RowOf<CollectiveProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("function", row.function);
  visit("communicator", row.communicator);
  visit("size", row.size);
  visit("calls", row.calls);
  visit("bytes", row.bytes);
  visit("total_s", row.total_s);
  visit("idle_s", row.idle_s);
}

template <RowOf<FunctionCount> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("function", row.function);
  visit("calls", row.calls);
  visit("total_s", row.total_s);
}

template <RowOf<RankSiteProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("ptag", row.ptag);
  visit("function", row.function);
  visit("place", row.place);
  visit("calls", row.calls);
  visit("total_s", row.total_s);
  visit("idle_s", row.idle_s);
}

template <RowOf<RankBoundsProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("ptag", row.ptag);
  visit("init_s", row.init_s);
  visit("finalize_s", row.finalize_s);
}

template <RowOf<ComputingProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("function", row.function);
  visit("place", row.place);
  visit("module", row.module);
  visit("hottest", row.hottest);
  visit("samples", row.samples);
  visit("ranks", row.ranks);
  visit("cpu_s", row.cpu_s);
  visit("hottest_s", row.hottest_s);
}

template <RowOf<RegionProfile> Row, typename Visit>
void visit_fields(Row& row, Visit visit) {
  visit("tag", row.tag);
  visit("function", row.function);
  visit("place", row.place);
  visit("module", row.module);
  visit("cpu_s", row.cpu_s);
}

template <RowOf<MpiProfile> Row, typename Visit>
void visit_lists(Row& row, Level /*level*/, Visit visit) {
  visit("sites", row.sites);
  visit("collectives", row.collectives);
  visit("functions", row.functions);
}

/// Lists that older results lack.
template <RowOf<MpiProfile> Row, typename Visit>
void visit_newer_lists(Row& row, Visit visit) {
  visit("rank_sites", row.rank_sites);
  visit("rank_bounds", row.rank_bounds);
  visit("computing", row.computing);
  visit("regions", row.regions);
}

namespace {

constexpr std::uint64_t kTicksOfRun = 1'000'000'000;
constexpr std::uint64_t kTicksOfPrediction = 1'000'000'000'000;
constexpr const char* kTimes = "times";
constexpr const char* kUnit = "unit";

template <typename Row>
OrderedJson object_of(const Row& row, std::uint64_t ticks_per_second) {
  OrderedJson object = fields_object(row);
  if constexpr (requires { row.times; }) {
    if (!row.times.empty()) {
      object[kTimes] = histogram_json(row.times, ticks_per_second);
    }
  }
  return object;
}

template <typename Row>
void read_object(TreeReader& in, const Tree& object, const KeyPath& at, Row& row) {
  read_fields(in, object, at, row);
  if constexpr (requires { row.times; }) {
    if (const Tree* times = in.find_optional(object, at, kTimes)) {
      read_histogram(in, *times, KeyPath{&at, kTimes}, row.times);
    }
  }
}

}  // namespace

std::string program_json(const ProgramFacts& program) {
  return json_line(fields_object(program));
}

void read_program(TreeReader& in, const Tree& object, const KeyPath& at, ProgramFacts& program) {
  read_fields(in, object, at, program);
}

std::string mpi_json(const MpiProfile& mpi) {
  std::string out =
      mpi.ticks_per_second == kTicksOfPrediction ? fmt::format("{{\"{}\": \"ps\"", kUnit) : "";
  const auto add = [&](const char* key, const auto& rows) {
    const auto line = [&](const auto& row) {
      return json_line(object_of(row, mpi.ticks_per_second));
    };
    out += fmt::format("{}\"{}\": {}", out.empty() ? "{" : ",\n   ", key,
                       json_lines(rows, "   ", line));
  };
  visit_lists(mpi, Level::kProcess, add);
  visit_newer_lists(mpi, add);
  return out + "}";
}

void read_mpi(TreeReader& in, const Tree& object, const KeyPath& at, MpiProfile& mpi) {
  if (in.find_optional(object, at, kUnit) != nullptr) {
    std::string unit;
    in.get(object, at, kUnit, unit);
    if (unit != "ps" && unit != "ns") {
      in.fail(KeyPath{&at, kUnit},
              fmt::format("expected 'ps' or 'ns', got '{}'", printable(std::string_view(unit))));
    }
    mpi.ticks_per_second = unit == "ps" ? kTicksOfPrediction : kTicksOfRun;
  }
  const auto read = [&](const char* key, auto& rows) {
    in.list(object, at, key, rows, [&](const Tree& element, const KeyPath& path, auto& row) {
      read_object(in, element, path, row);
    });
  };
  visit_lists(mpi, Level::kProcess, read);
  visit_newer_lists(mpi, [&](const char* key, auto& rows) {
    if (in.find_optional(object, at, key) != nullptr) {
      read(key, rows);
    }
  });
}

}  // namespace dps::profiles
