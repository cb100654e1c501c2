/// One point of a file, as FILE.db:n=10,workers=4 names it. Source: docs/sweep.md, "One point".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "profiles/result.h"
#include "profiles/sweeps/store/store.h"

namespace dps::sweeps {

struct PointName {
  std::string path;
  std::string selector;  ///< after the colon; empty: all points
};

/// Splits a word; nullopt if it does not end in ".db" or contain ".db:".
std::optional<PointName> read_point_name(const std::string& word);

/// The point or points that a word on the command line names: as read_point_name(), but nullopt if
/// the word has a selector and there is a file of this very name.
std::optional<PointName> named_point(const std::string& word);

/// "kind=predict,machine=laptop,n=10": selects this point alone.
std::string selector_of(const PointKey& key);

/// The points of an open file that the selector selects. Errors: those of Store; the selector is
/// wrong.
Result<std::vector<PointKey>> selected_keys(Store& store, const PointName& name);

/// The results of the point, joined. Errors: those of Store; the selector is wrong, or does not
/// select exactly one point, which the message lists.
Result<profiles::RunResult> load_point(const PointName& name);

/// The results of a point of an open file, joined; nullopt if the point has none.
Result<std::optional<profiles::RunResult>> read_results(Store& store, const PointKey& key);

}  // namespace dps::sweeps
