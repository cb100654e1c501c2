/// The table of surfaces as text, CSV and JSON, and as files for gnuplot.
/// Source: docs/surface.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/text/table.h"
#include "profiles/surfaces/figures.h"

namespace dps::surfaces {

/// A row of either kind: with speed-ups, or with ratios.
struct TableRow {
  std::string phase;
  double processes = 0;
  double data = 0;
  std::vector<std::optional<double>> figures;  ///< by SurfaceTable::figures; nullopt: unknown
};

struct SurfaceTable {
  std::vector<std::string> a;         ///< names of the inputs
  std::vector<std::string> b;         ///< names of the inputs of --against
  std::vector<text::Column> figures;  ///< the columns of TableRow::figures; the last one is drawn
  std::vector<TableRow> rows;
  std::vector<std::string> notes;
};

/// The figures are time_s, base, speedup.
SurfaceTable speedup_table(const std::vector<SpeedupRow>& rows);
/// The figures are a_s, b_s, ratio.
SurfaceTable ratio_table(const Ratios& ratios);

/// Keeps only these phases. Returns the first phase without a row, or "".
std::string keep_only(SurfaceTable& table, const std::vector<std::string>& phases);

std::string surface_text(const SurfaceTable& table);
std::string surface_csv(const SurfaceTable& table);
std::string surface_json(const SurfaceTable& table, const std::string& dps);

/// The files of a phase; their names start with the phase's.
struct PhaseFiles {
  std::string phase;
  std::string name;    ///< without an ending; only letters, digits, '_' and '-'
  std::string data;    ///< NAME.dat: blocks by data, separated by empty lines
  std::string script;  ///< NAME.gp: draws NAME.svg from NAME.dat, in its own folder
};
std::vector<PhaseFiles> phase_files(const SurfaceTable& table);

}  // namespace dps::surfaces
