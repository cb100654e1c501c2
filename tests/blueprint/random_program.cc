#include "tests/blueprint/random_program.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidcheck.h>

#include "blueprint/collective_rules.h"
#include "blueprint/collectives/schedule.h"

namespace dps::blueprint {
namespace {

std::uint32_t any(std::uint32_t low, std::uint32_t high) {  // inclusive
  return *rc::gen::inRange(low, high + 1);
}

bool one_in(std::uint32_t n) {
  return any(1, n) == 1;
}

std::uint32_t rows_of(const auto& table) {
  return static_cast<std::uint32_t>(table.size());
}

class Builder {
 public:
  Program build() {
    groups();
    for (std::uint32_t i = any(1, 5); i > 0; --i) {
      program_.message_types.push_back({"m" + std::to_string(i), any_span(), any_span()});
    }
    repeat(1, 4, program_.collections, [this] { return collection(); });
    repeat(1, 4, program_.computations, [this] { return computation(); });
    repeat(1, 4, program_.outputs, [this] { return output(); });
    repeat(1, 6, program_.functionalities, [this] { return functionality(); });
    repeat(1, 4, program_.units, [this] { return unit(); });
    repeat(1, 3, program_.plans, [this] { return plan(); });
    for (std::uint32_t p = 0; p < program_.process_count(); ++p) {
      program_.plan_of.push_back(any(0, rows_of(program_.plans) - 1));
    }
    terrain();
    program_.variables.push_back({"rows", 12.5});
    return program_;
  }

 private:
  template <typename T, typename Make>
  void repeat(std::uint32_t low, std::uint32_t high, std::vector<T>& table, Make make) {
    for (std::uint32_t i = any(low, high); i > 0; --i) {
      table.push_back(make());
    }
  }

  static Span any_span() { return one_in(2) ? Span{any(1, 99), any(1, 9), any(0, 9)} : Span{}; }

  std::uint32_t define(Section section) {
    const std::string tag =
        std::string(1, static_cast<char>(section)) + std::to_string(program_.definitions.size());
    program_.definitions.push_back({section, tag, any_span(), one_in(2)});
    return rows_of(program_.definitions) - 1;
  }

  void groups() {
    std::uint32_t first = 0;
    for (std::uint32_t i = any(1, 3); i > 0; --i) {
      const std::uint32_t count = any(1, 5);
      program_.groups.push_back({define(Section::kProcess), ProcessId{first}, count, one_in(3)});
      first += count;
    }
  }

  Collection collection() {
    const Extent extent{rows_of(program_.pairs), any(0, rows_of(program_.message_types))};
    for (std::uint32_t mid = 0; mid < extent.count; ++mid) {
      const std::uint64_t count = any(1, 100);
      program_.pairs.push_back({MessageId{mid}, count, count});
    }
    const bool each = one_in(3);
    for (std::uint32_t i = 0; i < extent.count && each; ++i) {
      program_.pairs[extent.first + i].of += any(0, 3);
    }
    return {define(Section::kInput), extent, each};
  }

  Computation computation() {
    Computation made{define(Section::kComputation),
                     static_cast<ComputationKind>(any(0, 6)),
                     any(0, 9) / 4.0,
                     {},
                     std::nullopt,
                     {},
                     {}};
    if (made.kind == ComputationKind::kCall || made.kind == ComputationKind::kExec) {
      made.words = {rows_of(program_.words), any(1, 3)};
      program_.words.insert(program_.words.end(), made.words.count, "a word");
    }
    if (one_in(2)) {
      made.cost = 0.5;
    }
    if (made.kind == ComputationKind::kOps) {
      made.operations = {rows_of(program_.operation_counts), any(0, 3)};
      for (std::uint32_t i = 0; i < made.operations.count; ++i) {
        program_.operation_counts.push_back({50 * i + any(0, 49), any(1, 9) / 2.0});
      }
      made.loop = one_in(2) ? std::optional<double>(any(0, 9)) : std::nullopt;
    }
    made.amount_variate =
        variate(program_.computation_variates, made.kind == ComputationKind::kOps ? 0 : 9);
    made.cost_variate = variate(program_.computation_variates, made.cost ? 9 : 0);
    return made;
  }

