// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/libsvm.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "pith/base/error.h"

namespace pith {
namespace {

Columns read_text(const std::string& text, const Context& context = {}) {
  const std::string path = testing::TempDir() + "pith_libsvm_" + std::to_string(::getpid());
  std::ofstream(path, std::ios::binary) << text;
  Input input = Input::open(path);
  ::unlink(path.c_str());
  return read_libsvm(input, context);
}

std::vector<double> values_of(const Column& column) {
  return {column.numbers().begin(), column.numbers().end()};
}

/// The message from the line number on, without the name of the file.
std::string message_of(const std::string& text, ErrorKind kind = ErrorKind::bad_data) {
  try {
    (void)read_text(text, {.memory = 64U << 20U});
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind);
    const std::string_view message = error.what();
    return std::string(message.substr(message.find(':') + 1));
  }
  return "accepted";
}

TEST(ReadLibsvm, fills_with_zeros_and_puts_the_label_last) {
  const Columns columns = read_text("+1 1:0.5 3:2\n-1 2:-1e2 # a comment 1:7\n\n# nothing\n1\n");
  EXPECT_EQ(columns.names, (std::vector<std::string>{"f1", "f2", "f3", "target"}));
  EXPECT_EQ(values_of(columns.columns[0]), (std::vector<double>{0.5, 0, 0}));
  EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{0, -100, 0}));
  EXPECT_EQ(values_of(columns.columns[2]), (std::vector<double>{2, 0, 0}));
  EXPECT_EQ(values_of(columns.columns[3]), (std::vector<double>{1, -1, 1}));
}

TEST(ReadLibsvm, ignores_query_ids_and_takes_any_line_end) {
  const Columns columns = read_text(
      "\xEF\xBB\xBF"
      "2 qid:17 1:1\r\n3\tqid:18  1:nan ");
  EXPECT_EQ(columns.columns.size(), 2U);
  EXPECT_EQ(columns.columns[0].numbers()[0], 1);
  EXPECT_TRUE(columns.columns[0].missing().test(1));
}

TEST(ReadLibsvm, rejects_indices_out_of_order) {
  EXPECT_EQ(message_of("1 1:1\n1 2:1 2:2\n"), "2:7: index 2 follows 2; indices must be ascending");
  EXPECT_EQ(message_of("1 3:1 2:2\n"), "1:7: index 2 follows 3; indices must be ascending");
  EXPECT_EQ(message_of("1 0:1\n"), "1:3: index '0' must be an integer of at least 1");
  EXPECT_EQ(message_of("1 -4:1\n"), "1:3: index '-4' must be an integer of at least 1");
  EXPECT_EQ(message_of("1 :1\n"), "1:3: index '' must be an integer of at least 1");
  EXPECT_EQ(message_of("1 10000001:1\n"), "1:3: index '10000001' is larger than 10000000");
  EXPECT_EQ(message_of("1 99999999999999999999999:1\n"),
            "1:3: index '99999999999999999999999' is larger than 10000000");
}

TEST(ReadLibsvm, rejects_what_is_not_a_pair_or_a_number) {
  EXPECT_EQ(message_of("1 5\n"), "1:3: index:value was expected (got '5')");
  EXPECT_EQ(message_of("1 5:x\n"), "1:5: value 'x' is not a number");
  EXPECT_EQ(message_of("1 5:\n"), "1:5: value '' is not a number");
  EXPECT_EQ(message_of("spam 5:1\n"), "1:1: label 'spam' is not a number");
  EXPECT_EQ(message_of("1:1 2:1\n"),
            "1:1: the line begins with '1:1'; it must begin with the label");
  EXPECT_EQ(message_of("1 1:inf\n"),
            "1:5: value 'inf' is infinite; replace it with a number, or with nan if it is missing");
  EXPECT_EQ(message_of(std::string("1 1:1\0", 6)),
            "1:6: there is a NUL byte; is this a text file?");
}

TEST(ReadLibsvm, makes_a_boolean_column_of_every_label_of_lists) {
  const Columns columns = read_text("5,1 1:0.5\n1 2:3\n 1:2 2:1\n+1,5,1 2:7\n");
  EXPECT_EQ(columns.names, (std::vector<std::string>{"f1", "f2", "1", "5"}));
  EXPECT_EQ(columns.labels, 2U);
  EXPECT_EQ(values_of(columns.columns[0]), (std::vector<double>{0.5, 0, 2, 0}));
  EXPECT_EQ(values_of(columns.columns[1]), (std::vector<double>{0, 3, 1, 7}));
  const auto truths = [](const Column& column) {
    std::vector<std::string> texts;
    for (std::size_t row = 0; row < column.rows(); ++row)
      texts.push_back(column.level(column.code(row)));
    return texts;
  };
  EXPECT_EQ(truths(columns.columns[2]),
            (std::vector<std::string>{"True", "True", "False", "True"}));
  EXPECT_EQ(truths(columns.columns[3]),
            (std::vector<std::string>{"True", "False", "False", "True"}));
}

TEST(ReadLibsvm, leaves_out_a_label_of_every_row) {
  const Columns columns = read_text("2,7 1:1\n7 1:2\n");
  EXPECT_EQ(columns.names, (std::vector<std::string>{"f1", "2"}));
  EXPECT_EQ(columns.notes, std::vector<std::string>{"left out label '7', which every row has"});
  EXPECT_EQ(message_of("1,2 1:1\n1,2 1:2\n"),
            " every row has the same labels; there is nothing to predict");
  EXPECT_EQ(message_of("1,,2 1:1\n"), "1:3: label '' is not a number");
  EXPECT_EQ(message_of("1,nan 1:1\n"), "1:3: label 'nan' is missing; leave it out of the list");
  EXPECT_EQ(message_of("1,x 1:1\n"), "1:3: label 'x' is not a number");
}

TEST(ReadLibsvm, rejects_an_empty_file) {
  EXPECT_EQ(message_of(""), " there are no rows");
  EXPECT_EQ(message_of("1\n2\n"), " no line has an index:value pair; is this a LIBSVM file?");
}

TEST(ReadLibsvm, checks_the_memory_before_the_table_is_made) {
  EXPECT_EQ(
      message_of("1 9000000:1\n", ErrorKind::resources),
      " a table of 1 row and 9000001 columns would take 5013 MiB, and the limit is 64 MiB; raise the "
      "limit (memory=17018M) or use a smaller table");
}

}  // namespace
}  // namespace pith
