// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc_write.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "pith/data/arrow/ipc.h"
#include "pith/data/boolean.h"
#include "pith/data/files/reread.h"

namespace pith {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string written(const Columns& columns) {
  std::string bytes;
  write_ipc(columns, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

/// What is read from the written file.
TypedColumns round_trip(const Columns& columns) {
  const std::string bytes = written(columns);
  const int descriptor = ::memfd_create("pith", MFD_CLOEXEC);
  EXPECT_EQ(::pwrite(descriptor, bytes.data(), bytes.size(), 0),
            static_cast<ssize_t>(bytes.size()));
  std::vector<Input> inputs;
  inputs.push_back(Input::open("/proc/self/fd/" + std::to_string(descriptor)));
  TypedColumns read = read_ipc(inputs, {}, {});
  ::close(descriptor);
  return read;
}

void expect_same(const Column& one, const Column& other, const std::string& name) {
  ASSERT_EQ(one.rows(), other.rows()) << name;
  EXPECT_EQ(one.kind(), other.kind()) << name;
  EXPECT_EQ(one.is_date(), other.is_date()) << name;
  EXPECT_EQ(one.level_names(), other.level_names()) << name;
  for (std::size_t row = 0; row < one.rows(); ++row) {
    ASSERT_EQ(one.missing().test(row), other.missing().test(row)) << name << " " << row;
    if (one.missing().test(row)) continue;
    if (one.is_codes()) {
      ASSERT_EQ(one.code(row), other.code(row)) << name << " " << row;
    } else {
      ASSERT_EQ(one.number(row), other.number(row)) << name << " " << row;
    }
  }
}

Mask every(std::size_t step, std::size_t rows) {
  Mask mask;
  for (std::size_t row = 0; row < rows; row += step)
    mask.set(row);
  return mask;
}

template <class T>
Column own_type(NumberType type, std::size_t rows, const Mask& missing) {
  auto values = std::make_shared<std::vector<T>>(rows);
  for (std::size_t row = 0; row < rows; ++row)
    (*values)[row] = static_cast<T>(row % 100);
  const NumberLayout layout{.type = type, .values = values->data(), .rows = rows};
  return Column::borrow(layout, values, missing);
}

TEST(WriteIpc, is_read_as_the_same_table) {
  for (const std::size_t rows : {1U, 7U, 8U, 1000U, 300'000U}) {
    std::vector<double> numbers(rows);
    std::vector<double> days(rows);
    std::vector<double> times(rows);
    std::vector<std::uint32_t> codes(rows);
    std::vector<std::uint8_t> truths(rows);
    for (std::size_t row = 0; row < rows; ++row) {
      numbers[row] = static_cast<double>(row) * 0.1 - 7;
      days[row] = static_cast<double>(row % 20'000) - 500;
      times[row] = days[row] + 0.25;
      codes[row] = static_cast<std::uint32_t>(row % 3);
      truths[row] = row % 2 == 0 ? 1 : 0;
    }
    const Mask some = rows > 1 ? every(5, rows) : Mask();
    for (std::vector<double>* values : {&numbers, &days, &times}) {
      for (std::size_t row = 0; row < rows; ++row)
        (*values)[row] = some.test(row) ? nan : (*values)[row];
    }
    if (rows < 3) std::fill(codes.begin(), codes.end(), 0);
    const std::vector<std::string> levels =
        rows < 3 ? std::vector<std::string>{""} : std::vector<std::string>{"", "a", "ä"};
    Columns columns;
    const auto add = [&](const std::string& name, const Column& column) {
      columns.names.push_back(name);
      columns.columns.push_back(column);
    };
    add("numbers", Column::from_numbers(numbers, some));
    add("days", Column::from_numbers(days, some).as_date());
    add("times", Column::from_numbers(times, some).as_date());
    add("codes", Column::from_codes(codes, levels));
    add("truths", boolean_column(truths, some));
    add("float32", own_type<float>(NumberType::float32, rows, some));
    add("int8", own_type<std::int8_t>(NumberType::int8, rows, {}));
    add("uint16", own_type<std::uint16_t>(NumberType::uint16, rows, some));
    add("uint32", own_type<std::uint32_t>(NumberType::uint32, rows, some));
    add("int64", own_type<std::int64_t>(NumberType::int64, rows, some));
    const TypedColumns read = round_trip(columns);
    EXPECT_EQ(read.columns.names, columns.names);
    EXPECT_EQ(reread_notes({.columns = columns}, Format::arrow), std::vector<std::string>());
    for (std::size_t i = 0; i < columns.columns.size(); ++i) {
      expect_same(read.columns.columns[i], columns.columns[i], columns.names[i]);
      EXPECT_FALSE(read.is_text[i]);
      if (columns.columns[i].layout() != nullptr && !columns.columns[i].is_date()) {
        EXPECT_EQ(read.columns.columns[i].layout()->type, columns.columns[i].layout()->type);
      }
    }
  }
}

TEST(WriteIpc, keeps_kinds_without_values) {
  const Mask all = every(1, 3);
  Columns columns{.names = {"number", "date", "category"}};
  columns.columns = {Column::from_numbers({nan, nan, nan}, all),
                     Column::from_numbers({nan, nan, nan}, all).as_date(),
                     Column::from_codes(std::vector<std::uint32_t>{0, 0, 0}, {}, all)};
  const TypedColumns read = round_trip(columns);
  for (std::size_t i = 0; i < columns.columns.size(); ++i)
    expect_same(read.columns.columns[i], columns.columns[i], columns.names[i]);
  EXPECT_EQ(reread_notes({.columns = columns}, Format::arrow), std::vector<std::string>());
}

TEST(WriteIpc, notes_what_is_lost) {
  Columns columns{.names = {"unused", "order", "date", "truth"}};
  columns.columns = {Column::from_codes(std::vector<std::uint32_t>{0, 0}, {"a", "b"}),
                     Column::from_codes(std::vector<std::uint32_t>{0, 1}, {"b", "a"}),
                     Column::from_numbers({1.0 / 3, 0.5}).as_date(),
                     Column::from_codes(std::vector<std::uint32_t>{1, 1}, {"False", "True"})};
  EXPECT_EQ(reread_notes({.columns = columns}, Format::arrow),
            (std::vector<std::string>{
                "the levels of column 'order' in the saved table will be read in another order",
                "levels of column 'unused' that no row has are not in the saved table"}));
  columns.columns[2] = Column::from_numbers({0.1234567890123, 1e12}).as_date();
  EXPECT_EQ(reread_notes({.columns = columns}, Format::arrow).front(),
            "dates of column 'date' in the saved table will not be read as the same dates");
  expect_same(round_trip(columns).columns.columns[3], columns.columns[3], "truth");
}

TEST(WriteIpc, compresses_what_becomes_smaller) {
  const Columns columns{.names = {"x"},
                        .columns = {Column::from_numbers(std::vector<double>(100'000, 1.5))}};
  EXPECT_LT(written(columns).size(), 10'000U);
}

}  // namespace
}  // namespace pith
