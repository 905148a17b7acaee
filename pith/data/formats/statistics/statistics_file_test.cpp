// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/statistics/statistics_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "pith/base/error.h"
#include "pith/data/date.h"
#include "pith/data/formats/statistics/date_format.h"
#include "pith/data/read.h"

namespace pith {
namespace {

std::string file(const std::string& name) {
  return std::string(PITH_SOURCE_DIR) + "/tests/data/statistics/" + name;
}

/// Of each row: `?` for missing, the level, the date, or the number.
std::string values_of(const Column& column) {
  std::string text;
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (!text.empty()) text += '|';
    text += column.missing().test(row) ? "?"
            : column.is_codes()        ? column.level(column.code(row))
            : column.is_date()         ? date_text(column.number(row))
                                       : fmt::format("{}", column.number(row));
  }
  return text;
}

std::vector<std::string> read(const std::string& name, const Context& context = {}) {
  const Columns columns = read_columns(file(name), {.has_target = false}, {}, context);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < columns.names.size(); ++i)
    texts.push_back(columns.names[i] + ": " + values_of(columns.columns[i]));
  return texts;
}

const std::string numbers = "number: 0.5|?|-3.25|10000000000";
const std::string texts = "text: a|?|\u00e9t\u00e9|a";
const std::string days = "day: 2024-02-29|1960-01-01|?|1899-12-31";
const std::string moments = "moment: 2024-02-29 12:00:00|?|1970-01-01 06:00:00|1955-05-05 18:00:00";

TEST(ReadStatisticsFile, takes_spss_with_labels_and_declared_missing_values) {
  EXPECT_EQ(read("table.sav"),
            (std::vector<std::string>{numbers, "small: no|yes|no|yes", "rated: bad|good|?|bad",
                                      texts, days, moments}));
  EXPECT_EQ(read("table.zsav"), (std::vector<std::string>{numbers, "small: 1|2|1|2",
                                                          "rated: 1|5|9|1", texts, days, moments}));
  const std::vector<std::string> portable = read("table.por");
  ASSERT_EQ(portable.size(), 6U);
  EXPECT_EQ(portable[0], "NUMBER: 0.5|?|-3.25|10000000000");
  EXPECT_EQ(portable[4], "DAY: 2024-02-29|1960-01-01|?|1899-12-31");
}

TEST(ReadStatisticsFile, takes_stata_and_keeps_codes_of_which_some_have_no_label) {
  EXPECT_EQ(read("table.dta"), (std::vector<std::string>{numbers, "small: no|yes|no|yes",
                                                         "rated: 1|5|9|1", texts, days, moments}));
}

TEST(ReadStatisticsFile, takes_sas) {
  EXPECT_EQ(read("table.xpt"), (std::vector<std::string>{numbers, "small: 1|2|1|2",
                                                         "rated: 1|5|9|1", texts, days, moments}));
  EXPECT_EQ(read("table.sas7bdat"),
            (std::vector<std::string>{"number: 0.5|?|-3.25", "text: a|?|b",
                                      "day: 1960-01-01|1960-03-01|1959-12-31"}));
}

TEST(ReadStatisticsFile, rejects_other_files_and_keeps_to_the_memory_limit) {
  const auto error_of = [](const std::string& name, const ReadOptions& options,
                           const Context& context) {
    try {
      (void)read_columns(file(name), {.has_target = false}, options, context);
    } catch (const Error& error) {
      return std::pair(error.kind(), std::string(error.what()));
    }
    return std::pair(ErrorKind::cancelled, std::string("accepted"));
  };
  for (const Format format : {Format::sas, Format::stata, Format::spss}) {
    const auto [kind, text] = error_of("make.py", {.format = format}, {});
    EXPECT_EQ(kind, ErrorKind::bad_data) << text;
    EXPECT_NE(text.find("make.py: this is not a file of"), std::string::npos) << text;
  }
  EXPECT_EQ(error_of("table.sav", {}, {.memory = 1000}).first, ErrorKind::resources);
}

TEST(TimeUnit, follows_the_formats) {
  EXPECT_EQ(time_unit("%-tdD_m_Y", Format::stata), TimeUnit::days);
  EXPECT_EQ(time_unit("%9.0g", Format::stata), TimeUnit::none);
  EXPECT_EQ(date_text(days_in(0, TimeUnit::months, Format::stata)), "1960-01-01");
  EXPECT_EQ(date_text(days_in(-1, time_unit("%tq", Format::stata), Format::stata)), "1959-10-01");
  EXPECT_EQ(date_text(days_in(53, time_unit("%tw", Format::stata), Format::stata)), "1961-01-08");
  EXPECT_EQ(time_unit("DATETIME22.3", Format::sas), TimeUnit::seconds);
  EXPECT_EQ(time_unit("mmddyy10", Format::sas), TimeUnit::days);
  EXPECT_EQ(time_unit("TIME8", Format::spss), TimeUnit::duration);
  EXPECT_EQ(days_in(43200, TimeUnit::duration, Format::spss), 0.5);
  EXPECT_EQ(time_unit("F8.2", Format::spss), TimeUnit::none);
}

}  // namespace
}  // namespace pith
