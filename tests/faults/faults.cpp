// SPDX-License-Identifier: Apache-2.0
// Loaded before a program (LD_PRELOAD), it lets one call of the system fail: the FAULT_AT-th of its
// FAULT_KIND after the start of main(), and with FAULT_STAYS all later ones too (of allocations
// those for which too little was given back since). With FAULT_COUNTS it writes how many calls of
// each kind there were to that file.
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void __libc_free(void* memory);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

enum Kind {
  alloc,
  map,
  write_call,
  short_write,
  sync_call,
  rename_call,
  link_call,
  read_call,
  open_call,
  thread,
  kinds
};
constexpr std::array<std::string_view, kinds> names = {
    "alloc", "map", "write", "short", "fsync", "rename", "link", "read", "open", "thread"};

std::atomic<bool> is_on{false};
std::array<std::atomic<long>, kinds> counts{};
int chosen = -1;
long at = 0;
bool stays = false;
int error = 0;

/// Of memory that is used up, what was given back since.
std::atomic<long> given_back{0};

/// Whether memory was used up but for what was given back.
bool is_given_back(std::size_t size) {
  const auto needed = static_cast<long>(size);
  if (given_back.fetch_sub(needed) >= needed) return true;
  given_back += needed;
  return false;
}

/// Whether this call is to fail.
bool fails(Kind kind, std::size_t size = 0) {
  if (!is_on.load(std::memory_order_relaxed)) return false;
  const long number = ++counts[kind];
  if (kind != chosen || number < at || (number > at && !stays)) return false;
  if (kind == alloc && number > at && is_given_back(size)) return false;
  errno = error;
  return true;
}

template <class Function>
Function* next(Function* /*own*/, const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void write_counts() {
  is_on = false;
  const char* const path = std::getenv("FAULT_COUNTS");
  if (path == nullptr) return;
  const int file =
      static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666));
  for (std::size_t i = 0; i < kinds; ++i)
    dprintf(file, "%s %ld\n", names[i].data(), counts[i].load());
}

int (*real_main)(int, char**, char**) = nullptr;

int counted_main(int argc, char** argv, char** variables) {
  const char* const kind = std::getenv("FAULT_KIND");
  for (std::size_t i = 0; kind != nullptr && i < kinds; ++i) {
    if (names[i] == kind) chosen = static_cast<int>(i);
  }
  if (chosen >= 0) at = std::atol(std::getenv("FAULT_AT"));
  if (chosen >= 0) error = std::atoi(std::getenv("FAULT_ERRNO"));
  stays = std::getenv("FAULT_STAYS") != nullptr;
  is_on = true;
  const int code = real_main(argc, argv, variables);
  write_counts();
  return code;
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                      void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  real_main = main;
  return next(&__libc_start_main, "__libc_start_main")(counted_main, argc, argv, init, fini,
                                                       rtld_fini, stack_end);
}

void* malloc(std::size_t size) {
  return fails(alloc, size) ? nullptr : __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  return fails(alloc, count * size) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  return fails(alloc, size) ? nullptr : __libc_realloc(memory, size);
}
void free(void* memory) {
  if (stays && chosen == alloc && counts[alloc] >= at)
    given_back += static_cast<long>(malloc_usable_size(memory));
  __libc_free(memory);
}
void* memalign(std::size_t alignment, std::size_t size) {
  return fails(alloc, size) ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  void* const got = memalign(alignment, size);
  if (got == nullptr) return ENOMEM;
  *memory = got;
  return 0;
}
void* mmap(void* address, std::size_t size, int rights, int flags, int file, off_t offset) {
  if (fails(map)) return MAP_FAILED;
  return reinterpret_cast<void*>(syscall(SYS_mmap, address, size, rights, flags, file, offset));
}

ssize_t write(int file, const void* bytes, std::size_t size) {
  if (fails(write_call)) return -1;
  const bool is_short = fails(short_write);
  // A disk that gets full takes a part first, and nothing afterwards.
  if (is_short && counts[short_write] > at) return -1;
  return syscall(SYS_write, file, bytes, is_short ? size / 2 : size);
}
int fsync(int file) {
  return fails(sync_call) ? -1 : static_cast<int>(syscall(SYS_fsync, file));
}
int rename(const char* from, const char* to) {
  return fails(rename_call) ? -1 : static_cast<int>(syscall(SYS_rename, from, to));
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  if (fails(link_call)) return -1;
  return static_cast<int>(syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}
ssize_t read(int file, void* bytes, std::size_t size) {
  return fails(read_call) ? -1 : syscall(SYS_read, file, bytes, size);
}
ssize_t pread(int file, void* bytes, std::size_t size, off_t offset) {
  return fails(read_call) ? -1 : syscall(SYS_pread64, file, bytes, size, offset);
}
ssize_t pread64(int file, void* bytes, std::size_t size, off64_t offset) {
  return pread(file, bytes, size, offset);
}

int open(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const bool has_mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  const unsigned mode = has_mode ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  if (fails(open_call)) return -1;
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}
int open64(const char* path, int flags, ...) {
  std::va_list rest;
  va_start(rest, flags);
  const bool has_mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  const unsigned mode = has_mode ? va_arg(rest, unsigned) : 0;
  va_end(rest);
  return open(path, flags, mode);
}
std::FILE* fopen(const char* path, const char* mode) {
  return fails(open_call) ? nullptr : next(&fopen, "fopen")(path, mode);
}
std::FILE* fopen64(const char* path, const char* mode) {
  return fopen(path, mode);
}

int pthread_create(pthread_t* id, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) {
  if (fails(thread)) return EAGAIN;
  return next(&pthread_create, "pthread_create")(id, attributes, body, argument);
}

}  // extern "C"
