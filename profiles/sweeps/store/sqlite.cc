#include "profiles/sweeps/store/sqlite.h"

namespace dps::sweeps {

Statement::Statement(sqlite3* connection, std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  status_ =
      sqlite3_prepare_v2(connection, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  statement_.reset(statement);
}

Statement& Statement::bind(std::string_view text) {
  if (!failed()) {
    status_ = sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), nullptr,
                                  SQLITE_UTF8);
  }
  return *this;
}

Statement& Statement::bind(std::int64_t number) {
  if (!failed()) {
    status_ = sqlite3_bind_int64(statement_.get(), ++bound_, number);
  }
  return *this;
}

Statement& Statement::bind(double number) {
  if (!failed()) {
    status_ = sqlite3_bind_double(statement_.get(), ++bound_, number);
  }
  return *this;
}

Statement& Statement::bind_bytes(std::string_view bytes) {
  if (!failed()) {
    status_ = sqlite3_bind_blob64(statement_.get(), ++bound_, bytes.data(), bytes.size(), nullptr);
  }
  return *this;
}

bool Statement::step() {
  if (failed()) {
    return false;
  }
  const int status = sqlite3_step(statement_.get());
  status_ = status == SQLITE_ROW || status == SQLITE_DONE ? SQLITE_OK : status;
  return status == SQLITE_ROW;
}

std::string_view Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes == nullptr ? std::string_view()
                          : std::string_view(bytes, static_cast<std::size_t>(size));
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

Transaction::Transaction(sqlite3* connection)
    : connection_(connection), is_open_(execute(connection, "BEGIN IMMEDIATE")) {}

Transaction::~Transaction() {
  if (is_open_) {
    execute(connection_, "ROLLBACK");
  }
}

bool Transaction::commit() {
  if (is_open_ && execute(connection_, "COMMIT")) {
    is_open_ = false;
    return true;
  }
  return false;
}

bool execute(sqlite3* connection, const char* sql) {
  return sqlite3_exec(connection, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

}  // namespace dps::sweeps
