// SPDX-License-Identifier: Apache-2.0
#include "pith/evaluate/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <span>
#include <string_view>
#include <system_error>
#include <variant>

#include "pith/base/atomic_file.h"
#include "pith/base/error.h"
#include "pith/base/sha256.h"
#include "pith/base/version.h"

namespace pith {
namespace {

constexpr std::string_view heading = "pith/journal/2 ";

[[noreturn]] void throw_system_error(const std::string& path) {
  throw write_error(path, errno);
}

void write_all(int file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) throw_system_error(path);
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// The whole text of an open file. A part of it would be taken for all that there is.
std::string read_all(int file, const std::string& path) {
  constexpr std::size_t piece = std::size_t{1} << 16U;
  std::string text;
  for (;;) {
    const std::size_t before = text.size();
    text.resize(before + piece);
    const ssize_t got = read(file, text.data() + before, piece);
    if (got < 0 && errno != EINTR) throw_system_error(path);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) return text;
  }
}

std::string text_of(const Variant& variant) {
  std::string text = variant.id;
  for (const auto& [name, value] : variant.settings)
    text += fmt::format(":{}={}", name, value);
  return text;
}

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

void add(Sha256& digest, const Column& column) {
  digest.update(fmt::format("\n{} {} {} {}\n", column.rows(), column.is_codes(),
                            column.is_declared_numeric(), fmt::join(column.level_names(), "\n")));
  if (column.is_numbers()) {
    const Numbers numbers = column.numbers();
    digest.update(bytes_of(std::span<const double>(numbers)));
  } else {
    std::visit([&](auto codes) { digest.update(bytes_of(codes)); }, column.codes());
  }
  if (!column.has_missing()) return;
  for (std::size_t row = 0; row < column.rows(); ++row)
    digest.update(column.missing().test(row) ? "1" : "0");
}

/// Reads the numbers of a line one after another.
class Reader {
 public:
  explicit Reader(std::string_view line) : line_(line) {}

  template <class T>
  T next() {
    while (!line_.empty() && line_.front() == ' ')
      line_.remove_prefix(1);
    T value{};
    const auto [end, error] = std::from_chars(line_.data(), line_.data() + line_.size(), value);
    if (error != std::errc()) is_good_ = false;
    line_.remove_prefix(static_cast<std::size_t>(end - line_.data()));
    return value;
  }
  template <class T>
  std::vector<T> list() {
    const auto count = next<std::size_t>();
    std::vector<T> values;
    for (std::size_t i = 0; i < count && is_good_; ++i)
      values.push_back(next<T>());
    return values;
  }
  bool is_done() const { return is_good_ && line_.find_first_not_of(' ') == line_.npos; }

 private:
  std::string_view line_;
  bool is_good_ = true;
};

/// A short checksum that detects damaged lines.
std::string checksum(std::string_view line) {
  constexpr std::size_t digits = 8;
  Sha256 digest;
  digest.update(line);
  return digest.finish().substr(0, digits);
}

/// The line without the checksum at its end, if that is right.
std::optional<std::string_view> without_checksum(std::string_view line) {
  const std::size_t end = line.rfind(' ');
  if (end == line.npos || checksum(line.substr(0, end)) != line.substr(end + 1))
    return std::nullopt;
  return line.substr(0, end);
}

/// The text of a trial; fmt writes doubles such that they read back to the same bits.
std::string line_of(std::size_t method, std::size_t split, const Trial& trial) {
  std::vector<double> metrics;
  for (const Metrics& each : trial.metrics) {
    for (const Metric metric : all_metrics())
      metrics.push_back(value_of(each, metric));
  }
  const std::string line = fmt::format(
      "{} {} {} {} {} {} {} {}", method, split, trial.path.size(), fmt::join(trial.path, " "),
      metrics.size(), fmt::join(metrics, " "), trial.scores.size(), fmt::join(trial.scores, " "));
  return fmt::format("{} {}\n", line, checksum(line));
}

}  // namespace

