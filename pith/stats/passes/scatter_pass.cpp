// SPDX-License-Identifier: Apache-2.0
#include "pith/stats/passes/scatter_pass.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/base/error.h"
#include "pith/base/parallel.h"
#include "pith/base/text.h"
#include "pith/stats/encoded/wire.h"
#include "pith/stats/passes/feature_blocks.h"
#include "pith/stats/passes/slice_kernels.h"

namespace pith {
inline namespace stats {
namespace {

using Options = ScatterPass::Options;

std::size_t sums_of(const Options& options) {
  return options.pivots.size() * (options.by_class ? options.classes : 1);
}

FeatureBlocks blocks_of(const Options& options) {
  const std::uint64_t bytes = sizeof(ExactSum) * sums_of(options);
  return {options.partners.size(), [bytes](std::size_t) { return bytes; }};
}

bool starts_with(std::span<const Feature> all, std::span<const Feature> some) {
  return some.size() <= all.size() && std::equal(some.begin(), some.end(), all.begin());
}

/// Zeros that begin at a line of the cache, so that no vector lies in two of them.
class AlignedDoubles {
 public:
  AlignedDoubles() = default;
  explicit AlignedDoubles(std::size_t size) { resize(size); }

  /// Does not keep what was there.
  void resize(std::size_t size) {
    constexpr std::size_t line = 64;
    if (size + line / sizeof(double) <= room_.size()) return;
    room_.assign(size + line / sizeof(double), 0.0);
    const auto past = reinterpret_cast<std::uintptr_t>(room_.data()) % line;
    first_ = room_.data() + (line - past) % line / sizeof(double);
  }
  double& operator[](std::size_t i) { return first_[i]; }
  const double& operator[](std::size_t i) const { return first_[i]; }

 private:
  std::vector<double> room_;
  double* first_ = nullptr;
};

/// Rows of one class that are multiplied at a time.
struct Chunk {
  std::size_t begin = 0;
  std::size_t rows = 0;
  std::size_t segment = 0;
};

std::vector<Chunk> chunks_of(const EncodedRows& rows, bool by_class) {
  std::vector<Chunk> chunks;
  const auto add = [&](std::size_t begin, std::size_t end, std::size_t segment) {
    for (; begin < end; begin += slice_rows)
      chunks.push_back({begin, std::min(slice_rows, end - begin), segment});
  };
  if (!by_class) {
    add(0, rows.rows(), 0);
    return chunks;
  }
  std::size_t begin = 0;
  for (std::size_t c = 0; c < rows.classes(); ++c) {
    const std::size_t end = rows.class_ends()[c];
    add(begin, end, c);
    begin = end;
  }
  return chunks;
}

/// The slices of all pivots in some chunks.
class PivotSlices {
 public:
  PivotSlices(const EncodedRows& rows, std::span<const Feature> pivots)
      : rows_(rows), pivots_(pivots), groups_((pivots.size() + slice_group - 1) / slice_group) {}

  std::size_t groups() const { return groups_; }
  void split(std::span<const Chunk> chunks, const Context& context) {
    chunks_ = chunks;
    slices_.resize(chunks.size() * groups_ * group_size);
    used_.assign(chunks.size() * groups_, {});
    parallel_blocks(context, groups_, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t group = begin; group < end; ++group) {
        for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk)
          split(chunk, group);
      }
    });
  }
  const double* at(std::size_t chunk, std::size_t group) const {
    return &slices_[(chunk * groups_ + group) * group_size];
  }
  UsedSlices used(std::size_t chunk, std::size_t group) const {
    return used_[chunk * groups_ + group];
  }

 private:
  static constexpr std::size_t group_size = slice_group * slices * slice_stride;

  void split(std::size_t chunk, std::size_t group) {
    double* const out = &slices_[(chunk * groups_ + group) * group_size];
    const std::size_t first = group * slice_group;
    const std::size_t count = std::min(slice_group, pivots_.size() - first);
    const auto integers = [&](std::size_t p) {
      return rows_.integers(pivots_[first + p]).subspan(chunks_[chunk].begin, chunks_[chunk].rows);
    };
    UsedSlices used;
    for (std::size_t p = 0; p < count; ++p)
      used = used | used_slices(integers(p));
    used_[chunk * groups_ + group] = used;
    for (std::size_t p = 0; p < count; ++p)
      split_integers(integers(p), used, out + p * slices * slice_stride);
    std::fill(out + count * slices * slice_stride, out + group_size, 0.0);
  }

  const EncodedRows& rows_;
  std::span<const Feature> pivots_;
  std::size_t groups_;
  std::span<const Chunk> chunks_;
  AlignedDoubles slices_;
  std::vector<UsedSlices> used_;  // by each group in each chunk
};

