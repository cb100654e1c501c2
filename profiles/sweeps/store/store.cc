#include "profiles/sweeps/store/store.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <set>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "base/printable.h"
#include "base/text/layout.h"
#include "profiles/json/result_json.h"
#include "profiles/sweeps/store/database_file.h"
#include "profiles/sweeps/store/packed.h"
#include "profiles/sweeps/store/schema.h"
#include "profiles/sweeps/store/sqlite.h"

namespace dps::sweeps {

/// The connection, and the file on which points are claimed; a reader has no file.
class Database {
 public:
  Database(std::string path, DatabaseFile file, Connection connection)
      : path_(std::move(path)), file_(std::move(file)), connection_(std::move(connection)) {}
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  /// The file is whole without companions when the last process closes it.
  ~Database() {
    if (writes_ahead_) {
      sqlite3_busy_timeout(connection(), 0);
      execute(connection(), "PRAGMA journal_mode = DELETE");
    }
  }

  [[nodiscard]] sqlite3* connection() const { return connection_.get(); }
  [[nodiscard]] Statement prepare(std::string_view sql) const { return {connection_.get(), sql}; }

  /// The error of the last call of SQLite. On a full disk, SQLite cannot even read, since it adds
  /// files for that.
  [[nodiscard]] tl::unexpected<Error> last_error(const char* what) const {
    const int code = sqlite3_errcode(connection_.get());
    const bool is_damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    const int cause = code == SQLITE_FULL    ? ENOSPC
                      : code == SQLITE_IOERR ? sqlite3_system_errno(connection_.get())
                                             : 0;
    return failure(
        is_damaged ? ErrorCode::kInput : ErrorCode::kSystem,
        fmt::format("cannot {} '{}': {}", is_full_disk(cause) ? "write" : what, printable(path_),
                    cause != 0 ? std::strerror(cause) : sqlite3_errmsg(connection_.get())));
  }
  [[nodiscard]] tl::unexpected<Error> refuse(const std::string& why) const {
    return failure(ErrorCode::kInput, fmt::format("'{}' {}", printable(path_), why));
  }

  Result<void> check() const;
  Result<void> make_tables() const;
  /// Lets commits not wait for the disk: a commit survives the end of this process, however
  /// it ends, and a power failure costs the latest commits only. Where the file system has no
  /// shared memory for this, commits wait as usual.
  void write_ahead();
  /// The file stays even if this process has created it.
  void keep() { file_.keep(); }
  Result<bool> lock(const PointKey& key, short type) const;
  Result<std::int64_t> id_of(const PointKey& key) const;  // 0: not there

