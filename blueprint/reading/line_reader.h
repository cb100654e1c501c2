/// Evaluates the expressions of a WrittenLine for one process, or for all, and checks the values.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/expression/template.h"
#include "base/expression/value_range.h"
#include "base/text/problems.h"
#include "base/text/quantities.h"
#include "blueprint/reading/program_builder.h"
#include "blueprint/reading/receivers.h"
#include "blueprint/reading/tags.h"
#include "blueprint/reading/written_lines.h"

namespace dps::blueprint {

/// The text of a field for the current process.
struct FieldText {
  std::string text;
  text::Range place;
  bool is_literal = true;  ///< no braces
  bool is_quoted = false;
};

struct EvaluatedOutput {
  Output output;
  std::vector<Receivers> receivers;
  std::vector<Share> shares;
  Variates variates;
  std::optional<collectives::Collective> collective{};
  std::uint32_t combination = kNone;  ///< definition of the C line of -combine
};

struct EvaluatedComputation {
  Computation computation;
  std::vector<std::string> words;
  Variates variates;
  std::vector<operations::OperationCount> operations{};
};

/// The next unit of a functionality: a unit's definition, kNextSame or kNextComplete.
struct EvaluatedNext {
  std::uint32_t target;
  std::uint64_t firings;
  text::Range place;
};

/// The definitions that a functionality names, without those that have an error.
struct EvaluatedFunctionality {
  bool is_whole = true;              ///< no error
  std::uint32_t collection = kNone;  ///< kNone: NULL
  std::vector<std::uint32_t> computations;
  std::vector<std::uint32_t> outputs;
  std::vector<EvaluatedNext> nexts;
};

/// The definitions that a U or P line names.
struct TagList {
  bool is_whole = true;
  std::vector<std::uint32_t> definitions;
};

/// The functionalities of a U line, and their alternatives if it has a choice.
struct EvaluatedUnit {
  TagList functionalities;
  std::vector<Alternative> alternatives;
};

/// The process for which lines are evaluated.
struct Clone {
  std::string_view ptag{};
  ProcessId process{};
  std::uint32_t self = 0;
  std::uint32_t count = 0;
};

/// The message type of O lines without -t. Source: DPS paper, figure 6.
inline constexpr std::string_view kDefaultMtag = "0";

/// Every read_ function reports all errors of its line; it then returns nullopt or a part.
class LineReader {
 public:
  LineReader(const expression::Templates& templates,
             std::span<const std::optional<double>> variables, Tags& tags, text::Problems& problems)
      : templates_(templates), values_{variables}, tags_(tags), problems_(problems) {}

  /// Sets the process for which lines are evaluated; nullopt for lines that are the same for all.
  void set_clone(const std::optional<Clone>& clone);
  /// Sets the value of `step`; nullopt for lines that do not depend on it.
  void set_step(std::optional<std::uint32_t> step);
  /// If true, error messages name the process, because the following lines depend on it.
  void name_clone_in_errors(bool depends_on_clone);

  std::optional<FieldText> word(const Template& text);
  using ReadWhole = text::Checked<std::uint64_t> (*)(std::string_view, const text::WholeNumber&);
  std::optional<std::uint64_t> whole(const Template& text, const text::WholeNumber& wanted,
                                     ReadWhole read = text::read_whole);

  std::optional<std::vector<CountedTag>> read_input(const WrittenInput& line,
                                                    ProgramBuilder& builder);
  std::optional<EvaluatedComputation> read_computation(const WrittenComputation& line);
  std::optional<EvaluatedOutput> read_output(const WrittenOutput& line, text::Range tag_place,
                                             const ReceiverTable& names, ProgramBuilder& builder);
  EvaluatedFunctionality read_functionality(const WrittenFunctionality& line);
  TagList read_tags(const std::vector<Template>& tags, Section section);
  EvaluatedUnit read_unit(const WrittenUnit& line);

  /// True if the field is this word, without quotes or braces.
  [[nodiscard]] bool is_keyword(const Template& text, std::string_view keyword) const;

  /// Assigns mids to the message types whose names are the same for all processes; called before
  /// any process is evaluated.
  void enter_types(const WrittenLine& line, ProgramBuilder& builder) const;

