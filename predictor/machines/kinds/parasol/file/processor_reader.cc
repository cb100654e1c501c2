// The sections processor, timings and cache.
#include <limits>

#include "predictor/machines/kinds/parasol/file/expression/reference_parser.h"
#include "predictor/machines/kinds/parasol/file/section_readers.h"

namespace dps::parasol {
namespace {

class TimingsReader final : public SectionReader {
 public:
  TimingsReader(Reading& reading, ReadProcessor& processor)
      : reading_(reading), processor_(processor) {}

  bool read_field(const ParasolToken& name) override;
  [[nodiscard]] std::vector<std::string> field_names() const override { return {}; }
  [[nodiscard]] std::vector<std::string> section_names() const override { return {}; }
  void read_section(std::string_view, text::Range) override {}

 private:
  Reading& reading_;          // borrowed
  ReadProcessor& processor_;  // borrowed
};

bool TimingsReader::read_field(const ParasolToken& name) {
  TokenCursor& cursor = reading_.cursor();
  const std::string_view word = cursor.text();
  const auto operation = operations::find_operation(word);
  if (!operation) {
    cursor.error(name.place, unknown_operation(cursor, word));
    cursor.skip_statement();
    return true;
  }
  const auto timing = reading_.timing_field();
  if (!timing) {
    return true;
  }
  text::Range& place = processor_.places.timings[*operation];
  if (word == "aintr" &&
      !place.empty()) {  // Source: the Parasol paper, table B.1 prints it for anintr
    cursor.error(name.place, "'aintr' is defined twice; did you mean 'anintr'?",
                 {cursor.problems().note(place, "first defined here")});
    return true;
  }
  if (!place.empty()) {
    reading_.define(place, name.place, word);
  }
  place = timing->place;
  processor_.value.timings[*operation] = timing->value;
  return true;
}

class CacheReader final : public SectionReader {
 public:
  CacheReader(Reading& reading, ReadProcessor& processor)
      : reading_(reading), processor_(processor) {}

  bool read_field(const ParasolToken& name) override {
    const std::string_view word = reading_.cursor().text();
    if (word == "size") {
      read_size(name);
    } else if (word == "speed") {
      read_speed(name);
    } else if (word == "smallloopspeedup" || word == "smallloopsspeedup") {
      read_speedup(name);
    } else {
      return false;
    }
    return true;
  }
  [[nodiscard]] std::vector<std::string> field_names() const override {
    return {"size", "speed", "smallloopspeedup"};
  }
  [[nodiscard]] std::vector<std::string> section_names() const override { return {}; }
  void read_section(std::string_view, text::Range) override {}

 private:
  void define(text::Range& seen, const ParasolToken& name, text::Range place) {
    if (!seen.empty()) {
      reading_.define(seen, name.place, reading_.cursor().text(name.place));
    }
    seen = place;
  }

  void read_size(const ParasolToken& name) {
    if (const auto size = reading_.whole_field()) {
      define(processor_.places.cache_size, name, size->place);
      if (size->value == 0) {
        reading_.cursor().problems().warning(size->place, "a cache size of 0 is read as 1");
      }
      processor_.value.cache_size = size->value == 0 ? 1 : size->value;
    }
  }

  void read_speed(const ParasolToken& name) {
    if (const auto speed = reading_.timing_field()) {
      define(processor_.places.cache_speed, name, speed->place);
      processor_.value.cache_speed = speed->value;
    }
  }

  void read_speedup(const ParasolToken& name) {
    const auto speedup = reading_.timing_field(std::numeric_limits<double>::max());
    if (!speedup) {
      return;
    }
    define(processor_.places.small_loop_speedup, name, speedup->place);
    processor_.value.small_loop_speedup = speedup->value;
    if (speedup->value.mean == 0) {
      reading_.cursor().error(speedup->place, "a speed-up is above 0");
    }
  }

  Reading& reading_;          // borrowed
  ReadProcessor& processor_;  // borrowed
};

class ProcessorReader final : public SectionReader {
 public:
  ProcessorReader(Reading& reading, ReadProcessor& processor)
      : reading_(reading), processor_(processor) {}

  bool read_field(const ParasolToken& name) override {
    const std::string_view word = reading_.cursor().text();
    if (word == "id") {
      if (const auto id = reading_.whole_field()) {
        reading_.define(processor_.id_field, name.place, word);
        processor_.value.id = id->value;
        processor_.places.id = id->place;
      }
      return true;
    }
    if (word == "name") {
      if (auto text = reading_.text_field()) {
        reading_.define(name_field_, name.place, word);
        processor_.value.name = std::move(text->value);
      }
      return true;
    }
    return false;
  }
  [[nodiscard]] std::vector<std::string> field_names() const override { return {"id", "name"}; }
  [[nodiscard]] std::vector<std::string> section_names() const override {
    return {"timings", "cache", "combinations"};
  }
  void read_section(std::string_view name, text::Range head) override {
    if (name == "timings") {
      TimingsReader timings(reading_, processor_);
      processor_.places.timings_block = reading_.read_block(name, head, timings);
    } else if (name == "cache") {
      CacheReader cache(reading_, processor_);
      processor_.places.cache_block = reading_.read_block(name, head, cache);
    } else {
      ReadFormulas read{{}, std::move(processor_.formulas)};
      read_formulas(reading_, FormulaSection::kCombinations, head, read);
      processor_.formulas = std::move(read.formulas);
      processor_.places.combinations_block = read.block;
    }
  }

 private:
  Reading& reading_;          // borrowed
  ReadProcessor& processor_;  // borrowed
  text::Range name_field_;
};

}  // namespace

void read_processor(Reading& reading, text::Range head, ReadProcessor& processor) {
  ProcessorReader reader(reading, processor);
  processor.places.block = reading.read_block("processor", head, reader);
}

}  // namespace dps::parasol
