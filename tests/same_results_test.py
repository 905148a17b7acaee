# SPDX-License-Identifier: Apache-2.0
"""What tests/same_results.py sees as a difference between two programs."""

import sys
import unittest

from same_results import Outcome, Run, compared, parse


def differences(*documents):
    """The differences of runs whose documents are pairs (before, after)."""
    run = Run("mim", ("select",))
    outcomes = [Outcome(run, 0, None, parse(one), parse(other)) for one, other in documents]
    comparisons, gone, new = compared(outcomes)
    return [each.difference for each in comparisons], sorted(gone), sorted(new)


class SameResults(unittest.TestCase):
    def test_equal_documents_do_not_differ(self):
        text = '{"k": 2, "selected": [{"name": "a", "score": 0.10}], "seconds": 3}'
        self.assertEqual(differences((text, text.replace("3", "4"))), ([None], [], []))

    def test_a_digit_is_a_difference(self):
        found, _, _ = differences(('{"a": [1, 0.10]}', '{"a": [1, 0.1]}'))
        self.assertEqual(found, [".a[1]: before 0.10, after 0.1"])

    def test_a_key_that_one_program_never_writes_is_listed_and_not_compared(self):
        found, gone, new = differences(
            ('{"a": [{"x": 1}], "old": 2}', '{"a": [{"x": 1, "y": {"z": 3}}]}')
        )
        self.assertEqual(found, [None])
        self.assertEqual(gone, [".old"])
        self.assertEqual(new, [".a[].y", ".a[].y.z"])

    def test_beside_a_new_key_other_values_are_differences(self):
        found, _, _ = differences(('{"a": {"x": 1}}', '{"a": {"new": 0, "x": 2}}'))
        self.assertEqual(found, [".a.x: before 1, after 2"])

    def test_a_key_that_is_missing_in_some_runs_only_is_a_difference(self):
        found, _, new = differences(('{"a": 1, "b": 2}', '{"a": 1, "b": 2}'), ('{"b": 2}',) * 2)
        self.assertEqual((found, new), ([None, None], []))
        found, _, _ = differences(
            ('{"a": 1, "b": 2}', '{"a": 1, "b": 2}'), ('{"b": 2}', '{"a": 1, "b": 2}')
        )
        self.assertEqual(found, [None, 'keys of .: before ["b"], after ["a", "b"]'])

    def test_another_order_of_keys_is_a_difference(self):
        found, _, _ = differences(('{"a": 1, "b": 2}', '{"b": 2, "a": 1}'))
        self.assertEqual(len([each for each in found if each]), 1)


if __name__ == "__main__":
    sys.exit(unittest.main())
