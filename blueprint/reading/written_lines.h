/// Parsed lines of a blueprint, before their expressions are evaluated.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "base/expression/template.h"
#include "blueprint/keywords.h"
#include "blueprint/program.h"

namespace dps::blueprint {

using expression::Dependence;
using expression::Template;

/// I <itag> [-each] [<count>[/<of>] <mtag>]+
struct WrittenInput {
  struct Pair {
    Template count;
    Template mtag;
    std::optional<Template> of{};
  };
  bool each = false;
  std::vector<Pair> pairs;
};

/// C <ctag> <kind> … [cost <time>]
/// C <ctag> ops <sum> [cached | loop <n>] [cost <time>]
struct WrittenComputation {
  ComputationKind kind = ComputationKind::kSleep;
  std::optional<Template> amount;  ///< sleep, busywait, compute, work; ops: the sum
  std::vector<Template> words;     ///< call, exec
  std::optional<Template> cost;
  bool cached = false;             ///< ops
  std::optional<Template> loop{};  ///< ops
};

/// O <otag> <receivers> [-flag <argument>]*
struct WrittenOutput {
  std::vector<Template> receivers;
  std::array<std::optional<Template>, kFlagCount> arguments;
  bool others = false;
  text::Range others_place{};
  bool begins = false;  ///< -new
  text::Range begins_place{};

  [[nodiscard]] const std::optional<Template>& argument(OutputFlag flag) const {
    return arguments[static_cast<std::size_t>(flag)];
  }
  /// True if the argument contains `to`.
  [[nodiscard]] bool uses_receiver(OutputFlag flag) const {
    return argument(flag) && argument(flag)->uses_receiver;
  }
  [[nodiscard]] bool uses_receiver() const {
    return uses_receiver(OutputFlag::kBytes) || uses_receiver(OutputFlag::kCopies);
  }
};

/// F <ftag> <itag> <ctag>[,<ctag>]* <otag>[,<otag>]* <next>
struct WrittenFunctionality {
  Template collection;
  std::vector<Template> computations;
  std::vector<Template> outputs;
  Template next;
  std::optional<Template> firings;  ///< the K of a*K,b
  std::optional<Template> then;     ///< the b of a*K,b
};

/// U <futag> [-early] <choice>+, with the choice <ftag>[*<weight>][|<ftag>[*<weight>]]*
struct WrittenUnit {
  struct Choice {
    std::vector<Template> functionalities;         ///< its alternatives
    std::vector<std::optional<Template>> weights;  ///< likewise
    text::Range place{};
  };
  bool early = false;
  std::vector<Choice> choices;

  /// The functionalities of all choices.
  [[nodiscard]] std::vector<Template> functionalities() const {
    std::vector<Template> all;
    for (const Choice& choice : choices) {
      all.insert(all.end(), choice.functionalities.begin(), choice.functionalities.end());
    }
    return all;
  }
};

/// P <ptag> <N> [-server] <futag>+
struct WrittenGroup {
  Template count;
  bool server = false;
  std::vector<Template> units;
};

/// T <process> <htag> [<variable> <operator> <value>]*
struct WrittenTerrain {
  struct Constraint {
    HostVariable variable;
    Comparison comparison;
    Template value;
    text::Range place{};  ///< the three fields
  };
  Template process;
  Template htag;
  std::vector<Constraint> constraints;
  Dependence dependence = Dependence::kNothing;
};

/// A line that defines a tag.
struct WrittenLine {
  Section section = Section::kInput;
  Template tag;
  bool is_broken = false;  ///< has a reported error; it defines its tag, but has no instances
  Dependence dependence = Dependence::kNothing;
  bool uses_step = false;
  std::variant<WrittenInput, WrittenComputation, WrittenOutput, WrittenFunctionality, WrittenUnit,
               WrittenGroup>
      body{};
};

}  // namespace dps::blueprint
