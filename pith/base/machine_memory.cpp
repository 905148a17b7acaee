// SPDX-License-Identifier: Apache-2.0
#include "pith/base/machine_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace pith {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

/// How a version of control groups presents itself.
struct Version {
  std::string_view file_system;
  std::string_view limit;  ///< the file of each group; it holds a number or "max"
};
constexpr Version first{.file_system = "cgroup", .limit = "memory.limit_in_bytes"};
constexpr Version second{.file_system = "cgroup2", .limit = "memory.max"};

std::vector<std::string> parts_of(const std::string& line, char separator, std::size_t most) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (parts.size() + 1 < most) {
    const std::size_t end = line.find(separator, begin);
    if (end == std::string::npos) break;
    parts.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  parts.push_back(line.substr(begin));
  return parts;
}

bool has_memory(const std::string& controllers) {
  const std::vector<std::string> all = parts_of(controllers, ',', unlimited);
  return std::find(all.begin(), all.end(), "memory") != all.end();
}

/// The group of this process: lines of number:controllers:path; version 2 names no controllers.
std::optional<std::string> own_group(const std::string& root, const Version& version) {
  std::ifstream file(root + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> parts = parts_of(line, ':', 3);
    if (parts.size() < 3) continue;
    const bool is_own =
        version.limit == second.limit ? parts[0] == "0" && parts[1].empty() : has_memory(parts[1]);
    if (is_own) return parts[2];
  }
  return std::nullopt;
}

/// The text of a path in /proc/self/mountinfo, where blanks and backslashes are octal numbers.
std::string unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 3 < text.size()) {
      plain += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                 (text[i + 3] - '0'));
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// A hierarchy of groups in the file system.
struct Mount {
  std::string group;  ///< that the folder stands for
  std::string folder;
};

/// Lines of: id, parent, device, group, folder, options, any number of tags, "-", type, source,
/// options of the file system (for version 1: its controllers).
std::vector<Mount> mounts_of(const std::string& root, const Version& version) {
  std::vector<Mount> mounts;
  std::ifstream file(root + "/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string skipped;
    Mount mount;
    words >> skipped >> skipped >> skipped >> mount.group >> mount.folder;
    while (words >> skipped && skipped != "-") {
    }
    std::string type;
    std::string options;
    words >> type >> skipped >> options;
    if (!words || type != version.file_system) continue;
    if (version.limit == first.limit && !has_memory(options)) continue;
    mount.group = unescaped(mount.group);
    mount.folder = unescaped(mount.folder);
    mounts.push_back(std::move(mount));
  }
  return mounts;
}

/// The path of `group` below the mounted one; nothing if it is not below it.
std::optional<std::string> below(const std::string& group, std::string mounted) {
  if (mounted == "/") mounted.clear();
  if (group.compare(0, mounted.size(), mounted) != 0) return std::nullopt;
  std::string rest = group.substr(mounted.size());
  if (!rest.empty() && rest.front() != '/') return std::nullopt;
  if ((rest + '/').find("/../") != std::string::npos) return std::nullopt;
  while (!rest.empty() && rest.back() == '/')
    rest.pop_back();
  return rest;
}

std::uint64_t number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? number : unlimited;
}

/// The least limit of the group at `folder + rest` and of those around it, up to `folder`.
std::uint64_t least_limit(const std::string& folder, std::string rest, const Version& version) {
  std::uint64_t least = unlimited;
  while (true) {
    least = std::min(least, number_in(folder + rest + '/' + std::string(version.limit)));
    if (rest.empty()) return least;
    rest.resize(rest.rfind('/'));
  }
}

std::uint64_t limit_of(const std::string& root, const Version& version) {
  const std::optional<std::string> group = own_group(root, version);
  std::uint64_t least = unlimited;
  bool is_found = false;
  if (group) {
    for (const Mount& mount : mounts_of(root, version)) {
      const std::optional<std::string> rest = below(*group, mount.group);
      if (!rest) continue;
      is_found = true;
      least = std::min(least, least_limit(root + mount.folder, *rest, version));
    }
  }
  if (is_found) return least;
  const std::string usual =
      version.limit == first.limit ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup";
  return least_limit(root + usual, "", version);
}

std::uint64_t process_limit() {
  std::uint64_t least = unlimited;
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    rlimit limit{};
    if (getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
      least = std::min<std::uint64_t>(least, limit.rlim_cur);
  }
  return least;
}

}  // namespace

std::uint64_t control_group_memory(const std::string& root) {
  return std::min(limit_of(root, first), limit_of(root, second));
}

std::uint64_t machine_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  const auto page_size = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PAGESIZE)));
  return std::min({pages * page_size, control_group_memory(""), process_limit()});
}

}  // namespace pith
