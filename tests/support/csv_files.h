// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/error.h"
#include "pith/data/blocks/csv_blocks.h"
#include "pith/data/csv/csv.h"
#include "pith/data/csv/pass.h"
#include "tests/support/row_blocks.h"

namespace pith::csv_files {

namespace fs = std::filesystem;

/// A file that is gone at the end of the test.
class TextFile {
 public:
  explicit TextFile(std::string_view text) {
    const int file = ::mkstemp(path_.data());
    if (file >= 0) ::close(file);
    write(text);
  }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  ~TextFile() { fs::remove(path_); }

  void write(std::string_view text) const { std::ofstream(path_, std::ios::binary) << text; }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = (fs::temp_directory_path() / "pith-csv-XXXXXX").string();
};

using Notes = std::vector<std::string>;

struct Settings {
  CsvOptions options = {};
  Kinds kinds = {};
  Roles roles = {};
  Context context = {};
  std::size_t block_size = csv_block_size;

  Roles all_roles() const {
    Roles all = roles;
    all.kinds = kinds;
    return all;
  }
};

/// Block by block, the file holds the same table.
inline void expect_same_in_blocks(Input& input, const Settings& settings, const Columns& table) {
  if (settings.options.choice || settings.context.memory != 0) return;
  Context context = settings.context;
  context.progress = {};
  const std::size_t all = table.columns.front().rows();
  if (all * table.columns.size() > 2000) return;
  // One size for each table, so that the many tables try them all.
  const std::size_t rows = std::array<std::size_t, 3>{1, 3, 1000}[input.size() % 3];
  const FileBlocks blocks(csv_blocks(input, settings.options, {settings.all_roles(), context},
                                     {.text = settings.block_size, .rows = rows}));
  expect_same_rows(blocks, table);
}

inline Columns read(std::string_view text, const Settings& settings = {}) {
  const TextFile file(text);
  Input input = Input::open(file.path());
  Columns table = read_csv_in_blocks(input, settings.options,
                                     {settings.all_roles(), settings.context}, settings.block_size);
  expect_same_in_blocks(input, settings, table);
  return table;
}

/// The columns as text: two tables are the same if this is.
inline std::string shown(const Columns& table) {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const Column& column = table.columns[i];
    text += table.names[i] + (column.is_numbers() ? " =" : " ~");
    for (std::size_t row = 0; row < column.rows(); ++row) {
      text += ' ';
      if (column.missing().test(row)) {
        text += '_';
      } else {
        text += column.is_numbers() ? number_text(column.numbers()[row])
                                    : column.level(column.code(row));
      }
    }
    for (const std::string& level : column.level_names())
      text += " <" + level + ">";
    text += '\n';
  }
  return text;
}

inline std::string shown(std::string_view text, const Settings& settings = {}) {
  return shown(read(text, settings));
}

inline void expect_error(std::string_view text, ErrorKind kind,
                         const std::vector<std::string>& parts, const Settings& settings = {}) {
  const TextFile file(text);
  try {
    Input input = Input::open(file.path());
    read_csv_in_blocks(input, settings.options, {settings.all_roles(), settings.context},
                       settings.block_size);
    FAIL() << "no error";
  } catch (const Error& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.kind(), kind) << message;
    if (!settings.options.choice && settings.context.memory == 0) {
      Input input = Input::open(file.path());
      try {
        (void)csv_blocks(input, settings.options, {settings.all_roles(), settings.context},
                         {.text = settings.block_size, .rows = 3});
        ADD_FAILURE() << "no error in blocks";
      } catch (const Error& again) {
        EXPECT_EQ(std::string(again.what()), message);
      }
    }
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    for (std::string part : parts) {
      if (part.starts_with(':')) part.insert(0, file.path());
      EXPECT_NE(message.find(part), std::string::npos) << part << " is not in: " << message;
    }
  }
}

}  // namespace pith::csv_files
