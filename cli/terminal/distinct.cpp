// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/distinct.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "cli/terminal/display.h"

namespace pith::cli {
namespace {

/// Different texts whose short forms are equal.
struct Clash {
  std::vector<std::string> texts;
  std::size_t width = 0;
};

/// How a text of a clash is cut.
using Cut = std::function<std::string(const std::string& text)>;

class Distinct {
 public:
  explicit Distinct(bool has_unicode) : gap_(has_unicode ? "…" : "..") {}

  void take(const std::string& shown) { taken_.insert(shown); }

  /// The short forms of the texts, in their order.
  std::vector<std::string> resolve(const Clash& clash) {
    std::vector<std::string> found;
    for (const Cut& cut : cuts(clash)) {
      found = all(clash, cut);
      if (is_new(found)) break;
      found.clear();
    }
    if (found.empty()) return numbered(clash);
    taken_.insert(found.begin(), found.end());
    return found;
  }

 private:
  std::vector<Cut> cuts(const Clash& clash) const {
    std::vector<Cut> all;
    const std::size_t gap = display_width(gap_);
    if (clash.width <= 2 * gap + 2) return all;
    const std::size_t room = clash.width - gap;
    for (std::size_t tail = room / 2; tail < room; tail += std::max<std::size_t>(1, room / 6)) {
      all.emplace_back([this, room, tail](const std::string& text) {
        return fmt::format("{}{}{}", head_of(text, room - tail), gap_, tail_of(text, tail));
      });
    }
    const std::size_t end = (room - gap) / 4;
    const std::size_t middle = room - gap - 2 * end;
    const std::size_t context = std::min(middle / 3, shared_start(clash.texts));
    const std::size_t start = shared_start(clash.texts) - context;
    all.emplace_back([this, end, middle, start](const std::string& text) {
      return fmt::format("{}{}{}{}{}", head_of(text, end), gap_, head_of(from(text, start), middle),
                         gap_, tail_of(text, end));
    });
    return all;
  }

  static std::vector<std::string> all(const Clash& clash, const Cut& cut) {
    std::vector<std::string> found;
    found.reserve(clash.texts.size());
    std::transform(clash.texts.begin(), clash.texts.end(), std::back_inserter(found), cut);
    return found;
  }

  bool is_new(const std::vector<std::string>& shown) const {
    const std::set<std::string> own(shown.begin(), shown.end());
    return own.size() == shown.size() &&
           std::none_of(shown.begin(), shown.end(),
                        [&](const std::string& each) { return taken_.contains(each); });
  }

  std::vector<std::string> numbered(const Clash& clash) {
    std::vector<std::string> found;
    std::size_t number = 0;
    for (const std::string& text : clash.texts) {
      std::string shown;
      do {
        const std::string mark = fmt::format("~{}", ++number);
        if (mark.size() > clash.width) return std::vector(clash.texts.size(), mark.substr(0, 1));
        shown = fmt::format("{}{}", head_of(text, clash.width - mark.size()), mark);
      } while (!taken_.insert(shown).second);
      found.push_back(std::move(shown));
    }
    return found;
  }

  /// How many bytes all texts begin with.
  static std::size_t shared_start(const std::vector<std::string>& texts) {
    const std::string& first = texts.front();
    std::size_t start = texts.size() == 1 ? 0 : first.size();
    for (const std::string& text : texts) {
      const auto end = std::mismatch(first.begin(), first.end(), text.begin(), text.end()).first;
      start = std::min(start, static_cast<std::size_t>(end - first.begin()));
    }
    return start;
  }

  /// The end of `text` from the character at `start`.
  static std::string_view from(std::string_view text, std::size_t start) {
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0U) == 0x80U)
      --start;
    return text.substr(start);
  }

  std::string gap_;
  std::set<std::string> taken_;
};

}  // namespace

std::vector<std::string> fit_distinct(std::span<const std::string> texts,
                                      std::span<const std::size_t> widths, bool has_unicode) {
  std::vector<std::string> shown(texts.size());
  std::map<std::string, std::map<std::string, std::vector<std::size_t>>> by_shown;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    shown[i] = fit(texts[i], widths[i], has_unicode);
    by_shown[shown[i]][texts[i]].push_back(i);
  }
  Distinct distinct(has_unicode);
  for (const auto& [form, owners] : by_shown) {
    if (owners.size() == 1 || owners.contains(form)) distinct.take(form);
  }
  for (const auto& [form, owners] : by_shown) {
    if (owners.size() == 1) continue;
    std::map<std::size_t, std::string> in_order;  // by the first place
    for (const auto& [text, places] : owners) {
      if (text != form) in_order.emplace(places.front(), text);
    }
    Clash clash{.texts = {}, .width = widths[in_order.begin()->first]};
    for (const auto& [place, text] : in_order) {
      clash.texts.push_back(text);
      clash.width = std::min(clash.width, widths[place]);
    }
    const std::vector<std::string> found = distinct.resolve(clash);
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (const std::size_t place : owners.at(clash.texts[i]))
        shown[place] = found[i];
    }
  }
  return shown;
}

}  // namespace pith::cli
