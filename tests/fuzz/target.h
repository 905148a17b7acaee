// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/read.h"
#include "pith/data/table.h"

// What fuzz targets share. A target is one file: it runs a part of the library on any bytes, and
// ends the process where a promise is broken. The folder of its name holds inputs: those to start
// from, and those that once broke a promise.
//
//   PITH_FUZZ_TARGET(csv) { (void)table_of(bytes, {.format = Format::csv}); }
namespace pith::fuzz {

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};

/// All targets that are linked in.
std::vector<Target>& targets();

struct Registered {
  explicit Registered(const Target& target) { targets().push_back(target); }
};

#define PITH_FUZZ_TARGET(id)                                              \
  static void run_##id(std::string_view bytes);                           \
  static const ::pith::fuzz::Registered registered_##id({#id, run_##id}); \
  static void run_##id(std::string_view bytes)

/// Ends the process with the message unless `holds`.
void require(bool holds, std::string_view what, std::string_view detail = {});

/// One thread and 64 MiB.
Context context(unsigned threads = 1);

/// Takes decisions from the front of the bytes; 0 once they are used up.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T take() {
    T value{};
    const std::size_t size = std::min(sizeof(T), rest_.size());
    std::memcpy(&value, rest_.data(), size);
    rest_.remove_prefix(size);
    return value;
  }
  /// A number from 0 to bound - 1.
  std::size_t below(std::size_t bound) { return take<std::uint16_t>() % bound; }
  bool flag() { return (take<std::uint8_t>() & 1U) != 0; }
  std::string text(std::size_t size) {
    std::string part(rest_.substr(0, size));
    rest_.remove_prefix(part.size());
    return part;
  }
  std::string_view rest() const { return rest_; }
  bool is_empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

/// A file in memory with these bytes; its path is the same for all of them, so only one is in use
/// at a time for each `place` (0 to 3).
std::string memory_file(std::string_view bytes, std::size_t place = 0);

/// What became of a call: columns, or the message of an Error.
struct Outcome {
  Columns columns = {};
  std::string error = {};  ///< empty: there are columns

  bool is_error() const { return !error.empty(); }
};

/// Calls, and checks that what comes back is well formed: a table as Columns describes, or an Error
/// of one line. Any other exception is a finding.
Outcome outcome_of(const std::function<Columns()>& read);

/// Reads the bytes as a file.
Outcome outcome_of(std::string_view bytes, const ReadOptions& options,
                   const Context& context = fuzz::context());

/// The same, and then makes a table of the columns, the last of which is the target.
Outcome table_of(std::string_view bytes, const ReadOptions& options);

/// Makes a table of the columns, or an Error as outcome_of() wants it.
void assign(const Columns& columns, const Roles& roles);

/// Ends the process unless both have the same names, kinds, levels and values, or the same error.
void require_same(const Outcome& one, const Outcome& other, std::string_view what);

/// In what two tables differ; empty: in nothing. Notes and sources are not compared.
std::string difference(const Columns& one, const Columns& other);

}  // namespace pith::fuzz
