// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

// Internal: reading the JSON document of a selection. Nothing outside report/ includes this.
namespace pith::report_internal {

/// Finds a key in logarithmic time, however many there are. Of equal keys the last one counts.
using Parsed = nlohmann::json;

/// A part of the document and where it is, for messages: `fitted[2].name`.
class Node {
 public:
  Node(const Parsed& json, std::string place, const std::string& source)
      : json_(&json), place_(std::move(place)), source_(&source) {}

  const Parsed& json() const { return *json_; }
  [[noreturn]] void fail(const std::string& what) const;
  bool has(const char* key) const { return json_->is_object() && json_->contains(key); }
  Node operator[](const char* key) const;
  std::vector<Node> items() const;
  std::string text() const;
  double number() const;
  /// A whole number that is not negative.
  std::uint64_t whole() const;

 private:
  const Parsed* json_;
  std::string place_;
  const std::string* source_;
};

/// The text as the document of a selection; throws Error(bad_data) for anything else. `source`
/// names it in the message.
Parsed parse_document(std::string_view text, const std::string& source);

}  // namespace pith::report_internal
