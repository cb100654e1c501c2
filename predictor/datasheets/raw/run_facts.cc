#include "predictor/datasheets/raw/run_facts.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>

#include "base/text/exact_quantities.h"
#include "base/time_units.h"
#include "predictor/datasheets/raw/raw_file.h"
#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/files/toml_writer.h"

namespace dps::datasheets {
namespace {

using machines::TomlMistakes;
using machines::TomlTable;

void check_format(TomlTable& top, TomlMistakes& mistakes) {
  const toml::node* format = top.find("format", true);
  const toml::node* version = top.find("version", true);
  if (format != nullptr && format->value<std::string>() != "dps-rawtiming") {
    mistakes.add(format->source(), "expected the format \"dps-rawtiming\"");
  }
  if (version != nullptr && version->value<std::int64_t>() != 1) {
    mistakes.add(version->source(), "this dps reads version 1 of run.toml");
  }
}

/// The texts of [measured], in the order of the file.
std::vector<std::pair<std::string, std::string>> measured_of(const toml::table& table,
                                                             TomlMistakes& mistakes) {
  std::vector<std::tuple<toml::source_index, std::string, std::string>> texts;
  for (const auto& [key, node] : table) {
    if (const auto* text = node.as_string()) {
      texts.emplace_back(node.source().begin.line, std::string(key.str()), text->get());
    } else {
      mistakes.add(node.source(), "expected a text for '" + std::string(key.str()) + "', got " +
                                      std::string(machines::kind_of(node)));
    }
  }
  std::stable_sort(texts.begin(), texts.end(), [](const auto& one, const auto& other) {
    return std::get<0>(one) < std::get<0>(other);
  });
  std::vector<std::pair<std::string, std::string>> measured;
  measured.reserve(texts.size());
  for (auto& [line, key, text] : texts) {
    measured.emplace_back(std::move(key), std::move(text));
  }
  return measured;
}

text::Checked<std::uint64_t> read_element(std::string_view text) {
  auto bytes = text::read_bytes(text);
  if (bytes && (*bytes == 0 || *bytes > kMostElementBytes)) {
    return tl::unexpected(std::string("an element has from 1 B to 1 MiB"));
  }
  return bytes;
}

RunFacts facts_of(const toml::table& root, TomlMistakes& mistakes) {
  TomlTable top(root, "the file", mistakes);
  check_format(top, mistakes);
  RunFacts facts;
  facts.element_bytes = top.quantity<std::uint64_t>("element", read_element).value_or(0);
  constexpr double kAttosecond = 1e-18;
  facts.timer_resolution =
      static_cast<double>(top.quantity<Attoseconds>("timer_resolution", text::read_time)
                              .value_or(Attoseconds())
                              .count()) *
      kAttosecond;
  if (const toml::table* measured = top.table("measured")) {
    facts.measured = measured_of(*measured, mistakes);
  }
  top.done();
  return facts;
}

}  // namespace

RunFactsReading read_run_facts(std::string_view text) {
  auto reading = machines::read_toml(text, facts_of);
  return {std::move(reading.value), std::move(reading.diagnostics)};
}

std::string write_run_facts(const RunFacts& facts) {
  machines::TomlWriter writer;
  writer.text("format", "dps-rawtiming");
  writer.count("version", 1);
  if (facts.element_bytes != 0) {
    writer.text("element", text::write_bytes(facts.element_bytes));
  }
  constexpr double kNanosecondsPerSecond = 1e9;
  constexpr std::uint64_t kAttosecondsPerNanosecond = 1'000'000'000;
  const auto resolution =
      static_cast<std::uint64_t>(std::llround(facts.timer_resolution * kNanosecondsPerSecond));
  if (resolution != 0) {
    writer.text("timer_resolution",
                text::write_time(Attoseconds(resolution * kAttosecondsPerNanosecond)));
  }
  writer.table("[measured]");
  for (const auto& [key, text] : facts.measured) {
    writer.text(machines::toml_key(key), text);
  }
  return writer.take();
}

}  // namespace dps::datasheets
