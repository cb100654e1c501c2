#include "blueprint/reading/terrain_reader.h"

#include <utility>

#include <fmt/format.h>

#include "base/host_name.h"

namespace dps::blueprint {

void TerrainReader::read(std::span<const WrittenTerrain> lines) {
  std::vector<NamedLine> named;
  for (const WrittenTerrain& line : lines) {
    if (const auto processes = processes_of(line)) {
      named.push_back(*processes);
    }
  }
  named_alone_.assign(program_.process_count(), false);
  for (const NamedLine& each : named) {
    if (each.is_for_one) {
      named_alone_[index(each.processes.first)] = true;
    }
  }
  for (const NamedLine& each : named) {
    read(each);
  }
}

/// nullopt after an error; the htag and constraints are checked even then.
std::optional<TerrainReader::NamedLine> TerrainReader::processes_of(const WrittenTerrain& line) {
  const auto process = reader_.word(line.process);
  const auto found = process ? names_.find_whole(process->text)
                             : text::Checked<Receivers>(tl::unexpected<std::string>(""));
  if (found) {
    return NamedLine{&line, *found, process->text.ends_with(']')};
  }
  if (!found.error().empty()) {
    problems_.error(process->place, found.error());
  }
  if (line.dependence == Dependence::kNothing) {
    host(line.htag);
    for (const WrittenTerrain::Constraint& written : line.constraints) {
      constraint(written);
    }
  }
  return std::nullopt;
}

bool TerrainReader::is_replaced(const NamedLine& named, ProcessId process) const {
  return !named.is_for_one && named_alone_[index(process)];
}

void TerrainReader::read(const NamedLine& named) {
  const std::uint32_t first = index(named.processes.first);
  if (named.line->dependence == Dependence::kNothing) {
    bool is_used = false;
    for (std::uint32_t i = 0; i < named.processes.count; ++i) {
      is_used = is_used || !is_replaced(named, ProcessId{first + i});
    }
    if (is_used) {
      read_for(named);
    }
    return;
  }
  const ProcessGroup& group = program_.group_of(named.processes.first);
  for (std::uint32_t i = 0; i < named.processes.count; ++i) {
    const ProcessId id{first + i};
    if (is_replaced(named, id)) {
      continue;
    }
    reader_.set_clone(
        Clone{program_.tag(group.definition), id, index(id) - index(group.first), group.count});
    reader_.name_clone_in_errors(true);
    read_for({named.line, Receivers{id, 1, 1}, named.is_for_one});
  }
  reader_.set_clone(std::nullopt);
  reader_.name_clone_in_errors(false);
}

void TerrainReader::read_for(const NamedLine& named) {
  const auto logical_host = host(named.line->htag);
  for (const WrittenTerrain::Constraint& written : named.line->constraints) {
    auto read = constraint(written);
    if (read && logical_host) {
      constrain(*logical_host, std::move(*read));
    }
  }
  if (logical_host) {
    place(named, *logical_host);
  }
}

std::optional<std::uint32_t> TerrainReader::host(const Template& htag) {
  const auto tag = reader_.word(htag);
  if (!tag) {
    return std::nullopt;
  }
  if (const auto refused = refuse_tag(tag->text, "htag")) {
    problems_.error(tag->place, *refused);
    return std::nullopt;
  }
  const auto [known, is_new] =
      hosts_.emplace(tag->text, static_cast<std::uint32_t>(program_.logical_hosts.size()));
  if (is_new) {
    program_.logical_hosts.push_back({tag->text, source_.span(tag->place), {}});
  }
  return known->second;
}

std::optional<Constraint> TerrainReader::constraint(const WrittenTerrain::Constraint& written) {
  const auto value = reader_.word(written.value);
  if (!value) {
    return std::nullopt;
  }
  Constraint out{written.variable, written.comparison, "", 0, source_.span(written.place)};
  if (written.variable == HostVariable::kName || written.variable == HostVariable::kType) {
    auto text = name_or_type(*value, written.variable);
    if (!text) {
      return std::nullopt;
    }
    out.text = std::move(*text);
    return out;
  }
  return fill_number(*value, out) ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<std::string> TerrainReader::name_or_type(const FieldText& value,
                                                       HostVariable variable) {
  if (variable == HostVariable::kName && !is_host_name(value.text)) {
    problems_.error(value.place, fmt::format("{} is not a host name", text::quoted(value.text)));
    return std::nullopt;
  }
  if (value.text.empty()) {
    problems_.error(value.place, "a TYPE cannot be empty");
    return std::nullopt;
  }
  return value.text;
}

bool TerrainReader::fill_number(const FieldText& value, Constraint& out) {
  const auto number = out.variable == HostVariable::kMemory ? text::read_memory(value.text)
                      : out.variable == HostVariable::kSpeed
                          ? text::read_whole(value.text, {"SPEED", 1, text::kMaxCount})
                          : text::read_whole(value.text, {"CORES", 0, text::kMaxCount});
  if (!number) {
    problems_.error(value.place, number.error());
    return false;
  }
  out.number = *number;
  return true;
}

/// Adds a constraint; equal constraints from several processes of one line are stored once.
void TerrainReader::constrain(std::uint32_t host, Constraint constraint) {
  auto& all = program_.logical_hosts[host].constraints;
  Hash hash;
  hash.add(host).add(constraint.span.line).add(constraint.span.column);
  hash.add(constraint.text).add(constraint.number);
  const auto known = constraints_.find(hash, [&](std::uint32_t at) {
    const auto [other_host, position] = constraint_places_[at];
    const Constraint& other = program_.logical_hosts[other_host].constraints[position];
    return other_host == host && other.span == constraint.span && other.text == constraint.text &&
           other.number == constraint.number;
  });
  if (!known) {
    constraints_.insert(hash, static_cast<std::uint32_t>(constraint_places_.size()));
    constraint_places_.emplace_back(host, static_cast<std::uint32_t>(all.size()));
    all.push_back(std::move(constraint));
  }
}

void TerrainReader::place(const NamedLine& named, std::uint32_t host) {
  const text::Range htag = named.line->htag.place;
  if (program_.logical_host_of.empty()) {
    program_.logical_host_of.assign(program_.process_count(), kNone);
    placed_by_.resize(program_.process_count());
  }
  for (std::uint32_t i = 0; i < named.processes.count; ++i) {
    const ProcessId id{index(named.processes.first) + i};
    if (is_replaced(named, id)) {
      continue;
    }
    std::uint32_t& placed = program_.logical_host_of[index(id)];
    if (placed != kNone && placed != host) {
      problems_.error(
          htag,
          fmt::format("{} has two htags, {} and {}", text::quoted(program_.process_name(id)),
                      text::quoted(program_.logical_hosts[placed].htag),
                      text::quoted(program_.logical_hosts[host].htag)),
          {problems_.note(placed_by_[index(id)], "the first htag")});
      return;
    }
    placed = host;
    placed_by_[index(id)] = htag;
  }
}

}  // namespace dps::blueprint
