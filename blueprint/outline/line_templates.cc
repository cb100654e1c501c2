#include "blueprint/outline/line_templates.h"

#include <optional>
#include <variant>

namespace dps::blueprint {
namespace {

class Collector {
 public:
  void add(const Template& each) {
    if (!each.place.empty()) {
      all.push_back(&each);
    }
  }
  void add(const std::optional<Template>& each) {
    if (each) {
      add(*each);
    }
  }
  template <typename T>
  void add(const std::vector<T>& list) {
    for (const T& each : list) {
      add(each);
    }
  }

  void operator()(const WrittenInput& line) {
    for (const WrittenInput::Pair& pair : line.pairs) {
      add(pair.count);
      add(pair.of);
      add(pair.mtag);
    }
  }
  void operator()(const WrittenComputation& line) {
    add(line.amount);
    add(line.words);
    add(line.loop);
    add(line.cost);
  }
  void operator()(const WrittenOutput& line) {
    add(line.receivers);
    for (const std::optional<Template>& argument : line.arguments) {
      add(argument);
    }
  }
  void operator()(const WrittenFunctionality& line) {
    add(line.collection);
    add(line.computations);
    add(line.outputs);
    add(line.next);
    add(line.firings);
    add(line.then);
  }
  void operator()(const WrittenUnit& line) {
    for (const WrittenUnit::Choice& choice : line.choices) {
      add(choice.functionalities);
      add(choice.weights);
    }
  }
  void operator()(const WrittenGroup& line) {
    add(line.count);
    add(line.units);
  }

  std::vector<const Template*> all;
};

}  // namespace

std::vector<const Template*> templates_of(const OutlineLine& line) {
  Collector collector;
  if (line.definition) {
    collector.add(line.definition->tag);
    std::visit(collector, line.definition->body);
  }
  if (line.terrain) {
    collector.add(line.terrain->process);
    collector.add(line.terrain->htag);
    for (const WrittenTerrain::Constraint& constraint : line.terrain->constraints) {
      collector.add(constraint.value);
    }
  }
  return std::move(collector.all);
}

}  // namespace dps::blueprint
