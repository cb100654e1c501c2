#include "mpi_programs/analysis/sampled_times.h"

#include <tuple>

#include "mpi_programs/analysis/code_names.h"
#include "mpi_programs/board/code_module.h"

namespace dps::mpi_profiles {
namespace {

constexpr std::string_view kOwnLibrary = "libdps_mpi.so";

}  // namespace

std::uint32_t CodePlaces::number_of(const std::string& module, std::uint64_t address) {
  const auto [known, is_new] = by_address_.try_emplace({module, address}, 0);
  if (is_new) {
    const board::CodeModule of(module);
    const CodePlace place =
        of.path.empty() ? CodePlace{} : lines_.code(std::string(of.path), of.build_id, address);
    const auto next = static_cast<std::uint32_t>(places_.size());
    const auto [number, is_new_place] = numbers_.try_emplace(place, next);
    if (is_new_place) {
      places_.push_back(place);
    }
    known->second = number->second;
  }
  return known->second;
}

void SampledTimes::add_module(std::uint64_t first, std::uint64_t end, std::string_view text) {
  modules_[first] = {end, std::string(text)};
}

void SampledTimes::add_sample(std::uint64_t address, std::uint64_t nanoseconds) {
  since_call_.emplace_back(address, nanoseconds);
}

void SampledTimes::add_call(std::uint32_t site) {
  end_region(site);
  before_ = site;
}

void SampledTimes::end_region(std::uint32_t after) {
  for (const auto& [address, time] : since_call_) {
    Sum& sum = sums_[{before_, after, address}];
    sum.samples += 1;
    sum.time += time;
  }
  since_call_.clear();
}

std::vector<SampledTime> SampledTimes::take(CodePlaces& places) {
  end_region(kNoSite);
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, SampledTime> by_place;
  for (const auto& [region, sum] : sums_) {
    const auto behind = modules_.upper_bound(region.address);
    const auto module = behind != modules_.begin() ? std::prev(behind) : modules_.end();
    const bool is_known = module != modules_.end() && region.address < module->second.end;
    const std::string text = is_known ? module->second.text : "";
    if (base_name(std::string(board::CodeModule(text).path)) == kOwnLibrary) {
      continue;
    }
    const std::uint32_t code =
        places.number_of(text, region.address - (is_known ? module->first : 0));
    SampledTime& row = by_place[{region.before, region.after, code}];
    row.before = region.before;
    row.after = region.after;
    row.code = code;
    row.samples += sum.samples;
    row.time += static_cast<Ticks>(sum.time);
  }
  std::vector<SampledTime> rows;
  rows.reserve(by_place.size());
  for (const auto& [key, row] : by_place) {
    rows.push_back(row);
  }
  return rows;
}

}  // namespace dps::mpi_profiles
