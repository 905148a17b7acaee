// SPDX-License-Identifier: Apache-2.0
#include "pith/report/describe.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "pith/base/version.h"
#include "pith/select/catalog.h"

namespace pith {
namespace {

using Json = nlohmann::ordered_json;

Method sample() {
  Method method;
  method.id = "sample";
  method.title = "A method that exists for tests";
  method.family = "discrete information";
  method.formula = "J(x) = I(x;y) - beta sum[s in S] I(x;s)";
  method.summary =
      "Prefers features with long descriptions that do not fit on a single line of a "
      "terminal.";
  method.unit = "nats";
  method.cost = "O(n d k)";
  method.parameters = {Parameter::real("beta", 0.5, 0, 10, "weight of the redundancy"),
                       Parameter::integer("n_rows", 5, 1, 100, "how many rows"),
                       Parameter::choice("form", {"difference", "quotient"}, "how")};
  method.references = {
      {"M. Robnik-Šikonja and I. Kononenko", "On the theory of ReliefF & its friends",
       "Machine Learning", 2003, "10.1023/A:1025667309714"},
      {"A. One and B. Two and C. Three", "Another title", "Proceedings of a Conference", 1999, ""}};
  return method;
}

TEST(Describe, knows_its_version) {
  EXPECT_NE(version().find('.'), std::string_view::npos);
}

std::string flags(const Mention& mention) {
  const std::string value = mention.values.empty() ? "" : " " + std::string(mention.values.front());
  return (mention.is_command ? "pith " : "--") + std::string(mention.name) + value;
}

TEST(Describe, gives_text_that_fits_on_a_terminal_for_every_method) {
  for (const Method& method : catalog()) {
    std::istringstream lines(describe_text(method));
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(line.size(), 80) << method.id << ": " << line;
  }
}

TEST(Describe, tells_parameters_and_references_in_text) {
  const std::string text = describe_text(sample(), flags);
  EXPECT_EQ(text.find("sample: A method that exists for tests\n"), 0);
  EXPECT_NE(text.find("  --beta X\n      weight of the redundancy (a number from 0 to 10; default "
                      "0.5)\n"),
            std::string::npos);
  EXPECT_NE(text.find("  --form difference|quotient\n"), std::string::npos);
  EXPECT_NE(text.find("A. One, B. Two and C. Three (1999). Another title."), std::string::npos);
  EXPECT_NE(text.find("https://doi.org/10.1023/A:1025667309714"), std::string::npos);
}

TEST(Describe, tells_which_targets_a_method_takes_and_which_settings_change_them) {
  const auto line = [](const char* id) {
    const std::string text = describe_text(method(id));
    const std::size_t start = text.find("\nTarget   ") + 10;
    return text.substr(start, text.find('\n', start) - start);
  };
  EXPECT_EQ(line("jmi"), "required: classes");
  EXPECT_EQ(line("omp"), "required: classes or numbers");
  EXPECT_EQ(line("laplacian"), "not required");
  EXPECT_EQ(line("spec"), "required: classes; not required with graph=unsupervised");
  EXPECT_EQ(line("q-alpha"), "not required; classes with supervised=true");
  EXPECT_EQ(line("inf-fs"), "not required; classes with preset=paper or alpha=cv");
}

Traits by_measure(Traits traits, const Params& params) {
  const bool counts = params.choice("measure") == "information";
  traits.input.takes = counts ? Takes::codes : Takes::numbers;
  traits.input.target = counts ? TakesTarget::classes : TakesTarget::both;
  return traits;
}

TEST(Describe, knows_the_parameters_for_numeric_targets) {
  Method method = sample();
  method.parameters.push_back(Parameter::choice("measure", {"information", "correlation"}, "how"));
  method.traits.input.target = TakesTarget::both;
  method.traits_with = by_measure;
  EXPECT_NE(describe_text(method).find(
                "\nTarget   required: classes; classes or numbers with measure=correlation\n"),
            std::string::npos)
      << describe_text(method);
  method.numeric_defaults = {{"measure", "correlation"}};
  EXPECT_NE(describe_text(method).find(
                "\nTarget   required: classes or numbers; classes with measure=information\n"),
            std::string::npos)
      << describe_text(method);
  const Json traits = Json::parse(describe_json(method))["traits"];
  EXPECT_EQ(traits["takes"], "codes");
  EXPECT_EQ(traits["takes_for_numbers"], "numbers");
  EXPECT_EQ(traits["targets"], (Json{"classes", "numbers"}));
  const Json given = Json::parse(traits_json(method, {{"measure", "information"}}));
  EXPECT_EQ(given["targets"], Json{"classes"});
}

TEST(Describe, agrees_with_the_traits_of_every_method) {
  for (const Method& method : catalog()) {
    const Json targets = Json::parse(describe_json(method))["traits"]["targets"];
    const InputTraits& input = method.traits.input;
    EXPECT_EQ(targets.empty(), !input.needs_target) << method.id;
    if (targets.empty()) continue;
    EXPECT_EQ(targets.front() == "classes", input.target != TakesTarget::numbers) << method.id;
    EXPECT_EQ(targets.back() == "numbers", input.target != TakesTarget::classes) << method.id;
  }
}

TEST(Describe, lists_the_targets_of_a_method_in_json) {
  const auto traits = [](const char* id) {
    return Json::parse(describe_json(method(id), flags))["traits"];
  };
  EXPECT_EQ(traits("omp")["targets"], (Json{"classes", "numbers"}));
  EXPECT_EQ(traits("jmi")["targets"], Json{"classes"});
  EXPECT_FALSE(traits("jmi").contains("targets_with"));
  EXPECT_EQ(traits("laplacian")["targets"], Json::array());
  EXPECT_EQ(traits("q-alpha")["targets_with"],
            Json::parse(R"([{"with": "--supervised true", "targets": ["classes"]}])"));
  const std::string text = traits_json(method("spec"), {{"graph", "unsupervised"}});
  EXPECT_EQ(Json::parse(text)["targets"], Json::array());
}

TEST(Describe, writes_a_markdown_page_for_every_method) {
  for (const Method& method : catalog()) {
    const std::string page = describe_markdown(method);
    EXPECT_EQ(page.find("# " + method.id + ": "), 0);
    for (const Parameter& parameter : method.parameters)
      EXPECT_NE(page.find("`" + parameter.name + "`"), std::string::npos);
  }
}

TEST(Describe, gives_json_with_everything_in_it) {
  const Json json = Json::parse(describe_json(sample()));
  EXPECT_EQ(json["id"], "sample");
  EXPECT_EQ(json["parameters"][0]["type"], "real");
  EXPECT_EQ(json["parameters"][0]["upper"], 10.0);
  EXPECT_EQ(json["parameters"][1]["default"], 5);
  EXPECT_EQ(json["parameters"][2]["choices"], (Json{"difference", "quotient"}));
  EXPECT_EQ(json["references"][0]["year"], 2003);
  EXPECT_FALSE(json["references"][1].contains("doi"));
  EXPECT_EQ(json["traits"]["takes"], "codes");
}

TEST(Describe, lists_the_whole_catalogue) {
  const Json json = Json::parse(catalog_json());
  ASSERT_EQ(json.size(), catalog().size());
  const std::string table = catalog_markdown();
  for (const Method& method : catalog())
    EXPECT_NE(table.find("| `" + method.id + "` |"), std::string::npos);
}

TEST(Bibtex, has_one_entry_for_each_reference) {
  EXPECT_EQ(bibtex(sample()),
            "% sample: A method that exists for tests\n"
            "@article{robniksikonja2003theory,\n"
            "  author    = {M. Robnik-Šikonja and I. Kononenko},\n"
            "  title     = {On the theory of {ReliefF} \\& its friends},\n"
            "  journal   = {Machine Learning},\n"
            "  year      = {2003},\n"
            "  doi       = {10.1023/A:1025667309714},\n"
            "}\n"
            "@inproceedings{one1999another,\n"
            "  author    = {A. One and B. Two and C. Three},\n"
            "  title     = {Another title},\n"
            "  booktitle = {Proceedings of a Conference},\n"
            "  year      = {1999},\n"
            "}\n");
}

TEST(Bibtex, names_a_shared_reference_once_and_keeps_keys_apart) {
  std::vector<Method> methods = {sample(), sample()};
  methods[1].references = {sample().references[1],
                           {"D. One", "Another thing", "A Journal", 1999, ""}};
  const std::string text = bibtex(methods);
  EXPECT_NE(text.find("% see one1999another above\n"), std::string::npos);
  EXPECT_NE(text.find("@article{one1999anotherb,\n"), std::string::npos);
}

TEST(Bibtex, says_when_there_is_nothing_to_cite) {
  Method method = sample();
  method.references.clear();
  EXPECT_EQ(bibtex(method), "% sample: A method that exists for tests; there is nothing to cite\n");
}

}  // namespace
}  // namespace pith
