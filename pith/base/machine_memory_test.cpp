// SPDX-License-Identifier: Apache-2.0
#include "pith/base/machine_memory.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "tests/support/sanitizers.h"

namespace pith {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// A file system with a few files, below a folder of its own.
class FakeRoot {
 public:
  FakeRoot() {
    static int count = 0;
    root_ = std::filesystem::temp_directory_path() /
            ("pith_root_" + std::to_string(getpid()) + "_" + std::to_string(++count));
  }
  ~FakeRoot() { std::filesystem::remove_all(root_); }
  FakeRoot(const FakeRoot&) = delete;
  FakeRoot& operator=(const FakeRoot&) = delete;

  FakeRoot& with(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = root_ / path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text << '\n';
    return *this;
  }
  std::uint64_t memory() const { return control_group_memory(root_.string()); }

 private:
  std::filesystem::path root_;
};

const std::string second_mount =
    "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";
const std::string first_mounts =
    "33 24 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
    "34 24 0:30 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory";

TEST(MachineMemory, is_the_least_limit_of_nested_groups) {
  for (const auto* const least : {"a/memory.max", "a/b/memory.max", "a/b/c/memory.max"}) {
    FakeRoot root;
    root.with("proc/self/cgroup", "0::/a/b/c").with("proc/self/mountinfo", second_mount);
    for (const auto* const each : {"a/memory.max", "a/b/memory.max", "a/b/c/memory.max"})
      root.with(std::string("sys/fs/cgroup/") + each, "max");
    EXPECT_EQ(root.memory(), unlimited);
    root.with("sys/fs/cgroup/a/memory.max", "9000000");
    root.with(std::string("sys/fs/cgroup/") + least, "5000000");
    root.with("sys/fs/cgroup/other/memory.max", "1000");  // not a group of this process
    EXPECT_EQ(root.memory(), 5000000U) << least;
  }
}

TEST(MachineMemory, is_that_of_the_own_group_in_a_namespace) {
  FakeRoot root;
  root.with("proc/self/cgroup", "0::/").with("proc/self/mountinfo", second_mount);
  root.with("sys/fs/cgroup/memory.max", "123456789");
  EXPECT_EQ(root.memory(), 123456789U);
}

TEST(MachineMemory, knows_groups_of_version_1) {
  FakeRoot root;
  root.with("proc/self/cgroup", "5:cpu,cpuacct:/x\n4:name=systemd:/y\n3:memory:/job/step\n0::/z");
  root.with("proc/self/mountinfo", first_mounts);
  root.with("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712");
  root.with("sys/fs/cgroup/memory/job/step/memory.limit_in_bytes", "8000000");
  EXPECT_EQ(root.memory(), 8000000U);
  root.with("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "7000000");
  EXPECT_EQ(root.memory(), 7000000U);
  root.with("sys/fs/cgroup/cpu/x/memory.limit_in_bytes", "1000");
  EXPECT_EQ(root.memory(), 7000000U);
}

TEST(MachineMemory, knows_a_container_that_mounts_its_own_group) {
  FakeRoot root;
  root.with("proc/self/cgroup", "3:memory:/docker/0a1b/inner");
  root.with("proc/self/mountinfo",
            "34 24 0:30 /docker/0a1b /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory");
  root.with("sys/fs/cgroup/memory/memory.limit_in_bytes", "6000000");
  EXPECT_EQ(root.memory(), 6000000U);
  root.with("sys/fs/cgroup/memory/inner/memory.limit_in_bytes", "4000000");
  EXPECT_EQ(root.memory(), 4000000U);
}

TEST(MachineMemory, ignores_mounts_of_other_groups) {
  FakeRoot root;
  root.with("proc/self/cgroup", "0::/ab")
      .with("proc/self/mountinfo", second_mount + "\n31 24 0:26 /a /a rw - cgroup2 cgroup2 rw");
  root.with("a/memory.max", "1000").with("sys/fs/cgroup/ab/memory.max", "5000000");
  EXPECT_EQ(root.memory(), 5000000U);
}

TEST(MachineMemory, reads_escaped_mount_points_and_looks_in_the_usual_place) {
  FakeRoot root;
  root.with("proc/self/cgroup", "0::/a")
      .with("proc/self/mountinfo", R"(30 24 0:26 / /my\040groups rw - cgroup2 cgroup2 rw)");
  root.with("my groups/a/memory.max", "5000000");
  EXPECT_EQ(root.memory(), 5000000U);

  FakeRoot bare;
  EXPECT_EQ(bare.memory(), unlimited);
  bare.with("sys/fs/cgroup/memory.max", "3000000");
  EXPECT_EQ(bare.memory(), 3000000U);
  bare.with("sys/fs/cgroup/memory/memory.limit_in_bytes", "2000000");
  EXPECT_EQ(bare.memory(), 2000000U);
}

TEST(MachineMemory, respects_the_limits_of_the_process) {
  if (has_shadow_memory()) GTEST_SKIP() << "sanitizers use more addresses than the machine has";
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit before{};
    ASSERT_EQ(getrlimit(resource, &before), 0);
    const std::uint64_t machine = machine_memory();
    EXPECT_GT(machine, 0U);
    rlimit lower = before;
    lower.rlim_cur = machine - 4096;
    ASSERT_EQ(setrlimit(resource, &lower), 0);
    EXPECT_EQ(machine_memory(), machine - 4096);
    ASSERT_EQ(setrlimit(resource, &before), 0);
  }
}

}  // namespace
}  // namespace pith
