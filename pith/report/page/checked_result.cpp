// SPDX-License-Identifier: Apache-2.0
#include "pith/report/page/checked_result.h"

#include <fmt/format.h>

#include <set>

#include "pith/base/text.h"

namespace pith {
namespace {

class ResultChecker {
 public:
  ResultChecker(const Json& document, const std::string& source)
      : document_(document), source_(source) {}

  void check() const {
    check_steps(document_, "selected", "");
    check_steps(document_, "steps", "");
    check_similarity(document_, "");
    if (const auto part = document_.find("explanation"); part != document_.end()) {
      check_steps(*part, "steps", "explanation.");
      check_similarity(*part, "explanation.");
    }
    check_features(document_, "");
  }

 private:
  static bool is_feature(const Json& json) {
    if (!json.is_object()) return false;
    const auto index = json.find("index");
    return index != json.end() && index->is_number_unsigned() && json.contains("name");
  }

  /// Steps are the features in order of selection.
  void check_steps(const Json& part, const char* name, const std::string& place) const {
    const auto steps = part.find(name);
    if (steps == part.end()) return;
    const auto k = document_["k"].get<std::size_t>();
    if (steps->size() > k) {
      reject_result(source_, place + name,
                    fmt::format("must have at most k = {} items (got {})", k, steps->size()));
    }
    for (std::size_t i = 0; i < steps->size(); ++i) {
      const auto rank = (*steps)[i]["rank"].get<std::uint64_t>();
      if (rank == i + 1) continue;
      reject_result(source_, fmt::format("{}{}[{}].rank", place, name, i),
                    fmt::format("must be {} (got {})", i + 1, rank));
    }
  }

  void check_similarity(const Json& part, const std::string& place) const {
    const auto similarity = part.find("similarity");
    if (similarity == part.end()) return;
    const std::size_t size = (*similarity)["features"].size();
    const Json& rows = (*similarity)["values"];
    const std::string name = place + "similarity.values";
    if (rows.size() != size) {
      reject_result(source_, name,
                    fmt::format("must have {} (got {})", counted(size, "row"), rows.size()));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].size() == size) continue;
      reject_result(source_, fmt::format("{}[{}]", name, i),
                    fmt::format("must have {} (got {})", counted(size, "value"), rows[i].size()));
    }
  }

  /// Every feature, wherever it is, is one of the table; no list has it twice.
  void check_features(const Json& json, const std::string& place) const {
    if (json.is_object()) {
      if (is_feature(json)) check_index(json, place);
      for (const auto& [key, value] : json.items()) {
        if (value.is_structured())
          check_features(value, place.empty() ? key : fmt::format("{}.{}", place, key));
      }
    }
    if (!json.is_array()) return;
    std::set<std::uint64_t> seen;
    for (std::size_t i = 0; i < json.size(); ++i) {
      if (!json[i].is_structured()) continue;
      const std::string item = fmt::format("{}[{}]", place, i);
      if (is_feature(json[i]) && !seen.insert(json[i]["index"].get<std::uint64_t>()).second)
        reject_result(source_, item, fmt::format("repeats feature {}", json[i]["index"].dump()));
      check_features(json[i], item);
    }
  }

  void check_index(const Json& feature, const std::string& place) const {
    const Json& data = document_["data"];
    const auto index = feature["index"].get<std::uint64_t>();
    if (!data.contains("features") || index < data["features"].get<std::uint64_t>()) return;
    reject_result(source_, place + ".index",
                  fmt::format("must be less than {}, the number of features (got {})",
                              data["features"].dump(), index));
  }

  const Json& document_;
  const std::string& source_;
};

}  // namespace

Json checked_result(const ParsedJson& json, const Shape& shape, const std::string& source) {
  Json document = shaped(json, shape, source);
  if (document["schema"] != "pith/inspect/1") ResultChecker(document, source).check();
  return document;
}

}  // namespace pith
