// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/ipc.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "pith/base/error.h"
#include "pith/data/files/value_text.h"

namespace pith {
namespace {

std::string data_path(const std::string& name) {
  return std::string(PITH_SOURCE_DIR) + "/tests/data/arrow/" + name;
}

std::string bytes_of(const std::string& name) {
  std::ifstream file(data_path(name), std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TypedColumns read_path(const std::string& path, const ColumnChoice& choice = {},
                       const Context& context = {}) {
  std::vector<Input> inputs;
  inputs.push_back(Input::open(path));
  return read_ipc(inputs, choice, context);
}

TypedColumns read_named(const std::string& name, const ColumnChoice& choice = {}) {
  return read_path(data_path(name), choice);
}

/// A file in memory with these bytes.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes) : descriptor_(::memfd_create("pith", MFD_CLOEXEC)) {
    EXPECT_EQ(::pwrite(descriptor_, bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// `1.5 - 3`: the values, `-` where they are missing.
std::string shown(const Column& column) {
  std::string text;
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (row > 0) text += ' ';
    if (column.missing().test(row)) {
      text += '-';
    } else {
      text += column.is_codes() ? quoted(column.level(column.code(row)))
                                : number_text(column.number(row));
    }
  }
  return text;
}

std::map<std::string, std::string> shown(const Columns& columns) {
  std::map<std::string, std::string> texts;
  for (std::size_t i = 0; i < columns.columns.size(); ++i)
    texts[columns.names[i]] = shown(columns.columns[i]);
  return texts;
}

std::string error_of(const std::string& path, ErrorKind kind = ErrorKind::bad_data,
                     const Context& context = {}, const ColumnChoice& choice = {}) {
  try {
    read_path(path, choice, context);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "was read";
}

TEST(ReadIpc, reads_every_type) {
  const TypedColumns read = read_named("file.arrow");
  auto texts = shown(read.columns);
  for (const char* kind :
       {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"})
    EXPECT_EQ(texts[kind], "1 - 3 100 5 6") << kind;
  EXPECT_EQ(texts["float16"], "1.5 - -2 - 0 1");
  EXPECT_EQ(texts["float32"], "1.5 - -2 - 0 1");
  EXPECT_EQ(texts["float64"], "0.1 - -2 - 0 1");
  for (const char* kind : {"decimal32", "decimal64", "decimal128"})
    EXPECT_EQ(texts[kind], "1.25 - -2.5 0 99.99 0.01") << kind;
  EXPECT_EQ(texts["bool"], "'True' - 'False' 'True' 'True' 'False'");
  for (const char* kind : {"string", "large_string", "string_view", "binary", "dictionary"})
    EXPECT_EQ(texts[kind], "'b' - '' 'a longer text than twelve' 'b' 'ä'") << kind;
  EXPECT_EQ(texts["dictionary_of_nulls"], "'x' - 'y' - 'x' 'y'");
  EXPECT_EQ(texts["dictionary_of_numbers"], "'10' - '30' '20' '10' '30'");
  EXPECT_EQ(texts["date32"], "19782 - 19782 19782 19782 -1");
  EXPECT_EQ(texts["date64"], texts["date32"]);
  for (const char* unit : {"s", "ms", "us", "ns"}) {
    EXPECT_EQ(texts[std::string("timestamp_") + unit], "0.5 - 1 1.5 2 -0.5") << unit;
    EXPECT_EQ(texts[std::string("duration_") + unit], "0.5 - 1 1.5 2 -0.5") << unit;
    EXPECT_EQ(texts[std::string("time_") + unit], "0.25 - 0.25 0.25 0.25 0.25") << unit;
  }
  EXPECT_EQ(texts["null"], "- - - - - -");
  EXPECT_EQ(texts["all_null"], "- - - - - -");
}

TEST(ReadIpc, keeps_types_in_memory_and_knows_texts_and_dates) {
  const TypedColumns read = read_named("batches.arrow");
  for (std::size_t i = 0; i < read.columns.names.size(); ++i) {
    const std::string& name = read.columns.names[i];
    const Column& column = read.columns.columns[i];
    const bool is_text =
        name.find("string") != std::string::npos || name == "binary" || name == "all_null";
    EXPECT_EQ(read.is_text[i], is_text) << name;
    EXPECT_EQ(column.is_date(), name.starts_with("date") || name.starts_with("timestamp")) << name;
    const std::map<std::string, NumberType> types = {{"int8", NumberType::int8},
                                                     {"uint64", NumberType::uint64},
                                                     {"float16", NumberType::float32},
                                                     {"float32", NumberType::float32}};
    if (types.contains(name)) {
      EXPECT_EQ(column.layout()->type, types.at(name)) << name;
    }
  }
}

TEST(ReadIpc, gives_the_same_for_batches_streams_and_codecs) {
  const auto wanted = shown(read_named("file.arrow").columns);
  for (const char* name : {"batches.arrow", "lz4.arrow", "zstd_stream.arrow"})
    EXPECT_EQ(shown(read_named(name).columns), wanted) << name;
}

TEST(ReadIpc, appends_deltas_of_dictionaries_and_replaces_them) {
  const TypedColumns read = read_named("deltas_stream.arrow");
  EXPECT_EQ(shown(read.columns.columns[0]), "'b' 'a' - 'c' 'b' 'a' 'd' - 'c' 'z' 'a' 'z'");
  EXPECT_EQ(read.columns.columns[0].level_names(),
            (std::vector<std::string>{"a", "b", "c", "d", "z"}));
}

TEST(ReadIpc, rejects_nested_columns_by_name_only_if_they_are_chosen) {
  const auto only = [](std::vector<std::string> wanted) {
    return [wanted](std::span<const std::string> names) {
      std::vector<bool> is_chosen;
      for (const std::string& name : names)
        is_chosen.push_back(std::find(wanted.begin(), wanted.end(), name) != wanted.end());
      return is_chosen;
    };
  };
  const TypedColumns read = read_named("nested.arrow", only({"a", "view", "z"}));
  EXPECT_EQ(read.columns.names, (std::vector<std::string>{"a", "view", "z"}));
  EXPECT_EQ(shown(read.columns.columns[0]), "1.5 2.5");
  EXPECT_EQ(shown(read.columns.columns[1]), "'more than twelve letters' 'b'");
  EXPECT_EQ(shown(read.columns.columns[2]), "'p' 'q'");
  const std::map<std::string, std::string> words = {{"list", "lists"},
                                                    {"struct", "structs"},
                                                    {"union", "unions"},
                                                    {"runs", "run-end encoded values"},
                                                    {"fixed", "fixed-length binary values"},
                                                    {"wide", "decimals of this width"}};
  const std::string path = data_path("nested.arrow");
  for (const auto& [name, what] : words) {
    EXPECT_EQ(error_of(path, ErrorKind::bad_data, {}, only({name})),
              path + ": column '" + name + "' holds " + what +
                  ", which cannot be read; cast it to a numeric or categorical type, or drop it");
  }
}

TEST(ReadIpc, reads_columns_of_any_type_that_hold_nothing) {
  const auto without = [](const std::string& unwanted) {
    return [unwanted](std::span<const std::string> names) {
      std::vector<bool> is_chosen;
      for (const std::string& name : names)
        is_chosen.push_back(name != unwanted);
      return is_chosen;
    };
  };
  const TypedColumns read = read_named("nulls.arrow", without("some"));
  EXPECT_EQ(read.columns.names,
            (std::vector<std::string>{"list", "struct", "fixed", "dates", "z"}));
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(read.columns.columns[i].missing().count(), 3U) << read.columns.names[i];
  EXPECT_EQ(shown(read.columns.columns[4]), "1.5 - 2.5");
  const std::string path = data_path("nulls.arrow");
  EXPECT_EQ(error_of(path, ErrorKind::bad_data, {}, {}),
            path +
                ": column 'some' holds lists, which cannot be read; cast it to a numeric or "
                "categorical type, or drop it");
}

TEST(ReadIpc, rejects_the_first_version_of_feather) {
  const std::string path = data_path("version1.feather");
  EXPECT_EQ(error_of(path), path +
                                ": it is a Feather file of version 1; write it again as version 2 "
                                "(pyarrow.feather, pandas.read_feather and to_feather)");
}

TEST(ReadIpc, joins_files_whose_columns_are_alike) {
  std::vector<Input> inputs;
  inputs.push_back(Input::open(data_path("file.arrow")));
  inputs.push_back(Input::open(data_path("zstd_stream.arrow")));
  const TypedColumns read = read_ipc(inputs, {}, {});
  EXPECT_EQ(shown(read.columns)["int8"], "1 - 3 100 5 6 1 - 3 100 5 6");
  EXPECT_EQ(ipc_schema(inputs, {}).rows, 12U);
  inputs.push_back(Input::open(data_path("deltas_stream.arrow")));
  try {
    read_ipc(inputs, {}, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              data_path("deltas_stream.arrow") + ": there is no column 'int8', which " +
                  data_path("file.arrow") + " has; files of one table must have the same columns");
  }
}

TEST(IpcSchema, tells_columns_and_rows) {
  std::vector<Input> inputs;
  inputs.push_back(Input::open(data_path("batches.arrow")));
  const FileSchema schema = ipc_schema(inputs, {});
  EXPECT_EQ(schema.rows, 6U);
  EXPECT_EQ(schema.parts, 2U);
  std::map<std::string, std::string> types;
  for (const SchemaColumn& column : schema.columns)
    types[column.name] = column.type + " " + column.kind;
  EXPECT_EQ(types["uint16"], "uint16 number");
  EXPECT_EQ(types["timestamp_us"], "timestamp[us, Europe/Berlin] date");
  EXPECT_EQ(types["dictionary_of_numbers"], "dictionary<uint16, int64> category");
  EXPECT_EQ(types["decimal64"], "decimal64(6, 2) number");
}

TEST(ReadIpc, ends_in_an_error_wherever_a_file_is_cut_off) {
  for (const char* name : {"batches.arrow", "zstd_stream.arrow", "deltas_stream.arrow"}) {
    const std::string whole = bytes_of(name);
    for (std::size_t size = 0; size < whole.size(); size += size < 300 ? 1 : 97) {
      const MemoryFile file(whole.substr(0, size));
      try {
        read_path(file.path());
        EXPECT_NE(std::string(name), "batches.arrow") << size;  // a stream may end after a batch
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::bad_data) << error.what();
        EXPECT_EQ(std::string(error.what()).find(file.path()), 0U) << error.what();
      }
    }
  }
}

TEST(ReadIpc, ends_in_a_table_or_an_error_whatever_a_byte_is) {
  Context context;
  context.threads = 1;
  context.memory = std::uint64_t{1} << 26U;
  for (const char* name : {"lz4.arrow", "deltas_stream.arrow", "nested.arrow"}) {
    const std::string whole = bytes_of(name);
    for (std::size_t place = 0; place < whole.size(); place += 3) {
      std::string spoilt = whole;
      spoilt[place] = static_cast<char>(spoilt[place] ^ (place % 2 == 0 ? 0x80 : 0x07));
      const MemoryFile file(spoilt);
      try {
        read_path(file.path(), {}, context);
      } catch (const Error& error) {
        EXPECT_TRUE(error.kind() == ErrorKind::bad_data || error.kind() == ErrorKind::resources)
            << error.what();
      }
      EXPECT_EQ(context.ledger->in_use(), 0U) << place;
    }
  }
}

TEST(ReadIpc, rejects_more_rows_than_memory_holds_before_it_reads) {
  // The number of rows of the only batch and of its only array.
  std::string bytes = bytes_of("deltas_stream.arrow");
  const std::int64_t three = 3;
  const std::int64_t many = std::int64_t{1} << 40U;
  std::string from(sizeof three, '\0');
  std::string to(sizeof many, '\0');
  std::memcpy(from.data(), &three, sizeof three);
  std::memcpy(to.data(), &many, sizeof many);
  for (std::size_t place = bytes.find(from); place != std::string::npos;
       place = bytes.find(from, place + 1))
    bytes.replace(place, to.size(), to);
  const MemoryFile file(bytes);
  Context context;
  context.memory = std::uint64_t{1} << 30U;
  const std::string message = error_of(file.path(), ErrorKind::resources, context);
  EXPECT_NE(message.find("MiB"), std::string::npos) << message;
}

}  // namespace
}  // namespace pith