 private:
  using Variate = std::vector<expression::Instruction>;

  std::optional<std::string> mtag(const Template& text);
  std::optional<std::uint32_t> definition(const Template& text, Section section);
  void read_definitions(const std::vector<Template>& tags, Section section, bool& is_whole,
                        std::vector<std::uint32_t>& out);
  std::optional<EvaluatedNext> next(const Template& text, bool may_complete);
  /// The weights of the alternatives, each with those before it; false after an error.
  bool read_weights(const WrittenUnit::Choice& choice, std::uint32_t number,
                    std::vector<Alternative>& out);
  std::optional<double> weight(const Template& text);
  void read_nexts(const WrittenFunctionality& line, EvaluatedFunctionality& out);
  using ReadNumber = std::function<text::Checked<double>(const FieldText&)>;
  /// A number that varies, and the range of its values; `read` converts texts into numbers.
  std::optional<expression::ValueRange> varying(const Template& text, Variate& variate,
                                                const ReadNumber& read);
  /// Evaluates a number that may be random; sets `variate` only if it is. Returns the mean, or
  /// nullopt after an error.
  std::optional<double> mean(const Template& text, Variate& variate, const ReadNumber& read);
  std::optional<double> time(const Template& text, std::string_view what, Variate& variate);
  bool read_amount(const WrittenComputation& line, EvaluatedComputation& out);
  bool read_operations(const WrittenComputation& line, EvaluatedComputation& out);
  bool read_flags(const WrittenOutput& line, EvaluatedOutput& out);
  bool read_shares(const WrittenOutput& line, const Program& program, EvaluatedOutput& out);
  bool read_share(const WrittenOutput& line, ProcessId receiver, Share share, EvaluatedOutput& out);
  void update_subject();
  bool read_bytes(const Template& argument, EvaluatedOutput& out);
  bool read_copies(const Template& argument, EvaluatedOutput& out);
  bool read_delay(const Template& argument, EvaluatedOutput& out);
  bool read_packed(const Template& argument, EvaluatedOutput& out);
  bool read_xdr(const Template& argument, EvaluatedOutput& out);
  bool read_route(const Template& argument, EvaluatedOutput& out);
  bool read_pick(const Template& argument, EvaluatedOutput& out);
  bool read_window(const Template& argument, EvaluatedOutput& out);
  bool read_switch(const Template& argument, std::string_view flag, bool& out);
  bool read_receivers(const WrittenOutput& line, const ReceiverTable& names, EvaluatedOutput& out);
  bool add_receiver(const FieldText& element, const ReceiverTable& names,
                    std::vector<Receivers>& out);
  bool read_collective(const WrittenOutput& line, const ReceiverTable& names, EvaluatedOutput& out);
  bool read_operation(const WrittenOutput& line, collectives::Collective& of);
  bool read_members(const WrittenOutput& line, const EvaluatedOutput& out,
                    collectives::Collective& of);
  bool check_bytes(const WrittenOutput& line, const EvaluatedOutput& out,
                   const collectives::Collective& of);
  bool read_root(const WrittenOutput& line, const ReceiverTable& names, const EvaluatedOutput& out,
                 collectives::Collective& of);
  bool read_combination(const WrittenOutput& line, EvaluatedOutput& out,
                        const collectives::Collective& of);
  bool read_algorithm(const WrittenOutput& line, collectives::Collective& of);
  bool check_delay(const WrittenOutput& line, const EvaluatedOutput& evaluated);
  bool check_volume(const WrittenOutput& line, const Output& output);
  bool fail(text::Range place, const std::string& text);

  template <typename T>
  std::optional<T> checked(text::Checked<T> value, const FieldText& word) {
    if (!value) {
      fail(word.place, value.error());
      return std::nullopt;
    }
    return *value;
  }

  const expression::Templates& templates_;
  expression::Values values_;
  Tags& tags_;
  text::Problems& problems_;
  std::optional<Clone> clone_;
  bool names_clone_ = false;  ///< in errors
  std::optional<std::uint32_t> step_;
  std::optional<text::CloneName> receiver_;  ///< for `to`
};

}  // namespace dps::blueprint
