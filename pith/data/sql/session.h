// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/error.h"
#include "pith/data/arrow/stream.h"
#include "pith/data/sql/adbc.h"
#include "pith/data/sql/address.h"

namespace pith {

/// Names and values, as drivers take them.
using DriverOptions = std::vector<std::pair<std::string, std::string>>;

/// The failure of a query.
class QueryError : public Error {
 public:
  /// `text` is what the driver says.
  QueryError(const DatabaseAddress& address, const std::string& text);

  /// Whether SQLite found another type in a column than in its first rows.
  bool is_type_mismatch() const { return is_type_mismatch_; }

 private:
  bool is_type_mismatch_;
};

/// A connection to a database. Driver and address must live as long.
class Session {
 public:
  /// Throws Error(io) where the database cannot be opened.
  Session(const AdbcDriver& driver, const DatabaseAddress& address, const DriverOptions& options);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  const AdbcDriver& driver() const { return driver_; }
  const DatabaseAddress& address() const { return address_; }
  AdbcConnection* connection() { return &connection_; }

  /// Runs a statement without a result: a setting. Throws Error(io).
  void run(const std::string& statement);

 private:
  void release() noexcept;

  const AdbcDriver& driver_;
  const DatabaseAddress& address_;
  AdbcDatabase database_ = {};
  AdbcConnection connection_ = {};
};

/// The rows that a query returns, chunk by chunk. A stop that is requested meanwhile cancels the
/// query.
class Answer {
 public:
  /// Throws QueryError, as the other functions do: bad_argument with the words of the driver, or
  /// resources where it says that memory does not suffice.
  Answer(Session& session, const std::string& query, const DriverOptions& options,
         const Context& context);
  Answer(const Answer&) = delete;
  Answer& operator=(const Answer&) = delete;
  ~Answer();

  /// The columns; names are made unique with a note.
  std::vector<ArrowField> fields(std::vector<std::string>& notes);
  /// The next chunk, to be released by the caller; nothing at the end.
  std::unique_ptr<Held<ArrowArray>> next();

 private:
  void check_call(int code);
  void release() noexcept;

  Session& session_;
  const Context& context_;
  AdbcStatement statement_ = {};
  ArrowArrayStream stream_ = {};
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
};

}  // namespace pith
