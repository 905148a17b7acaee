// SPDX-License-Identifier: Apache-2.0
#include "pith/data/files/written_number.h"

#include <algorithm>

#include "pith/data/number.h"

namespace pith {
namespace {

constexpr std::array<std::string_view, 5> signs = {"$", "€", "£", "¥", "%"};
constexpr std::array<std::string_view, 36> codes = {
    "AED", "ARS", "AUD", "BGN", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK",
    "EGP", "EUR", "GBP", "HKD", "HUF", "IDR", "ILS", "INR", "JPY", "KRW", "MXN", "MYR",
    "NOK", "NZD", "PHP", "PLN", "RON", "RUB", "SEK", "SGD", "THB", "TRY", "USD", "ZAR"};

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

/// Blanks, apostrophes and minus signs beyond ASCII as their ASCII equivalents.
std::string plain(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> same = {
      {{"\u00a0", ' '}, {"\u202f", ' '}, {"\u2009", ' '}, {"\u2019", '\''}, {"\u2212", '-'}}};
  std::string result;
  while (!text.empty()) {
    const auto* const found = std::find_if(
        same.begin(), same.end(), [&](const auto& each) { return text.starts_with(each.first); });
    if (found != same.end()) {
      result += found->second;
      text.remove_prefix(found->first.size());
    } else {
      result += text.front();
      text.remove_prefix(1);
    }
  }
  return result;
}

void trim(std::string_view& text) {
  while (!text.empty() && text.front() == ' ')
    text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ')
    text.remove_suffix(1);
}

/// Removes a unit at the start or the end; false if there is none.
bool take_unit(std::string_view& text, std::string_view& unit) {
  const auto take = [&](std::string_view known) {
    const bool is_front = text.starts_with(known);
    if (!is_front && !text.ends_with(known)) return false;
    unit = known;
    if (is_front) text.remove_prefix(known.size());
    if (!is_front) text.remove_suffix(known.size());
    trim(text);
    return true;
  };
  return std::any_of(signs.begin(), signs.end(), take) ||
         std::any_of(codes.begin(), codes.end(), take);
}

bool take_sign(std::string_view& text, std::string& digits) {
  if (text.empty() || (text.front() != '-' && text.front() != '+')) return false;
  if (text.front() == '-') digits = "-";
  text.remove_prefix(1);
  return true;
}

/// Digits and marks, possibly with an exponent.
bool is_body(std::string_view text) {
  constexpr std::string_view marks = ".,' ";
  const bool starts =
      !text.empty() && (is_digit(text.front()) || text.front() == '.' || text.front() == ',');
  if (!starts || !is_digit(text.back())) return false;
  const std::size_t exponent = text.find_first_of("eE");
  return std::all_of(text.begin(),
                     text.begin() + static_cast<std::ptrdiff_t>(std::min(exponent, text.size())),
                     [&](char letter) {
                       return is_digit(letter) || marks.find(letter) != std::string_view::npos;
                     });
}

/// Appends digits in groups of three without the marks; false if they are grouped otherwise.
bool append_groups(std::string_view whole, char group, std::string& out) {
  if (group == 0 || whole.find(group) == std::string_view::npos) {
    out += whole;
    return std::all_of(whole.begin(), whole.end(), is_digit);
  }
  std::size_t at = whole.find(group);
  // 0,125 is not a number of thousands.
  if (at == 0 || at > 3 || whole.front() == '0') return false;
  out += whole.substr(0, at);
  while (at < whole.size()) {
    const std::string_view three = whole.substr(at + 1, 3);
    if (whole[at] != group || three.size() != 3) return false;
    out += three;
    at += 4;
  }
  return std::all_of(out.begin() + (out.front() == '-' ? 1 : 0), out.end(), is_digit);
}

}  // namespace

std::optional<WrittenNumber> split_written_number(std::string_view text) {
  constexpr std::size_t longest = 64;
  if (text.size() > longest || std::none_of(text.begin(), text.end(), is_digit)) {
    return std::nullopt;
  }
  const std::string copy = plain(text);
  std::string_view rest = copy;
  trim(rest);
  WrittenNumber number;
  // Accounts write a negative amount in parentheses.
  const bool is_account = rest.size() > 2 && rest.front() == '(' && rest.back() == ')';
  if (is_account) {
    rest = rest.substr(1, rest.size() - 2);
    number.digits = "-";
  }
  const bool has_sign = is_account || take_sign(rest, number.digits);
  trim(rest);
  const bool has_unit = take_unit(rest, number.unit);
  if (!has_sign && has_unit) take_sign(rest, number.digits);
  if (!is_body(rest)) return std::nullopt;
  number.digits += rest;
  return number;
}

std::optional<StyledNumber> styled_number(std::string_view digits, const NumberStyle& style) {
  std::string spelled;
  take_sign(digits, spelled);
  const std::size_t exponent = std::min(digits.size(), digits.find_first_of("eE"));
  const std::string_view mantissa = digits.substr(0, exponent);
  const std::size_t mark = std::min(mantissa.size(), mantissa.find(style.decimal));
  if (!append_groups(mantissa.substr(0, mark), style.group, spelled)) return std::nullopt;
  StyledNumber number;
  if (mark < mantissa.size()) {
    const std::string_view fraction = mantissa.substr(mark + 1);
    if (fraction.empty() || !std::all_of(fraction.begin(), fraction.end(), is_digit)) {
      return std::nullopt;
    }
    number.decimals = fraction.size();
    spelled += '.';
    spelled += fraction;
  }
  spelled += digits.substr(exponent);
  const std::optional<double> value = number_of(spelled);
  if (!value) return std::nullopt;
  number.value = *value;
  return number;
}

}  // namespace pith
