// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/encoded/wire.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "pith/base/error.h"

namespace pith {
namespace {

std::string message() {
  WireWriter writer(WireKind::summary);
  writer.value<std::uint16_t>(7);
  writer.value(-0.0);
  writer.flag(true);
  writer.text("a\0b");
  writer.array(std::vector<std::int64_t>{-1, 5});
  writer.texts(std::vector<std::string>{"", "level"});
  return writer.finish();
}

void read_all(std::string_view bytes) {
  WireReader reader(bytes, WireKind::summary);
  EXPECT_EQ(reader.value<std::uint16_t>(), 7);
  EXPECT_TRUE(std::signbit(reader.value<double>()));
  EXPECT_TRUE(reader.flag());
  EXPECT_EQ(reader.text(), "a\0b");
  EXPECT_EQ(reader.array<std::int64_t>(), (std::vector<std::int64_t>{-1, 5}));
  EXPECT_EQ(reader.texts(), (std::vector<std::string>{"", "level"}));
  reader.end();
}

void expect_rejected(std::string_view bytes) {
  try {
    read_all(bytes);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
  }
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Wire, gives_back_what_was_written) {
  read_all(message());
}

TEST(Wire, rejects_every_truncation_and_every_changed_byte) {
  const std::string whole = message();
  for (std::size_t size = 0; size < whole.size(); ++size)
    expect_rejected(std::string_view(whole).substr(0, size));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (const int change : {1, 0x80, 0xFF}) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ change);
      expect_rejected(changed);
    }
  }
  expect_rejected(whole + '\0');
}

TEST(Wire, rejects_lengths_beyond_the_bytes_that_are_there) {
  for (const std::uint64_t size :
       {std::uint64_t{2}, std::uint64_t{1} << 40U, std::numeric_limits<std::uint64_t>::max()}) {
    WireWriter writer(WireKind::summary);
    writer.value(size);
    writer.value<std::uint64_t>(0);  // one value follows
    const std::string bytes = writer.finish();
    EXPECT_THROW(WireReader(bytes, WireKind::summary).array<std::uint64_t>(), Error);
    EXPECT_THROW(WireReader(bytes, WireKind::summary).texts(), Error);
    WireReader reader(bytes, WireKind::summary);
    if (size > 8) {
      EXPECT_THROW(reader.text(), Error);
    }
  }
}

TEST(Wire, says_what_is_wrong) {
  const std::string whole = message();
  EXPECT_EQ(message_of([&] { WireReader(whole, WireKind::scatter); }),
            "a message between parts of a run is of another kind than expected; repeat the run, "
            "and make sure that all machines have the same version of pith");
  std::string later = whole;
  later[4] = 9;
  EXPECT_TRUE(message_of([&] { WireReader(later, WireKind::summary); })
                  .starts_with("a message between parts of a run has version 9 (version 2 is "
                               "expected); "));
  WireReader reader(whole, WireKind::summary);
  EXPECT_TRUE(message_of([&] {
                reader.end();
              }).starts_with("a message between parts of a run is damaged; "));
}

TEST(Wire, tells_the_kind_of_a_message) {
  EXPECT_EQ(wire_kind(message()), WireKind::summary);
  EXPECT_THROW(wire_kind("pith"), Error);
}

TEST(Wire, rejects_a_partial_state_of_another_pass_or_block) {
  const PartialHeader header{.kind = WireKind::moments, .pass = 5, .block = 2};
  const std::string bytes = partial_writer(header).finish();
  partial_reader(bytes, header).end();
  EXPECT_THROW(partial_reader(bytes, {WireKind::scatter, 5, 2}), Error);
  EXPECT_THROW(partial_reader(bytes, {WireKind::moments, 6, 2}), Error);
  EXPECT_THROW(partial_reader(bytes, {WireKind::moments, 5, 3}), Error);
}

TEST(Wire, checksum_depends_on_every_byte_and_on_the_length) {
  for (const std::size_t size : {0, 1, 7, 8, 31, 32, 33, 100}) {
    std::string bytes(size, 'x');
    const std::uint64_t checksum = wire_checksum(bytes);
    for (std::size_t i = 0; i < size; ++i) {
      std::string changed = bytes;
      changed[i] = 'y';
      EXPECT_NE(wire_checksum(changed), checksum);
    }
    EXPECT_NE(wire_checksum(bytes + '\0'), checksum);
  }
}

}  // namespace
}  // namespace pith
