// SPDX-License-Identifier: Apache-2.0
// Runs the target that `--target=NAME` names: on new inputs if libFuzzer is linked in (its options
// follow), else on the files and folders that are given. `--list` prints the names of the targets.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/target.h"

namespace pith::fuzz {
namespace {

void list_targets() {
  std::vector<std::string> names;
  for (const Target& target : targets())
    names.emplace_back(target.name);
  std::sort(names.begin(), names.end());
  for (const std::string& name : names)
    std::printf("%s\n", name.c_str());
}

const Target& chosen(int argc, char** argv) {
  constexpr std::string_view option = "--target=";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--list") {
      list_targets();
      std::exit(0);
    }
    if (!word.starts_with(option)) continue;
    for (const Target& target : targets()) {
      if (target.name == word.substr(option.size())) return target;
    }
  }
  std::fputs("usage: pith_fuzz --target=NAME [FILE or FOLDER]... (names: pith_fuzz --list)\n",
             stderr);
  std::exit(2);
}

}  // namespace
}  // namespace pith::fuzz

#ifdef PITH_LIBFUZZER

namespace {
const pith::fuzz::Target* target = nullptr;
}

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  target = &pith::fuzz::chosen(*argc, *argv);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target->run({reinterpret_cast<const char*>(data), size});
  return 0;
}

#else

namespace {

std::size_t replay(const pith::fuzz::Target& target, const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path))
      count += replay(target, entry.path());
    return count;
  }
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  target.run(bytes.str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const pith::fuzz::Target& target = pith::fuzz::chosen(argc, argv);
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    if (!std::string_view(argv[i]).starts_with("-")) count += replay(target, argv[i]);
  }
  std::printf("%zu inputs keep the promises of %s\n", count, std::string(target.name).c_str());
  return count > 0 ? 0 : 1;
}

#endif
