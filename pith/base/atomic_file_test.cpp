// SPDX-License-Identifier: Apache-2.0
#include "pith/base/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "pith/base/error.h"

namespace pith {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string path = (fs::temp_directory_path() / "pith-atomic-XXXXXX").string();
    ASSERT_NE(::mkdtemp(path.data()), nullptr);
    folder_ = path;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  static std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }

  fs::path folder_;
};

TEST_F(AtomicFileTest, writes_and_replaces_a_file) {
  write_atomically(path("a"), "one");
  EXPECT_EQ(content(path("a")), "one");
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
  write_atomically(path("a"), "two");
  EXPECT_EQ(content(path("a")), "two");
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files(), 1U);
}

TEST_F(AtomicFileTest, leaves_the_old_file_alone_when_writing_fails) {
  write_atomically(path("a"), "old");
  EXPECT_THROW(write_atomically(path("a"),
                                [](AtomicFile& file) {
                                  file.write("half");
                                  throw Error(ErrorKind::cancelled, "cancelled");
                                }),
               Error);
  EXPECT_EQ(content(path("a")), "old");
  EXPECT_EQ(files(), 1U);
}

TEST_F(AtomicFileTest, shows_nothing_before_it_is_published) {
  AtomicFile file(path("a"));
  file.write("text");
  file.flush();
  EXPECT_FALSE(fs::exists(path("a")));
  AtomicFile moved(std::move(file));
  moved.publish();
  EXPECT_EQ(content(path("a")), "text");
}

TEST_F(AtomicFileTest, leaves_nothing_behind_however_the_process_ends) {
  write_atomically(path("a"), "old");
#ifdef O_TMPFILE
  const int probe = ::open(folder_.c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (probe < 0) GTEST_SKIP() << "this file system has no files without a name";
  ::close(probe);
#else
  GTEST_SKIP() << "this system has no files without a name";
#endif
  const pid_t child = ::fork();
  if (child == 0) {
    AtomicFile file(path("a"));
    file.write("new");
    file.flush();
    ::raise(SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(content(path("a")), "old");
  EXPECT_EQ(files(), 1U);
}

TEST_F(AtomicFileTest, takes_the_rights_that_the_user_grants_to_new_files) {
  const mode_t before = ::umask(027);
  write_atomically(path("a"), "text");
  ::umask(before);
  EXPECT_EQ(static_cast<unsigned>(fs::status(path("a")).permissions()), 0640U);
}

TEST(WriteError, is_about_resources_where_the_disk_is_full) {
  EXPECT_EQ(write_error("x", ENOSPC).kind(), ErrorKind::resources);
  EXPECT_EQ(write_error("x", EMFILE).kind(), ErrorKind::resources);
  EXPECT_EQ(write_error("x", EIO).kind(), ErrorKind::io);
  EXPECT_EQ(write_error("x", EIO).system_code(), EIO);
  EXPECT_STREQ(write_error("x", EIO).what(), "x: Input/output error");
}

TEST_F(AtomicFileTest, follows_a_symbolic_link) {
  write_atomically(path("a"), "one");
  fs::create_symlink(path("a"), path("link"));
  write_atomically(path("link"), "two");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("a")), "two");
}

TEST_F(AtomicFileTest, writes_to_a_device_directly) {
  write_atomically("/dev/null", "gone");
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
}

TEST_F(AtomicFileTest, continues_a_descriptor_that_is_named_as_one) {
  const int descriptor = ::open(path("a").c_str(), O_WRONLY | O_CREAT, 0600);
  ASSERT_GE(descriptor, 0);
  ASSERT_EQ(::write(descriptor, "one ", 4), 4);
  write_atomically("/dev/fd/" + std::to_string(descriptor), "two ");
  write_atomically("/proc/self/fd/" + std::to_string(descriptor), "three");
  ::close(descriptor);
  EXPECT_EQ(content(path("a")), "one two three");
  EXPECT_EQ(files(), 1U);
  EXPECT_THROW(write_atomically("/dev/fd/" + std::to_string(descriptor), "closed"), Error);
}

TEST_F(AtomicFileTest, says_why_a_file_cannot_be_written) {
  const auto expect_error = [](const std::string& where, ErrorKind kind, const std::string& why) {
    try {
      write_atomically(where, "text");
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind);
      EXPECT_EQ(std::string(error.what()), where + ": cannot write: " + why);
    }
  };
  expect_error(path("none/a"), ErrorKind::io, "No such file or directory");
  expect_error(folder_.string(), ErrorKind::io, "Is a directory");
  expect_error(path(std::string(300, 'x')), ErrorKind::io, "File name too long");
  if (fs::exists("/dev/full")) {
    expect_error("/dev/full", ErrorKind::resources, "No space left on device");
  }
  EXPECT_EQ(files(), 0U);
}

}  // namespace
}  // namespace pith
