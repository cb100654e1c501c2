/// The file of a sweep: an SQLite database with the results of its points.
/// Source: docs/sweep.md, "The database".
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "profiles/sweeps/sweep.h"

namespace dps::sweeps {

/// Everything that the results of a sweep depend on, by name: the blueprint, the version of dps, …
using Conditions = std::vector<std::pair<std::string, std::string>>;

/// "\n  seed: there 1, here 2": a line for each condition that both have, with different values.
std::string differences(const Conditions& there, const Conditions& here);

/// Identifies a point in a file.
struct PointKey {
  OutcomeKind kind = OutcomeKind::kPredict;
  std::string machine;    ///< empty for a run
  std::string variables;  ///< variables_key()

  auto operator<=>(const PointKey&) const = default;  // NOLINT: clang-tidy 14 does not know it
};

/// "n=10,workers=4": the settings in the order of their names.
std::string variables_key(std::vector<std::pair<std::string, std::string>> settings);
/// The items of a key: "n=10", "network.shape.size=[4,4]". The key may be a user's text, whose
/// items may lack the "=".
std::vector<std::string> setting_items(const std::string& key);

/// A point in the file.
struct StoredPoint {
  Outcome outcome;  ///< of a point under way, the runs so far
  std::vector<std::pair<std::string, double>> variables;
};

class Database;

/// Several processes of one host may have the same file open. All errors name the file.
class Store {
 public:
  /// Opens or makes a file. Adds the conditions that it does not have. Errors: kInput if it has
  /// others, which the message lists, or if the file is no database of a sweep, or is damaged.
  static Result<Store> open(const std::string& path, const Conditions& conditions);
  /// Opens a file that exists, to read it.
  static Result<Store> open_to_read(const std::string& path);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  ~Store();

  /// Returns false if another process is at work on the point. A claim ends with the process, or
  /// with release().
  [[nodiscard]] Result<bool> claim(const PointKey& key);
  void release(const PointKey& key);

  /// The stored point; nullopt if the point is not in the file.
  [[nodiscard]] Result<std::optional<StoredPoint>> find(const PointKey& key);

  /// Saves a point in one transaction. A prediction replaces an earlier one; `json` is its result.
  /// The runs in `json` are added to those that the file has. Without a result, `json` is empty.
  [[nodiscard]] Result<void> save(const PointKey& key, const StoredPoint& point,
                                  const std::vector<std::string>& json);

  /// Saves a point like save(), after all stored data of the point have been removed.
  [[nodiscard]] Result<void> replace(const PointKey& key, const StoredPoint& point,
                                     const std::vector<std::string>& json);

  [[nodiscard]] Result<std::vector<PointKey>> keys();
  /// The results of a point as JSON, in the order of the runs.
  [[nodiscard]] Result<std::vector<std::string>> results(const PointKey& key);
  [[nodiscard]] Result<Conditions> conditions();

 private:
  explicit Store(std::unique_ptr<Database> database);
  [[nodiscard]] Result<void> write(const PointKey& key, const StoredPoint& point,
                                   const std::vector<std::string>& json, bool replaces);

  std::unique_ptr<Database> database_;
};

}  // namespace dps::sweeps