  Output output() {
    Output made{};
    made.definition = define(Section::kOutput);
    made.mid = MessageId{any(0, rows_of(program_.message_types) - 1)};
    made.bytes = any(0, 1000);
    if (one_in(3)) {
      collective(made);
      return made;
    }
    made.copies = any(0, 3);
    made.packed = one_in(2);
    made.xdr = one_in(2);
    made.others = one_in(2);
    made.route = static_cast<MessageRoute>(any(0, 2));
    if (one_in(4)) {
      made.delay = 0.25;
    }
    made.begins = !made.delay && one_in(3);
    program_.has_requests = program_.has_requests || made.begins;
    made.receivers = {rows_of(program_.receivers), any(0, 2)};
    for (std::uint32_t i = 0; i < made.receivers.count; ++i) {
      const std::uint32_t first = any(0, program_.process_count() - 1);
      const std::uint32_t step = any(1, 3);
      const std::uint32_t room = (program_.process_count() - 1 - first) / step + 1;
      program_.receivers.push_back({ProcessId{first}, any(0, room), step});
      Receivers& made_now = program_.receivers.back();
      if (made_now.count == 0) {
        made_now = one_in(2) ? Receivers::origin() : Receivers{};
        program_.has_requests = program_.has_requests || made_now.is_origin();
      }
    }
    if (one_in(3) && !made.delay) {
      shares(made);
    }
    if (!made.delay && one_in(3)) {
      made.window = any(0, 2);
      made.pick = static_cast<Pick>(any(0, 3));
      for (std::uint32_t i = 0; i < made.shares.count && made.pick != Pick::kAll; ++i) {
        program_.shares[made.shares.first + i].copies = made.copies;
      }
    }
    made.bytes_variate = variate(program_.output_variates, static_cast<std::uint32_t>(made.bytes));
    made.delay_variate = variate(program_.output_variates, made.delay ? 9 : 0);
    return made;
  }

  /// An operation of all processes.
  void collective(Output& made) {
    collectives::Collective of;
    of.operation = static_cast<collectives::Operation>(any(0, 9));
    const auto algorithms = collectives::algorithms_of(of.operation);
    of.algorithm = algorithms[any(0, static_cast<std::uint32_t>(algorithms.size()) - 1)];
    of.members = program_.process_count();
    of.root = collectives::has_root(of.operation) ? any(0, of.members - 1) : 0;
    of.bytes = collectives::has_bytes(of.operation) ? any(0, 1000) : 0;
    made.bytes = collectives::largest_message(of);
    made.packed = one_in(2);
    made.receivers = {rows_of(program_.receivers), 1};
    program_.receivers.push_back({ProcessId{0}, of.members, 1});
    made.collective = {rows_of(program_.collectives), 1};
    auto& types = program_.collective_types;
    const auto place = std::ranges::lower_bound(types, made.mid);
    if (place == types.end() || *place != made.mid) {
      types.insert(place, made.mid);
    }
    program_.collectives.push_back(of);
    for (std::uint32_t at = 0; at < program_.computations.size(); ++at) {
      if (collectives::combines(of.operation) && may_combine(program_.computations[at].kind)) {
        made.combination = at;
      }
    }
  }

  /// A share for each receiver, unless there is ACK.
  void shares(Output& made) {
    made.shares.first = rows_of(program_.shares);
    std::uint32_t receivers = 0;
    for (const Receivers& each : program_.receivers_of(made)) {
      if (each.depends_on_message()) {
        return;
      }
      receivers += each.count;
    }
    made.copies = std::max<std::uint64_t>(made.copies, 1);
    for (; made.shares.count < receivers; ++made.shares.count) {
      program_.shares.push_back({any(0, static_cast<std::uint32_t>(made.bytes)),
                                 any(1, static_cast<std::uint32_t>(made.copies))});
    }
  }

