// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pith/base/context.h"
#include "pith/data/blocks/row_blocks.h"
#include "pith/data/table.h"
#include "pith/stats/encoded/encoded_rows.h"

namespace pith {
inline namespace stats {

/// What a pass has found in some rows. Everything in it is an integer, an extreme or a set, so that
/// updates and merges give the same bits in any order and however the rows are split.
class PassState {
 public:
  PassState() = default;
  PassState(const PassState&) = delete;
  PassState& operator=(const PassState&) = delete;
  virtual ~PassState() = default;

  /// Adds rows: of the table as read, or encoded ones, whichever the pass reads. In parallel over
  /// features.
  virtual void update(const RowBlock& rows, const Context& context);
  virtual void update(const EncodedRows& rows, const Context& context);

  /// The part of the state that belongs to one block of features, as bytes, and the sum of this
  /// state and such a part. merge() throws Error(bad_data) for bytes of another pass or version,
  /// and for damaged ones (wire.h).
  virtual std::string partial(std::size_t block) const = 0;
  virtual void merge(std::size_t block, std::string_view bytes) = 0;

  /// Called after the last update or merge, before anything but partial() is asked: does the work
  /// that a state has put off. By run_pass().
  virtual void finish(const Context&) {}
  /// The memory that it takes now, where that was not known before; 0: as reserved.
  virtual std::uint64_t bytes() const { return 0; }
  /// Holds a reservation of its memory.
  void hold(Reservation held) { held_ = std::move(held); }

 private:
  Reservation held_;
};

/// One reading of all rows, for one kind of statistic: a small value that can be sent.
class Pass {
 public:
  Pass() = default;
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;
  virtual ~Pass() = default;

  /// For progress and messages, e.g. `scatter of 8 features`.
  virtual std::string title() const = 0;
  /// The pass as bytes, from which parse_pass() makes an equal one.
  virtual std::string describe() const = 0;
  /// Whether it reads encoded rows instead of the rows of the table.
  virtual bool reads_encoded() const = 0;
  /// The fields of the table that it reads, ascending: the columns of the blocks that update() is
  /// given. Empty for encoded rows.
  virtual std::vector<std::size_t> fields() const { return {}; }
  /// The number of blocks that the state is sent in, each of at most about 8 MB.
  virtual std::size_t blocks() const = 0;
  virtual std::uint64_t state_bytes() const = 0;
  /// What run_pass() reserves before the state is made.
  virtual std::uint64_t reserved_bytes() const { return state_bytes(); }
  virtual std::unique_ptr<PassState> start() const = 0;
};

/// Throws Error(bad_data) for bytes that describe() did not make.
std::unique_ptr<const Pass> parse_pass(std::string_view bytes);

/// Runs passes over all rows of one table, wherever they are.
class Runner {
 public:
  Runner() = default;
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  virtual ~Runner() = default;

  /// Adds what the pass finds in all rows to `state`, which pass.start() has made.
  virtual void run(const Pass& pass, PassState& state, const Context& context) = 0;
  /// Passes over encoded rows read them in this encoding from now on. The runner may keep the
  /// encoded rows, in memory or in a file, or encode them anew in every pass.
  virtual void encode(const Encoding& encoding, const Context& context) = 0;
  /// The encoded rows as a table of codes, where all of them are in memory; else null. Valid until
  /// the next encode().
  virtual const Table* table() const { return nullptr; }
  /// Whether the encoded rows are in the memory of this process, so that a pass over them costs no
  /// more than the work in it.
  virtual bool has_rows_in_memory() const { return false; }
};

/// Runs a pass and returns its state, whose memory is reserved as long as it lives.
template <class State, class ThePass>
std::unique_ptr<State> run_pass(Runner& runner, const ThePass& pass, const Context& context) {
  const std::string what = "the statistics of a pass (" + pass.title() + ")";
  Reservation held = context.reserve(pass.reserved_bytes(), what, "select from fewer features");
  std::unique_ptr<PassState> state = pass.start();
  runner.run(pass, *state, context);
  state->finish(context);
  if (const std::uint64_t bytes = state->bytes(); bytes > 0) {
    held.shrink(bytes);
    context.grow(held, bytes, what, "select from fewer features");
  }
  state->hold(std::move(held));
  return std::unique_ptr<State>(static_cast<State*>(state.release()));
}

}  // namespace stats
}  // namespace pith
