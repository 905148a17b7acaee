// SPDX-License-Identifier: Apache-2.0
// Damaged files end in a result or in Error: never in a crash, a hang or much memory.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <fstream>
#include <sstream>

#include "pith/base/error.h"
#include "pith/base/random.h"
#include "pith/data/read.h"
#include "tests/support/mat_bytes.h"

namespace pith {
namespace {

/// A file in memory: thousands of them are read, and a disk would be the slowest part.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("pith", MFD_CLOEXEC)) { EXPECT_GE(descriptor_, 0); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  MemoryFile(MemoryFile&&) = delete;
  MemoryFile& operator=(MemoryFile&&) = delete;
  ~MemoryFile() { ::close(descriptor_); }

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }
  void write(const std::string& bytes) const {
    EXPECT_EQ(::ftruncate(descriptor_, 0), 0);
    EXPECT_EQ(::pwrite(descriptor_, bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
  }

 private:
  int descriptor_;
};

/// `seed` with one to four changes: a byte flipped or replaced by a telling one, a piece cut out,
/// doubled or moved, the end cut off.
std::string damaged(std::string bytes, const Random& random) {
  using std::string_view_literals::operator""sv;
  constexpr std::string_view telling = "\0\xFF,;:{}[]()'\"\\%#@?-+.eE0123456789\n\r\t aN"sv;
  const std::uint64_t changes = 1 + random.below(0, 4);
  for (std::uint64_t i = 0; i < changes && !bytes.empty(); ++i) {
    const std::uint64_t base = 1 + i * 8;
    const std::size_t place = random.below(base, bytes.size());
    const std::size_t length =
        std::min<std::size_t>(1 + random.below(base + 1, 32), bytes.size() - place);
    switch (random.below(base + 2, 6)) {
      case 0:
        bytes[place] = static_cast<char>(random.bits(base + 3));
        break;
      case 1:
        bytes[place] = telling[random.below(base + 3, telling.size())];
        break;
      case 2:
        bytes.erase(place, length);
        break;
      case 3:
        bytes.insert(place, bytes.substr(place, length));
        break;
      case 4:
        bytes.insert(random.below(base + 3, bytes.size()), bytes.substr(place, length));
        break;
      default:
        bytes.resize(place);
        break;
    }
  }
  return bytes;
}

void survive(Format format, const std::vector<std::string>& seeds, std::uint64_t rounds) {
  const MemoryFile file;
  const Context context{.threads = 1, .memory = 64U << 20U};
  std::uint64_t read_well = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const Random random(20, round);
    file.write(damaged(seeds[round % seeds.size()], random));
    try {
      const Columns columns = read_columns(file.path(), {}, {.format = format}, context);
      (void)assign_roles(columns, {.drop_rows_without_target = true});
      ++read_well;
    } catch (const Error& error) {
      EXPECT_EQ(std::string_view(error.what()).find('\n'), std::string_view::npos);
    }
  }
  EXPECT_GT(read_well, 0U);  // or the changes are so hard that the readers see nothing of the rest
}

std::string npy(const std::string& type, const std::string& shape, const std::string& data) {
  std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + "}";
  text.resize(117, ' ');
  return std::string("\x93NUMPY\1\0\x76\0", 10) + text + "\n" + data;
}

TEST(DamagedFiles, arff) {
  survive(
      Format::arff,
      {"@relation r\n@attribute a real\n@attribute 'b c' {x, 'y z'}\n@attribute s string\n@data\n"
       "1,x,foo\n2.5,'y z','b\\'r'\n?,?,?\n-1e3,x,foo\n",
       "% c\n@ATTRIBUTE a NUMERIC\n@attribute b {0,1}\n@attribute c {u,v}\n@DATA\n{0 1, 2 v}\n{}\n"
       "{1 1}\n1 0 u\n"},
      6000);
}

TEST(DamagedFiles, libsvm) {
  survive(Format::libsvm,
          {"+1 1:0.5 3:2 7:1e-3\n-1 2:4\n+1 qid:3 1:1 # x\n1\n-1 5:nan\n", "0 1:1\n1 2:2\n2 3:3\n"},
          6000);
}

TEST(DamagedFiles, npy) {
  survive(Format::npy,
          {npy("|u1", "(4, 2)", std::string("\1\0\2\1\3\1\4\0", 8)),
           npy("<f4", "(2, 2)", std::string(16, '?')), npy("|S2", "(3,)", "ababcd"),
           npy("<U1", "(2,)", std::string("a\0\0\0b\0\0\0", 8))},
          6000);
}

/// An NPZ archive as NumPy writes it: stored, with the ZIP64 field in the local header.
std::string npz_seed() {
  const auto little = [](std::uint64_t value, std::size_t size) {
    std::string bytes;
    for (std::size_t i = 0; i < size; ++i)
      bytes += static_cast<char>(i < 8 ? value >> (8 * i) : 0);
    return bytes;
  };
  std::string body;
  std::string directory;
  const auto add = [&](const std::string& name, const std::string& content) {
    const std::string crc = little(
        crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size())),
        4);
    const std::string sizes = little(content.size(), 4) + little(content.size(), 4);
    directory += "PK\1\2" + little(20, 2) + little(20, 2) + little(0, 8) + crc + sizes +
                 little(name.size(), 2) + little(0, 12) + little(body.size(), 4) + name;
    body += "PK\3\4" + little(20, 2) + little(0, 8) + crc + sizes + little(name.size(), 2) +
            little(20, 2) + name + little(1, 2) + little(16, 2) + little(content.size(), 8) +
            little(content.size(), 8) + content;
  };
  add("X.npy", npy("|u1", "(4, 2)", std::string("\1\0\2\1\3\1\4\0", 8)));
  add("y.npy", npy("|u1", "(4,)", std::string("\1\0\0\1", 4)));
  return body + directory + "PK\5\6" + little(0, 4) + little(2, 2) + little(2, 2) +
         little(directory.size(), 4) + little(body.size(), 4) + little(0, 2);
}

TEST(DamagedFiles, npz) {
  survive(Format::npz, {npz_seed()}, 6000);
}

std::string mat_seed(int version, bool is_compressed) {
  return MatBytesWriter(version)
      .add_doubles("X", {4, 2}, {0, 1, 0, 1, 5, 6, 7, 8}, is_compressed)
      .add_doubles("y", {4, 1}, {0, 1, 0, 1}, is_compressed)
      .bytes();
}

TEST(DamagedFiles, mat) {
  const std::string sparse =
      MatBytesWriter().add_sparse<double>("X", {3, 2}, {2, 0, 1}, {0, 1, 3}, {5, 6, 7}).bytes();
  survive(Format::mat, {mat_seed(5, false), mat_seed(5, true), mat_seed(4, false), sparse}, 6000);
}

TEST(DamagedFiles, csv) {
  survive(Format::csv,
          {"a,b,y\n1,x,0\n2,\"y \"\"z\"\"\",1\nNA,,1\n-1e3,x,0\n", "1;2;3\n4;5;6\n7;8;3\n"}, 6000);
}

}  // namespace
}  // namespace pith
