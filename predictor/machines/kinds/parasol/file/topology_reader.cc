// The sections topology and virtual, with procid, mapping, linklist and link.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "predictor/machines/kinds/parasol/file/section_readers.h"

namespace dps::parasol {
namespace {

/// A list of p[i] or map[i].
class EntriesReader final : public SectionReader {
 public:
  EntriesReader(Reading& reading, std::string_view field, std::vector<ReadEntry>& entries)
      : reading_(reading), field_(field), entries_(entries) {}

  bool read_field(const ParasolToken&) override {
    if (reading_.cursor().text() != field_) {
      return false;
    }
    if (const auto entry = reading_.entry_field()) {
      entries_.push_back(
          {entry->index.value, entry->value.value, entry->index.place, entry->value.place});
    }
    return true;
  }
  [[nodiscard]] std::vector<std::string> field_names() const override {
    return {std::string(field_)};
  }
  [[nodiscard]] std::vector<std::string> section_names() const override { return {}; }
  void read_section(std::string_view, text::Range) override {}

 private:
  Reading& reading_;  // borrowed
  std::string_view field_;
  std::vector<ReadEntry>& entries_;  // borrowed
};

class LinkReader final : public SectionReader {
 public:
  LinkReader(Reading& reading, std::vector<std::uint32_t>& ends) : reading_(reading), ends_(ends) {}

  bool read_field(const ParasolToken& name) override;
  [[nodiscard]] std::vector<std::string> field_names() const override {
    return {"id", "latency", "speed", "connect"};
  }
  [[nodiscard]] std::vector<std::string> section_names() const override { return {}; }
  void read_section(std::string_view, text::Range) override {}

  ReadLink link;

  /// Reports the fields that the link lacks.
  void finish(text::Range head);

 private:
  void read_time(std::string_view field, text::Range name, double& value, text::Range& place) {
    if (const auto timing = reading_.timing_field()) {
      define(place, name, field);
      value = timing->value.mean;
      place = timing->place;
    }
  }
  void define(text::Range& seen, text::Range name, std::string_view field) {
    if (!seen.empty()) {
      reading_.define(seen, name, field);
    }
  }
  void read_connect(text::Range name);
  bool check_ends(const Located<std::vector<std::uint64_t>>& numbers);

  Reading& reading_;                  // borrowed
  std::vector<std::uint32_t>& ends_;  // borrowed
  // Fields with errors are not missing.
  bool has_id_ = false;
  bool has_latency_ = false;
  bool has_speed_ = false;
  bool has_connect_ = false;
};

bool LinkReader::read_field(const ParasolToken& name) {
  const std::string_view word = reading_.cursor().text();
  if (word == "id") {
    has_id_ = true;
    if (const auto id = reading_.whole_field()) {
      define(link.places.id, name.place, word);
      link.id = id->value;
      link.places.id = id->place;
    }
  } else if (word == "latency") {
    has_latency_ = true;
    read_time(word, name.place, link.latency, link.places.latency);
  } else if (word == "speed") {
    has_speed_ = true;
    read_time(word, name.place, link.speed, link.places.speed);
  } else if (word == "connect") {
    has_connect_ = true;
    read_connect(name.place);
  } else {
    return false;
  }
  return true;
}

void LinkReader::read_connect(text::Range name) {
  const auto numbers = reading_.wholes_field();
  if (!numbers) {
    return;
  }
  define(link.connect, name, "connect");
  link.connect = numbers->place;
  ends_.resize(link.end_count == 0 ? ends_.size() : link.first_end);
  link.end_count = 0;
  if (!check_ends(*numbers)) {
    return;
  }
  link.first_end = static_cast<std::uint32_t>(ends_.size());
  link.end_count = static_cast<std::uint32_t>(numbers->value.size() - 1);
  for (std::size_t i = 1; i < numbers->value.size(); ++i) {
    ends_.push_back(
        static_cast<std::uint32_t>(std::min<std::uint64_t>(numbers->value[i], 0xffffffff)));
  }
}

bool LinkReader::check_ends(const Located<std::vector<std::uint64_t>>& numbers) {
  TokenCursor& cursor = reading_.cursor();
  const std::uint64_t count = numbers.value.front();
  const std::size_t given = numbers.value.size() - 1;
  if (count < 2) {
    cursor.error(numbers.place, fmt::format("a link joins at least 2 processors, not {}", count));
    return false;
  }
  if (count != given) {
    cursor.error(
        numbers.place,
        fmt::format("the first number of 'connect' counts the processors after it: expected {}, "
                    "got {}",
                    given, count));
    return false;
  }
  auto sorted = std::vector<std::uint64_t>(numbers.value.begin() + 1, numbers.value.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    cursor.error(numbers.place, fmt::format("processor {} is on this link twice", *twice));
    return false;
  }
  return true;
}

void LinkReader::finish(text::Range head) {
  const std::array<std::pair<bool, std::string_view>, 4> fields{{{has_id_, "id"},
                                                                 {has_latency_, "latency"},
                                                                 {has_speed_, "speed"},
                                                                 {has_connect_, "connect"}}};
  for (const auto& [is_there, name] : fields) {
    if (!is_there) {
      reading_.cursor().error(head, fmt::format("this link has no '{}'", name));
    }
  }
}

class LinkListReader final : public SectionReader {
 public:
  LinkListReader(Reading& reading, ReadTopology& topology)
      : reading_(reading), topology_(topology) {}