 private:
  std::string path_;
  // Closed after the connection: closing any descriptor of a file releases the locks of SQLite.
  DatabaseFile file_;
  Connection connection_;
  bool writes_ahead_ = false;
};

namespace {

constexpr int kBusyMs = 60'000;

std::int64_t pragma(const Database& database, const char* sql) {
  Statement statement = database.prepare(sql);
  return statement.step() ? statement.number(0) : 0;
}

/// The statements of all tables, in the order of their names.
std::vector<std::string> tables_in(const Database& database) {
  Statement statement =
      database.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name");
  std::vector<std::string> tables;
  while (statement.step()) {
    tables.emplace_back(statement.text(0));
  }
  return tables;
}

/// A lock on one byte represents a claim. The offsets are above those that SQLite locks.
/// Source: FNV-1a, 64 bits.
off_t claim_offset(const PointKey& key) {
  constexpr std::uint64_t kFirst = std::uint64_t{1} << 40;
  constexpr std::uint64_t kOffsets = (std::uint64_t{1} << 62) - 1;
  std::uint64_t hash = 14695981039346656037U;
  for (const std::string_view part :
       {kind_name(key.kind), std::string_view(key.machine), std::string_view(key.variables)}) {
    for (const char c : part) {
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    }
    hash = (hash ^ 0xffU) * 1099511628211U;
  }
  return static_cast<off_t>(kFirst + (hash & kOffsets) / 2);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Result<Connection> connect(const std::string& path, int flags) {
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(path.c_str(), &raw, flags, nullptr);
  Connection connection(raw);
  if (opened != SQLITE_OK) {
    return failure(ErrorCode::kInput,
                   fmt::format("cannot open '{}': {}", printable(path), sqlite3_errstr(opened)));
  }
  sqlite3_busy_timeout(raw, kBusyMs);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  execute(raw, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
  return connection;
}

}  // namespace

Result<void> Database::check() const {
  Statement probe = prepare("SELECT count(*) FROM sqlite_schema");
  if (!probe.step()) {
    const int code = sqlite3_errcode(connection());
    return code == SQLITE_NOTADB || code == SQLITE_CORRUPT
               ? refuse("is not a database of a sweep, or is damaged; it was not changed")
               : last_error("read");
  }
  std::vector<std::string> expected(kTables.begin(), kTables.end());
  if (pragma(*this, "PRAGMA application_id") != kApplicationId) {
    return refuse("is a database of another program; it was not changed");
  }
  if (const auto version = pragma(*this, "PRAGMA user_version"); version != kSchemaVersion) {
    return refuse(fmt::format("has version {} of the tables of a sweep; this dps has version {}",
                              version, kSchemaVersion));
  }
  if (tables_in(*this) != expected) {
    return refuse("does not have the tables of a sweep; it was not changed");
  }
  Statement integrity = prepare("PRAGMA quick_check(1)");
  if (!integrity.step() || integrity.text(0) != "ok") {
    return refuse(fmt::format(
        "is damaged ({}); it was not changed",
        integrity.failed() ? sqlite3_errmsg(connection()) : printable(integrity.text(0))));
  }
  return {};
}

Result<void> Database::make_tables() const {
  Transaction transaction(connection());
  if (!transaction.has_begun()) {
    const int code = sqlite3_errcode(connection());
    return code == SQLITE_NOTADB || code == SQLITE_CORRUPT
               ? refuse("is not a database of a sweep, or is damaged; it was not changed")
               : last_error("write");
  }
  Statement count = prepare("SELECT count(*) FROM sqlite_schema");
  if (!count.step() || count.number(0) > 0 || pragma(*this, "PRAGMA application_id") != 0) {
    return {};  // not new: check() judges it
  }
  for (const std::string_view table : kTables) {
    if (!prepare(table).run()) {
      return last_error("write");
    }
  }
  const std::string marks = fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                        kApplicationId, kSchemaVersion);
  if (!execute(connection(), marks.c_str()) || !transaction.commit()) {
    return last_error("write");
  }
  return {};
}

void Database::write_ahead() {
  writes_ahead_ = true;
  Statement mode = prepare("PRAGMA journal_mode = WAL");
  if (mode.step() && mode.text(0) == "wal") {
    execute(connection(), "PRAGMA synchronous = NORMAL");
  }
}

Result<bool> Database::lock(const PointKey& key, short type) const {
  if (lock_byte(file_.descriptor(), type, claim_offset(key))) {
    return true;
  }
  if (errno == EAGAIN || errno == EACCES) {
    return false;
  }
  return failure(ErrorCode::kSystem,
                 fmt::format("cannot lock '{}': {}", printable(path_), std::strerror(errno)));
}

Result<std::int64_t> Database::id_of(const PointKey& key) const {
  Statement point =
      prepare("SELECT id FROM point WHERE kind = ? AND machine = ? AND variables = ?");
  point.bind(kind_name(key.kind)).bind(key.machine).bind(key.variables);
  const bool is_there = point.step();
  if (point.failed()) {
    return last_error("read");
  }
  return is_there ? point.number(0) : 0;
}

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& path, const Conditions& conditions) {
  auto file = DatabaseFile::open(path);
  auto connection = file ? connect(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
                         : tl::unexpected(file.error());
  if (!connection) {
    return tl::unexpected(connection.error());
  }
  auto database = std::make_unique<Database>(path, *std::move(file), *std::move(connection));
  for (const auto& step : {&Database::make_tables, &Database::check}) {
    if (const auto done = ((*database).*step)(); !done) {
      return tl::unexpected(done.error());
    }
  }
  database->write_ahead();
  Store store(std::move(database));
  const auto there = store.conditions();
  if (!there) {
    return tl::unexpected(there.error());
  }
  if (const std::string different = differences(*there, conditions); !different.empty()) {
    return store.database_->refuse("belongs to another sweep; name another file:" + different);
  }
  Transaction transaction(store.database_->connection());
  bool is_done = transaction.has_begun();
  for (const auto& [name, value] : conditions) {
    is_done = is_done && store.database_->prepare("INSERT OR IGNORE INTO condition VALUES(?, ?)")
                             .bind(name)
                             .bind(value)
                             .run();
  }
  if (!is_done || !transaction.commit()) {
    return store.database_->last_error("write");
  }
  store.database_->keep();
  return store;
}

Result<Store> Store::open_to_read(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return failure(ErrorCode::kInput,
                   fmt::format("cannot read '{}': {}", printable(path), std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    return failure(ErrorCode::kInput, not_regular(path));
  }
  auto connection = connect(path, SQLITE_OPEN_READONLY);
  if (!connection) {
    return tl::unexpected(connection.error());
  }
  auto database = std::make_unique<Database>(path, DatabaseFile(), *std::move(connection));
  if (const auto checked = database->check(); !checked) {
    return tl::unexpected(checked.error());
  }
  return Store(std::move(database));
}

Result<bool> Store::claim(const PointKey& key) {
  return database_->lock(key, F_WRLCK);
}

void Store::release(const PointKey& key) {
  static_cast<void>(database_->lock(key, F_UNLCK));
}

Result<std::optional<StoredPoint>> Store::find(const PointKey& key) {
  const auto id = database_->id_of(key);
  if (!id || *id == 0) {
    return id ? Result<std::optional<StoredPoint>>(std::nullopt) : tl::unexpected(id.error());
  }
  StoredPoint stored;
  Statement point = database_->prepare("SELECT status, reason, notes FROM point WHERE id = ?");
  if (point.bind(*id).step()) {
    stored.outcome.status = static_cast<int>(point.number(0));
    stored.outcome.reason = point.text(1);
    stored.outcome.notes = lines_of(point.text(2));
  }
  Statement run = database_->prepare("SELECT makespan_s FROM run WHERE point = ? ORDER BY number");
  run.bind(*id);
  while (run.step()) {
    stored.outcome.makespans.push_back(run.real(0));
  }
  Statement variable =
      database_->prepare("SELECT name, value FROM variable WHERE point = ? ORDER BY rowid");
  variable.bind(*id);
  while (variable.step()) {
    stored.variables.emplace_back(variable.text(0), variable.real(1));
  }
  if (point.failed() || run.failed() || variable.failed()) {
    return database_->last_error("read");
  }
  return stored;
}

Result<void> Store::save(const PointKey& key, const StoredPoint& point,
                         const std::vector<std::string>& json) {
  return write(key, point, json, key.kind == OutcomeKind::kPredict);  // made whole, not run by run
}

Result<void> Store::replace(const PointKey& key, const StoredPoint& point,
                            const std::vector<std::string>& json) {
  return write(key, point, json, true);
}

Result<void> Store::write(const PointKey& key, const StoredPoint& point,
                          const std::vector<std::string>& json, bool replaces) {
  const Database& database = *database_;
  Transaction transaction(database.connection());
  bool is_done =
      transaction.has_begun() &&
      database
          .prepare(
              "INSERT INTO point(kind, machine, variables, status, reason, notes) "
              "VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT(kind, machine, variables) DO UPDATE SET "
              "status = excluded.status, reason = excluded.reason, notes = excluded.notes")
          .bind(kind_name(key.kind))
          .bind(key.machine)
          .bind(key.variables)
          .bind(std::int64_t{point.outcome.status})
          .bind(point.outcome.reason)
          .bind(text::joined(point.outcome.notes, "\n"))
          .run();
  const auto id = database.id_of(key);
  is_done = is_done && id && *id != 0;
  if (is_done && replaces) {
    is_done = database.prepare("DELETE FROM result WHERE point = ?").bind(*id).run() &&
              database.prepare("DELETE FROM run WHERE point = ?").bind(*id).run();
  }
  for (std::size_t i = 0; is_done && i < point.outcome.makespans.size(); ++i) {
    is_done = database.prepare("INSERT OR REPLACE INTO run VALUES(?, ?, ?)")
                  .bind(*id)
                  .bind(static_cast<std::int64_t>(i + 1))
                  .bind(point.outcome.makespans[i])
                  .run();
  }
  for (std::size_t i = 0; is_done && i < point.variables.size(); ++i) {
    is_done = database.prepare("INSERT OR REPLACE INTO variable VALUES(?, ?, ?)")
                  .bind(*id)
                  .bind(point.variables[i].first)
                  .bind(point.variables[i].second)
                  .run();
  }
  for (std::size_t i = 0; is_done && i < json.size(); ++i) {
    const std::string bytes = packed(json[i]);
    is_done = database
                  .prepare(
                      "INSERT INTO result SELECT ?1, ifnull(max(part), 0) + 1, ?2, ?3 "
                      "FROM result WHERE point = ?1")
                  .bind(*id)
                  .bind(static_cast<std::int64_t>(json[i].size()))
                  .bind_bytes(bytes)
                  .run();
  }
  return is_done && transaction.commit() ? Result<void>{} : database.last_error("write");
}

Result<std::vector<PointKey>> Store::keys() {
  Statement point = database_->prepare("SELECT kind, machine, variables FROM point ORDER BY id");
  std::vector<PointKey> keys;
  while (point.step()) {
    const OutcomeKind kind =
        point.text(0) == kind_name(OutcomeKind::kRun) ? OutcomeKind::kRun : OutcomeKind::kPredict;
    keys.push_back({kind, std::string(point.text(1)), std::string(point.text(2))});
  }
  return point.failed() ? database_->last_error("read") : Result<std::vector<PointKey>>(keys);
}

Result<std::vector<std::string>> Store::results(const PointKey& key) {
  const auto id = database_->id_of(key);
  if (!id) {
    return tl::unexpected(id.error());
  }
  Statement part =
      database_->prepare("SELECT bytes, json FROM result WHERE point = ? ORDER BY part");
  part.bind(*id);
  std::vector<std::string> results;
  while (part.step()) {
    const auto size = static_cast<std::uint64_t>(part.number(0));
    auto json = size <= profiles::kMostResultBytes ? unpacked(part.text(1), size) : std::nullopt;
    if (!json) {
      return database_->refuse("is damaged: the result of " + printable(key.variables) +
                               " cannot be unpacked");
    }
    results.push_back(*std::move(json));
  }
  return part.failed() ? database_->last_error("read")
                       : Result<std::vector<std::string>>(std::move(results));
}

Result<Conditions> Store::conditions() {
  Statement condition = database_->prepare("SELECT name, value FROM condition ORDER BY rowid");
  Conditions conditions;
  while (condition.step()) {
    conditions.emplace_back(condition.text(0), condition.text(1));
  }
  return condition.failed() ? database_->last_error("read") : Result<Conditions>(conditions);
}

}  // namespace dps::sweeps
