// The byte form of a Program, from the lists of its fields (program_fields.h, codec_fields.h).
#include "blueprint/codec.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/expression/value_range.h"
#include "base/fields.h"
#include "base/operations/operations.h"
#include "base/text/quantities.h"
#include "blueprint/codec_fields.h"
#include "blueprint/collective_rules.h"
#include "blueprint/limits.h"

namespace dps::blueprint {
namespace {

// The bits of a definition's flags.
constexpr std::uint8_t kMentioned = 1;
constexpr std::uint8_t kPlaced = 2;

// --- encoding -----------------------------------------------------------------------------------

class ProgramEncoder : public Encoder {
 public:
  explicit ProgramEncoder(const Program& from) : program(from) {}

  const Program& program;
};

template <typename T>
void encode_field(ProgramEncoder& out, const T& entry, const DefinedBy<T>& field) {
  out.u32(entry.*field.member);
}
template <typename T, typename Entry>
void encode_field(ProgramEncoder& out, const T& entry, const PositionOrNone<T, Entry>& field) {
  out.u32(entry.*field.member);
}
template <typename T, typename Item>
void encode_field(ProgramEncoder& out, const T& entry, const Items<T, Item>& field) {
  encode_items(out, list_of(out.program, entry, field));
}
template <typename T, typename Entry>
void encode_field(ProgramEncoder& out, const T& entry, const Positions<T, Entry>& field) {
  encode_items(out, list_of(out.program, entry, field));
}

/// A slice has no spans.
void encode_value(ProgramEncoder& out, const Definition& definition) {
  const bool is_placed = definition.tag_span != Span{};
  out.u8(static_cast<std::uint8_t>(definition.section));
  out.u8(static_cast<std::uint8_t>((definition.mentioned ? kMentioned : 0) |
                                   (is_placed ? kPlaced : 0)));
  out.text(definition.tag);
  if (is_placed) {
    encode_value(out, definition.tag_span);
  }
}

void encode_type(ProgramEncoder& out, std::uint32_t mid, const MessageType& type) {
  const bool is_placed = type.awaited_at != Span{} || type.sent_at != Span{};
  out.u32(mid);
  out.text(type.mtag);
  out.u8(is_placed ? 1 : 0);
  if (is_placed) {
    encode_value(out, type.awaited_at);
    encode_value(out, type.sent_at);
  }
}

void encode_field(ProgramEncoder& out, const Program& program, const NamedTypes& /*field*/) {
  const auto& types = program.message_types;
  out.u32(size_of(types));
  out.u32(static_cast<std::uint32_t>(
      std::ranges::count_if(types, [](const auto& type) { return !type.mtag.empty(); })));
  for (std::uint32_t mid = 0; mid < types.size(); ++mid) {
    if (!types[mid].mtag.empty()) {
      encode_type(out, mid, types[mid]);
    }
  }
}

template <typename Entry>
void encode_field(ProgramEncoder& out, const Program& program, const ByProcess<Entry>& field) {
  std::vector<Run> runs;
  for (const std::uint32_t value : program.*field.member) {
    if (runs.empty() || runs.back().value != value) {
      runs.push_back({value, 0});
    }
    ++runs.back().length;
  }
  encode_items(out, runs);
}

// --- decoding -----------------------------------------------------------------------------------

/// Checks each entry against the tables before it. Tables that a few bytes can make large are made
/// by finish(), when everything has been checked.
class ProgramDecoder : public Decoder {
 public:
  explicit ProgramDecoder(std::span<const std::byte> bytes) : Decoder(bytes) {}

  /// Reads a position in a table of `size` entries; 0 if it is outside.
  std::uint32_t position(std::size_t size) {
    const std::uint32_t value = u32();
    require(value < size);
    return ok() ? value : 0;
  }

  Program finish();

