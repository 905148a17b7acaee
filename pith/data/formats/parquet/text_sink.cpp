// SPDX-License-Identifier: Apache-2.0
#include "pith/data/formats/parquet/text_sink.h"

#include <algorithm>
#include <array>
#include <limits>

#include "pith/base/text.h"
#include "pith/data/encoding.h"
#include "pith/data/formats/parquet/convert.h"
#include "pith/data/formats/parquet/fixed.h"
#include "pith/data/formats/parquet/texts.h"

namespace pith::parquet {
namespace {

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();

}  // namespace

TextSink::TextSink(std::size_t rows, const std::string& name, const Context& context)
    : context_(context), texts_(context, "the texts of column " + quoted(name)) {
  texts_.reserve(rows);
}

void TextSink::start(const ColumnType& type) {
  type_ = &type;
  is_annotated_ = is_annotated_ && type.is_annotated;
  entries_.clear();
  codes_.clear();
}

void TextSink::add_dictionary(std::span<const std::byte> bytes, std::size_t count) {
  const std::size_t least = type_->width > 0 ? type_->width : sizeof(std::uint32_t);
  if (bytes.size() / least < count) damaged("fewer values than its dictionary says");
  context_.grow(held_, count * (sizeof(Entry) + sizeof(std::uint32_t)), "reading a dictionary");
  dictionary_ = bytes;
  codes_.assign(count, unseen);
  entries_.clear();
  entries_.reserve(count);
  if (type_->width > 0) {
    for (std::size_t i = 0; i < count; ++i)
      entries_.push_back(
          {static_cast<std::uint32_t>(i * type_->width), static_cast<std::uint32_t>(type_->width)});
    return;
  }
  const char* const first = text_of(bytes).data();
  for_each_plain(bytes, count, [&](std::string_view text, bool /*is_again*/) {
    entries_.push_back(
        {static_cast<std::uint32_t>(text.data() - first), static_cast<std::uint32_t>(text.size())});
  });
}

std::uint32_t TextSink::code_of(std::string_view stored) {
  return type_->is_uuid ? texts_.code_of(uuid_text(stored)) : texts_.code_of(stored);
}

void TextSink::read_indices(const PageValues& page, std::span<std::uint32_t> codes) {
  HybridReader in = dictionary_indices(page);
  const std::string_view all = text_of(dictionary_);
  while (in.left() > 0) {
    constexpr std::size_t at_once = 4096;
    constexpr std::size_t least = 8;
    std::array<std::uint32_t, least> few{};
    const bool is_end = codes.size() < least;
    const std::span<std::uint32_t> out =
        is_end ? std::span<std::uint32_t>(few) : codes.first(std::min(codes.size(), at_once));
    const std::size_t count = in.read(out);
    if (is_end) std::copy_n(few.begin(), count, codes.begin());
    for (std::uint32_t& code : codes.first(count)) {
      const std::uint32_t index = code;
      if (index >= codes_.size()) damaged("an index that its dictionary does not have");
      code = codes_[index];
      if (code != unseen) continue;
      const Entry entry = entries_[index];
      code = codes_[index] = code_of(all.substr(entry.offset, entry.size));
    }
    codes = codes.subspan(count);
  }
}

void TextSink::read_fixed(const PageValues& page, std::span<std::uint32_t> codes) {
  FixedReader in(page, *type_);
  std::string text(page.present() > 0 ? type_->width : 0, '\0');
  for (std::uint32_t& code : codes) {
    in.read(1, reinterpret_cast<std::byte*>(text.data()));
    code = code_of(text);
  }
}

void TextSink::add(const PageValues& page) {
  const Validity& validity = *page.validity;
  validity.add_missing(texts_.rows(), texts_.missing());
  const std::span<std::uint32_t> codes = texts_.add_codes(validity.rows());
  const std::span<std::uint32_t> present = codes.first(page.present());
  if (page.has_dictionary()) {
    read_indices(page, present);
  } else if (type_->width > 0 && page.encoding != Encoding::delta_prefix) {
    read_fixed(page, present);
  } else {
    std::uint32_t* code = present.data();
    for_each_text(page, [&](std::string_view text, bool is_again) {
      if (type_->width > 0 && text.size() != type_->width) damaged("a value of the wrong length");
      *code = is_again ? code[-1] : code_of(text);
      ++code;
    });
  }
  validity.spread(codes.data(), 0U);
}

void TextSink::add_missing(std::size_t rows) {
  Validity none;
  none.set_none(rows);
  none.add_missing(texts_.rows(), texts_.missing());
  (void)texts_.add_codes(rows);
}

Column TextSink::finish() {
  const Column column = texts_.finish();
  if (is_annotated_) return column;
  const std::vector<std::string>& levels = column.level_names();
  if (!std::all_of(levels.begin(), levels.end(), [](const auto& text) { return is_utf8(text); })) {
    throw Fault(
        "holds bytes that are not text in UTF-8, which cannot be read; drop the column, or "
        "write the file again with texts or numbers",
        Fault::Kind::unsupported);
  }
  return column;
}

}  // namespace pith::parquet
