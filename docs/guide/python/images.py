# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # Images: how many pixels does it take to read a digit?
#
# The digits of scikit-learn are 1,797 handwritten figures of 8 x 8 pixels, each from 0 (white) to
# 16. A feature is a pixel. We ask which pixels matter, how many are enough, and whether it makes
# a difference how the images lie in memory.
#
# Pictures are written if the variable PITH_PICTURES names a folder and matplotlib is installed.

# %%
import importlib.util
import os
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline

import pith


def picture(name, draw, **arguments):
    """Saves what a plot function of a result draws."""
    folder = os.environ.get("PITH_PICTURES")
    if folder and importlib.util.find_spec("matplotlib"):
        draw(**arguments).get_figure().savefig(Path(folder) / name, dpi=100)


images, y = load_digits(return_X_y=True)
X = images.astype(np.uint8)  # the values are whole numbers: a byte each is enough

# %% [markdown]
# ## One pixel at a time
#
# Mutual information scores each pixel by itself. Three pixels are the same in every image, which a
# note says; they lie at the left and the right edge, where no pixel tells much.

# %%
alone = pith.select(X, y, method="mim", k=20)
print(alone)
picture("digits_alone.png", alone.plot, kind="pixels", shape=(8, 8))

scores = np.empty(64)
scores[alone.ranking.indices] = alone.ranking.scores
scores = scores.reshape(8, 8)
edge = np.concatenate([scores[:, 0], scores[:, -1]])
assert any("3 features are constant" in note for note in alone.notes)
assert edge.max() < np.median(scores) / 2

# %% [markdown]
# ## Pixels together
#
# Neighbouring pixels say nearly the same, and the first six of the ranking crowd together. mRMR
# takes off what a pixel shares with those that are selected already, so fewer of its first six
# touch. It does not score pixels that it does not select: the picture shows the order of selection.

# %%
together = pith.select(X, y, method="mrmr", k=20)
picture("digits_together.png", together.plot, kind="pixels", shape=(8, 8))


def touching_pairs(indices):
    """How many pairs of pixels are neighbours, if only by a corner."""
    rows, columns = np.unravel_index(indices, (8, 8))
    apart = np.maximum(abs(np.subtract.outer(rows, rows)), abs(np.subtract.outer(columns, columns)))
    return (apart == 1).sum() // 2


crowded, spread = touching_pairs(alone.indices[:6]), touching_pairs(together.indices[:6])
print(f"of 15 pairs, neighbours: {crowded} by mim, {spread} by mrmr")
assert spread < crowded / 2

# %% [markdown]
# ## How many?
#
# A quarter of the images is put aside. On the others, scikit-learn's grid search tries numbers of
# pixels; the selector is a step of the pipeline, so it sees the training rows of each fold only.

# %%
X_train, X_test, y_train, y_test = train_test_split(X, y, stratify=y, random_state=0)
reader = Pipeline([("select", pith.MRMR()), ("read", KNeighborsClassifier(3))])
search = GridSearchCV(reader, {"select__k": [4, 8, 16, 32, 64]}, cv=5).fit(X_train, y_train)
right = dict(zip(search.param_grid["select__k"], search.cv_results_["mean_test_score"]))
for k, share in right.items():
    print(f"{k:3d} pixels: {share:.1%} right")
assert right[32] > right[64] - 0.01  # half of the pixels do nearly as well as all of them,
assert right[8] < right[32] - 0.05  # eight do not

# %% [markdown]
# The grid search takes the highest mean, if only by a hair. `k="auto"` tries more numbers, by ten
# folds of the rows that fit sees, and takes the fewest pixels whose error is within one standard
# error of the least. Here no smaller number comes that near: the one it takes has the least error.

# %%
reader.set_params(select=pith.MRMR(k="auto", learner="knn")).fit(X_train, y_train)
chosen = reader["select"].selection_
few, many = reader.score(X_test, y_test), search.score(X_test, y_test)
print(chosen.notes[-1])
least = min(chosen.auto["points"], key=lambda point: point["error"])
print(f"images that were put aside: {few:.1%} right with {len(chosen)} pixels")
print(f"                            {many:.1%} right with {search.best_params_['select__k']}")
assert len(chosen) == least["k"] < 45 and few > many - 0.02

# %% [markdown]
# `pith.evaluate` draws the whole curve for several methods, with intervals. To look at pixels
# together pays with four to eight of them. With two it does not, and with half of all pixels it no
# longer matters who chose them.

# %%
counts = [2, 4, 6, 8, 12, 16, 24, 32, 48, 64]
errors = pith.evaluate(X, y, ["mrmr", "mim"], learner="knn", k=counts, scale="none", repeats=2)
print(errors)
picture("digits_errors.png", errors.plot)
difference = dict(zip(counts, errors.curve("mim").mean() - errors.curve("mrmr").mean()))
assert difference[2] < 0 and min(difference[k] for k in (4, 6, 8)) > 0.015
assert max(abs(difference[k]) for k in (32, 48)) < 0.01 and difference[64] == 0

# %% [markdown]
# ## Memory
#
# An image file gives bytes by rows, a data frame gives columns, a neural network float32. pith
# reads all of them where they lie, and the result has the same bits: whole numbers are whole
# numbers whatever their type.

# %%
for dtype in (np.uint8, np.float32, np.float64):
    for order in ("C", "F"):
        again = pith.select(np.asarray(images, dtype=dtype, order=order), y, method="mrmr", k=20)
        assert again == together and np.array_equal(again.scores, together.scores)
