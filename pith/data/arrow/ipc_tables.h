// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/base/error.h"
#include "pith/data/arrow/field.h"
#include "pith/data/arrow/ipc_messages.h"
#include "pith/data/input.h"

namespace pith {

/// A column that is read: where it is in each file, and how it is stored there.
struct IpcChosen {
  std::vector<std::size_t> positions = {};
  std::vector<ArrowField> fields = {};
};

/// The same error, which says in which file.
[[noreturn]] void throw_in_file(const std::string& file, const Error& error);

/// The files of one table, without their values.
class IpcTables {
 public:
  /// The inputs must outlive it.
  IpcTables(std::span<const Input> inputs, const Context& context);

  const std::vector<IpcFile>& files() const { return files_; }
  const std::vector<std::string>& names() const { return names_; }
  std::vector<std::string> take_notes() { return std::move(notes_); }
  std::uint64_t rows() const { return rows_; }
  /// Throws Error(bad_data) for a column that cannot be read.
  IpcChosen chosen(std::size_t column) const;

 private:
  void match(const IpcFile& file);
  [[noreturn]] void reject_column(const IpcFile& file, const std::string& name, bool is_new) const;

  std::vector<IpcFile> files_;
  std::vector<std::string> names_;
  std::vector<std::string> notes_;
  std::uint64_t rows_ = 0;
  std::vector<std::vector<std::size_t>> places_;  ///< in each file but the first
};

}  // namespace pith