/// The sums of some partners with all pivots.
class PartnerSums {
 public:
  /// The sum of a pivot with partner j is sums[(pivot * segments + segment) * stride + j].
  struct Place {
    ExactSum* sums = nullptr;
    std::size_t segments = 1;
    std::size_t stride = 0;
  };
  PartnerSums(const EncodedRows& rows, std::span<const Feature> partners, std::size_t pivots,
              const Place& place)
      : rows_(rows),
        partners_(partners),
        pivots_(pivots),
        groups_((pivots + slice_group - 1) / slice_group),
        place_(place),
        features_(partners.size()),
        used_(partners.size()),
        sums_(partners.size() * groups_ * slice_sums),
        sums_used_(partners.size() * groups_) {}

  void add(std::span<const Chunk> chunks, const PivotSlices& pivots) {
    std::size_t held = 0;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      add(chunks[i], i, pivots);
      held += chunks[i].rows;
      const bool is_last = i + 1 == chunks.size() || chunks[i + 1].segment != chunks[i].segment ||
                           held + chunks[i + 1].rows > exact_rows;
      if (!is_last) continue;
      flush(chunks[i].segment);
      held = 0;
    }
  }

 private:
  void add(const Chunk& chunk, std::size_t place, const PivotSlices& pivots) {
    for (std::size_t f = 0; f < partners_.size(); ++f) {
      const auto integers = rows_.integers(partners_[f]).subspan(chunk.begin, chunk.rows);
      features_[f] = integers.data();
      used_[f] = used_slices(integers);
    }
    for (std::size_t group = 0; group < groups_; ++group) {
      for (std::size_t f = 0; f < partners_.size(); f += slice_features) {
        const std::size_t count = std::min(slice_features, partners_.size() - f);
        const PairSlices here{count == 1 ? used_[f] : used_[f] | used_[f + 1],
                              pivots.used(place, group)};
        PairSlices& before = sums_used_[f * groups_ + group];
        if (before != here) {
          flush(chunk.segment, f, group);
          before = here;
        }
        add_slice_products({&features_[f], count}, pivots.at(place, group), chunk.rows, here,
                           &sums_[sums_at(f, group)]);
      }
    }
  }
  /// The sums of the features that are multiplied together are adjacent.
  std::size_t sums_at(std::size_t f, std::size_t group) const {
    const std::size_t count = std::min(slice_features, partners_.size() - f);
    return (f * groups_ + group * count) * slice_sums;
  }

  void flush(std::size_t segment) {
    for (std::size_t f = 0; f < partners_.size(); f += slice_features) {
      for (std::size_t group = 0; group < groups_; ++group)
        flush(segment, f, group);
    }
  }
  void flush(std::size_t segment, std::size_t first, std::size_t group) {
    double* sums = &sums_[sums_at(first, group)];
    const std::size_t end = std::min(partners_.size(), first + slice_features);
    for (std::size_t f = first; f < end; ++f, sums += slice_sums) {
      for (std::size_t p = 0; p < slice_group && group * slice_group + p < pivots_; ++p) {
        const std::size_t row = (group * slice_group + p) * place_.segments + segment;
        place_.sums[row * place_.stride + f] +=
            take_slice_total(sums + p * slices * slice_lanes, sums_used_[first * groups_ + group]);
      }
    }
  }

  const EncodedRows& rows_;
  std::span<const Feature> partners_;
  std::size_t pivots_;
  std::size_t groups_;
  Place place_;
  std::vector<const std::int64_t*> features_;  // of the chunk
  std::vector<UsedSlices> used_;
  AlignedDoubles sums_;
  std::vector<PairSlices> sums_used_;  // at the moment, at the first feature of each pair
};

class State final : public ScatterState {
 public:
  State(const Options& options, std::uint64_t pass)
      : options_(options),
        pass_(pass),
        segments_(options.by_class ? options.classes : 1),
        is_symmetric_(starts_with(options.partners, options.pivots)),
        blocks_(blocks_of(options)),
        sums_(sums_of(options) * options.partners.size()) {}

  void update(const EncodedRows& rows, const Context& context) override {
    check(rows);
    const std::vector<Chunk> chunks = chunks_of(rows, options_.by_class);
    // So many pivots at a time that their slices and sums stay in the cache.
    constexpr std::size_t max_pivots = 32;
    for (std::size_t first = 0; first < options_.pivots.size(); first += max_pivots)
      add(rows, chunks, first, std::min(options_.pivots.size(), first + max_pivots), context);
  }

  std::string partial(std::size_t block) const override {
    WireWriter writer = partial_writer(header(block));
    for_each_row(block, [&](std::size_t begin, std::size_t end) {
      writer.array(std::span<const ExactSum>(&sums_[begin], end - begin));
    });
    return writer.finish();
  }
  void merge(std::size_t block, std::string_view bytes) override {
    WireReader reader = partial_reader(bytes, header(block));
    std::vector<ExactSum> other;
    for_each_row(block, [&](std::size_t begin, std::size_t end) {
      other.resize(end - begin);
      reader.array_into(std::span<ExactSum>(other));
      for (std::size_t i = begin; i < end; ++i)
        sums_[i] += other[i - begin];
    });
    reader.end();
  }

