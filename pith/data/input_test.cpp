// SPDX-License-Identifier: Apache-2.0
#include "pith/data/input.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "pith/base/error.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

class InputTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = (fs::temp_directory_path() / "pith-input-XXXXXX").string();
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, std::string_view bytes) const {
    std::string path = folder_ / name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }
  fs::path folder_;
};

std::string gzip(std::string_view text) {
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd(std::string_view text) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size()));
  ZSTD_freeCCtx(context);
  return out;
}

std::string rest_of(Input& input, std::size_t step = 7) {
  std::string all;
  std::string buffer(step, '\0');
  for (;;) {
    const std::size_t got = input.read(buffer);
    all.append(buffer, 0, got);
    if (got < step) return all;
  }
}

std::string long_text() {
  std::string text;
  for (int i = 0; i < 200000; ++i)
    text += std::to_string(i * 7919) + ",";
  return text;
}

void expect_error(const std::string& path, ErrorKind kind, const std::string& part) {
  try {
    Input input = Input::open(path);
    rest_of(input, 1 << 20);
    FAIL() << "no error for " << path;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
  }
}

TEST_F(InputTest, reads_plain_gzip_and_zstd_by_their_first_bytes) {
  const std::string text = long_text();
  for (const std::string& bytes : {text, gzip(text), zstd(text)}) {
    Input input = Input::open(file("data.csv", bytes));
    EXPECT_EQ(input.is_compressed(), bytes != text);
    EXPECT_EQ(input.size(), bytes.size());
    for (const std::size_t step : {std::size_t{1} << 20U, std::size_t{99991}}) {
      EXPECT_EQ(rest_of(input, step), text);
      EXPECT_EQ(input.position(), bytes.size());
      input.rewind();
      EXPECT_EQ(input.position(), 0U);
    }
  }
}

TEST_F(InputTest, reads_empty_and_tiny_files) {
  for (const std::string text : {"", "a", "abc"}) {
    for (const std::string& bytes : {text, gzip(text), zstd(text)}) {
      Input input = Input::open(file("tiny", bytes));
      EXPECT_EQ(rest_of(input), text);
      EXPECT_EQ(rest_of(input), "");
    }
  }
}

TEST_F(InputTest, reads_several_members_and_frames) {
  Input members = Input::open(file("a.gz", gzip("one,") + gzip("") + gzip("two")));
  EXPECT_EQ(rest_of(members), "one,two");
  Input frames = Input::open(file("a.zst", zstd("one,") + zstd("") + zstd("two")));
  EXPECT_EQ(rest_of(frames), "one,two");
  const std::string skippable("\x50\x2a\x4d\x18\x03\x00\x00\x00xyz", 11);
  Input skipping = Input::open(file("b.zst", skippable + zstd("one")));
  EXPECT_EQ(rest_of(skipping), "one");
}

TEST_F(InputTest, names_a_truncated_stream) {
  const std::string text = long_text();
  for (const std::size_t cut : {std::size_t{5}, std::size_t{40}, std::size_t{1000}}) {
    const std::string zipped = gzip(text);
    expect_error(file("cut.gz", zipped.substr(0, zipped.size() - cut)), ErrorKind::bad_data,
                 "truncated");
    const std::string packed = zstd(text);
    expect_error(file("cut.zst", packed.substr(0, packed.size() - cut)), ErrorKind::bad_data,
                 "truncated");
  }
  expect_error(file("head.gz", gzip(text).substr(0, 3)), ErrorKind::bad_data, "truncated");
  expect_error(file("head.zst", zstd(text).substr(0, 5)), ErrorKind::bad_data, "truncated");
}

TEST_F(InputTest, names_damaged_streams_and_trailing_garbage) {
  std::string zipped = gzip(long_text());
  zipped[zipped.size() / 2] = static_cast<char>(zipped[zipped.size() / 2] ^ 0x55);
  expect_error(file("bad.gz", zipped), ErrorKind::bad_data, "damaged gzip");
  std::string packed = zstd(long_text());
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
  expect_error(file("bad.zst", packed), ErrorKind::bad_data, "damaged zstd");
  expect_error(file("tail.gz", gzip("one") + "garbage"), ErrorKind::bad_data, "damaged gzip");
  expect_error(file("tail.zst", zstd("one") + "garbage"), ErrorKind::bad_data, "damaged zstd");
}

