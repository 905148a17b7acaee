// SPDX-License-Identifier: Apache-2.0
#include "python/spelling.h"

#include <nanobind/nanobind.h>

#include <string_view>

#include "pith/data/number.h"

namespace nb = nanobind;

namespace pith::python {
namespace {

/// A value as Python writes it. Values of options are words, numbers and truth values.
std::string value_literal(std::string_view value) {
  if (value == "true") return "True";
  if (value == "false") return "False";
  return number_of(value) ? std::string(value) : "'" + std::string(value) + "'";
}

const char* cause_name(Cause cause) {
  switch (cause) {
    case Cause::missing_values:
      return "missing_values";
    case Cause::missing_target:
      return "missing_target";
    case Cause::infinite_value:
      return "infinite_value";
    case Cause::no_target:
      return "no_target";
    case Cause::unsupported_type:
      return "unsupported_type";
    case Cause::other:
      break;
  }
  return "other";
}

PyObject* exception_type(const Error& error) {
  if (error.cause() == Cause::unsupported_type) return PyExc_TypeError;
  switch (error.kind()) {
    case ErrorKind::io:
      return PyExc_OSError;
    case ErrorKind::resources:
      return PyExc_MemoryError;
    case ErrorKind::cancelled:
      return PyExc_KeyboardInterrupt;
    case ErrorKind::bad_argument:
    case ErrorKind::bad_data:
      break;
  }
  return PyExc_ValueError;
}

}  // namespace

Spelling python_spelling(OptionNames names) {
  return [names = std::move(names)](const Mention& mention) {
    std::string name(mention.name);
    if (mention.is_command) return "pith." + name + "()";
    if (const auto whole = names.find(plain_spelling(mention)); whole != names.end())
      return whole->second;
    if (const auto other = names.find(name); other != names.end()) name = other->second;
    if (name.empty() || mention.values.empty()) return name;
    return name + "=" + joined_values(mention, value_literal);
  };
}

void raise(const Error& error, const Spelling& spelling) {
  PyObject* const type = exception_type(error);
  const std::string text = error.message(spelling);
  const nb::object raised = nb::borrow(type)(nb::steal(
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace")));
  raised.attr("pith_cause") = cause_name(error.cause());
  if (error.system_code() != 0) raised.attr("errno") = error.system_code();
  PyErr_SetObject(type, raised.ptr());
  throw nb::python_error();
}

}  // namespace pith::python
