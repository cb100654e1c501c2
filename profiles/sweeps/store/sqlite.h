/// SQLite for one owner: a connection and its statements, with errors as values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include "base/result.h"

namespace dps::sweeps {

/// A prepared statement. A failure is kept: later calls do nothing, and failed() is true.
class Statement {
 public:
  Statement(sqlite3* connection, std::string_view sql);

  Statement& bind(std::string_view text);
  Statement& bind(std::int64_t number);
  Statement& bind(double number);
  Statement& bind_bytes(std::string_view bytes);

  /// True if there is a row; false at the end, and after a failure.
  bool step();
  [[nodiscard]] bool failed() const { return status_ != SQLITE_OK; }
  /// Runs a statement without rows.
  bool run() { return !step() && !failed(); }

  /// Columns of the row. Text and bytes are borrowed until the next step().
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] double real(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int status_ = SQLITE_OK;
  int bound_ = 0;
};

struct CloseConnection {
  void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
};
using Connection = std::unique_ptr<sqlite3, CloseConnection>;

/// Rolls back in its destructor unless it has been committed.
class Transaction {
 public:
  explicit Transaction(sqlite3* connection);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  [[nodiscard]] bool has_begun() const { return is_open_; }
  bool commit();

 private:
  sqlite3* connection_;
  bool is_open_;
};

/// Runs SQL without parameters and rows.
bool execute(sqlite3* connection, const char* sql);

}  // namespace dps::sweeps