  ExactSum products(std::size_t pivot, std::size_t partner, std::size_t c) const override {
    if (is_symmetric_ && partner < pivot) std::swap(pivot, partner);
    return sums_[(pivot * segments_ + c) * options_.partners.size() + partner];
  }

 private:
  PartialHeader header(std::size_t block) const { return {WireKind::scatter, pass_, block}; }
  void add(const EncodedRows& rows, const std::vector<Chunk>& all, std::size_t first_pivot,
           std::size_t end_pivot, const Context& context) {
    // So many chunks of the slices of the pivots are held at a time.
    constexpr std::size_t max_chunks = 64;
    const std::span<const Feature> all_partners = options_.partners;
    const std::size_t partners = all_partners.size();
    const std::size_t first_partner = is_symmetric_ ? first_pivot : 0;
    const std::size_t block = std::clamp<std::size_t>(partners / 16, 4, 24);
    const std::size_t count = end_pivot - first_pivot;
    PivotSlices pivots(rows, std::span(options_.pivots).subspan(first_pivot, count));
    ExactSum* const sums = &sums_[first_pivot * segments_ * partners];
    for (std::size_t first = 0; first < all.size(); first += max_chunks) {
      const auto chunks = std::span(all).subspan(first, std::min(max_chunks, all.size() - first));
      pivots.split(chunks, context);
      parallel_blocks(context, partners - first_partner, block,
                      [&](std::size_t place, std::size_t end) {
                        const std::size_t begin = first_partner + place;
                        PartnerSums(rows, all_partners.subspan(begin, end - place), count,
                                    {sums + begin, segments_, partners})
                            .add(chunks, pivots);
                      });
    }
  }
  void check(const EncodedRows& rows) const {
    const bool has_shape =
        rows.features() == options_.features && rows.classes() == options_.classes;
    const auto is_integer = [&](Feature feature) { return rows.width(feature) == 8; };
    if (!has_shape || !std::all_of(options_.pivots.begin(), options_.pivots.end(), is_integer) ||
        !std::all_of(options_.partners.begin(), options_.partners.end(), is_integer)) {
      throw Error(ErrorKind::bad_data, "the encoded rows are not those that the pass expects");
    }
  }
  /// The sums of the block, those of a pivot and class together.
  template <class Visit>
  void for_each_row(std::size_t block, Visit visit) const {
    for (std::size_t row = 0; row < sums_of(options_); ++row) {
      const std::size_t start = row * options_.partners.size();
      visit(start + blocks_.begin(block), start + blocks_.end(block));
    }
  }

  Options options_;
  std::uint64_t pass_;
  std::size_t segments_;
  /// The partners begin with the pivots. Then the sums of a pivot with those before it are those
  /// of the earlier pivot with it, and are left out but for some next to the diagonal.
  bool is_symmetric_;
  FeatureBlocks blocks_;
  std::vector<ExactSum> sums_;  // [(pivot * segments + segment) * partners + partner]
};

}  // namespace

std::string ScatterPass::title() const {
  return fmt::format("scatter of {}", counted(options_.pivots.size(), "feature"));
}

std::string ScatterPass::describe() const {
  WireWriter writer(WireKind::scatter);
  writer.size(options_.features);
  writer.size(options_.classes);
  writer.flag(options_.by_class);
  writer.array(options_.pivots);
  writer.array(options_.partners);
  return writer.finish();
}

std::unique_ptr<const Pass> ScatterPass::parse(WireReader& reader) {
  Options options;
  options.features = reader.at_most(std::numeric_limits<Feature>::max());
  options.classes = reader.at_most(std::numeric_limits<std::uint32_t>::max());
  options.by_class = reader.flag();
  options.pivots = reader.array<Feature>();
  options.partners = reader.array<Feature>();
  const auto is_known = [&](Feature feature) { return feature < options.features; };
  reader.require(std::all_of(options.pivots.begin(), options.pivots.end(), is_known) &&
                 std::all_of(options.partners.begin(), options.partners.end(), is_known));
  reader.end();
  return std::make_unique<ScatterPass>(std::move(options));
}

std::size_t ScatterPass::blocks() const {
  return blocks_of(options_).count();
}

std::uint64_t ScatterPass::state_bytes() const {
  return sizeof(ExactSum) * std::uint64_t{sums_of(options_)} * options_.partners.size();
}

std::unique_ptr<PassState> ScatterPass::start() const {
  return std::make_unique<State>(options_, wire_checksum(describe()));
}

}  // namespace stats
}  // namespace pith
