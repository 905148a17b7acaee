# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A housing market: a numeric target, and effects that are not linear
#
# 4,000 districts, each with its median house price. All is made up after the census of California
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


def market(seed, rows=4000):
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
    price += 0.9 * ((age - 26.5) / 25.5) ** 2 + random.normal(0, 0.35, rows)
    columns = {"income": income, "age": age, "rooms": rooms, "bedrooms": 0.2 * rooms}
    columns["bedrooms"] += random.normal(0, 0.08, rows)
    columns |= {"households": households, "population": households * occupancy}
    columns |= {"occupancy": occupancy, "latitude": latitude, "longitude": coast + inland}
    columns |= {f"noise{i}": random.normal(size=rows) for i in range(8)}
    return pd.DataFrame(columns), pd.Series(np.clip(price, 0.15, 5), name="price")


X, y = market(seed=0)
