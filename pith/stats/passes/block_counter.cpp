// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/block_counter.h"

#include <algorithm>

#include "pith/base/parallel.h"
#include "pith/stats/code_panel.h"
#include "pith/stats/encoded/visit_codes.h"

namespace pith {
inline namespace stats {

PivotBlock::PivotBlock(const EncodedRows& rows, bool by_class, std::span<const Feature> pivots,
                       const Context& context)
    : rows_(rows), pivots_(pivots), planes_(pivots.size()) {
  if (by_class) {
    row_ends_.assign(rows.class_ends().begin(), rows.class_ends().end());
  } else {
    row_ends_ = {rows.rows()};
  }
  std::size_t begin = 0;
  std::size_t words = 0;
  for (const std::size_t end : row_ends_) {
    words += (end - begin + 63) / 64;
    word_ends_.push_back(words);
    begin = end;
  }
  parallel_blocks(context, pivots.size(), 1, [&](std::size_t p, std::size_t) {
    if (has_planes(pivots[p])) lay_out(pivots[p], planes_[p]);
  });
}

bool PivotBlock::has_planes(Feature feature) const {
  return rows_.codes(feature) <= CodePanel::max_plane_levels;
}

void PivotBlock::lay_out(Feature feature, BlockPlanes& out) const {
  const auto codes = rows_.bytes(feature);
  out.codes = rows_.codes(feature);
  out.words.resize((out.codes - 1) * word_ends_.back());
  out.margins.resize(out.codes * row_ends_.size());
  std::size_t begin = 0;
  std::size_t word = 0;
  for (std::size_t segment = 0; segment < row_ends_.size(); ++segment) {
    const auto here = codes.subspan(begin, row_ends_[segment] - begin);
    std::uint32_t* const margin = &out.margins[segment * out.codes];
    auto rest = static_cast<std::uint32_t>(here.size());
    for (std::size_t code = 0; code + 1 < out.codes; ++code) {
      margin[code] = make_plane(here, static_cast<std::uint8_t>(code),
                                out.words.data() + code * word_ends_.back() + word);
      rest -= margin[code];
    }
    margin[out.codes - 1] = rest;
    begin = row_ends_[segment];
    word = word_ends_[segment];
  }
}

void BlockCounter::set_partner(Feature partner) {
  partner_ = partner;
  scale_ = 0;
  if (pivots_.has_planes(partner)) pivots_.lay_out(partner, planes_);
}

void BlockCounter::count(std::size_t pivot, std::uint64_t* table) {
  const Feature s = pivots_.feature(pivot);
  const EncodedRows& rows = pivots_.rows();
  const std::size_t r = rows.codes(partner_);
  const std::size_t t = rows.codes(s);
  const std::size_t segments = pivots_.row_ends().size();
  const bool have_planes = pivots_.has_planes(partner_) && pivots_.has_planes(s);
  const std::size_t plane_cells = (r - 1) * (t - 1);
  // A segment of few rows is counted faster than its planes are multiplied.
  if (have_planes && plane_cells <= CodePanel::max_plane_cells &&
      4 * plane_cells * segments <= rows.rows()) {
    count_planes(pivot, table);
  } else if (r * t <= 256 && 16 * r * t * segments <= rows.rows()) {
    count_bytes(s, table);
  } else {
    count_cells(s, table);
  }
}

void BlockCounter::count_planes(std::size_t pivot, std::uint64_t* table) {
  const BlockPlanes& s = pivots_.planes(pivot);
  const std::size_t r = planes_.codes;
  const std::size_t t = s.codes;
  const std::size_t segments = pivots_.row_ends().size();
  counts_.resize(segments * (r - 1) * (t - 1));
  if (!counts_.empty())
    plane_counts(planes_.planes(), s.planes(), pivots_.word_ends(), counts_.data());
  const std::uint32_t* count = counts_.data();
  for (std::size_t segment = 0; segment < segments; ++segment, table += r * t) {
    // The planes do not cover the last code of s in each row, nor the last row.
    std::uint32_t last_row[CodePanel::max_plane_levels];
    std::copy_n(&s.margins[segment * t], t, last_row);
    for (std::size_t a = 0; a + 1 < r; ++a) {
      std::uint32_t rest = planes_.margins[segment * r + a];
      for (std::size_t b = 0; b + 1 < t; ++b, ++count) {
        table[a * t + b] += *count;
        rest -= *count;
        last_row[b] -= *count;
      }
      table[a * t + t - 1] += rest;
      last_row[t - 1] -= rest;
    }
    for (std::size_t b = 0; b < t; ++b)
      table[(r - 1) * t + b] += last_row[b];
  }
}

void BlockCounter::count_bytes(Feature s, std::uint64_t* table) {
  using Bytes = std::span<const std::uint8_t>;
  const EncodedRows& rows = pivots_.rows();
  const std::size_t t = rows.codes(s);
  const std::size_t cells = rows.codes(partner_) * t;
  const Bytes x_codes = rows.bytes(partner_);
  const Bytes s_codes = rows.bytes(s);
  if (scale_ != t) {
    scaled_.resize(x_codes.size());
    std::transform(x_codes.begin(), x_codes.end(), scaled_.begin(),
                   [t](std::uint8_t code) { return static_cast<std::uint8_t>(code * t); });
    scale_ = t;
  }
  std::size_t begin = 0;
  for (const std::size_t end : pivots_.row_ends()) {
    counts_.assign(cells, 0);
    byte_counts(Bytes(scaled_).subspan(begin, end - begin), s_codes.subspan(begin, end - begin),
                cells, counts_.data());
    std::transform(counts_.begin(), counts_.end(), table, table,
                   [](std::uint32_t count, std::uint64_t sum) { return sum + count; });
    begin = end;
    table += cells;
  }
}

void BlockCounter::count_cells(Feature s, std::uint64_t* table) {
  const EncodedRows& rows = pivots_.rows();
  const std::size_t t = rows.codes(s);
  const std::size_t cells = rows.codes(partner_) * t;
  visit_codes(rows, partner_, [&](auto x_codes) {
    visit_codes(rows, s, [&](auto s_codes) {
      std::size_t begin = 0;
      for (const std::size_t end : pivots_.row_ends()) {
        for (std::size_t i = begin; i < end; ++i)
          ++table[std::size_t{x_codes[i]} * t + s_codes[i]];
        begin = end;
        table += cells;
      }
    });
  });
}

}  // namespace stats
}  // namespace pith
