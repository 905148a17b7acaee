# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A housing market: a numeric target, and effects that are not linear
#
# 3,000 districts, each with its median house price. All is made up after the census of California
# of 1990, so the truth is known: the price depends on `income`, on how far the sea is (a matter of
# `longitude` and `latitude`), on `rooms` and `age`; it is highest for the youngest and for the
# oldest houses, so that `age` has no correlation with it. All other columns are chance, or follow
# from these.

# %%
import numpy as np
import pandas as pd
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

import pith

TRUE = {"income", "longitude", "latitude", "rooms", "age"}


def market(seed, rows=3000):
    """Facts about the districts, and the median price in units of 100,000."""
    random = np.random.default_rng(seed)
    latitude = random.uniform(32.5, 42, rows)
    coast = -124.4 + 0.75 * (42 - latitude)  # the longitude of the sea
    inland = random.exponential(1.2, rows)
    income = np.exp(random.normal(1.25, 0.45, rows))
    age = random.uniform(1, 52, rows)
    rooms = np.clip(random.normal(5.4, 1.2, rows) + 0.15 * (income - 4), 1.5, None)
    households = np.exp(random.normal(6, 0.7, rows))
    occupancy = np.clip(random.normal(2.9, 0.6, rows), 1, None)
    price = 0.4 * income + 1.6 * np.exp(-inland) + 0.12 * (rooms - 5.4)
    price += 1.5 * ((age - 26.5) / 25.5) ** 2 + random.normal(0, 0.35, rows)
    columns = {"income": income, "age": age, "rooms": rooms, "bedrooms": 0.2 * rooms}
    columns["bedrooms"] += random.normal(0, 0.08, rows)
    columns |= {"households": households, "population": households * occupancy}
    columns |= {"occupancy": occupancy, "latitude": latitude, "longitude": coast + inland}
    columns |= {f"noise{i}": random.normal(size=rows) for i in range(8)}
    return pd.DataFrame(columns), pd.Series(np.clip(price, 0.15, 5), name="price")


X, y = market(seed=0)

# %% [markdown]
# ## What is predicted
#
# The prices are fractions, so they are regressed; nothing has to be declared.

# %%
print(pith.inspect(X, y))
assert pith.select(X, y, "omp", 1).task == "regress"

# %% [markdown]
# ## Linear effects
#
# `forward-regression` asks what a feature adds to a linear model. It finds that `latitude` matters
# once `longitude` is known, although its correlation with the price is 0. It cannot see `age`.

# %%
linear = pith.select(X, y, "forward-regression", 4)
print(linear)
assert set(linear.names) == {"income", "longitude", "latitude", "rooms"}

# %% [markdown]
# ## Any effect of one feature
#
# `ksg` measures the mutual information of each feature with the price, whatever its form. It finds
# `age`. It sees each feature alone: `bedrooms` says what `rooms` says, and `latitude` alone says
# nothing.

# %%
alone = pith.select(X, y, "ksg", 5)
print(alone)
assert "age" in alone.names and "latitude" not in alone.names

# %% [markdown]
# ## Which features predict?
#
# Each method selects from the training rows; the learner predicts the other rows from the selected
# features. `keep` lets one method go on where another ended: the linear features, and what is
# informative beside them.

# %%
both = pith.select(X, y, "ksg", 5, keep=linear.names)
assert set(both.names) == TRUE
errors = pith.evaluate(
    X, y, ["forward-regression", "ksg"], learner=["ridge", "extra-trees"], k=[1, 3, 5], folds=3
)
print(errors)
assert errors.task == "regress" and errors.metric == "rmse"

# %% [markdown]
# In a pipeline of scikit-learn, a forest with the five features of `both` explains more than one
# with all features, and both more than a linear model.

# %%
forest = ExtraTreesRegressor(n_estimators=50, random_state=0)
scores = {
    "linear, selected": cross_val_score(
        make_pipeline(pith.ForwardRegression(k=4), LinearRegression()), X, y, cv=3
    ),
    "forest, all": cross_val_score(forest, X, y, cv=3),
    "forest, selected": cross_val_score(
        make_pipeline(pith.KSG(k=5, keep=linear.names), forest), X, y, cv=3
    ),
}
for name, each in scores.items():
    print(f"{name:18} R2 {each.mean():.3f}")
assert scores["forest, selected"].mean() > scores["forest, all"].mean()
assert scores["forest, all"].mean() > scores["linear, selected"].mean()
