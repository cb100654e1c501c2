/// Converts the samples in a rank's log to its CPU times in lines of code between calls.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mpi_programs/analysis/recorded_program.h"
#include "mpi_programs/analysis/source_lines.h"

namespace dps::mpi_profiles {

/// Numbers the places in code; all ranks share the numbers.
class CodePlaces {
 public:
  /// `lines` is borrowed.
  explicit CodePlaces(SourceLines& lines) : lines_(lines) {}

  /// `module`: the text of its kModule record; "" if the address is in no module.
  std::uint32_t number_of(const std::string& module, std::uint64_t address);
  [[nodiscard]] std::vector<CodePlace> take() { return std::move(places_); }

 private:
  SourceLines& lines_;
  std::map<std::pair<std::string, std::uint64_t>, std::uint32_t> by_address_;
  std::map<CodePlace, std::uint32_t> numbers_;
  std::vector<CodePlace> places_;
};

/// Reads the records of the first thread of a rank in their order.
class SampledTimes {
 public:
  /// A module in memory from `first` to `end`; its text is that of its record.
  void add_module(std::uint64_t first, std::uint64_t end, std::string_view text);
  void add_sample(std::uint64_t address, std::uint64_t nanoseconds);
  /// Adds the start of a call at this site.
  void add_call(std::uint32_t site);
  /// Returns the times of the samples added, without samples in the recording library.
  [[nodiscard]] std::vector<SampledTime> take(CodePlaces& places);

 private:
  struct Module {
    std::uint64_t end = 0;
    std::string text;
  };
  struct Region {
    std::uint32_t before = kNoSite;
    std::uint32_t after = kNoSite;
    std::uint64_t address = 0;

    bool operator<(const Region& other) const {
      return std::tie(before, after, address) < std::tie(other.before, other.after, other.address);
    }
  };
  struct Sum {
    std::uint64_t samples = 0;
    std::uint64_t time = 0;
  };

  void end_region(std::uint32_t after);

  std::map<std::uint64_t, Module> modules_;  // by their first address
  std::map<Region, Sum> sums_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> since_call_;  // address, time
  std::uint32_t before_ = kNoSite;
};

}  // namespace dps::mpi_profiles
