// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/codec.h"

#include <gtest/gtest.h>
#include <lz4.h>
#include <lz4frame.h>
#include <zlib.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "pith/base/error.h"

namespace pith {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(const std::string& text) {
  Bytes bytes(text.size());
  for (std::size_t i = 0; i < text.size(); ++i)
    bytes[i] = static_cast<std::byte>(text[i]);
  return bytes;
}

/// Repeats and changes, so that matches of all kinds occur, over several blocks of LZ4.
Bytes sample(std::size_t size) {
  std::string text;
  for (unsigned i = 0; text.size() < size; ++i)
    text +=
        "row " + std::to_string(i * 2654435761U % 1000) + (i % 7 == 0 ? "aaaaaaaaaaaaaaa" : ";");
  text.resize(size);
  return bytes_of(text);
}

Bytes gzipped(const Bytes& plain, int window_bits) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  Bytes packed(deflateBound(&stream, plain.size()) + 32);
  Bytes copy = plain;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

Bytes packed_by(Codec codec, const Bytes& plain) {
  if (codec == Codec::none) return plain;
  if (codec == Codec::gzip) return gzipped(plain, MAX_WBITS + 16);
  Bytes packed;
  if (codec == Codec::zstd) {
    ZstdCompressor(1).compress(plain, packed);
    return packed;
  }
  const auto size = static_cast<int>(plain.size());
  if (codec == Codec::lz4_raw) {
    packed.resize(static_cast<std::size_t>(LZ4_compressBound(size)));
    const int made = LZ4_compress_default(reinterpret_cast<const char*>(plain.data()),
                                          reinterpret_cast<char*>(packed.data()), size,
                                          static_cast<int>(packed.size()));
    packed.resize(static_cast<std::size_t>(made));
    return packed;
  }
  packed.resize(LZ4F_compressFrameBound(plain.size(), nullptr));
  packed.resize(
      LZ4F_compressFrame(packed.data(), packed.size(), plain.data(), plain.size(), nullptr));
  return packed;
}

class Codecs : public testing::TestWithParam<Codec> {};

TEST_P(Codecs, fill_exactly_the_size_of_the_data) {
  Decompressor decompressor("file");
  for (const std::size_t size : {0U, 1U, 12U, 1000U, 300'000U, 7U}) {
    const Bytes plain = sample(size);
    Bytes read(size);
    decompressor.decompress(GetParam(), packed_by(GetParam(), plain), read);
    EXPECT_EQ(read, plain) << size;
  }
}

TEST_P(Codecs, reject_data_of_another_size_and_go_on) {
  Decompressor decompressor("a.file");
  const Bytes plain = sample(100'000);
  const Bytes packed = packed_by(GetParam(), plain);
  for (const std::size_t size : {std::size_t{0}, plain.size() - 1, plain.size() + 1}) {
    Bytes read(size);
    try {
      decompressor.decompress(GetParam(), packed, read);
      FAIL() << size;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_data);
      EXPECT_EQ(std::string(error.what()).rfind("a.file: damaged ", 0), 0U) << error.what();
    }
  }
  Bytes read(plain.size());
  decompressor.decompress(GetParam(), packed, read);
  EXPECT_EQ(read, plain);
}

TEST_P(Codecs, end_in_bytes_or_an_error_whatever_the_data) {
  const Bytes plain = sample(2000);
  const Bytes packed = packed_by(GetParam(), plain);
  Decompressor decompressor("file");
  Bytes read(plain.size());
  for (std::size_t size = 0; size < packed.size(); ++size) {
    EXPECT_THROW(decompressor.decompress(GetParam(), std::span(packed).first(size), read), Error)
        << size;
  }
  for (std::size_t place = 0; place < packed.size(); ++place) {
    Bytes damaged = packed;
    damaged[place] ^= std::byte{0x55};
    try {
      decompressor.decompress(GetParam(), damaged, read);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_data) << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Codecs,
                         testing::Values(Codec::none, Codec::gzip, Codec::zstd, Codec::lz4_raw));

class Streams : public testing::TestWithParam<std::tuple<Codec, bool>> {
 protected:
  Codec codec() const { return std::get<0>(GetParam()); }
  bool is_whole() const { return std::get<1>(GetParam()); }

  /// In pieces of so many bytes: of what is read, and of what is made.
  Bytes read(const Bytes& packed, std::size_t size, std::size_t in, std::size_t out) {
    decompressor_.start(codec(), is_whole() ? 0 : StreamDecompressor::kept_bytes(codec(), packed));
    Bytes made(size);
    std::size_t used = 0;
    std::size_t place = 0;
    for (;;) {
      const std::span<const std::byte> from =
          std::span(packed).subspan(used, std::min(in, packed.size() - used));
      const std::size_t before = place;
      std::size_t step = 0;
      if (is_whole()) {
        step = decompressor_.run(from, made, place);
      } else {
        std::size_t here = 0;
        step = decompressor_.run(from, std::span(made).subspan(place, std::min(out, size - place)),
                                 here);
        place += here;
      }
      used += step;
      if (decompressor_.is_complete() && used == packed.size()) break;
      if (step == 0 && place == before) break;
    }
    is_all_ = used == packed.size() && place == size && decompressor_.is_complete();
    return made;
  }

  StreamDecompressor decompressor_{"file"};
  bool is_all_ = false;
};

TEST_P(Streams, give_the_same_bytes_in_pieces_of_any_size) {
  for (const std::size_t size : {0U, 1U, 1000U, 300'000U, 3'000'000U}) {
    const Bytes plain = sample(size);
    const Bytes packed = packed_by(codec(), plain);
    for (const std::size_t piece : {std::size_t{999}, std::size_t{70'000}, packed.size() + 1}) {
      EXPECT_EQ(read(packed, size, piece, 65'537), plain) << size << " " << piece;
      EXPECT_TRUE(is_all_) << size << " " << piece;
    }
  }
}

TEST_P(Streams, are_complete_or_an_error) {
  const Bytes plain = sample(3000);
  const Bytes packed = packed_by(codec(), plain);
  for (std::size_t size = 0; size < packed.size(); size += 7) {
    (void)read(Bytes(packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size)),
               plain.size(), 100, 100);
    EXPECT_FALSE(is_all_) << size;
  }
  for (std::size_t place = 0; place < packed.size(); ++place) {
    Bytes damaged = packed;
    damaged[place] ^= std::byte{0x55};
    try {
      (void)read(damaged, plain.size(), 100, 100);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::bad_data) << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Streams,
                         testing::Combine(testing::Values(Codec::zstd, Codec::lz4_frame),
                                          testing::Bool()));

TEST(Codec, reads_several_members_and_zlib_as_gzip) {
  const Bytes plain = sample(5000);
  Bytes read(plain.size());
  Decompressor decompressor("file");
  decompressor.decompress(Codec::gzip, gzipped(plain, MAX_WBITS), read);
  EXPECT_EQ(read, plain);
  const Bytes first(plain.begin(), plain.begin() + 1234);
  const Bytes second(plain.begin() + 1234, plain.end());
  Bytes members = gzipped(first, MAX_WBITS + 16);
  const Bytes more = gzipped(second, MAX_WBITS + 16);
  members.insert(members.end(), more.begin(), more.end());
  read.assign(plain.size(), std::byte{0});
  decompressor.decompress(Codec::gzip, members, read);
  EXPECT_EQ(read, plain);
}

}  // namespace
}  // namespace pith