  bool read_field(const ParasolToken&) override { return false; }
  [[nodiscard]] std::vector<std::string> field_names() const override { return {}; }
  [[nodiscard]] std::vector<std::string> section_names() const override { return {"link"}; }
  void read_section(std::string_view name, text::Range head) override {
    LinkReader reader(reading_, topology_.ends);
    const BlockPlace block = reading_.read_block(name, head, reader);
    reader.finish(head);
    reader.link.places.whole = block.whole;
    topology_.links.push_back(reader.link);
  }

 private:
  Reading& reading_;        // borrowed
  ReadTopology& topology_;  // borrowed
};

/// The fields that hardware and virtual topologies have, and their blocks.
class TopologyReader final : public SectionReader {
 public:
  TopologyReader(Reading& reading, ReadTopology& topology)
      : reading_(reading), topology_(topology) {}

  bool read_field(const ParasolToken& name) override;
  [[nodiscard]] std::vector<std::string> field_names() const override {
    std::vector<std::string> names{"id", "name", "setup", "routing", "processors", "dimensions"};
    if (!topology_.is_virtual) {
      names.emplace_back("links");
    }
    return names;
  }
  [[nodiscard]] std::vector<std::string> section_names() const override {
    return topology_.is_virtual ? std::vector<std::string>{"mapping"}
                                : std::vector<std::string>{"procid", "linklist"};
  }
  void read_section(std::string_view name, text::Range head) override;

 private:
  void read_text(std::string_view word, text::Range name);
  void read_whole(std::string_view word, text::Range name);
  void read_setup(text::Range name) {
    if (const auto setup = reading_.timing_field()) {
      reading_.define(topology_.setup_field, name, "setup");
      topology_.setup = setup->value;
      topology_.places.setup = setup->place;
    }
  }
  void read_dimensions(text::Range name) {
    if (auto sizes = reading_.wholes_field()) {
      reading_.define(topology_.dimensions_field, name, "dimensions");
      topology_.dimensions = std::move(sizes->value);
      topology_.places.dimensions = sizes->place;
      topology_.places.dimensions_field = text::range_of(name.begin, sizes->place.end);
    }
  }

  Reading& reading_;        // borrowed
  ReadTopology& topology_;  // borrowed
};

bool TopologyReader::read_field(const ParasolToken& name) {
  const std::string_view word = reading_.cursor().text();
  if (word == "name" || word == "routing") {
    read_text(word, name.place);
  } else if (word == "id" || word == "processors" || (word == "links" && !topology_.is_virtual)) {
    read_whole(word, name.place);
  } else if (word == "setup") {
    read_setup(name.place);
  } else if (word == "dimensions") {
    read_dimensions(name.place);
  } else {
    return false;
  }
  return true;
}

void TopologyReader::read_text(std::string_view word, text::Range name) {
  const bool is_name = word == "name";
  auto text = reading_.text_field();
  if (!text) {
    if (!is_name && topology_.routing_field.empty()) {
      topology_.routing_field = name;  // it is wrong, and not missing
    }
    return;
  }
  reading_.define(is_name ? topology_.name_field : topology_.routing_field, name, word);
  if (is_name) {
    topology_.name = std::move(text->value);
  } else {
    topology_.routing = std::move(text->value);
    topology_.places.routing = text->place;
  }
}

void TopologyReader::read_whole(std::string_view word, text::Range name) {
  const auto number = reading_.whole_field();
  text::Range& field = word == "id"      ? topology_.id_field
                       : word == "links" ? topology_.links_field
                                         : topology_.processors_field;
  if (!number) {
    field = field.empty() ? name : field;
    return;
  }
  reading_.define(field, name, word);
  if (word == "id") {
    topology_.id = number->value;
    topology_.places.id = number->place;
  } else if (word == "links") {
    topology_.link_count = number->value;
    topology_.places.links_count = number->place;
  } else {
    topology_.processors = number->value;
    topology_.processors_value = number->place;
  }
}

void TopologyReader::read_section(std::string_view name, text::Range head) {
  if (name == "linklist") {
    reading_.define(topology_.links_head, head, name);
    topology_.links.clear();
    topology_.ends.clear();
    LinkListReader links(reading_, topology_);
    topology_.places.list = reading_.read_block(name, head, links);
    return;
  }
  reading_.define(topology_.entries_head, head, name);
  topology_.entries.clear();
  EntriesReader entries(reading_, topology_.is_virtual ? "map" : "p", topology_.entries);
  const BlockPlace block = reading_.read_block(name, head, entries);
  if (topology_.is_virtual) {
    topology_.places.list = block;
  }
}

void read(Reading& reading, std::string_view name, text::Range head, ReadTopology& topology) {
  topology.head = head;
  TopologyReader reader(reading, topology);
  topology.places.block = reading.read_block(name, head, reader);
}

}  // namespace

void read_topology(Reading& reading, text::Range head, ReadTopology& topology) {
  read(reading, "topology", head, topology);
}

void read_virtual(Reading& reading, text::Range head, ReadTopology& topology) {
  topology.is_virtual = true;
  read(reading, "virtual", head, topology);
}

}  // namespace dps::parasol
