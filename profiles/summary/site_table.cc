#include "profiles/summary/site_table.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "profiles/summary/table.h"
#include "profiles/text_layout.h"
#include "profiles/time_scale.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kSiteWidth = 34;
constexpr double kNanosecond = 1e-9;

/// "Allreduce" of "MPI_Allreduce".
std::string_view short_name(std::string_view function) {
  constexpr std::string_view kPrefix = "MPI_";
  return function.starts_with(kPrefix) ? function.substr(kPrefix.size()) : function;
}

std::string quantile(const SiteProfile& site, statistics::Share share) {
  return site.times.empty()
             ? "-"
             : time_text(static_cast<double>(site.times.quantile(share)) * kNanosecond);
}

std::string line_of(const SiteProfile& site, double all_s) {
  const std::string name = fmt::format("{}  {}", short_name(site.function), printable(site.place));
  const double share = all_s > 0 ? site.total_s / all_s : 0;
  return fmt::format(
      "{}{}{}{}{}{}{}{}{}\n", left_aligned(shortened(name, kSiteWidth), kSiteWidth),
      right_aligned(format_count(site.calls), 11), right_aligned(format_count(site.ranks), 6),
      right_aligned(time_text(site.total_s), 10), right_aligned(time_text(site.idle_s), 10),
      right_aligned(percent_text(share), 7), right_aligned(format_size(site.bytes), 10),
      right_aligned(quantile(site, statistics::kP50), 10),
      right_aligned(quantile(site, statistics::kP99), 10));
}

}  // namespace

std::string site_heading() {
  return left_aligned("MPI by site", kSiteWidth) + right_aligned("calls", 11) +
         right_aligned("ranks", 6) + right_aligned("total", 10) + right_aligned("idle", 10) +
         right_aligned("share", 7) + right_aligned("bytes", 10) + right_aligned("p50", 10) +
         right_aligned("p99", 10) + '\n';
}

std::string site_lines(const RunProfile& run, std::size_t most) {
  double all_s = 0;
  for (const ProcessProfile& process : run.processes) {
    all_s += std::isfinite(process.real_s) ? process.real_s : 0;
  }
  const auto& sites = run.mpi->sites;
  const std::size_t count = most == 0 ? sites.size() : std::min(most, sites.size());
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += line_of(sites[i], all_s);
  }
  if (count < sites.size()) {
    text += fmt::format("and {} more sites; --sites all lists them\n", sites.size() - count);
  }
  return text + "Sums over all ranks. idle: until the sender, or the last member, had come.\n";
}

}  // namespace dps::profiles