TEST_F(InputTest, rejects_a_zstd_window_above_the_limit) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 29);
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0);
  std::string out(1 << 16, '\0');
  ZSTD_outBuffer target{out.data(), out.size(), 0};
  ZSTD_inBuffer source{"abc", 3, 0};
  ZSTD_compressStream2(context, &target, &source, ZSTD_e_flush);
  ZSTD_compressStream2(context, &target, &source, ZSTD_e_end);
  ZSTD_freeCCtx(context);
  expect_error(file("wide.zst", out.substr(0, target.pos)), ErrorKind::bad_data, "128 MiB");
}

TEST_F(InputTest, decodes_utf16) {
  using namespace std::string_view_literals;
  const std::string little = file("little.csv", std::string("\xff\xfe"
                                                            "a\0\xe4\0\n\0"sv));
  const std::string big = file("big.csv", std::string("\xfe\xff\0a\0\xe4\0\n"sv));
  const std::string bare = file("bare.csv", std::string("a\0\xe4\0\n\0"sv));
  for (const std::string& path : {little, big, bare}) {
    Input input = Input::open(path);
    const std::string digest = input.digest();
    EXPECT_EQ(input.is_utf16(), path != bare);
    input.decode_utf16();
    EXPECT_EQ(rest_of(input), "aä\n");
    EXPECT_EQ(input.size(), 4U);
    EXPECT_EQ(input.position(), 4U);
    input.rewind();
    EXPECT_EQ(rest_of(input), "aä\n");
    EXPECT_EQ(input.digest(), digest);
  }
}

TEST_F(InputTest, says_why_a_path_cannot_be_opened) {
  expect_error((folder_ / "none.csv").string(), ErrorKind::io, "No such file");
  expect_error(folder_.string(), ErrorKind::io, "Is a directory");
  if (::geteuid() != 0) {
    const std::string path = file("secret.csv", "1,2\n");
    fs::permissions(path, fs::perms::none);
    expect_error(path, ErrorKind::io, "Permission denied");
  }
}

TEST_F(InputTest, reads_a_pipe_twice) {
  const std::string path = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string text = long_text();
  std::jthread writer([&] { std::ofstream(path) << gzip(text); });
  Input input = Input::open(path);
  EXPECT_TRUE(input.is_compressed());
  EXPECT_EQ(rest_of(input, 4096), text);
  input.rewind();
  EXPECT_EQ(rest_of(input, 4096), text);
}

TEST_F(InputTest, calls_standard_input_by_a_name_of_its_own) {
  const std::string path = file("in.csv", "skipped|a,b\n1,2\n");
  const int saved = ::dup(STDIN_FILENO);
  const int opened = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(opened, 0);
  ::lseek(opened, 8, SEEK_SET);
  ::dup2(opened, STDIN_FILENO);
  Input input = Input::open("-");
  if (saved >= 0) {
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
  }
  ::close(opened);
  EXPECT_EQ(input.name(), "<stdin>");
  EXPECT_EQ(rest_of(input), "a,b\n1,2\n");
  input.rewind();
  EXPECT_EQ(rest_of(input), "a,b\n1,2\n");
}

TEST_F(InputTest, digests_the_bytes_on_the_disk) {
  Input input = Input::open(file("abc", "abc"));
  rest_of(input);
  EXPECT_EQ(input.digest(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(InputTest, reads_at_any_offset) {
  const Input input = Input::open(file("x", "0123456789"));
  std::array<std::byte, 3> part{};
  input.read_at(4, part);
  EXPECT_EQ(std::to_integer<char>(part[0]), '4');
  EXPECT_EQ(std::to_integer<char>(part[2]), '6');
  EXPECT_THROW(input.read_at(8, part), Error);
}

TEST_F(InputTest, notices_that_the_file_was_changed) {
  const std::string path = file("x", "0123456789");
  const Input input = Input::open(path);
  EXPECT_NO_THROW(input.check_unchanged());
  const fs::file_time_type time = fs::last_write_time(path);
  fs::last_write_time(path, time + std::chrono::nanoseconds(1000));
  try {
    input.check_unchanged();
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::bad_data);
    EXPECT_EQ(error.what(), path +
                                ": the file was changed while it was read; the data must not "
                                "change during a run, so select again");
  }
  fs::last_write_time(path, time);
  EXPECT_NO_THROW(input.check_unchanged());
  file("x", "01234567890");
  fs::last_write_time(path, time);
  EXPECT_THROW(input.check_unchanged(), Error);
  // What takes the place of a file is another one, and nothing of it is read.
  const Input longer = Input::open(path);
  fs::rename(file("y", "abc"), path);
  EXPECT_NO_THROW(longer.check_unchanged());
}

}  // namespace
}  // namespace pith