  /// An empty extent, or that of uniform(-1, a number up to `most`).
  static Extent variate(std::vector<expression::Instruction>& table, std::uint32_t most) {
    using expression::Opcode;
    const std::uint32_t first = rows_of(table);
    if (most > 0 && one_in(2)) {
      table.push_back({Opcode::kNumber, 0, {}, -1});
      table.push_back({Opcode::kNumber, 0, {}, static_cast<double>(any(0, most))});
      table.push_back({Opcode::kUniform});
    }
    return {first, rows_of(table) - first};
  }

  /// Random positions from `low` on in a table of `size` entries.
  Extent positions(std::vector<std::uint32_t>& list, std::uint32_t low, std::uint32_t size) {
    const Extent extent{rows_of(list), any(low, 3)};
    for (std::uint32_t i = 0; i < extent.count; ++i) {
      list.push_back(any(0, size - 1));
    }
    return extent;
  }

  bool acks(std::uint32_t output) const {
    return std::ranges::any_of(program_.receivers_of(program_.outputs[output]),
                               [](const Receivers& r) { return r.depends_on_message(); });
  }

  Functionality functionality() {
    Functionality made{};
    made.definition = define(Section::kFunctionality);
    made.computations = positions(program_.computation_lists, 0, rows_of(program_.computations));
    made.outputs = positions(program_.output_lists, 0, rows_of(program_.outputs));
    const bool answers = std::ranges::any_of(program_.outputs_of(made),
                                             [this](std::uint32_t at) { return acks(at); });
    made.collection = answers || one_in(2) ? any(0, rows_of(program_.collections) - 1) : kNone;
    made.nexts = {rows_of(program_.next_legs), any(1, 2)};
    for (std::uint32_t i = 0; i < made.nexts.count; ++i) {
      const std::uint32_t targets[] = {kNextSame, kNextComplete, 0, 1};
      program_.next_legs.push_back({targets[any(0, 3)], any(1, 9)});
    }
    if (made.nexts.count == 2 && one_in(2)) {
      repeat_for_steps(made);
    }
    return made;
  }

  /// Adds components until there are as many for each step.
  void repeat_for_steps(Functionality& made) {
    made.steps = 0;
    for (const NextLeg& leg : program_.nexts_of(made)) {
      made.steps += static_cast<std::uint32_t>(leg.firings);
    }
    for (; made.computations.count % made.steps != 0; ++made.computations.count) {
      program_.computation_lists.push_back(any(0, rows_of(program_.computations) - 1));
    }
    const std::uint32_t output = made.outputs.count == 0 ? 0 : program_.output_lists.back();
    for (; made.outputs.count % made.steps != 0; ++made.outputs.count) {
      program_.output_lists.push_back(output);
    }
  }

  Unit unit() {
    Unit made{define(Section::kUnit),
              one_in(2),
              positions(program_.functionality_lists, 1, rows_of(program_.functionalities)),
              {}};
    if (one_in(2)) {
      choices(made);
    }
    return made;
  }

  /// Makes neighbours with the same collection alternatives.
  void choices(Unit& made) {
    made.alternatives = {rows_of(program_.alternatives), made.functionalities.count};
    Alternative last{};
    std::uint32_t collection = 0;
    for (const std::uint32_t at : program_.functionalities_of(made)) {
      const bool is_first = made.alternatives.first == rows_of(program_.alternatives);
      const bool joins =
          !is_first && program_.functionalities[at].collection == collection && one_in(2);
      collection = program_.functionalities[at].collection;
      last = joins ? Alternative{last.choice, last.weights + any(0, 2)}
                   : Alternative{last.choice + (is_first ? 0U : 1U), 1.0 * any(1, 3)};
      program_.alternatives.push_back(last);
    }
  }

