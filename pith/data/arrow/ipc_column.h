// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/arrow/column.h"
#include "pith/data/arrow/ipc_messages.h"
#include "pith/data/formats/codec.h"

namespace pith {

/// Reads columns of one Arrow file, one after the other, into buffers that it keeps. Everything
/// that the file says about lengths and places is checked before it is used.
class IpcReader {
 public:
  /// The file must outlive it.
  IpcReader(const IpcFile& file, const Context& context);
  ~IpcReader();
  IpcReader(const IpcReader&) = delete;
  IpcReader& operator=(const IpcReader&) = delete;

  /// Adds all rows of the column at this position, as `field` says that it is stored.
  void read(std::size_t position, const ArrowField& field, ArrowColumn& column);
  /// The same of some rows, for columns without a dictionary. Within a batch they begin at a
  /// multiple of 8, unless the batch is compressed: then all of its rows are among them.
  void read_rows(std::size_t position, const ArrowField& field, const Stretch& rows,
                 ArrowColumn& column);

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace pith
