// SPDX-License-Identifier: Apache-2.0
#include "pith/data/arrow/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/data/text_column.h"
#include "tests/support/arrow_tables.h"

namespace pith {
namespace {

using namespace arrow_tables;

/// The one column of these chunks, after which nothing is held.
Column read(const std::vector<Plain>& chunks, const std::function<void(ArrowArray&)>& spoil = {}) {
  Source source{.chunks = {}, .spoil_array = spoil};
  for (const Plain& chunk : chunks)
    source.chunks.push_back(rows_of({chunk.named("x")}));
  ArrowArrayStream stream = source.stream();
  try {
    const Columns columns = read_stream(&stream);
    EXPECT_TRUE(source.is_released());
    return columns.columns.front();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    EXPECT_TRUE(source.is_released()) << error.what();
    throw;
  }
}

std::string rejection(const Plain& column, const std::function<void(ArrowArray&)>& spoil = {}) {
  try {
    read({column}, spoil);
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "was read";
  return "";
}

/// The level of each row; `-` where it is missing.
std::vector<std::string> levels_of(const Column& column) {
  EXPECT_TRUE(column.is_codes());
  std::vector<std::string> levels;
  for (std::size_t row = 0; row < column.rows(); ++row)
    levels.push_back(column.missing().test(row) ? "-" : column.level(column.code(row)));
  return levels;
}

using Strings = std::vector<std::string>;

const std::string long_text = "a text of more than twelve bytes";

/// Texts of all lengths, some empty, some often, and a few that look alike at their front.
Strings some_texts(std::size_t rows) {
  const Random random(7, 0);
  Strings all;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t size = random.below(row, 20);
    all.push_back(long_text.substr(0, size) + (row % 3 == 0 ? std::to_string(row % 7) : ""));
    if (row % 11 == 0) all.back().clear();
  }
  return all;
}

TEST(ArrowText, reads_the_three_layouts_as_a_text_column_would) {
  constexpr std::size_t rows = 20'000;  // more than are read at once
  const Strings all = some_texts(rows);
  std::vector<int> valid;
  for (std::size_t row = 0; row < rows; ++row)
    valid.push_back(row % 5 == 2 ? 0 : 1);
  constexpr std::size_t first = 13;
  constexpr std::size_t count = 19'950;
  TextColumn twin;
  for (std::size_t row = first; row < first + count; ++row) {
    if (valid[row] == 0) {
      twin.add_missing();
    } else {
      twin.add(all[row]);
    }
  }
  const Column expected = twin.finish();
  for (const Plain& plain : {texts(all), texts<std::int64_t>(all), text_views(all)}) {
    const Column column = read({plain.with_valid(valid).sliced(first, count)});
    EXPECT_EQ(column.level_names(), expected.level_names()) << plain.format;
    EXPECT_EQ(levels_of(column), levels_of(expected)) << plain.format;
  }
}

TEST(ArrowText, takes_the_empty_text_for_a_text) {
  Plain empty = texts({"", "", ""});
  empty.buffers[2] = std::nullopt;  // which is allowed where there is no byte
  EXPECT_EQ(read({empty}).level_names(), Strings{""});
  EXPECT_EQ(levels_of(read({texts({"b", "", "a"}).with_valid({1, 1, 0})})),
            (Strings{"b", "", "-"}));
}

TEST(ArrowText, joins_chunks) {
  const Column column = read({texts({"b", "c"}), texts({}), texts({"a", "b"}).with_valid({0, 1})});
  EXPECT_EQ(levels_of(column), (Strings{"b", "c", "-", "b"}));
  EXPECT_EQ(column.level_names(), (Strings{"b", "c"}));
}

TEST(ArrowText, rejects_offsets_and_views_that_point_nowhere) {
  const auto with_offsets = [](const std::vector<std::int32_t>& offsets) {
    Plain plain = texts({"ab", "cd"});
    plain.buffers[1] = bytes_of(offsets);
    return plain;
  };
  for (const Plain& plain : {with_offsets({-1, 2, 4}), with_offsets({0, 3, 2}),
                             with_offsets({2, 0, 4}), with_offsets({0, -2, 4})}) {
    EXPECT_NE(rejection(plain).find("column 'x': its Arrow array is damaged: offsets out of order"),
              std::string::npos);
  }
  // Beyond the end, which the offset of a null row hides.
  EXPECT_NE(rejection(with_offsets({0, 9, 4}).with_valid({1, 0})).find("offsets out of order"),
            std::string::npos);
  Plain without_bytes = texts({"ab"});
  without_bytes.buffers[2] = std::nullopt;
  EXPECT_NE(rejection(without_bytes).find("texts without bytes"), std::string::npos);
  Plain without_offsets = texts({"ab"});
  without_offsets.buffers[1] = std::nullopt;
  EXPECT_NE(rejection(without_offsets).find("no buffer of values"), std::string::npos);

  const auto with_view = [](const std::vector<std::int32_t>& view) {
    Plain plain = text_views({long_text});
    plain.buffers[1] = bytes_of(view);
    return plain;
  };
  const auto size = static_cast<std::int32_t>(long_text.size());
  EXPECT_EQ(levels_of(read({with_view({size, 0, 0, 0})})), Strings{long_text});
  EXPECT_NE(rejection(with_view({-1, 0, 0, 0})).find("negative length"), std::string::npos);
  EXPECT_NE(rejection(with_view({size, 0, -1, 0})).find("a buffer"), std::string::npos);
  EXPECT_NE(rejection(with_view({size, 0, 2, 0})).find("a buffer"), std::string::npos);
  EXPECT_NE(rejection(with_view({size, 0, 0, 1})).find("beyond the end"), std::string::npos);
  EXPECT_NE(rejection(with_view({size, 0, 0, -1})).find("beyond the end"), std::string::npos);
  EXPECT_NE(rejection(with_view({size + 1, 0, 0, 0})).find("beyond the end"), std::string::npos);
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  EXPECT_NE(rejection(with_view({most, 0, 0, most})).find("beyond the end"), std::string::npos);
  Plain without_sizes = text_views({long_text});
  without_sizes.buffers.back() = std::nullopt;
  EXPECT_NE(rejection(without_sizes).find("a buffer"), std::string::npos);
  Plain too_few = text_views({"short"});
  too_few.buffers.resize(2);
  EXPECT_NE(rejection(too_few).find("the wrong number of buffers"), std::string::npos);
}

template <class Index>
void expect_indices(const std::string& format) {
  const Plain plain = dictionary<Index>(format, {2, 9, 0, 2, 1}, texts({"c", "unused", "a"}));
  Plain column = plain.with_valid({1, 0, 1, 1, 0});
  EXPECT_EQ(levels_of(read({column})), (Strings{"a", "-", "c", "a", "-"})) << format;
  EXPECT_EQ(read({column}).level_names(), (Strings{"a", "c"})) << format;
  EXPECT_EQ(levels_of(read({column.sliced(2, 2)})), (Strings{"c", "a"})) << format;
}

TEST(ArrowDictionary, has_the_levels_in_use_in_byte_order_whatever_the_index) {
  expect_indices<std::int8_t>("c");
  expect_indices<std::uint8_t>("C");
  expect_indices<std::int16_t>("s");
  expect_indices<std::uint16_t>("S");
  expect_indices<std::int32_t>("i");
  expect_indices<std::uint32_t>("I");
  expect_indices<std::int64_t>("l");
  expect_indices<std::uint64_t>("L");
}

TEST(ArrowDictionary, reads_texts_of_every_layout_and_joins_equal_ones) {
  const Strings values{long_text, "b", "b", ""};
  for (const Plain& plain : {texts(values), texts<std::int64_t>(values), text_views(values)}) {
    const Column column = read({dictionary<std::int8_t>("c", {1, 2, 0, 3}, plain)});
    EXPECT_EQ(levels_of(column), (Strings{"b", "b", long_text, ""})) << plain.format;
    EXPECT_EQ(column.levels(), 3U);
  }
}

TEST(ArrowDictionary, takes_nulls_and_nan_of_the_dictionary_for_missing) {
  const Plain values = texts({"?", "a", "b", "?"}).with_valid({1, 1, 0, 1}).sliced(1, 2);
  EXPECT_EQ(levels_of(read({dictionary<std::int8_t>("c", {0, 1, 0}, values)})),
            (Strings{"a", "-", "a"}));
  const Plain numbers_with_nan = numbers<double>("g", {0.1, std::nan("")});
  EXPECT_EQ(levels_of(read({dictionary<std::int8_t>("c", {0, 1}, numbers_with_nan)})),
            (Strings{"0.1", "-"}));
  EXPECT_EQ(levels_of(read({dictionary<std::int8_t>("c", {0, 0}, nulls(1))})), (Strings{"-", "-"}));
  // Nobody has a category: pandas has no values then.
  const Plain none = dictionary<std::int8_t>("c", {-1, -1}, numbers<double>("g", {}));
  EXPECT_EQ(levels_of(read({none.with_valid({0, 0})})), (Strings{"-", "-"}));
}

TEST(ArrowDictionary, names_the_levels_of_numbers_by_their_text) {
  const std::vector<std::int8_t> order{1, 0};
  const auto levels = [&](const Plain& values) {
    return levels_of(read({dictionary("c", order, values)}));
  };
  EXPECT_EQ(levels(numbers<std::int8_t>("c", {-3, 7})), (Strings{"7", "-3"}));
  EXPECT_EQ(levels(numbers<float>("f", {0.5F, 2})), (Strings{"2", "0.5"}));
  EXPECT_EQ(levels(numbers<std::uint16_t>("e", {0x3C00, 0x3800})), (Strings{"0.5", "1"}));
  EXPECT_EQ(levels(booleans({0, 1})), (Strings{"True", "False"}));
  EXPECT_EQ(levels(numbers<std::int64_t>("l", {12, 100000})), (Strings{number_text(100000), "12"}));
  // As doubles these two would be one.
  EXPECT_EQ(levels(numbers<std::int64_t>("l", {9007199254740993, 9007199254740992})),
            (Strings{number_text(9007199254740992), "9007199254740993"}));
  EXPECT_EQ(levels(numbers<std::uint64_t>("L", {18446744073709551615U, 1})),
            (Strings{"1", "18446744073709551615"}));
  EXPECT_NE(rejection(dictionary<std::int8_t>(
                          "c", {0, 1},
                          numbers<double>("g", {1, -std::numeric_limits<double>::infinity()})))
                .find("column 'x', row 1 (counted from 0): the value is infinite"),
            std::string::npos);
}

TEST(ArrowDictionary, may_change_from_chunk_to_chunk) {
  const Column column = read({dictionary<std::int8_t>("c", {0, 1}, texts({"b", "a"})),
                              dictionary<std::int8_t>("c", {0, 1, 2}, texts({"a", "c", "b"})),
                              dictionary<std::int8_t>("c", {1}, texts({"a", "c", "b"}))});
  EXPECT_EQ(levels_of(column), (Strings{"b", "a", "a", "c", "b", "c"}));
  EXPECT_EQ(column.level_names(), (Strings{"a", "b", "c"}));
}

TEST(ArrowDictionary, may_be_shared_by_chunks_as_a_whole_or_in_slices) {
  const Plain shared = texts({"b", "a", "c"});
  const Bytes offsets = *shared.buffers[1];
  const Bytes bytes = *shared.buffers[2];
  const auto read_shared = [&](const std::vector<Plain>& chunks) {
    return levels_of(read(chunks, [&](ArrowArray& array) {
      array.children[0]->dictionary->buffers[1] = offsets.data();
      array.children[0]->dictionary->buffers[2] = bytes.data();
    }));
  };
  const auto chunk = [](const std::vector<std::int8_t>& indices, const Plain& values) {
    return dictionary("c", indices, values);
  };
  EXPECT_EQ(read_shared({chunk({0, 0}, shared), chunk({1, 0}, shared)}),
            (Strings{"b", "b", "a", "b"}));
  EXPECT_EQ(read_shared({chunk({0, 1}, shared.sliced(0, 2)), chunk({0, 1}, shared.sliced(1, 2))}),
            (Strings{"b", "a", "a", "c"}));
  EXPECT_EQ(read_shared({chunk({0}, shared.sliced(0, 1)), chunk({2}, shared)}),
            (Strings{"b", "c"}));
}

TEST(ArrowDictionary, rejects_inconsistent_arrays) {
  const Plain plain = dictionary<std::int8_t>("c", {0, 1}, texts({"a", "b"}));
  EXPECT_NE(rejection(dictionary<std::int8_t>("c", {0, 2}, texts({"a", "b"})))
                .find("an index that its dictionary does not have"),
            std::string::npos);
  EXPECT_NE(rejection(dictionary<std::int64_t>("l", {0, -1}, texts({"a", "b"}))).find("an index"),
            std::string::npos);
  const std::vector<std::function<void(ArrowArray&)>> faults{
      [](ArrowArray& a) { a.dictionary = nullptr; },
      [](ArrowArray& a) { a.dictionary->release(a.dictionary); },
      [](ArrowArray& a) { a.dictionary->length = -1; },
      [](ArrowArray& a) { a.dictionary->offset = -1; },
      [](ArrowArray& a) { a.dictionary->length = std::int64_t{1} << 62U; },
      [](ArrowArray& a) { a.dictionary->n_buffers = 2; },
      [](ArrowArray& a) { a.dictionary->buffers = nullptr; },
      [](ArrowArray& a) { a.dictionary->buffers[1] = nullptr; },
      [](ArrowArray& a) { a.dictionary->buffers[2] = nullptr; },
      [](ArrowArray& a) { a.dictionary->null_count = 1; },
      [](ArrowArray& a) { a.buffers[1] = nullptr; },
  };
  for (const auto& fault : faults) {
    EXPECT_NE(rejection(plain, [&](ArrowArray& array) { fault(*array.children[0]); })
                  .find("column 'x': its Arrow array is damaged"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace pith
