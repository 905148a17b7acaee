# SPDX-License-Identifier: Apache-2.0
"""Feature selectors of Python side by side: the same rows, the same number of features, one thread.

    pip install . mrmr_selection skrebate ITMO_FS
    python bench/rivals/python_packages.py [--data digits,blobs] [--only NAME,...]

Each runs in a process of its own. Time is that of the selection alone, without imports; memory is
the peak above what the process held before it, the data included in what it held. Accuracy is that
of one and the same learner (scaled, support vector machine with the radial kernel) with the
selected features, on rows that no selector saw. What cannot be imported or fails is told so.
"""

import argparse
import json
import os
import subprocess
import sys
import time

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before NumPy is loaded, which reads them then

import numpy
from sklearn import datasets
from sklearn.model_selection import train_test_split

SIZES = {"digits": 15, "blobs": 15, "wide": 20}
LIMIT = 900  # seconds for one selector


def load(name):
    if name == "digits":
        return datasets.load_digits(return_X_y=True)
    if name == "wide":
        return datasets.make_classification(
            n_samples=1500, n_features=5000, n_informative=12, n_redundant=100, n_repeated=50,
            n_classes=3, n_clusters_per_class=1, class_sep=1.0, random_state=2)
    return datasets.make_classification(
        n_samples=2000, n_features=300, n_informative=12, n_redundant=40, n_repeated=8,
        n_classes=4, n_clusters_per_class=1, class_sep=1.2, random_state=1)


def split(name):
    X, y = load(name)
    return train_test_split(X, y, test_size=0.3, stratify=y, random_state=0)


def by_pith(method, **params):
    def selector():
        import pith

        return lambda X, y, k: pith.select(X, y, method, k, threads=1, **params).indices
    return selector


def select_k_best():
    from sklearn.feature_selection import SelectKBest, mutual_info_classif

    def select(X, y, k):
        score = lambda A, b: mutual_info_classif(A, b, random_state=0)
        return SelectKBest(score, k=k).fit(X, y).get_support(indices=True)
    return select


def sequential():
    from sklearn.feature_selection import SequentialFeatureSelector
    from sklearn.naive_bayes import GaussianNB

    return lambda X, y, k: SequentialFeatureSelector(
        GaussianNB(), n_features_to_select=k, cv=3).fit(X, y).get_support(indices=True)


def recursive():
    from sklearn.feature_selection import RFE
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import StandardScaler

    def select(X, y, k):
        scaled = StandardScaler().fit_transform(X)
        return RFE(LogisticRegression(max_iter=1000), n_features_to_select=k).fit(
            scaled, y).get_support(indices=True)
    return select


def mrmr_selection():
    import pandas
    from mrmr import mrmr_classif

    def select(X, y, k):
        frame = pandas.DataFrame(X)
        return mrmr_classif(frame, pandas.Series(y), K=k, show_progress=False, n_jobs=1)
    return select


def skrebate():
    from skrebate import ReliefF

    return lambda X, y, k: ReliefF(n_features_to_select=k, n_neighbors=10, n_jobs=1).fit(
        X, y).top_features_[:k]


def itmo_fs():
    from ITMO_FS.filters.multivariate import MultivariateFilter

    def select(X, y, k):
        from sklearn.preprocessing import KBinsDiscretizer

        coded = KBinsDiscretizer(10, encode="ordinal", strategy="quantile").fit_transform(X)
        chosen = MultivariateFilter("MRMR", k)
        chosen.fit(coded.astype(int), y)
        return chosen.selected_features
    return select


SELECTORS = {
    "pith gc-mi": by_pith("gc-mi"),
    "pith mrmr": by_pith("mrmr"),
    "pith jmi": by_pith("jmi"),
    "pith relieff": by_pith("relieff"),
    "mutual_info_classif + SelectKBest": select_k_best,
    "SequentialFeatureSelector (naive Bayes)": sequential,
    "RFE (logistic regression)": recursive,
    "mrmr_selection": mrmr_selection,
    "skrebate ReliefF": skrebate,
    "ITMO_FS MRMR": itmo_fs,
}


def memory(key):
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith(key)) / 1024


def run_one(data, name):
    X, _, y, _ = split(data)
    select = SELECTORS[name]()
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # forget the peak so far
    held = memory("VmRSS")
    start = time.perf_counter()
    chosen = select(X, y, SIZES[data])
    seconds = time.perf_counter() - start
    print(json.dumps({"seconds": seconds, "mebibytes": max(0.0, memory("VmHWM") - held),
                      "features": [int(i) for i in chosen]}))


def accuracy(data, features):
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC

    X, test, y, truth = split(data)
    return make_pipeline(StandardScaler(), SVC()).fit(X[:, features], y).score(
        test[:, features], truth)


def row(data, name):
    command = [sys.executable, __file__, "--one", name, "--data", data]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"| {name} | over {LIMIT} | | |"
    if run.returncode != 0:
        return f"| {name} | {run.stderr.strip().splitlines()[-1][:60]} | | |"
    found = json.loads(run.stdout.splitlines()[-1])
    return (f"| {name} | {found['seconds']:.3f} | {found['mebibytes']:.0f} | "
            f"{100 * accuracy(data, found['features']):.1f} % |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", default="digits,blobs")
    parser.add_argument("--only", default=",".join(SELECTORS))
    parser.add_argument("--one")
    arguments = parser.parse_args()
    if arguments.one:
        run_one(arguments.data, arguments.one)
        return
    for data in arguments.data.split(","):
        X, test, _, _ = split(data)
        print(f"\n{data}: {SIZES[data]} of {X.shape[1]} features from {len(X)} rows, "
              f"{len(test)} to test\n")
        print("| selector | seconds | MiB | accuracy |\n|---|---:|---:|---:|")
        for name in arguments.only.split(","):
            print(row(data, name), flush=True)
        every = list(range(X.shape[1]))
        print(f"| (all features) | | | {100 * accuracy(data, every):.1f} % |")


if __name__ == "__main__":
    main()
