/// Finds collections that do not do with requests what their authors probably want.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/units.h"
#include "blueprint/analysis/inspection.h"
#include "blueprint/request_flow.h"

namespace dps::blueprint {
namespace {

class RequestWarnings {
 public:
  RequestWarnings(const Inspection& inspection, std::vector<Diagnostic>& out)
      : in_(inspection),
        program_(inspection.program),
        requests_(inspection.program, inspection.reach),
        out_(out) {}

  void find() {
    for (const PlanRange& range : in_.ranges) {
      for (const Firing& firing : in_.reach.firings_of(range.plan)) {
        const Functionality& functionality = program_.functionalities[firing.functionality];
        note_outputs(functionality);
        if (functionality.collection != kNone) {
          check(functionality, program_.collections[functionality.collection]);
        }
      }
    }
    for (const auto& [place, pair] : quorums_) {
      check_quorum(place.first, pair);
    }
  }

 private:
  void check(const Functionality& functionality, const Collection& collection) {
    std::uint64_t of_requests = 0;
    std::uint64_t all = 0;
    for (const CountedTag& pair : program_.pairs_of(collection)) {
      of_requests += requests_.may_belong(pair.mid) ? pair.count : 0;
      all += pair.of;
      if (collection.each && !requests_.may_belong(pair.mid)) {
        report(collection, fmt::format("{} belongs to no request, so -each of {} has no effect on "
                                       "it",
                                       text::quoted(program_.mtag(pair.mid)), tag_of(collection)));
      }
      if (pair.of != pair.count) {
        quorums_.try_emplace({collection.definition, pair.mid}, pair);
      }
    }
    if (collection.each && all == 1) {
      report(collection,
             fmt::format("{} takes one message, so -each has no effect", tag_of(collection)));
    }
    const auto outputs = program_.outputs_of(functionality);
    const bool passes_on = std::ranges::any_of(outputs, [&](std::uint32_t at) {
      return !program_.outputs[at].begins && program_.outputs[at].copies > 0;
    });
    if (!collection.each && of_requests > 1 && passes_on) {
      report(collection,
             fmt::format("{} counts the messages of all requests together; with -each it counts "
                         "those of each request separately",
                         tag_of(collection)));
    }
  }

  /// The O lines that send each type, and what fires them.
  struct Source {
    const Output* output = nullptr;
    const Functionality* functionality = nullptr;
    bool is_unique = true;
  };

  void note_outputs(const Functionality& functionality) {
    for (const std::uint32_t at : program_.outputs_of(functionality)) {
      const Output& output = program_.outputs[at];
      if (output.copies == 0) {
        continue;
      }
      Source& source = sources_[output.mid];
      source.is_unique =
          source.output == nullptr ||
          (source.is_unique && source.output == &output && source.functionality == &functionality);
      source.output = &output;
      source.functionality = &functionality;
    }
  }
  [[nodiscard]] const Source* source_of(MessageId mid) const {
    const auto found = sources_.find(mid);
    return found != sources_.end() && found->second.is_unique ? &found->second : nullptr;
  }

  /// The number of messages of a request that a firing with -new sends; nullopt if that is not
  /// known.
  [[nodiscard]] std::optional<std::uint64_t> begun_with(MessageId mid) const {
    const Source* source = source_of(mid);
    if (source == nullptr || !source->output->begins || source->output->others ||
        source->output->shares.count > 0 || source->output->is_collective()) {
      return std::nullopt;
    }
    if (source->output->pick != Pick::kAll) {
      return source->output->copies;
    }
    std::uint64_t receivers = 0;
    for (const Receivers& element : program_.receivers_of(*source->output)) {
      if (element.depends_on_message()) {
        return std::nullopt;
      }
      receivers += element.count;
    }
    return receivers * source->output->copies;
  }

  /// The number of messages of a type that each request sends to a process that awaits them: the
  /// first ones, or an answer to each of these.
  [[nodiscard]] std::optional<std::uint64_t> messages_of_request(MessageId mid) const {
    const Source* source = source_of(mid);
    if (source == nullptr || source->output->shares.count > 0 ||
        source->output->pick != Pick::kAll) {
      return std::nullopt;
    }
    if (source->output->begins) {
      return source->output->copies;
    }
    const auto receivers = program_.receivers_of(*source->output);
    if (source->functionality->collection == kNone || receivers.size() != 1 ||
        !receivers[0].depends_on_message()) {
      return std::nullopt;
    }
    const auto pairs = program_.pairs_of(program_.collections[source->functionality->collection]);
    const auto asked = pairs.size() == 1 && pairs[0].of == 1 ? begun_with(pairs[0].mid)
                                                             : std::optional<std::uint64_t>();
    return asked ? std::optional(*asked * source->output->copies) : std::nullopt;
  }

  void check_quorum(std::uint32_t definition, const CountedTag& pair) {
    const auto sent = messages_of_request(pair.mid);
    if (sent && *sent != pair.of) {
      report(definition, fmt::format("{} expects {} of each request, but a request sends {}",
                                     text::quoted(program_.tag(definition)),
                                     counted(pair.of, "message"), format_count(*sent)));
    }
  }

  [[nodiscard]] std::string tag_of(const Collection& collection) const {
    return text::quoted(program_.tag(collection.definition));
  }
  void report(const Collection& collection, std::string text) {
    report(collection.definition, std::move(text));
  }
  /// Each text once, however many processes it concerns.
  void report(std::uint32_t definition, std::string text) {
    if (reported_.emplace(definition, text).second) {
      out_.push_back(
          {Severity::kWarning, program_.definitions[definition].tag_span, std::move(text), {}});
    }
  }

  const Inspection& in_;
  const Program& program_;
  RequestFlow requests_;
  std::vector<Diagnostic>& out_;
  std::set<std::pair<std::uint32_t, std::string>> reported_;
  std::map<MessageId, Source> sources_;
  std::map<std::pair<std::uint32_t, MessageId>, CountedTag> quorums_;  // by line and type
};

}  // namespace

void warn_of_requests(const Inspection& inspection, std::vector<Diagnostic>& out) {
  const Program& program = inspection.program;
  if (program.has_requests || distinguishes_requests(program)) {
    RequestWarnings(inspection, out).find();
  }
}

}  // namespace dps::blueprint
