// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/statistics/statistics_file.h"

#include "pith/base/error.h"

#ifdef PITH_READSTAT
#include <fmt/format.h>
#include <readstat.h>

#include <algorithm>
#include <array>
#include <exception>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "pith/base/shared_library.h"
#include "pith/data/column_memory.h"
#include "pith/data/dense.h"
#include "pith/data/formats/statistics/growing_column.h"
#endif

namespace pith {

#ifdef PITH_READSTAT

namespace {

#define PITH_READSTAT_FUNCTION(member, name) \
  decltype(::name)* member = library.function<decltype(::name)>(#name)

/// What pith calls of libreadstat, which is loaded with the first such file.
struct Readstat {
  SharedLibrary library{PITH_READSTAT,
                        "it reads SAS, Stata and SPSS files; install ReadStat (on Debian the "
                        "package libreadstat1), or save the data as CSV"};
  PITH_READSTAT_FUNCTION(make, readstat_parser_init);
  PITH_READSTAT_FUNCTION(free, readstat_parser_free);
  PITH_READSTAT_FUNCTION(on_metadata, readstat_set_metadata_handler);
  PITH_READSTAT_FUNCTION(on_variable, readstat_set_variable_handler);
  PITH_READSTAT_FUNCTION(on_value, readstat_set_value_handler);
  PITH_READSTAT_FUNCTION(on_label, readstat_set_value_label_handler);
  PITH_READSTAT_FUNCTION(row_count, readstat_get_row_count);
  PITH_READSTAT_FUNCTION(message, readstat_error_message);
  PITH_READSTAT_FUNCTION(is_missing, readstat_value_is_missing);
  PITH_READSTAT_FUNCTION(value_type, readstat_value_type);
  PITH_READSTAT_FUNCTION(number, readstat_double_value);
  PITH_READSTAT_FUNCTION(text, readstat_string_value);
  PITH_READSTAT_FUNCTION(index, readstat_variable_get_index);
  PITH_READSTAT_FUNCTION(name, readstat_variable_get_name);
  PITH_READSTAT_FUNCTION(format, readstat_variable_get_format);
  PITH_READSTAT_FUNCTION(type, readstat_variable_get_type);
  PITH_READSTAT_FUNCTION(parse_sas7bdat, readstat_parse_sas7bdat);
  PITH_READSTAT_FUNCTION(parse_xport, readstat_parse_xport);
  PITH_READSTAT_FUNCTION(parse_dta, readstat_parse_dta);
  PITH_READSTAT_FUNCTION(parse_sav, readstat_parse_sav);
  PITH_READSTAT_FUNCTION(parse_por, readstat_parse_por);
};

const Readstat& readstat() {
  static const Readstat loaded;
  return loaded;
}

bool is_text(readstat_type_t type) {
  return type == READSTAT_TYPE_STRING || type == READSTAT_TYPE_STRING_REF;
}

NumberType number_type(readstat_type_t type) {
  switch (type) {
    case READSTAT_TYPE_INT8:
      return NumberType::int8;
    case READSTAT_TYPE_INT16:
      return NumberType::int16;
    case READSTAT_TYPE_INT32:
      return NumberType::int32;
    case READSTAT_TYPE_FLOAT:
      return NumberType::float32;
    default:
      return NumberType::float64;
  }
}

/// What the library says of a file, piece by piece.
class Collected {
 public:
  Collected(const Input& input, Format format, const Context& context)
      : input_(input), format_(format), context_(context) {}

  void set_rows(int rows) {
    if (rows > 0) expected_rows_ = static_cast<std::size_t>(rows);
  }

  void add_variable(const readstat_variable_t* variable, const char* labels) {
    if (columns_.size() >= max_columns)
      throw Error(ErrorKind::bad_data, input_.name() + ": there are too many columns");
    const readstat_type_t type = readstat().type(variable);
    const char* const name = readstat().name(variable);
    if (is_text(type)) {
      columns_.emplace_back(name == nullptr ? "" : name, context_, input_.name());
    } else {
      const char* const format = readstat().format(variable);
      const TimeUnit unit = time_unit(format == nullptr ? "" : format, format_);
      columns_.emplace_back(name == nullptr ? "" : name,
                            unit == TimeUnit::none ? number_type(type) : NumberType::float64, unit,
                            labels == nullptr ? "" : labels);
    }
    context_.grow(list_, columns_.size() * (bytes_per_column + sizeof(GrowingColumn)),
                  input_.name() + ": reading the list of columns");
  }

  void add_value(readstat_variable_t* variable, readstat_value_t value) {
    const int index = readstat().index(variable);
    if (index < 0 || static_cast<std::size_t>(index) >= columns_.size()) return;
    GrowingColumn& column = columns_[static_cast<std::size_t>(index)];
    if (index == 0 && column.rows() % 4096 == 0) context_.check_cancelled();
    if (column.rows() == room_) grow();
    if (column.is_text()) {
      const char* const text = readstat().text(value);
      if (readstat().is_missing(value, variable) != 0 || text == nullptr || *text == 0)
        return column.add_missing();
      return column.add(std::string_view(text));
    }
    if (readstat().is_missing(value, variable) != 0) return column.add_missing();
    column.add(days_in(readstat().number(value), column.unit(), format_));
  }

  void add_label(const char* set, readstat_value_t value, const char* label) {
    if (set == nullptr || label == nullptr || is_text(readstat().value_type(value))) return;
    constexpr std::uint64_t bytes_each = 160;
    label_bytes_ += bytes_each + std::string_view(label).size();
    context_.grow(labels_held_, label_bytes_, input_.name() + ": reading the value labels");
    labels_[set].emplace(readstat().number(value), label);
  }

  TypedColumns finish() {
    TypedColumns read;
    const std::size_t rows = columns_.empty() ? 0 : columns_.front().rows();
    check_shape(input_.name(), rows, columns_.size());
    const auto held = std::make_shared<const Reservation>(std::move(held_));
    for (GrowingColumn& column : columns_) {
      if (column.rows() != rows) {
        throw Error(
            ErrorKind::bad_data,
            fmt::format("{}: column {} has {}, and the first has {}: the file is damaged",
                        input_.name(), quoted(column.name()), counted(column.rows(), "row"), rows));
      }
      const auto labels = labels_.find(column.labels());
      const bool is_plain_text = column.is_text();
      Column done = column.finish(labels == labels_.end() ? nullptr : &labels->second, context_);
      read.columns.names.push_back(column.name());
      read.columns.columns.push_back(done.is_numbers() ? done.holding(held) : std::move(done));
      read.is_text.push_back(is_plain_text);
    }
    unique_names(read.columns.names, read.columns.notes);
    return read;
  }

 private:
  /// Room for more rows of all columns, which is reserved first.
  void grow() {
    constexpr std::size_t first = 1024;
    const std::size_t doubled = std::max(first, 2 * room_);
    const std::size_t more =
        room_ == 0 && expected_rows_ > 0 ? expected_rows_ : std::max(doubled, room_);
    std::uint64_t row_bytes = 0;
    std::uint64_t widest = 0;
    for (const GrowingColumn& column : columns_) {
      row_bytes += column.value_size();
      widest = std::max<std::uint64_t>(widest, column.value_size());
    }
    const auto bytes = checked_product(more, row_bytes + (room_ == 0 ? 0 : widest));
    if (!bytes) (void)reserve_table(bytes, input_.name() + ": reading the rows", context_);
    context_.grow(held_, *bytes, input_.name() + ": reading the rows", "use a smaller table");
    for (GrowingColumn& column : columns_)
      column.reserve(more);
    room_ = more;
  }

  const Input& input_;
  Format format_;
  const Context& context_;
  std::vector<GrowingColumn> columns_;
  std::map<std::string, ValueLabels> labels_;
  std::size_t expected_rows_ = 0;
  std::size_t room_ = 0;
  Reservation list_;
  Reservation held_;
  Reservation labels_held_;
  std::uint64_t label_bytes_ = 0;
};

/// What the handlers get. No exception passes through the library.
struct Handling {
  Collected& collected;
  std::exception_ptr failure = {};

  template <class Call>
  static int run(void* context, Call call) {
    auto& handling = *static_cast<Handling*>(context);
    try {
      call(handling.collected);
      return READSTAT_HANDLER_OK;
    } catch (...) {
      handling.failure = std::current_exception();
      return READSTAT_HANDLER_ABORT;
    }
  }
};

int on_metadata(readstat_metadata_t* metadata, void* context) {
  return Handling::run(
      context, [&](Collected& collected) { collected.set_rows(readstat().row_count(metadata)); });
}
int on_variable(int /*index*/, readstat_variable_t* variable, const char* labels, void* context) {
  return Handling::run(context,
                       [&](Collected& collected) { collected.add_variable(variable, labels); });
}
int on_value(int /*row*/, readstat_variable_t* variable, readstat_value_t value, void* context) {
  return Handling::run(context,
                       [&](Collected& collected) { collected.add_value(variable, value); });
}
int on_label(const char* set, readstat_value_t value, const char* label, void* context) {
  return Handling::run(context,
                       [&](Collected& collected) { collected.add_label(set, value, label); });
}

readstat_error_t parse(readstat_parser_t* parser, const Input& input, Format format,
                       Handling& handling) {
  std::array<char, 4> start{};
  if (input.size() >= start.size()) input.read_at(0, std::as_writable_bytes(std::span(start)));
  const std::string_view magic(start.data(), start.size());
  const char* const path = input.name().c_str();
  const Readstat& library = readstat();
  if (format == Format::stata) return library.parse_dta(parser, path, &handling);
  if (format == Format::sas) {
    return magic == "HEAD" ? library.parse_xport(parser, path, &handling)
                           : library.parse_sas7bdat(parser, path, &handling);
  }
  return magic == "$FL2" || magic == "$FL3" ? library.parse_sav(parser, path, &handling)
                                            : library.parse_por(parser, path, &handling);
}

}  // namespace

TypedColumns read_statistics_file(const Input& input, Format format, const Context& context) {
  struct Free {
    void operator()(readstat_parser_t* parser) const { readstat().free(parser); }
  };
  const std::unique_ptr<readstat_parser_t, Free> parser(readstat().make());
  if (!parser) throw Error(ErrorKind::resources, input.name() + ": not enough memory to read it");
  (void)readstat().on_metadata(parser.get(), on_metadata);
  (void)readstat().on_variable(parser.get(), on_variable);
  (void)readstat().on_value(parser.get(), on_value);
  (void)readstat().on_label(parser.get(), on_label);
  Collected collected(input, format, context);
  Handling handling{collected};
  const readstat_error_t error = parse(parser.get(), input, format, handling);
  if (handling.failure) std::rethrow_exception(handling.failure);
  if (error != READSTAT_OK) {
    throw Error(error == READSTAT_ERROR_MALLOC ? ErrorKind::resources : ErrorKind::bad_data,
                fmt::format("{}: this is not a file of {} on the disk, or it is damaged ({}); save "
                            "it again",
                            input.name(), format_word(format), readstat().message(error)));
  }
  return collected.finish();
}

#else

TypedColumns read_statistics_file(const Input& input, Format /*format*/,
                                  const Context& /*context*/) {
  throw Error(ErrorKind::bad_argument,
              input.name() +
                  ": this program was built without ReadStat, which reads SAS, Stata and SPSS "
                  "files; install libreadstat-dev and build it again, or save the data as CSV");
}

#endif

}  // namespace pith
