/// The part of LineReader for O lines.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/suggestion.h"
#include "base/units.h"
#include "blueprint/reading/line_reader.h"

namespace dps::blueprint {

std::optional<EvaluatedOutput> LineReader::read_output(const WrittenOutput& line,
                                                       text::Range tag_place,
                                                       const ReceiverTable& names,
                                                       ProgramBuilder& builder) {
  EvaluatedOutput out;
  const auto& type = line.argument(OutputFlag::kTag);
  const auto tag = type ? mtag(*type) : std::optional(std::string(kDefaultMtag));
  const bool flags_ok = read_flags(line, out);
  if (tag) {
    out.output.mid = builder.sent(*tag, templates_.source().span(type ? type->place : tag_place));
  }
  const bool sends = out.output.copies > 0 || !flags_ok;
  bool receivers_ok = !sends || read_receivers(line, names, out);
  if (line.uses_receiver() && flags_ok && receivers_ok && sends) {
    receivers_ok = read_shares(line, builder.program, out);
  }
  if (line.argument(OutputFlag::kCollective) && flags_ok && receivers_ok) {
    receivers_ok = read_collective(line, names, out);
  }
  const bool ok =
      tag && flags_ok && receivers_ok && check_volume(line, out.output) && check_delay(line, out);
  return ok ? std::optional(std::move(out)) : std::nullopt;
}

bool LineReader::read_flags(const WrittenOutput& line, EvaluatedOutput& out) {
  struct Row {
    OutputFlag flag;
    bool (LineReader::*read)(const Template&, EvaluatedOutput&);
  };
  static constexpr std::array kRows{
      Row{OutputFlag::kBytes, &LineReader::read_bytes},
      Row{OutputFlag::kCopies, &LineReader::read_copies},
      Row{OutputFlag::kDelay, &LineReader::read_delay},
      Row{OutputFlag::kPacked, &LineReader::read_packed},
      Row{OutputFlag::kXdr, &LineReader::read_xdr},
      Row{OutputFlag::kRoute, &LineReader::read_route},
      Row{OutputFlag::kPick, &LineReader::read_pick},
      Row{OutputFlag::kWindow, &LineReader::read_window},
  };
  bool ok = true;
  for (const Row& row : kRows) {
    const auto& argument = line.argument(row.flag);
    if (argument && !argument->uses_receiver) {
      ok &= (this->*row.read)(*argument, out);
    }
  }
  out.output.others = line.others;
  out.output.begins = line.begins;
  if (!out.output.packed && !out.variates.first.empty()) {
    ok = fail(line.argument(OutputFlag::kPacked)->place,
              "with -p off the buffer is packed before the start, so -b cannot vary");
  }
  return ok;
}

/// Evaluates `to` for each receiver. Receivers of no message are removed.
bool LineReader::read_shares(const WrittenOutput& line, const Program& program,
                             EvaluatedOutput& out) {
  const std::vector<Receivers> receivers = std::exchange(out.receivers, {});
  const Share share{out.output.bytes, out.output.copies};
  out.output.copies = 0;
  bool ok = true;
  for (const Receivers& element : receivers) {
    for (std::uint32_t i = 0; i < element.count; ++i) {
      const ProcessId process{index(element.first) + i * element.step};
      const std::uint32_t clone = program.index_in_group(process);
      values_.receiver = clone;
      receiver_ = text::CloneName{program.tag(program.group_of(process).definition), clone};
      update_subject();
      ok &= read_share(line, process, share, out);
    }
  }
  receiver_.reset();
  update_subject();
  return ok;
}

/// `share` has the values of the line for every receiver.
bool LineReader::read_share(const WrittenOutput& line, ProcessId receiver, Share share,
                            EvaluatedOutput& out) {
  EvaluatedOutput evaluated;
  bool ok = true;
  if (line.uses_receiver(OutputFlag::kBytes)) {
    ok &= read_bytes(*line.argument(OutputFlag::kBytes), evaluated);
    share.bytes = evaluated.output.bytes;
  }
  if (line.uses_receiver(OutputFlag::kCopies)) {
    ok &= read_copies(*line.argument(OutputFlag::kCopies), evaluated);
    share.copies = evaluated.output.copies;
  }
  if (ok && share.copies > 0) {
    append_process(out.receivers, receiver);
    out.shares.push_back(share);
    out.output.bytes = std::max(out.output.bytes, share.bytes);
    out.output.copies = std::max(out.output.copies, share.copies);
  }
  return ok;
}

/// A size that varies is rounded; Output::bytes is the largest, for which buffers are allocated.
bool LineReader::read_bytes(const Template& argument, EvaluatedOutput& out) {
  if (!templates_.varies(argument)) {
    const auto value = whole(argument, {"-b", 0, text::kMaxBytes}, text::read_size);
    out.output.bytes = value.value_or(0);
    return value.has_value();
  }
  const auto limited = [](const FieldText& word) -> text::Checked<double> {
    auto value = text::read_real_size(word.text, "-b");
    if (value && std::round(*value) > static_cast<double>(text::kMaxBytes)) {
      return tl::unexpected(fmt::format("-b must be at most {}, got {}",
                                        format_count(text::kMaxBytes), text::quoted(word.text)));
    }
    return value;
  };
  const auto range = varying(argument, out.variates.first, limited);
  out.output.bytes = range ? static_cast<std::uint64_t>(std::round(std::max(range->high, 0.0))) : 0;
  return range.has_value();
}

bool LineReader::read_copies(const Template& argument, EvaluatedOutput& out) {
  const auto value = whole(argument, {"-n", 0, text::kMaxCount});
  out.output.copies = value.value_or(1);
  return value.has_value();
}

bool LineReader::read_delay(const Template& argument, EvaluatedOutput& out) {
  out.output.delay = time(argument, "-d", out.variates.second);
  return out.output.delay.has_value();
}

bool LineReader::read_packed(const Template& argument, EvaluatedOutput& out) {
  return read_switch(argument, "-p", out.output.packed);
}

bool LineReader::read_xdr(const Template& argument, EvaluatedOutput& out) {
  return read_switch(argument, "-e", out.output.xdr);
}

bool LineReader::read_switch(const Template& argument, std::string_view flag, bool& out) {
  const auto filled = word(argument);
  if (!filled) {
    return false;
  }
  out = filled->text == "on";
  return (!filled->is_quoted && (out || filled->text == "off")) ||
         fail(filled->place,
              fmt::format("{} must be on or off, got {}", flag, text::quoted(filled->text)));
}

bool LineReader::read_route(const Template& argument, EvaluatedOutput& out) {
  const auto filled = word(argument);
  if (!filled) {
    return false;
  }
  const bool is_direct = filled->text == "TCP";
  out.output.route = is_direct ? MessageRoute::kDirect : MessageRoute::kDaemon;
  static const std::array<std::string, 2> routes{"Pvmd", "TCP"};
  return (!filled->is_quoted && (is_direct || filled->text == "Pvmd")) ||
         fail(filled->place,
              fmt::format("-X must be Pvmd or TCP, got {}{}", text::quoted(filled->text),
                          did_you_mean(filled->text, routes)));
}

bool LineReader::read_pick(const Template& argument, EvaluatedOutput& out) {
  const auto filled = word(argument);
  if (!filled) {
    return false;
  }
  const auto pick = filled->is_quoted ? std::nullopt : find_word(kPicks, filled->text);
  out.output.pick = pick.value_or(Pick::kAll);
  return pick.has_value() ||
         fail(filled->place, fmt::format("-pick must be random, round_robin or least, got {}{}",
                                         text::quoted(filled->text),
                                         filled->is_quoted && find_word(kPicks, filled->text)
                                             ? "; it must not be quoted"
                                             : suggest(kPicks, filled->text)));
}

bool LineReader::read_window(const Template& argument, EvaluatedOutput& out) {
  const auto value = whole(argument, {"-window", 1, text::kMaxCount});
  out.output.window = value.value_or(0);
  return value.has_value();
}

bool LineReader::read_receivers(const WrittenOutput& line, const ReceiverTable& names,
                                EvaluatedOutput& out) {
  bool ok = true;
  bool acknowledges = false;
  bool answers_origin = false;
  for (const Template& text : line.receivers) {
    const auto element = word(text);
    if (!element) {
      ok = false;
      continue;
    }
    const bool is_origin = element->text == "ORIGIN";
    if ((element->text != "ACK" && !is_origin) || element->is_quoted) {
      ok &= add_receiver(*element, names, out.receivers);
    } else if (line.uses_receiver()) {
      ok = fail(element->place,
                fmt::format("with {} the receiver is not known before the start, so -b and -n "
                            "cannot depend on 'to'",
                            element->text));
    } else if (is_origin && line.begins) {
      ok = fail(element->place,
                "the process itself is the origin of a request that it begins; -new cannot be used "
                "with the receiver ORIGIN");
    } else if (!std::exchange(is_origin ? answers_origin : acknowledges, true)) {
      out.receivers.push_back(is_origin ? Receivers::origin() : Receivers{});
    }
  }
  return ok;
}

bool LineReader::add_receiver(const FieldText& element, const ReceiverTable& names,
                              std::vector<Receivers>& out) {
  if (element.text.empty() || is_reserved(element.text)) {
    return fail(
        element.place,
        element.text.empty() ? "a receiver cannot be empty"
        : element.is_quoted
            ? fmt::format("{} is reserved; it must not be quoted", text::quoted(element.text))
            : fmt::format("{} is reserved and cannot name a process", text::quoted(element.text)));
  }
  const auto found = names.find(element.text);
  if (!found) {
    return fail(element.place, found.error());
  }
  if (!found->also_matched.empty()) {
    problems_.warning(
        element.place,
        fmt::format("{} also matches the clones of {}; '{}[' matches only its own",
                    text::quoted(element.text), text::quoted(found->also_matched), element.text));
  }
  if (found->longer_indices > 0) {
    problems_.warning(element.place,
                      fmt::format("{} also matches '{}0]'{}; '{}]' matches only one process",
                                  text::quoted(element.text), element.text,
                                  found->longer_indices == 1
                                      ? ""
                                      : fmt::format(" and {} more", found->longer_indices - 1),
                                  element.text));
  }
  append_without_repeats(out, found->receivers);
  return true;
}

bool LineReader::check_volume(const WrittenOutput& line, const Output& output) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 63;
  if (output.bytes == 0 || output.copies <= kMost / output.bytes) {
    return true;
  }
  return fail(line.argument(OutputFlag::kCopies)->place,
              fmt::format("{} messages of {} bytes exceed the limit of 2^63 bytes",
                          format_count(output.copies), format_count(output.bytes)));
}

bool LineReader::check_delay(const WrittenOutput& line, const EvaluatedOutput& evaluated) {
  if (!evaluated.output.delay) {
    return true;
  }
  if (line.others) {
    return fail(line.others_place, "-others excludes the sender, but -d sends only to the sender");
  }
  if (!clone_ || evaluated.output.copies == 0) {
    return true;
  }
  const Receivers itself{clone_->process, 1, 1};
  const bool to_itself = evaluated.receivers.size() == 1 && evaluated.receivers[0].count == 1 &&
                         evaluated.receivers[0].first == itself.first;
  if (to_itself) {
    return true;
  }
  const auto by_message = std::ranges::find_if(
      evaluated.receivers, [](const Receivers& r) { return r.depends_on_message(); });
  return fail(line.receivers.front().place,
              by_message != evaluated.receivers.end()
                  ? fmt::format("with -d a process sends to itself, but {} may be another process",
                                by_message->is_origin() ? "ORIGIN" : "ACK")
                  : "with -d a process sends to itself; write its own name, such as "
                    "'Clock.p[{self}]'");
}

}  // namespace dps::blueprint
