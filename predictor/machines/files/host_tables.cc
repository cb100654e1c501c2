#include "predictor/machines/files/host_tables.h"

#include <utility>

#include "base/core_turns.h"
#include "base/printable.h"
#include "base/text/exact_quantities.h"
#include "base/text/node_set.h"
#include "base/units.h"
#include "predictor/machines/files/timings_table.h"
#include "predictor/machines/limits.h"

namespace dps::machines {
namespace {

/// A model's hosts may have names that ssh would not accept. Source: docs/machines.md, "Limits".
constexpr text::NodeSetRules kNodeSetRules{1'000'000, 255, text::NameBytes::kAny};
constexpr std::uint64_t kMostCores = 1'000'000;

}  // namespace

void HostTables::read(const toml::table& fields, const std::function<void(TomlTable&)>& more) {
  TomlTable table(fields, "[[host]]", mistakes_);
  MachineHost host;
  const toml::node* name = table.find("name", true);
  host.type = table.text("type").value_or("");
  host.speed = table.count("speed", 1, kMostSpeed).value_or(host.speed);
  host.cores = static_cast<std::uint32_t>(table.count("cores", 1, kMostCores).value_or(1));
  host.memory = table.quantity("memory", text::read_bytes);
  if (const auto turn = table.quantity("turn", text::read_time)) {
    host.turn = rounded(*turn);
    if (*turn > Attoseconds{} && host.turn < kShortestTurn) {
      mistakes_.add(fields.get("turn")->source(),
                    "a turn is at least 1us; 0us shares the cores evenly");
    }
  }
  const auto each = table.quantity("multiply", text::read_time);
  std::shared_ptr<const operations::ProcessorTimings> times;
  if (const toml::table* operation_table = table.table("timings")) {
    times = std::make_shared<const operations::ProcessorTimings>(
        read_timings(*operation_table, mistakes_));
  }
  more(table);
  table.done();
  if (const auto set = table.text("name")) {
    add(*set, name->source(), std::move(host), each);
    timings.resize(hosts.size(), times);
  }
}

void HostTables::add(const std::string& set, const toml::source_region& where, MachineHost host,
                     std::optional<Attoseconds> each) {
  const text::SourceMap source(set);
  text::Problems problems(source);
  const auto names = text::expand(source, text::range_of(0, set.size()), kNodeSetRules, problems);
  if (!names) {
    mistakes_.add(where, "in " + text::quoted(set) + ": " + problems.take().front().text);
    return;
  }
  if (hosts.size() + names->size() > kNodeSetRules.most_names) {
    mistakes_.add(where, "more than " + format_count(kNodeSetRules.most_names) + " hosts");
    return;
  }
  for (const std::string& name : *names) {
    const auto [first, is_new] = places_.try_emplace(name, where);
    if (!is_new) {
      mistakes_.add(where, "host '" + printable(name) + "' is named twice", first->second,
                    "first named here");
      return;
    }
    host.name = name;
    hosts.push_back(host);
    multiply.push_back(each);
  }
}

void write_host_table(const MachineHost& host, std::optional<Attoseconds> multiply,
                      TomlWriter& to) {
  to.table("[[host]]");
  to.text("name", host.name);
  if (!host.type.empty()) {
    to.text("type", host.type);
  }
  to.count("speed", host.speed);
  to.count("cores", host.cores);
  if (host.memory) {
    to.text("memory", text::write_bytes(*host.memory));
  }
  if (host.turn > Picoseconds{}) {
    to.text("turn", text::write_time(attoseconds(host.turn)));
  }
  if (multiply) {
    to.text("multiply", text::write_time(*multiply));
  }
}

std::vector<std::string> host_names(std::string_view set) {
  const text::SourceMap source(set);
  text::Problems problems(source);
  return text::expand(source, text::range_of(0, set.size()), kNodeSetRules, problems)
      .value_or(std::vector<std::string>());
}

}  // namespace dps::machines