std::string fingerprint(const Table& table, const Plan& plan, std::uint64_t seed) {
  Sha256 digest;
  digest.update(fmt::format(
      "{} {} {} seed {} leaky {} scaling {} missing {} bins {} ids {}"
      " combine {} metrics {} select rows {}\n",
      version(), table.rows(), table.features(), seed, plan.is_leaky, scaling_text(plan.scaling),
      missing_text(plan.missing), plan.bins ? bins_text(*plan.bins) : "", plan.allows_ids,
      plan.combine ? combine_text(*plan.combine) : "", metric_count, plan.select_rows));
  for (const Column& column : table.parts().features)
    add(digest, column);
  for (std::size_t i = 0; i < table.targets(); ++i)
    add(digest, table.target(i));
  for (const auto* variants : {&plan.methods, &plan.learners}) {
    for (const Variant& variant : *variants)
      digest.update('\n' + text_of(variant));
  }
  const Splitting& how = plan.splitting;
  digest.update(fmt::format("\n{} {} {} {} {} {} {}", fmt::join(plan.counts, ","),
                            static_cast<int>(how.kind), how.folds, how.repeats, how.test_share,
                            how.is_train_test, fmt::join(how.fold_of, ",")));
  digest.update(bytes_of(std::span<const std::uint32_t>(how.group_of)));
  digest.update(bytes_of(std::span<const double>(how.times)));
  return digest.finish();
}

Journal::Journal(std::string path, std::string fingerprint)
    : path_(std::move(path)), fingerprint_(std::move(fingerprint)) {
  std::error_code none;
  if (path_.empty() ||
      (std::filesystem::exists(path_, none) && !std::filesystem::is_regular_file(path_, none))) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} is not a regular file, so it cannot hold a journal; name another "
                            "file ({})",
                            pith::quoted(path_), option("resume")));
  }
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) throw_system_error(path_);
  try {
    begin();
  } catch (...) {
    close(file_);
    throw;
  }
}

void Journal::begin() {
  const std::string text = read_all(file_, path_);
  const std::size_t good = parse(text);
  // The last line may be one that was being written when a run ended.
  discarded_ = static_cast<std::size_t>(
      std::count(text.begin() + static_cast<std::ptrdiff_t>(good), text.end(), '\n'));
  const auto end = static_cast<off_t>(good);
  if (ftruncate(file_, end) != 0 || lseek(file_, end, SEEK_SET) < 0) throw_system_error(path_);
  if (good > 0) return;
  write_all(file_, fmt::format("{}{}\n", heading, fingerprint_), path_);
}

Journal::~Journal() {
  if (file_ >= 0) close(file_);
}

std::size_t Journal::parse(const std::string& text) {
  std::size_t line_end = text.find('\n');
  if (text.empty() || (line_end == std::string::npos && heading.starts_with(text))) return 0;
  const std::string_view first = std::string_view(text).substr(0, line_end);
  if (!first.starts_with(heading)) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} is not a journal of an evaluation; name a file that does not exist "
                            "yet ({})",
                            pith::quoted(path_), option("resume")));
  }
  if (line_end == std::string::npos) return 0;
  if (first.substr(heading.size()) != fingerprint_) {
    throw Error(ErrorKind::bad_argument,
                fmt::format("{} is the journal of another evaluation (different data, methods, "
                            "learners, splits or seed); name another file ({}) or delete this one",
                            pith::quoted(path_), option("resume")));
  }
  std::size_t good = line_end + 1;
  while ((line_end = text.find('\n', good)) != std::string::npos) {
    const auto line = without_checksum(std::string_view(text).substr(good, line_end - good));
    if (!line) break;
    Reader reader(*line);
    const auto method = reader.next<std::size_t>();
    const auto split = reader.next<std::size_t>();
    Trial trial{.path = reader.list<Feature>(), .metrics = {}};
    const auto metrics = reader.list<double>();
    for (std::size_t i = 0; i + metric_count <= metrics.size(); i += metric_count) {
      trial.metrics.emplace_back();
      for (const Metric metric : all_metrics())
        value_of(trial.metrics.back(), metric) = metrics[i + static_cast<std::size_t>(metric)];
    }
    trial.scores = reader.list<double>();
    if (!reader.is_done()) break;
    trials_[{method, split}] = std::move(trial);
    good = line_end + 1;
  }
  return good;
}

std::optional<Trial> Journal::find(std::size_t method, std::size_t split) const {
  const auto place = trials_.find({method, split});
  return place == trials_.end() ? std::nullopt : std::optional(place->second);
}

void Journal::keep(std::size_t method, std::size_t split, const Trial& trial) {
  const std::string line = line_of(method, split, trial);
  const std::scoped_lock lock(mutex_);
  write_all(file_, line, path_);
}

}  // namespace pith