  Plan plan() { return {positions(program_.unit_lists, 2, rows_of(program_.units))}; }

  void terrain() {
    if (one_in(2)) {
      return;
    }
    program_.logical_hosts.push_back(
        {"A", any_span(), {{HostVariable::kType, Comparison::kNotEqual, "SUN", 0, any_span()}}});
    program_.logical_hosts.push_back({"B", any_span(), {}});
    for (std::uint32_t p = 0; p < program_.process_count(); ++p) {
      program_.logical_host_of.push_back(one_in(3) ? kNone : any(0, 1));
    }
  }

  Program program_;
};

std::string collective_text(const Program& program, const Output& output) {
  if (!output.is_collective()) {
    return "";
  }
  const collectives::Collective& of = program.collective_of(output);
  return fmt::format(" {} {} {} {} {} {}", name_of(of.operation), name_of(of.algorithm), of.members,
                     of.root, of.bytes,
                     output.combination == kNone
                         ? "-"
                         : program.tag(program.computations[output.combination].definition));
}

std::string meaning(const Program& program, const Output& output) {
  std::string text = fmt::format("{} {} {} {} {}{}{}{}{} {}", program.tag(output.definition),
                                 program.mtag(output.mid), index(output.mid), output.bytes,
                                 output.packed, output.xdr, output.others, output.begins,
                                 static_cast<int>(output.route), output.copies);
  for (const Receivers& r : program.receivers_of(output)) {
    text += fmt::format(" {}+{}:{}", index(r.first), r.count, r.step);
  }
  for (const Share& share : program.shares_of(output)) {
    text += fmt::format(" {}x{}", share.copies, share.bytes);
  }
  return text + (output.delay ? fmt::format(" d{}", *output.delay) : "") +
         collective_text(program, output) + "; ";
}

std::string meaning(const Program& program, const Computation& c) {
  return fmt::format("{} {} {} {} {}; ", program.tag(c.definition), static_cast<int>(c.kind),
                     c.amount, fmt::join(program.words_of(c), ","), c.cost.value_or(-1));
}

std::string meaning(const Program& program, const Functionality& functionality) {
  std::string text = program.tag(functionality.definition) + ": ";
  if (functionality.collection != kNone) {
    const Collection& collection = program.collections[functionality.collection];
    text += program.tag(collection.definition) + (collection.each ? " -each" : "");
    for (const CountedTag& pair : program.pairs_of(collection)) {
      text +=
          fmt::format(" {}/{} {} {}", pair.count, pair.of, program.mtag(pair.mid), index(pair.mid));
    }
  }
  for (const std::uint32_t at : program.computations_of(functionality)) {
    text += meaning(program, program.computations[at]);
  }
  for (const std::uint32_t at : program.outputs_of(functionality)) {
    text += meaning(program, program.outputs[at]);
  }
  for (const NextLeg& leg : program.nexts_of(functionality)) {
    text += fmt::format("{}*{} ", leg.target, leg.firings);
  }
  text += fmt::format("{} steps", functionality.steps);
  return text + "\n";
}

}  // namespace

Program any_program() {
  return Builder().build();
}

std::string meaning(const Program& program, ProcessId process) {
  std::string text = program.process_name(process) + (program.is_server(process) ? "!\n" : "\n");
  for (const std::uint32_t at : program.units_of(program.plan(process))) {
    const Unit& unit = program.units[at];
    text += program.tag(unit.definition) + (unit.early ? " -early\n" : "\n");
    for (const std::uint32_t f : program.functionalities_of(unit)) {
      text += meaning(program, program.functionalities[f]);
    }
    for (const Alternative& alternative : program.alternatives_of(unit)) {
      text += fmt::format("{}:{} ", alternative.choice, alternative.weights);
    }
  }
  return text;
}

}  // namespace dps::blueprint
