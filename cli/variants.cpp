// SPDX-License-Identifier: Apache-2.0
#include "cli/variants.h"

#include <fmt/format.h>

#include <algorithm>

#include "pith/base/error.h"
#include "pith/learn/model/learner.h"
#include "pith/select/catalog.h"

namespace pith::cli {
namespace {

bool has_parameter(const std::vector<Parameter>& parameters, std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return std::any_of(parameters.begin(), parameters.end(),
                     [&](const Parameter& parameter) { return parameter.name == name; });
}

void add(Variant& variant, const std::pair<std::string, std::string>& setting) {
  variant.settings.push_back(setting);
  variant.label += fmt::format(":{}={}", setting.first, setting.second);
}

[[noreturn]] void reject_unowned(const std::pair<std::string, std::string>& setting,
                                 const Variants& variants) {
  const bool is_single = variants.methods.size() == 1 && variants.learners.empty();
  const std::string& first = variants.methods.front().id;
  if (is_single && first != "auto") method(first).params({setting});  // throws with a suggestion
  std::vector<std::string> ids;
  for (const auto* list : {&variants.methods, &variants.learners}) {
    for (const Variant& variant : *list) {
      const std::vector<std::string> meant =
          list == &variants.methods ? auto_ids()
                                    : std::vector{default_learner(false), default_learner(true)};
      ids.push_back(variant.id == "auto" ? "auto (" + alternatives(meant) + ")" : variant.id);
    }
  }
  throw Error(ErrorKind::bad_argument,
              fmt::format("--{} is not a parameter of {}; 'pith describe ID' lists the parameters",
                          setting.first, alternatives(ids)));
}

}  // namespace

bool learner_has(const std::string& id, const std::string& parameter) {
  if (id != "auto") return has_parameter(learner(id).parameters, parameter);
  return learner_has(default_learner(false), parameter) ||
         learner_has(default_learner(true), parameter);
}

bool method_has(const std::string& id, const std::string& parameter) {
  if (id != "auto") return has_parameter(method(id).parameters, parameter);
  const std::vector<std::string> ids = auto_ids();
  return std::any_of(ids.begin(), ids.end(),
                     [&](const std::string& each) { return method_has(each, parameter); });
}

void assign_settings(const Settings& settings, Variants& variants) {
  for (const auto& setting : settings) {
    const std::string& name = setting.first;
    std::vector<Variant*> methods;
    std::vector<Variant*> learners;
    for (Variant& variant : variants.methods) {
      if (method_has(variant.id, name)) methods.push_back(&variant);
    }
    for (Variant& variant : variants.learners) {
      if (learner_has(variant.id, name)) learners.push_back(&variant);
    }
    if (methods.empty() && learners.empty()) reject_unowned(setting, variants);
    if (!methods.empty() && !learners.empty()) {
      throw Error(ErrorKind::bad_argument,
                  fmt::format("--{0} is a parameter of both {1} and {2}; use --method {1}:{0}={3} "
                              "or --learner {2}:{0}={3}",
                              name, methods.front()->id, learners.front()->id, setting.second));
    }
    for (Variant* variant : methods)
      add(*variant, setting);
    for (Variant* variant : learners)
      add(*variant, setting);
  }
}

void check_variants(const Variants& variants) {
  for (const Variant& variant : variants.methods) {
    if (variant.id != "auto") method(variant.id).params(variant.settings);
  }
  for (const Variant& variant : variants.learners) {
    if (variant.id != "auto") learner(variant.id).params(variant.settings);
  }
}

}  // namespace pith::cli
