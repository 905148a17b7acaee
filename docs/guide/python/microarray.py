# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A microarray: 90 patients, 2,400 genes
#
# Genes work in modules, and the genes of a module go up and down together. Which ten genes should
# a test for a disease measure? The ten that differ most may be one gene ten times. And with far
# more genes than patients, some gene always looks good: how do we know that ours are?
#
# The data are simulated, so the answer is known: of 60 modules with 40 genes each, the first
# three have to do with the disease. Pictures are written if the variable PITH_PICTURES names a
# folder and matplotlib is installed.

# %%
import importlib.util
import os
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd

import pith

MODULES, GENES, ROWS = 60, 40, 90
TRUE = {"m01", "m02", "m03"}


def expression(seed):
    """Levels of all genes in all patients, and who is ill."""
    random = np.random.default_rng(seed)
    ill = random.integers(0, 2, ROWS)
    activity = random.normal(size=(ROWS, MODULES))
    activity[:, :3] += np.outer(2 * ill - 1, [1.0, 0.8, 0.8])
    loading = random.uniform(0.7, 1.0, MODULES * GENES)
    noise = 0.5 * random.normal(size=(ROWS, MODULES * GENES))
    levels = np.repeat(activity, GENES, axis=1) * loading + noise
    names = [f"m{m:02d}.g{g:02d}" for m in range(1, MODULES + 1) for g in range(1, GENES + 1)]
    return pd.DataFrame(levels.astype(np.float32), columns=names), ill


def independent(seed):
    """The same without modules: the first 30 genes differ, and no gene tells about another."""
    random = np.random.default_rng(seed)
    ill = random.integers(0, 2, ROWS)
    levels = random.normal(size=(ROWS, MODULES * GENES))
    levels[:, :30] += np.outer(2 * ill - 1, np.full(30, 0.4))
    return levels.astype(np.float32), ill


def modules(names):
    return Counter(name.partition(".")[0] for name in names)


def picture(name, draw, **arguments):
    """Saves what a plot function of a result draws."""
    folder = os.environ.get("PITH_PICTURES")
    if folder and importlib.util.find_spec("matplotlib"):
        draw(**arguments).get_figure().savefig(Path(folder) / name, dpi=100)


X, y = expression(seed=1)

# %% [markdown]
# ## One at a time, or together
#
# Fisher's score looks at each gene alone, and takes all ten from the module that differs most in
# these patients; so it does in about half of such studies. mRMR takes off what a gene shares with
# those that are selected already, and finds all three modules.

# %%
alone = pith.select(X, y, method="fisher", k=10)
together = pith.select(X, y, method="mrmr", k=10)
print(together)
print("fisher:", dict(modules(alone)))
print("mrmr:  ", dict(modules(together)))
picture("genes_relevance.png", together.plot, kind="relevance", X=X, y=y)
assert len(modules(alone)) == 1
assert set(modules(together)) == TRUE

# %% [markdown]
# ## Does it matter?
#
# `pith.evaluate` splits the patients, selects from the training part alone, and asks a learner
# about the others. With 90 patients, one study can go either way, as its intervals say; a
# simulated one can be repeated with other patients.

# %%
errors = pith.evaluate(X, y, ["fisher", "mrmr", "jmi"], k=[1, 2, 3, 5, 10, 20], folds=5, repeats=2)
print(errors)
picture("genes_errors.png", errors.plot)

methods = ["fisher", "mrmr", "jmi"]


def errors_of(X, y):
    """Of each method, the mean over five and ten genes."""
    study = pith.evaluate(X, y, methods, k=[5, 10], folds=5)
    return [study.curve(method).overall("error")[0] for method in methods]


studies, found, narrow = [], [], 0
for seed in range(2, 10):
    others = expression(seed)
    studies.append(errors_of(*others))
    taken = [modules(pith.select(*others, method, 10)) for method in methods]
    found.append([len(TRUE & set(each)) for each in taken])
    narrow += len(taken[0]) == 1
for method, error, count in zip(methods, np.mean(studies, axis=0), np.mean(found, axis=0)):
    print(f"8 studies, {method}: {error:.1%} wrong, {count:.1f} of 3 modules found")
print(f"fisher: all genes from one module in {narrow} of 8 studies")
fisher, mrmr, jmi = np.transpose(studies)
few, *many = np.mean(found, axis=0)
assert few < 2 and min(many) > 2.5 and 3 <= narrow <= 6
assert mrmr.mean() < fisher.mean() - 0.02 and jmi.mean() < fisher.mean() - 0.02
assert (mrmr < fisher).sum() >= 6 and (jmi < fisher).sum() >= 6

# %% [markdown]
# It is the modules that make Fisher's score lose. Where genes are independent, there is nothing to
# take off; what mRMR and JMI take off all the same is chance, and to look at each gene alone is
# best.

# %%
studies = [errors_of(*independent(seed)) for seed in range(2, 10)]
for method, error in zip(methods, np.mean(studies, axis=0)):
    print(f"8 studies of independent genes, {method}: {error:.1%} wrong")
fisher, mrmr, jmi = np.mean(studies, axis=0)
assert fisher < min(mrmr, jmi) - 0.02

# %% [markdown]
# ## The leak
#
# Many papers selected genes by all patients, and only then split them for the learner. To see
# what that does, we draw lots who is ill: nothing can be learned, and half of the answers must be
# wrong. `leaky=True` does as those papers did.

# %%
honest, leaky = [], []
for seed in range(5):
    lots = np.random.default_rng(seed).permutation(y)
    honest += [pith.evaluate(X, lots, "mrmr", k=10, folds=5).best.mean()[0]]
    leaky += [pith.evaluate(X, lots, "mrmr", k=10, folds=5, leaky=True).best.mean()[0]]
print(f"error where there is nothing to learn: {np.mean(honest):.0%}")
print(f"the same with the leak:                {np.mean(leaky):.0%}")
assert 0.4 < np.mean(honest) < 0.6
assert np.mean(leaky) < 0.35

# %% [markdown]
# ## Would other patients give other genes?
#
# They would: leave out a fifth of the patients, and mRMR replaces more than half of its genes.
# Fisher's score is steadier, but steady is not good. Whichever genes mRMR takes, nearly
# all are of the three modules: genes of a module stand for each other.

# %%
steady = pith.stability(X, y, method="fisher", k=10, resamples=20)
varied = pith.stability(X, y, method="mrmr", k=10, resamples=20)
picture("genes_stability.png", varied.plot)
for each in (steady, varied):
    lower, upper = each.interval
    print(f"{each.method}: stability {each.value:.2f} ({lower:.2f} to {upper:.2f})")

is_ours = np.isin(varied.names, together.names)
print(f"of our ten genes, {varied.frequencies[is_ours].sum():.1f} are found again on average")
picks = Counter()
for name, frequency in zip(varied.names, varied.frequencies):
    picks[name.partition(".")[0]] += frequency / 10
for module, share in picks.most_common(3):
    print(f"of the genes that mRMR takes, {share:.0%} are of {module}")
assert 3 < varied.frequencies[is_ours].sum() < 5
assert varied.interval[1] < steady.interval[0]
assert sum(picks[module] for module in TRUE) > 0.9

# %% [markdown]
# **Answer.** Where genes go together, measure some that add to each other, from all modules that
# matter, and report modules rather than genes; where they do not, take the best. Trust no error for
# which the test patients had a say in the selection.
