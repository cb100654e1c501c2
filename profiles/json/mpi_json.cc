#include "profiles/json/mpi_json.h"

#include "profiles/json/latencies_json.h"
#include "profiles/result_fields.h"

namespace dps::profiles {
namespace {

using Json = nlohmann::ordered_json;

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

template <typename Row>
Json plain_fields_of(const Row& row) {
  Json object = Json::object();
  visit_fields(row, [&](const char* key, const auto& value) { object[key] = value; });
  return object;
}

template <typename Row>
void read_plain_fields(TreeReader& in, const Tree& object, const KeyPath& at, Row& row) {
  visit_fields(row, [&](const char* key, auto& value) { in.get(object, at, key, value); });
}

constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;

}  // namespace

Json json_of(const ProgramFacts& program) {
  return plain_fields_of(program);
}
Json json_of(const CollectiveProfile& row) {
  return plain_fields_of(row);
}
Json json_of(const FunctionCount& row) {
  return plain_fields_of(row);
}

Json json_of(const SiteProfile& row) {
  Json object = plain_fields_of(row);
  if (!row.times.empty()) {
    object["times"] = histogram_json(row.times, kNanosecondsPerSecond);
  }
  return object;
}

void read_program(TreeReader& in, const Tree& object, const KeyPath& at, ProgramFacts& program) {
  read_plain_fields(in, object, at, program);
}

void read_mpi(TreeReader& in, const Tree& object, const KeyPath& at, MpiProfile& mpi) {
  in.list(object, at, "sites", mpi.sites,
          [&](const Tree& row, const KeyPath& path, SiteProfile& site) {
            read_plain_fields(in, row, path, site);
            if (const Tree* times = in.find_optional(row, path, "times")) {
              read_histogram(in, *times, KeyPath{&path, "times"}, site.times);
            }
          });
  in.list(object, at, "collectives", mpi.collectives,
          [&](const Tree& row, const KeyPath& path, CollectiveProfile& of) {
            read_plain_fields(in, row, path, of);
          });
  in.list(object, at, "functions", mpi.functions,
          [&](const Tree& row, const KeyPath& path, FunctionCount& of) {
            read_plain_fields(in, row, path, of);
          });
}

}  // namespace dps::profiles
