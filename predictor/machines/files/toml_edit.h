/// Changes single values in the text of a TOML file; all other text remains as it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "predictor/machines/files/toml.h"

namespace dps::machines {

/// The text with another value of the key of a table. A key that the table does not have is added
/// to it. `table` is a part of the tree that was read from `text`; `value` is TOML.
/// nullopt if the table is empty, and has neither braces nor a header of its own.
std::optional<std::string> with_toml_value(std::string_view text, const toml::table& table,
                                           std::string_view key, std::string_view value);

/// The text without a key of a table and its value, and without the rest of their line if the table
/// is not inline. The unchanged text if the table does not have the key.
std::string without_toml_value(std::string_view text, const toml::table& table,
                               std::string_view key);

/// The text with an element of a list of tables replaced by one copy of it for each of `values`,
/// which the copies have for `key`. The element has the key. Values are TOML.
std::string with_toml_copies(std::string_view text, const toml::table& element,
                             std::string_view key, const std::vector<std::string>& values);

}  // namespace dps::machines
