// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/run_concurrently.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "pith/base/parallel.h"

namespace pith {
namespace {

/// An estimate of the memory of one run.
std::uint64_t bytes_of_run(const Table& table) {
  constexpr std::uint64_t copies = 3;  // the part of the table, its bins or imputed values, a panel
  return copies * sizeof(double) * table.rows() * table.features();
}

/// Runs one after another on all threads unless `bytes` are there for every thread.
void run_all(std::size_t count, std::uint64_t bytes, const Context& context,
             const std::function<void(std::size_t index, Context own)>& run) {
  if (bytes * context.thread_count() <= context.memory_limit() / 2) {
    parallel_blocks(context, count, 1,
                    [&](std::size_t index, std::size_t) { run(index, context.serial()); });
    return;
  }
  for (std::size_t index = 0; index < count; ++index) {
    context.check_cancelled();
    run(index, context);
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
  run_all(runs.count, std::max(runs.bytes, bytes_of_run(table)), context,
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
