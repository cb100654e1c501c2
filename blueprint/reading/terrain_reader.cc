#include "blueprint/reading/terrain_reader.h"

#include <utility>

#include <fmt/format.h>

#include "base/host_name.h"

namespace dps::blueprint {

void TerrainReader::read(const WrittenTerrain& line) {
  const auto process = reader_.word(line.process);
  if (!process) {
    return;
  }
  const auto found = names_.find_whole(process->text);
  if (!found) {
    if (!found.error().empty()) {
      problems_.error(process->place, found.error());
    }
    return;
  }
  if (line.dependence == Dependence::kNothing) {
    read_for(line, *found);
    return;
  }
  const ProcessGroup& group = program_.group_of(found->first);
  for (std::uint32_t i = 0; i < found->count; ++i) {
    const ProcessId id{index(found->first) + i};
    reader_.set_clone(
        Clone{program_.tag(group.definition), id, index(id) - index(group.first), group.count});
    reader_.name_clone_in_errors(true);
    read_for(line, Receivers{id, 1, 1});
  }
  reader_.set_clone(std::nullopt);
  reader_.name_clone_in_errors(false);
}

void TerrainReader::read_for(const WrittenTerrain& line, const Receivers& processes) {
  const auto logical_host = host(line.htag);
  for (const WrittenTerrain::Constraint& written : line.constraints) {
    auto read = constraint(written);
    if (read && logical_host) {
      constrain(*logical_host, std::move(*read));
    }
  }
  if (logical_host) {
    place(processes, *logical_host, line);
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

std::optional<std::string> TerrainReader::name_or_type(const Word& value, HostVariable variable) {
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

bool TerrainReader::fill_number(const Word& value, Constraint& out) {
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

void TerrainReader::place(const Receivers& processes, std::uint32_t host,
                          const WrittenTerrain& line) {
  if (program_.logical_host_of.empty()) {
    program_.logical_host_of.assign(program_.process_count(), kNone);
    placed_by_.resize(program_.process_count());
  }
  for (std::uint32_t i = 0; i < processes.count; ++i) {
    const ProcessId id{index(processes.first) + i};
    std::uint32_t& placed = program_.logical_host_of[index(id)];
    if (placed != kNone && placed != host) {
      problems_.error(
          line.htag.place,
          fmt::format("{} has two htags, {} and {}", text::quoted(program_.process_name(id)),
                      text::quoted(program_.logical_hosts[placed].htag),
                      text::quoted(program_.logical_hosts[host].htag)),
          {problems_.note(placed_by_[index(id)], "the first htag")});
      return;
    }
    placed = host;
    placed_by_[index(id)] = line.htag.place;
  }
}

}  // namespace dps::blueprint
