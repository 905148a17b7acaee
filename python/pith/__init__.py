# SPDX-License-Identifier: Apache-2.0
"""Feature selection: which few columns of a table jointly say most about a target."""
