/// TOML from a text that may be anything.
#pragma once

#include <optional>
#include <string_view>

#include "machines/toml_tables.h"

namespace dps::machines {

/// Nothing, after adding what is wrong, if the text is no TOML. Source: TOML 1.0.0, toml.io.
std::optional<toml::table> parse_toml(std::string_view text, TomlMistakes& mistakes);

}  // namespace dps::machines
