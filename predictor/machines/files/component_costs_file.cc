#include "predictor/machines/files/component_costs_file.h"

#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/printable.h"
#include "base/text/quantities.h"
#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/limits.h"

namespace dps::machines {
namespace {

text::Checked<double> read_cost_time(std::string_view text) {
  return text::read_time_with_unit(text, "2.1us", text::kMaxSeconds);
}

class ComponentCostsReader {
 public:
  explicit ComponentCostsReader(TomlMistakes& mistakes) : mistakes_(mistakes) {}

  std::vector<ComponentCost> read(const toml::table& root) {
    TomlTable top(root, "the file", mistakes_);
    top.text("name");
    read_components(top.find("component"), root);
    top.table("calibration");  // remarks of dps calibrate, not used
    top.done();
    return std::move(costs_);
  }

 private:
  void read_components(const toml::node* node, const toml::table& root) {
    if (node == nullptr || (node->is_array() && node->as_array()->empty())) {
      mistakes_.add(node == nullptr ? root.source() : node->source(),
                    "there is no cost; a costs file has at least one [[component]]");
      return;
    }
    for (const toml::table* fields :
         tables_of(node, {"components", "[[component]]", "a component's table"}, mistakes_)) {
      read_component(*fields);
    }
  }

  void read_component(const toml::table& fields) {
    TomlTable table(fields, "[[component]]", mistakes_);
    ComponentCost cost;
    const auto call = table.text("call");
    const auto exec = table.text("exec");
    if (fields.contains("call") == fields.contains("exec")) {
      mistakes_.add(fields.source(), "a component has either 'call' or 'exec'");
    }
    cost.is_exec = fields.contains("exec");
    cost.name = (cost.is_exec ? exec : call).value_or("");
    cost.arguments = table.texts("arguments");
    cost.ctag = table.text("ctag").value_or("");
    cost.ftag = table.text("ftag").value_or("");
    cost.type = table.text("type").value_or("");
    cost.seconds = table.quantity("time", read_cost_time, true).value_or(0);
    cost.speed = table.count("speed", 1, kMostSpeed).value_or(cost.speed);
    table.table("calibration");
    table.done();
    add(std::move(cost), fields.source());
  }

  void add(ComponentCost cost, const toml::source_region& where) {
    const auto [first, is_new] = places_.try_emplace(
        Key(cost.is_exec, cost.name, cost.arguments, cost.ctag, cost.ftag, cost.type), where);
    if (!is_new) {
      mistakes_.add(where, "the same component twice: '" + printable(cost.name) + "'",
                    first->second, "first given here");
    }
    costs_.push_back(std::move(cost));
  }

  using Key = std::tuple<bool, std::string, std::optional<std::vector<std::string>>, std::string,
                         std::string, std::string>;

  TomlMistakes& mistakes_;
  std::vector<ComponentCost> costs_;
  std::map<Key, toml::source_region> places_;
};

}  // namespace

ComponentCostsReading read_component_costs(const SourceText& source) {
  auto reading = read_toml(source.text, [](const toml::table& table, TomlMistakes& mistakes) {
    return ComponentCostsReader(mistakes).read(table);
  });
  return {std::move(reading.value), std::move(reading.diagnostics)};
}

}  // namespace dps::machines
