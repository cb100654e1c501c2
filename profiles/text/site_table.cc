#include "profiles/text/site_table.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/call_name.h"

namespace dps::profiles {
namespace {

// The column of sites grows with their names, since those of shared libraries without debug
// information are long, but leaves the figures within sight of their site.
constexpr std::size_t kSiteWidth = 34;
constexpr std::size_t kMostSiteWidth = 52;
constexpr std::size_t kPlaceWidth = 16;

std::string quantile(const SiteProfile& site, statistics::QuantileShare share,
                     std::uint64_t ticks_per_second) {
  return site.times.empty() ? "-"
                            : text::time_text(static_cast<double>(site.times.quantile(share)) *
                                              (1.0 / static_cast<double>(ticks_per_second)));
}

std::string name_of(const SiteProfile& site) {
  return fmt::format("{}  {}", short_call_name(site.function), printable(site.place));
}

/// Returns the name of the site in at most `width`, if its function leaves room for that. Only the
/// place is shortened: of two calls in one library, the function is what a reader recognises.
std::string name_within(const SiteProfile& site, std::size_t width) {
  const std::string_view function = short_call_name(site.function);
  const std::size_t rest = width - std::min(width, function.size() + 2);
  return fmt::format("{}  {}", function,
                     text::shortened(printable(site.place), std::max(rest, kPlaceWidth)));
}

std::size_t rows_of(const RunProfile& run, std::size_t most) {
  const std::size_t count = run.mpi->sites.size();
  return most == 0 ? count : std::min(most, count);
}

std::size_t site_width(const RunProfile& run, std::size_t most) {
  std::size_t width = kSiteWidth;
  for (std::size_t i = 0; i < rows_of(run, most); ++i) {
    width = std::max(width, printed_width(name_of(run.mpi->sites[i])));
  }
  return std::min(width, kMostSiteWidth);
}

std::vector<text::GridColumn> columns_of(std::size_t site_width) {
  return {text::fixed_column("MPI by site", site_width, text::Align::kLeft),
          text::fixed_column("calls", 11),
          text::fixed_column("ranks", 6),
          text::fixed_column("total", 10),
          text::fixed_column("idle", 10),
          text::fixed_column("share", 7),
          text::fixed_column("bytes", 10),
          text::fixed_column("p50", 10),
          text::fixed_column("p99", 10)};
}

/// The longest known time of a rank; NaN if none is known.
double longest_of(const MpiProfile& mpi, double RankBoundsProfile::*time) {
  double longest_s = std::nan("");
  for (const RankBoundsProfile& rank : mpi.rank_bounds) {
    longest_s = std::fmax(longest_s, rank.*time);
  }
  return longest_s;
}

/// "These times exclude MPI_Init, up to 310 ms a rank, and …"; "" if nothing is known.
std::string bounds_line(const MpiProfile& mpi) {
  const double init_s = longest_of(mpi, &RankBoundsProfile::init_s);
  const double finalize_s = longest_of(mpi, &RankBoundsProfile::finalize_s);
  if (!std::isfinite(init_s)) {
    return "";
  }
  const std::string finalize =
      std::isfinite(finalize_s)
          ? fmt::format(", and MPI_Finalize, up to {}", text::time_text(finalize_s))
          : "";
  return fmt::format("These times exclude MPI_Init, up to {} a rank{}.\n", text::time_text(init_s),
                     finalize);
}

}  // namespace

std::string site_table(const RunProfile& run, std::size_t most, bool color) {
  double all_s = 0;
  for (const ProcessProfile& process : run.processes) {
    all_s += std::isfinite(process.real_s) ? process.real_s : 0;
  }
  const auto& sites = run.mpi->sites;
  const std::size_t count = rows_of(run, most);
  const std::size_t width = site_width(run, most);
  text::Grid grid(columns_of(width));
  for (std::size_t i = 0; i < count; ++i) {
    const SiteProfile& site = sites[i];
    grid.add({name_within(site, width), format_count(site.calls), format_count(site.ranks),
              text::time_text(site.total_s), text::time_text(site.idle_s),
              text::percent_text(all_s > 0 ? site.total_s / all_s : 0), format_size(site.bytes),
              quantile(site, statistics::kP50, run.mpi->ticks_per_second),
              quantile(site, statistics::kP99, run.mpi->ticks_per_second)});
  }
  std::string text = grid.text(color);
  if (count < sites.size()) {
    text += fmt::format("and {} more sites; --sites all lists them\n", sites.size() - count);
  }
  return text + "Sums over all ranks. idle: until the other rank, or the last member, arrived.\n" +
         bounds_line(*run.mpi);
}

}  // namespace dps::profiles
