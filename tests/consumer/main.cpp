// SPDX-License-Identifier: Apache-2.0
#include <pith/pith.h>

#include <cstdlib>
#include <iostream>
#include <string>

// consumer FILE.csv METHODS: every method of the library is here, and one of them selects.
int main(int argc, char** argv) {
  if (argc != 3) return EXIT_FAILURE;
  const std::size_t expected = std::stoul(argv[2]);
  if (pith::catalog().size() != expected) {
    std::cerr << "the catalogue has " << pith::catalog().size() << " methods, not " << expected
              << '\n';
    return EXIT_FAILURE;
  }
  const pith::Table table = pith::read(argv[1], {.target = "class"});
  const pith::Selection chosen = pith::select(table, "mrmr", 3);
  if (chosen.selected.size() != 3) return EXIT_FAILURE;
  for (const std::string& name : chosen.names())
    std::cout << name << '\n';
  try {
    pith::select(table, "no-such-method", 3);
    return EXIT_FAILURE;
  } catch (const pith::Error& error) {
    return error.kind() == pith::ErrorKind::bad_argument ? EXIT_SUCCESS : EXIT_FAILURE;
  }
}
