#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/exact_quantities.h"
#include "predictor/machines/files/host_tables.h"
#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/kinds/datasheet/datasheet_machine.h"
#include "predictor/machines/kinds/datasheet/file/function_reader.h"
#include "predictor/machines/kinds/datasheet/file/sheet_words.h"

namespace dps::machines {
namespace {

constexpr std::uint64_t kMostElement = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostVersion = 1'000'000;

/// A key of a table with its value.
struct Entry {
  const toml::key* key;
  const toml::node* node;
};

/// The keys in the order of the file, since toml++ sorts them by name.
std::vector<Entry> in_file_order(const toml::table& table) {
  std::vector<Entry> entries;
  entries.reserve(table.size());
  for (const auto& [key, node] : table) {
    entries.push_back({&key, &node});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.key->source().begin < b.key->source().begin;
  });
  return entries;
}

/// A text unchanged, other values in TOML notation.
std::string measured_text(const toml::node& node) {
  if (node.is_string()) {
    return node.as_string()->get();
  }
  std::ostringstream text;
  node.visit([&](const auto& value) { text << value; });
  return text.str();
}

class SheetReader {
 public:
  explicit SheetReader(TomlMistakes& mistakes) : mistakes_(mistakes) {}

  Datasheet read(const toml::table& root) {
    TomlTable top(root, "the file", mistakes_);
    read_format(top);
    sheet_.name = top.text("name").value_or("");
    read_element(top);
    sheet_.eager = top.quantity("eager", text::read_bytes);
    sheet_.eager_on_host = top.quantity("eager_host", text::read_bytes);
    read_hosts(top.find("host"));
    read_functions(top.find("function"), root);
    read_aliases(top.table("alias"));
    read_measured(top.table("measured"));
    top.done();
    return std::move(sheet_);
  }

 private:
  void read_format(TomlTable& top) {
    const auto format = top.text("format", true);
    if (format && *format != kSheetFormat) {
      mistakes_.add(
          top.find("format")->source(),
          fmt::format("expected '{}' for 'format', got '{}'", kSheetFormat, printable(*format)));
    }
    top.find("version", true);
    const auto version = top.count("version", 1, kMostVersion);
    if (version && *version != kSheetVersion) {
      mistakes_.add(top.find("version")->source(),
                    fmt::format("sheets of version {} are unknown to this dps, which reads "
                                "version {}",
                                *version, kSheetVersion));
    }
  }

  void read_element(TomlTable& top) {
    const auto bytes = top.quantity("element", text::read_bytes);
    if (bytes && (*bytes == 0 || *bytes > kMostElement)) {
      mistakes_.add(top.find("element")->source(), "an element has 1 B to 1 MiB");
    }
    sheet_.element_bytes = bytes.value_or(sheet_.element_bytes);
  }

  void read_hosts(const toml::node* list) {
    HostTables hosts(mistakes_);
    for (const toml::table* fields : tables_of(list, kHostList, mistakes_)) {
      hosts.read(*fields, [](TomlTable&) {});
    }
    sheet_.hosts = std::move(hosts.hosts);
    sheet_.multiply = std::move(hosts.multiply);
    sheet_.timings = std::move(hosts.timings);
  }

  void read_functions(const toml::node* list, const toml::table& root) {
    if (list == nullptr || (list->is_array() && list->as_array()->empty())) {
      mistakes_.add(list == nullptr ? root.source() : list->source(),
                    "there is no function; a data sheet has at least one [[function]]");
    }
    sheet_.functions = FunctionReader(mistakes_).read(list);
  }

  void read_aliases(const toml::table* fields) {
    if (fields == nullptr) {
      return;
    }
    std::vector<const toml::node*> places;
    for (const auto& [key, node] : in_file_order(*fields)) {
      if (const auto function = node->value<std::string>()) {
        sheet_.aliases.emplace_back(key->str(), *function);
        places.push_back(node);
      } else {
        mistakes_.add(node->source(),
                      fmt::format("expected the name of a function, got {}", kind_of(*node)));
      }
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
      check_alias(sheet_.aliases[i], places[i]->source());
    }
  }

  void check_alias(const std::pair<std::string, std::string>& alias,
                   const toml::source_region& where) {
    const auto& [name, function] = alias;
    if (find_function(sheet_, function).function != nullptr ||
        find_function(sheet_, function, FunctionPath::kHost).function != nullptr) {
      return;
    }
    std::vector<std::string> names;
    names.reserve(sheet_.functions.size());
    for (const SheetFunction& one : sheet_.functions) {
      names.push_back(one.name);
    }
    mistakes_.add(where, fmt::format("there is no equation for '{}'{}", printable(function),
                                     did_you_mean(function, names)));
  }

  void read_measured(const toml::table* fields) {
    if (fields == nullptr) {
      return;
    }
    for (const auto& [key, node] : in_file_order(*fields)) {
      sheet_.measured.emplace_back(key->str(), measured_text(*node));
    }
  }

  TomlMistakes& mistakes_;
  Datasheet sheet_;
};

}  // namespace

bool is_datasheet_file(std::string_view text) {
  bool is_in_table = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    is_in_table = is_in_table || line.starts_with('[');
    constexpr std::string_view kKey = "format";
    if (line.starts_with("[[function]]")) {
      return true;
    }
    if (!is_in_table && line.starts_with(kKey)) {
      line.remove_prefix(kKey.size());
      const std::size_t next = line.find_first_not_of(" \t");
      if (next != std::string_view::npos && line[next] == '=') {
        return true;
      }
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

DatasheetReading read_datasheet(const SourceText& source) {
  auto reading = read_toml(source.text, [](const toml::table& table, TomlMistakes& mistakes) {
    return SheetReader(mistakes).read(table);
  });
  return {std::move(reading.value), std::move(reading.diagnostics)};
}

MachineReading read_datasheet_file(const SourceText& source, const MachineOptions& options) {
  DatasheetReading reading = read_datasheet(source);
  MachineReading result;
  result.diagnostics = std::move(reading.diagnostics);
  if (reading.sheet) {
    result.machine = std::make_unique<DatasheetMachine>(*std::move(reading.sheet), options);
  }
  return result;
}

}  // namespace dps::machines
