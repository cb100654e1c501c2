/// The tables of the file of a sweep. Source: docs/sweep.md, "The database".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace dps::sweeps {

inline constexpr std::int64_t kApplicationId = 0x64707377;  // "dpsw"
inline constexpr std::int64_t kSchemaVersion = 1;

/// Each statement is kept by SQLite as it is written; a file with other tables is refused.
inline constexpr std::array<std::string_view, 5> kTables{
    "CREATE TABLE condition(name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE point(id INTEGER PRIMARY KEY, kind TEXT NOT NULL, machine TEXT NOT NULL, "
    "variables TEXT NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL, notes TEXT NOT NULL, "
    "UNIQUE(kind, machine, variables))",
    "CREATE TABLE result(point INTEGER NOT NULL, part INTEGER NOT NULL, bytes INTEGER NOT NULL, "
    "json BLOB NOT NULL, PRIMARY KEY(point, part))",
    "CREATE TABLE run(point INTEGER NOT NULL, number INTEGER NOT NULL, makespan_s REAL NOT NULL, "
    "PRIMARY KEY(point, number))",
    "CREATE TABLE variable(point INTEGER NOT NULL, name TEXT NOT NULL, value REAL NOT NULL, "
    "PRIMARY KEY(point, name))"};

}  // namespace dps::sweeps