  Program program;
  std::uint32_t type_count = 0;
  bool has_too_many_types = false;
  std::vector<std::pair<std::uint32_t, MessageType>> named_types;  ///< by ascending mid
  // Properties of entries, computed once: a forged list that repeats one entry takes no extra time.
  std::vector<bool> acknowledges;           ///< by output: one of its receivers is ACK
  std::vector<std::uint32_t> needed_units;  ///< by functionality: the units that its nexts name
  std::vector<std::uint32_t> plan_units;    ///< by unit: the units that a plan with it must have
  /// The tables by process.
  std::vector<std::pair<std::vector<std::uint32_t> Program::*, std::vector<Run>>> runs;
};

Program ProgramDecoder::finish() {
  for (const auto& [table, entries] : runs) {
    for (const Run& run : entries) {
      (program.*table).insert((program.*table).end(), run.length, run.value);
    }
  }
  program.message_types.resize(type_count);
  for (auto& [mid, type] : named_types) {
    program.message_types[mid] = std::move(type);
  }
  return std::move(program);
}

std::string decode_tag(ProgramDecoder& in) {
  std::string tag = in.text();
  in.require(tag.size() <= kMaxTagBytes);
  return tag;
}

void decode_value(ProgramDecoder& in, MessageId& mid) {
  mid = MessageId{in.position(in.type_count)};
}

/// A time or an amount of work.
void decode_value(ProgramDecoder& in, double& amount) {
  amount = in.f64();
  in.require(std::isfinite(amount) && amount >= 0);
}

/// The number in an instruction of a variate has any sign.
void decode_value(ProgramDecoder& in, expression::Instruction& instruction) {
  decode_value(in, instruction.operation);
  instruction.operand = in.u32();
  instruction.number = in.f64();
}

void decode_value(ProgramDecoder& in, Variable& variable) {
  variable.name = in.text();
  variable.value = in.f64();
  in.require(std::isfinite(variable.value));
}

template <typename T>
void decode_field(ProgramDecoder& in, T& entry, const DefinedBy<T>& field) {
  const std::uint32_t at = in.position(in.program.definitions.size());
  in.require(in.ok() && in.program.definitions[at].section == field.section);
  entry.*field.member = at;
}
template <typename T, typename Entry>
void decode_field(ProgramDecoder& in, T& entry, const PositionOrNone<T, Entry>& field) {
  const std::uint32_t at = in.u32();
  in.require(at == kNone || at < (in.program.*field.table).size());
  entry.*field.member = at;
}
template <typename T, typename Item>
void decode_field(ProgramDecoder& in, T& entry, const Items<T, Item>& field) {
  auto& table = in.program.*field.table;
  const std::uint32_t first = size_of(table);
  decode_items(in, table);
  entry.*field.member = {first, size_of(table) - first};
}
template <typename T, typename Entry>
void decode_field(ProgramDecoder& in, T& entry, const Positions<T, Entry>& field) {
  auto& lists = in.program.*field.lists;
  const Extent extent{size_of(lists), in.count(sizeof(std::uint32_t))};
  for (std::uint32_t i = 0; i < extent.count && in.ok(); ++i) {
    lists.push_back(in.position((in.program.*field.table).size()));
  }
  entry.*field.member = extent;
}

void decode_value(ProgramDecoder& in, Definition& definition) {
  const char section = static_cast<char>(in.u8());
  in.require(section != '\0' && std::string_view("ICOFUP").find(section) != std::string::npos);
  definition.section = static_cast<Section>(section);
  const std::uint8_t flags = in.u8();
  in.require(flags <= (kMentioned | kPlaced));
  definition.mentioned = (flags & kMentioned) != 0;
  definition.tag = decode_tag(in);
  if ((flags & kPlaced) != 0) {
    decode_value(in, definition.tag_span);
    in.require(definition.tag_span != Span{});
  }
}

MessageType decode_type(ProgramDecoder& in) {
  MessageType type;
  type.mtag = decode_tag(in);
  in.require(!type.mtag.empty());
  if (decode_bool(in)) {
    decode_value(in, type.awaited_at);
    decode_value(in, type.sent_at);
    in.require(type.awaited_at != Span{} || type.sent_at != Span{});
  }
  return type;
}

void decode_field(ProgramDecoder& in, Program& /*program*/, const NamedTypes& /*field*/) {
  constexpr std::size_t kSmallest = 2 * sizeof(std::uint32_t) + 1;
  in.type_count = in.u32();
  in.has_too_many_types = in.ok() && in.type_count > kMaxMessageTypes;
  in.require(!in.has_too_many_types);
  const std::uint32_t count = in.count(kSmallest);
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    const std::uint32_t mid = in.position(in.type_count);
    in.require(in.named_types.empty() || mid > in.named_types.back().first);
    in.named_types.emplace_back(mid, decode_type(in));
  }
}

template <typename Entry>
void decode_field(ProgramDecoder& in, Program& program, const ByProcess<Entry>& field) {
  std::vector<Run> runs;
  decode_items(in, runs);
  std::uint64_t processes = 0;
  for (const Run& run : runs) {
    processes += run.length;
    in.require((run.value == kNone || run.value < (program.*field.table).size()) &&
               run.length >= 1);
  }
  in.require(processes == program.process_count() || (field.may_be_empty && processes == 0));
  in.runs.emplace_back(field.member, std::move(runs));
}

void decode_value(ProgramDecoder& in, ProcessGroup& group) {
  decode_fields(in, group);
  const std::uint32_t first = in.program.process_count();
  group.first = ProcessId{first};
  in.require(group.count >= 1 && first + std::uint64_t{group.count} <= kMaxProcesses);
}

bool is_allowed(const ProgramDecoder& /*in*/, const CountedTag& pair) {
  return pair.count >= 1 && pair.of >= pair.count && pair.of <= text::kMaxCount;
}

/// The largest value of a variate, 0 if there is none; nullopt if some draw would be an error.
std::optional<double> largest_of(const std::vector<expression::Instruction>& table,
                                 Extent variate) {
  if (variate.count == 0) {
    return 0;
  }
  const auto range = expression::range_of(detail::run_of(table, variate));
  return range ? std::optional(std::max(range->high, 0.0)) : std::nullopt;
}

/// The operations of a sum differ, and are in order.
bool is_sum(std::span<const operations::OperationCount> terms) {
  return std::ranges::adjacent_find(terms, std::ranges::greater_equal{},
                                    &operations::OperationCount::operation) == terms.end() &&
         std::ranges::all_of(terms, [](const auto& term) {
           return term.operation < operations::kOperationCount && term.count != 0;
         });
}

bool is_allowed(const ProgramDecoder& in, const Computation& computation) {
  const bool has_name =
      computation.kind == ComputationKind::kCall || computation.kind == ComputationKind::kExec;
  const bool has_sum = computation.kind == ComputationKind::kOps;
  const auto& variates = in.program.computation_variates;
  return has_name == (computation.words.count > 0) &&
         (has_sum || (computation.operations.count == 0 && !computation.loop)) &&
         (!has_sum || computation.amount_variate.count == 0) && in.ok() &&
         is_sum(in.program.operations_of(computation)) &&
         (computation.cost || computation.cost_variate.count == 0) &&
         largest_of(variates, computation.amount_variate) &&
         largest_of(variates, computation.cost_variate);
}

bool is_allowed(const ProgramDecoder& in, const Receivers& receivers) {
  if (receivers.depends_on_message()) {
    return receivers.step == 1 || receivers.is_origin();
  }
  if (receivers.step < 1) {
    return false;
  }
  const std::uint64_t last =
      index(receivers.first) + std::uint64_t{receivers.count - 1} * receivers.step;
  return receivers.count <= kMaxProcesses && receivers.step <= kMaxProcesses &&
         last < in.program.process_count();
}

bool is_allowed(const ProgramDecoder& /*in*/, const Share& share) {
  return share.bytes <= text::kMaxBytes && share.copies >= 1 && share.copies <= text::kMaxCount;
}

/// True if there are no shares, or one for each receiver, none above the largest ones.
bool has_right_shares(const Program& program, const Output& output) {
  if (output.shares.count == 0) {
    return true;
  }
  std::uint64_t receivers = 0;
  for (const Receivers& each : program.receivers_of(output)) {
    receivers += each.depends_on_message() ? std::uint64_t{kMaxProcesses} + 1 : each.count;
  }
  return receivers == output.shares.count && receivers <= kMaxProcesses && !output.delay &&
         std::ranges::all_of(program.shares_of(output), [&](const Share& share) {
           return share.bytes <= output.bytes && share.copies <= output.copies;
         });
}

/// A timer has one receiver; with -pick, -n does not depend on the receiver.
bool is_right_control(const Program& program, const Output& output) {
  return !(output.is_controlled() && output.delay) && output.window <= text::kMaxCount &&
         (output.pick == Pick::kAll ||
          std::ranges::all_of(program.shares_of(output),
                              [&](const Share& share) { return share.copies == output.copies; }));
}

bool is_allowed(const ProgramDecoder& in, const Output& output) {
  const auto& variates = in.program.output_variates;
  const auto largest = largest_of(variates, output.bytes_variate);
  return output.bytes <= text::kMaxBytes && output.copies <= text::kMaxCount && largest &&
         std::round(*largest) <= static_cast<double>(output.bytes) &&
         (output.delay || output.delay_variate.count == 0) &&
         largest_of(variates, output.delay_variate) && has_right_shares(in.program, output) &&
         !(output.begins && output.delay) && is_right_control(in.program, output) && in.ok() &&
         has_right_collective(in.program, output);
}

void decode_value(ProgramDecoder& in, Output& output) {
  decode_fields(in, output);
  in.acknowledges.push_back(
      in.ok() && std::ranges::any_of(in.program.receivers_of(output),
                                     [](const auto& each) { return each.depends_on_message(); }));
}

/// A quorum is of the messages of a request.
bool is_allowed(const ProgramDecoder& in, const Collection& collection) {
  return collection.each || (in.ok() && std::ranges::all_of(in.program.pairs_of(collection),
                                                            [](const CountedTag& pair) {
                                                              return pair.of == pair.count;
                                                            }));
}

bool is_allowed(const ProgramDecoder& /*in*/, const NextLeg& leg) {
  return leg.target != kNone && leg.firings >= 1 && leg.firings <= text::kMaxCount;
}

/// True if the lists have a part for each step of the cycle.
bool has_right_steps(const Program& program, const Functionality& functionality) {
  if (functionality.steps == 1) {
    return true;
  }
  std::uint64_t cycle = 0;
  for (const NextLeg& leg : program.nexts_of(functionality)) {
    cycle = std::min<std::uint64_t>(cycle, kMaxSteps) + leg.firings;
  }
  return functionality.steps > 0 && functionality.steps <= kMaxSteps &&
         functionality.steps == cycle &&
         functionality.computations.count % functionality.steps == 0 &&
         functionality.outputs.count % functionality.steps == 0;
}

/// Rejects ACK and ORIGIN in a functionality that fires without a message: there is no sender to
/// reply to.
bool is_allowed(const ProgramDecoder& in, const Functionality& functionality) {
  return functionality.nexts.count >= 1 && has_right_steps(in.program, functionality) &&
         (functionality.collection != kNone ||
          std::ranges::none_of(in.program.outputs_of(functionality),
                               [&](std::uint32_t output) { return in.acknowledges[output]; }));
}

void decode_value(ProgramDecoder& in, Functionality& functionality) {
  decode_fields(in, functionality);
  std::uint32_t needed = 1;
  for (const NextLeg& leg : in.program.nexts_of(functionality)) {
    const bool names_unit = leg.target != kNextSame && leg.target != kNextComplete;
    needed = names_unit ? std::max(needed, leg.target + 1) : needed;
  }
  in.needed_units.push_back(needed);
}

/// True if the alternatives of the choice have the same collection, and one may fire.
bool is_right_choice(const Program& program, const Unit& unit, std::uint32_t first,
                     std::uint32_t end) {
  const auto functionalities = program.functionalities_of(unit);
  const auto collection_at = [&](std::uint32_t position) {
    return program.functionalities[functionalities[position]].collection;
  };
  for (std::uint32_t position = first; position < end; ++position) {
    if (!(program.weight_of(unit, position) >= 0) ||
        collection_at(position) != collection_at(first)) {
      return false;
    }
  }
  const double sum = program.alternatives_of(unit)[end - 1].weights;
  return end - first <= kMaxAlternatives && sum > 0 && sum <= kMaxAlternatives * kMaxWeight;
}

bool has_right_choices(const Program& program, const Unit& unit) {
  const auto alternatives = program.alternatives_of(unit);
  if (alternatives.empty()) {
    return true;
  }
  if (alternatives.size() != unit.functionalities.count) {
    return false;
  }
  std::uint32_t choice = 0;
  for (std::uint32_t first = 0; first < alternatives.size(); ++choice) {
    const std::uint32_t end = program.end_of_choice(unit, first);
    if (alternatives[first].choice != choice || !is_right_choice(program, unit, first, end)) {
      return false;
    }
    first = end;
  }
  return true;
}

bool is_allowed(const ProgramDecoder& in, const Unit& unit) {
  return unit.functionalities.count >= 1 && has_right_choices(in.program, unit);
}

void decode_value(ProgramDecoder& in, Unit& unit) {
  decode_fields(in, unit);
  std::uint32_t needed = 1;
  if (in.ok()) {
    for (const std::uint32_t functionality : in.program.functionalities_of(unit)) {
      needed = std::max(needed, in.needed_units[functionality]);
    }
  }
  in.plan_units.push_back(needed);
}

bool is_allowed(const ProgramDecoder& in, const Plan& plan) {
  return plan.units.count >= 1 &&
         std::ranges::all_of(in.program.units_of(plan), [&](std::uint32_t unit) {
           return in.plan_units[unit] <= plan.units.count;
         });
}

bool is_allowed(const ProgramDecoder& /*in*/, const LogicalHost& host) {
  return host.htag.size() <= kMaxTagBytes;
}

/// Without -new, no message belongs to a request.
bool is_allowed(const ProgramDecoder& /*in*/, const Program& program) {
  return !program.groups.empty() && has_right_types(program) &&
         (program.has_requests ||
          (std::ranges::none_of(program.outputs, [](const Output& each) { return each.begins; }) &&
           std::ranges::none_of(program.receivers,
                                [](const Receivers& each) { return each.is_origin(); })));
}

}  // namespace

ByteString encode_program(const Program& program) {
  ProgramEncoder out(program);
  out.u16(kProgramVersion);
  encode_value(out, program);
  return out.take();
}

Result<Program> decode_program(std::span<const std::byte> bytes) {
  ProgramDecoder in(bytes);
  if (const std::uint16_t version = in.u16(); in.ok() && version != kProgramVersion) {
    return failure(ErrorCode::kVersion, "program encoded as version " + std::to_string(version) +
                                            ", expected " + std::to_string(kProgramVersion));
  }
  decode_value(in, in.program);
  if (in.has_too_many_types) {
    return failure(ErrorCode::kLimit,
                   "program has more than " + std::to_string(kMaxMessageTypes) + " message types");
  }
  if (!in.complete()) {
    return failure(ErrorCode::kProtocol, "malformed program");
  }
  return in.finish();
}

}  // namespace dps::blueprint
