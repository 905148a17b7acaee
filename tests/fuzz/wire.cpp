// SPDX-License-Identifier: Apache-2.0
// Messages between parts of a run, whose checksums are right whatever they hold: what is accepted
// is written as the same bytes again, and can be used. The first byte says what the others are.
#include "pith/stats/encoded/wire.h"

#include <optional>

#include "pith/base/error.h"
#include "pith/stats/encoded/encoded_rows.h"
#include "pith/stats/passes/pass.h"
#include "tests/fuzz/target.h"

namespace pith::fuzz {
namespace {

std::string message(WireKind kind, std::string_view content) {
  WireWriter writer(kind);
  writer.append(content.data(), content.size());
  return writer.finish();
}

/// Calls, and checks that nothing but Error(bad_data) or, for too much memory, Error(resources) is
/// thrown. Whether it returned.
bool returns(const std::function<void()>& call) {
  try {
    call();
    return true;
  } catch (const Error& error) {
    const bool is_known =
        error.kind() == ErrorKind::bad_data || error.kind() == ErrorKind::resources;
    require(is_known, "another kind of error", error.what());
    return false;
  }
}

std::optional<EncodedRows> rows_of(std::string_view bytes) {
  std::optional<EncodedRows> rows;
  returns([&] { rows = EncodedRows::unpack(bytes); });
  return rows;
}

/// Columns of both kinds, with missing values.
RowBlock some_rows(std::size_t columns) {
  constexpr std::size_t rows = 5;
  Mask missing;
  missing.set(1);
  const Column numbers =
      Column::from_numbers({0, std::numeric_limits<double>::quiet_NaN(), 1, -2.5, 1e300}, missing);
  const Column codes = Column::from_codes(std::vector<std::uint32_t>{0, 0, 1, 2, 1},
                                          {"False", "True", "a"}, missing);
  RowBlock block{.columns = {}, .rows = rows};
  for (std::size_t i = 0; i < columns; ++i)
    block.columns.push_back(i % 2 == 0 ? numbers : codes);
  return block;
}

constexpr std::size_t max_columns = 64;

void check_encoding(const std::string& bytes) {
  std::optional<Encoding> encoding;
  if (!returns([&] { encoding = Encoding::parse(bytes); })) return;
  require(encoding->describe() == bytes, "another encoding after it was read");
  const std::size_t columns = encoding->fields().size();
  if (columns > max_columns || encoding->target.classes() > 1000) return;
  std::optional<EncodedRows> rows;
  if (!returns([&] { rows.emplace(some_rows(columns), *encoding, context()); })) return;
  require(EncodedRows::unpack(rows->pack()).pack() == rows->pack(), "rows are not unpacked");
}

void check_pass(const std::string& bytes, std::string_view rest) {
  std::unique_ptr<const Pass> pass;
  if (!returns([&] { pass = parse_pass(bytes); })) return;
  require(pass->describe() == bytes, "another pass after it was read");
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 20U;
  if (pass->state_bytes() > max_bytes || pass->blocks() > max_columns) return;
  const std::unique_ptr<PassState> state = pass->start();
  if (pass->reads_encoded()) {
    const std::optional<EncodedRows> rows = rows_of(message(WireKind::encoded_rows, rest));
    if (rows) returns([&] { state->update(*rows, context()); });
  } else if (pass->fields().size() <= max_columns) {
    returns([&] { state->update(some_rows(pass->fields().size()), context()); });
  }
  const std::unique_ptr<PassState> other = pass->start();
  for (std::size_t block = 0; block < pass->blocks(); ++block) {
    const std::string part = state->partial(block);
    other->merge(block, part);
    require(other->partial(block) == part, "another state after it was sent");
    // The content of the part, of which the beginning is kept, is anything.
    constexpr std::size_t begin = 16 + 18;  // frame and header
    const std::string changed =
        message(WireKind::partial, part.substr(16, begin - 16) + std::string(rest));
    if (returns([&] { other->merge(block, changed); })) (void)other->partial(block);
  }
}

}  // namespace

PITH_FUZZ_TARGET(wire) {
  Bytes from(bytes);
  constexpr WireKind kinds[] = {WireKind::encoding,     WireKind::encoded_rows, WireKind::summary,
                                WireKind::value_counts, WireKind::ranges,       WireKind::moments,
                                WireKind::class_tables, WireKind::pair_tables,  WireKind::scatter};
  const WireKind kind = kinds[from.take<std::uint8_t>() % std::size(kinds)];
  returns([&] { (void)parse_pass(from.rest()); });
  if (kind == WireKind::encoding) return check_encoding(message(kind, from.rest()));
  if (kind == WireKind::encoded_rows) {
    const std::string packed = message(kind, from.rest());
    const std::optional<EncodedRows> rows = rows_of(packed);
    if (rows) require(rows->pack() == packed, "other rows after they were read");
    return;
  }
  const std::size_t size = from.below(1024);
  const std::string content = from.text(size);
  check_pass(message(kind, content), from.rest());
}

}  // namespace pith::fuzz
