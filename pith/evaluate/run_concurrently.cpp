// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/run_concurrently.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include "pith/base/error.h"
#include "pith/base/parallel.h"

namespace pith {
namespace {

/// An estimate of the memory of one selection.
std::uint64_t bytes_of_run(const Table& table) {
  constexpr std::uint64_t copies = 3;  // the part of the table, its bins or imputed values, a panel
  return copies * bytes_of_part(table, table.rows());
}

/// The number of runs of so many bytes that may be concurrent; at least 1.
unsigned runs_at_once(std::size_t count, std::uint64_t bytes, const Context& context) {
  const std::uint64_t fitting = context.memory_available() / std::max<std::uint64_t>(1, bytes);
  const std::uint64_t wanted = std::min<std::uint64_t>(context.thread_count(), count);
  return static_cast<unsigned>(
      std::clamp<std::uint64_t>(fitting, 1, std::max<std::uint64_t>(1, wanted)));
}

/// Whether `run` ended; false if it was refused memory, which it may get when others have ended.
bool has_ended(const std::function<void()>& run) {
  try {
    run();
  } catch (const Error& error) {
    const bool is_of_memory = error.kind() == ErrorKind::resources && error.system_code() == 0;
    if (!is_of_memory) throw;
    return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

/// Runs alone: on all threads, or on one, which needs least memory.
void run_alone(std::size_t index, const Context& context,
               const std::function<void(std::size_t index, Context own)>& run) {
  context.check_cancelled();
  Context one = context;
  one.threads = 1;
  if (context.thread_count() == 1 || !has_ended([&] { run(index, context); })) run(index, one);
}

void run_all(std::size_t count, std::uint64_t bytes, const Context& context,
             const std::function<void(std::size_t index, Context own)>& run) {
  const unsigned at_once = runs_at_once(count, bytes, context);
  if (at_once == 1 ||
      2 * std::size_t{at_once} < std::min<std::size_t>(context.thread_count(), count)) {
    for (std::size_t index = 0; index < count; ++index)
      run_alone(index, context, run);
    return;
  }
  std::vector<char> is_refused(count);
  Context some = context;
  some.threads = at_once;
  parallel_blocks(some, count, 1, [&](std::size_t index, std::size_t) {
    is_refused[index] = has_ended([&] { run(index, context.serial()); }) ? 0 : 1;
  });
  for (std::size_t index = 0; index < count; ++index) {
    if (is_refused[index] != 0) run_alone(index, context, run);
  }
}

/// Reports the run on the thread of the caller. Its own reports move it on from `begin` to the
/// beginning of the next run; they come in phases, of which each starts again.
class RunProgress {
 public:
  static constexpr std::size_t parts = 100;

  RunProgress(const Context& context, const NamedRuns& runs, std::size_t index, std::size_t done)
      : context_(context), runs_(runs), name_(runs.name(index)), done_(done * parts) {
    report();
  }
  void move_on(const Progress& inner) {
    if (inner.total == 0) return;
    part_ = std::max(part_, std::min(parts - 1, inner.done * parts / inner.total));
    report();
  }

 private:
  void report() const {
    context_.report({.phase = runs_.phase,
                     .done = std::min(done_ + part_, runs_.count * parts),
                     .total = runs_.count * parts,
                     .detail = name_});
  }

  const Context& context_;
  const NamedRuns& runs_;
  std::string name_;
  std::size_t done_;
  std::size_t part_ = 0;
};

}  // namespace

std::uint64_t bytes_of_part(const Table& table, std::size_t rows) {
  constexpr std::uint64_t of_column = 512;  // the column itself, its name and its place in results
  std::uint64_t bytes = sizeof(double) * rows;  // weights, target
  for (const Column& column : table.parts().features)
    bytes += of_column + (column.is_codes() ? column.bytes() : sizeof(double) * rows + rows / 8);
  return bytes;
}

void run_concurrently(const Table& table, std::size_t count, std::string_view phase,
                      const Context& context,
                      const std::function<void(std::size_t index, const Context& own)>& body) {
  std::atomic<std::size_t> done{0};
  const auto caller = std::this_thread::get_id();
  run_all(count, bytes_of_run(table), context, [&](std::size_t index, Context own) {
    own.progress = nullptr;
    body(index, own);
    const std::size_t now = ++done;
    if (std::this_thread::get_id() == caller)
      context.report({.phase = phase, .done = now, .total = count});
  });
}

void run_concurrently(const Table& table, const NamedRuns& runs, const Context& context,
                      const std::function<void(std::size_t index, const Context& own)>& body) {
  std::atomic<std::size_t> done{0};
  const auto caller = std::this_thread::get_id();
  run_all(runs.count, runs.bytes + bytes_of_run(table), context,
          [&](std::size_t index, Context own) {
            own.progress = nullptr;
            if (!context.progress || std::this_thread::get_id() != caller) {
              body(index, own);
              ++done;
              return;
            }
            RunProgress progress(context, runs, index, done);
            own.progress = [&progress](const Progress& inner) { progress.move_on(inner); };
            body(index, own);
            const std::size_t now = ++done;
            const std::string name = runs.name(index);
            context.report({.phase = runs.phase,
                            .done = now * RunProgress::parts,
                            .total = runs.count * RunProgress::parts,
                            .detail = name});
          });
}

}  // namespace pith
