// SPDX-License-Identifier: Apache-2.0
#include "pith/data/sql/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <system_error>
#include <utility>

namespace pith {
namespace {

/// A message on one line, without the drawing of the statement and the hints for other programs
/// that some drivers add.
std::string driver_words(std::string text) {
  for (const char* const addition : {"\nLINE ", "\nPossible solutions:", "\nDatabase is launched"})
    text.resize(std::min(text.find(addition), text.size()));
  text.resize(text.find_last_not_of(" \t\r\n.") + 1);
  return one_line(std::move(text));
}

/// An error structure that is released.
class Failure {
 public:
  Failure() = default;
  Failure(const Failure&) = delete;
  Failure& operator=(const Failure&) = delete;
  ~Failure() {
    if (error_.release != nullptr) error_.release(&error_);
  }
  AdbcError* get() { return &error_; }
  std::string text(AdbcStatus status) const {
    if (error_.message != nullptr && *error_.message != '\0') return driver_words(error_.message);
    return fmt::format("the driver gives no reason (status {})", status);
  }

 private:
  AdbcError error_ = {};
};

bool holds(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view each : words) {
    if (text.find(each) != std::string_view::npos) return true;
  }
  return false;
}

bool is_about_memory(std::string_view text) {
  return holds(text, {"Out of Memory", "out of memory", "could not allocate"});
}

ErrorKind kind_of(std::string_view text) {
  return is_about_memory(text) ? ErrorKind::resources : ErrorKind::bad_argument;
}

/// With the remedy where the words of the driver tell which.
std::string query_message(const DatabaseAddress& address, const std::string& text) {
  const std::string message =
      fmt::format("{}: the query failed: {}", address.shown, address.without_secrets(text));
  if (is_about_memory(text))
    return fmt::format("{}; raise {}, or ask for less", message, option("memory"));
  if (holds(text, {"disabled by configuration", "disabled through configuration"}))
    return fmt::format("{}; only the database itself is read unless you allow more ({})", message,
                       option("allow_external"));
  return message;
}

}  // namespace

QueryError::QueryError(const DatabaseAddress& address, const std::string& text)
    : Error(kind_of(text), query_message(address, text)),
      is_type_mismatch_(holds(text, {"Type mismatch in column"})) {}

Session::Session(const AdbcDriver& driver, const DatabaseAddress& address,
                 const DriverOptions& options)
    : driver_(driver), address_(address) {
  Failure failure;
  const auto check = [&](AdbcStatus status) {
    if (status == adbc_ok) return;
    const std::string text = address.without_secrets(failure.text(status));
    release();
    throw Error(ErrorKind::io,
                fmt::format("{}: cannot open the database: {}", address.shown, text));
  };
  check(driver_.DatabaseNew(&database_, failure.get()));
  for (const auto& [name, value] : options)
    check(driver_.DatabaseSetOption(&database_, name.c_str(), value.c_str(), failure.get()));
  check(driver_.DatabaseInit(&database_, failure.get()));
  check(driver_.ConnectionNew(&connection_, failure.get()));
  check(driver_.ConnectionInit(&connection_, &database_, failure.get()));
}

Session::~Session() {
  release();
}

void Session::release() noexcept {
  Failure ignored;
  if (connection_.private_data != nullptr)
    (void)driver_.ConnectionRelease(&connection_, ignored.get());
  if (database_.private_data != nullptr) (void)driver_.DatabaseRelease(&database_, ignored.get());
  connection_ = {};
  database_ = {};
}

void Session::run(const std::string& statement) {
  Failure failure;
  AdbcStatement made = {};
  ArrowArrayStream stream = {};
  AdbcStatus status = driver_.StatementNew(&connection_, &made, failure.get());
  if (status == adbc_ok)
    status = driver_.StatementSetSqlQuery(&made, statement.c_str(), failure.get());
  if (status == adbc_ok)
    status = driver_.StatementExecuteQuery(&made, &stream, nullptr, failure.get());
  if (stream.release != nullptr) stream.release(&stream);
  const std::string text = status == adbc_ok ? "" : failure.text(status);
  Failure ignored;
  if (made.private_data != nullptr) (void)driver_.StatementRelease(&made, ignored.get());
  if (status == adbc_ok) return;
  throw Error(ErrorKind::io, fmt::format("{}: {} failed: {}", address_.shown, quoted(statement),
                                         address_.without_secrets(text)));
}

Answer::Answer(Session& session, const std::string& query, const DriverOptions& options,
               const Context& context)
    : session_(session), context_(context) {
  const AdbcDriver& driver = session.driver();
  Failure failure;
  const auto check = [&](AdbcStatus status) {
    if (status == adbc_ok) return;
    const std::string text = failure.text(status);
    release();
    context_.check_cancelled();
    throw QueryError(session_.address(), text);
  };
  check(driver.StatementNew(session.connection(), &statement_, failure.get()));
  for (const auto& [name, value] : options)
    check(driver.StatementSetOption(&statement_, name.c_str(), value.c_str(), failure.get()));
  check(driver.StatementSetSqlQuery(&statement_, query.c_str(), failure.get()));
  if (driver.StatementCancel != nullptr) {
    on_stop_.emplace(context.stop, [this] {
      Failure ignored;
      (void)session_.driver().StatementCancel(&statement_, ignored.get());
    });
  }
  check(driver.StatementExecuteQuery(&statement_, &stream_, nullptr, failure.get()));
  if (stream_.release == nullptr || stream_.get_schema == nullptr || stream_.get_next == nullptr) {
    release();
    throw QueryError(session_.address(), "it has no result; pass a SELECT statement");
  }
}

Answer::~Answer() {
  release();
}

void Answer::release() noexcept {
  on_stop_.reset();  // waits for the callback
  if (stream_.release != nullptr) stream_.release(&stream_);
  Failure ignored;
  if (statement_.private_data != nullptr)
    (void)session_.driver().StatementRelease(&statement_, ignored.get());
  stream_ = {};
  statement_ = {};
}

void Answer::check_call(int code) {
  if (code == 0) return;
  const char* const words =
      stream_.get_last_error == nullptr ? nullptr : stream_.get_last_error(&stream_);
  const std::string text = words == nullptr || *words == '\0'
                               ? std::generic_category().message(code)
                               : driver_words(words);
  context_.check_cancelled();
  throw QueryError(session_.address(), text);
}

std::vector<ArrowField> Answer::fields(std::vector<std::string>& notes) {
  Held<ArrowSchema> schema;
  check_call(stream_.get_schema(&stream_, &schema.value));
  return fields_of(schema.value, notes, "cast it in the query, or leave it out");
}

std::unique_ptr<Held<ArrowArray>> Answer::next() {
  context_.check_cancelled();
  auto chunk = std::make_unique<Held<ArrowArray>>();
  check_call(stream_.get_next(&stream_, &chunk->value));
  if (chunk->value.release == nullptr) return nullptr;
  return chunk;
}

}  // namespace pith
