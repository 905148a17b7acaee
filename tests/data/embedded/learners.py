# SPDX-License-Identifier: Apache-2.0
"""What scikit-learn predicts for every third row of some tables from the other rows: writes learners.json.

Columns are standardized (mean 0, variance 1 with n below, over all rows; constants become 0)."""
import gzip
import json
import pathlib

import numpy as np
import sklearn
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

HERE = pathlib.Path(__file__).parent
TABLES = {
    "gaussian/wine": "y",
    "gaussian/breast_cancer": "y",
    "geometric/iris_x10": "label",
    "embedded/digits300": "label",
}
LEARNERS = {
    "naive-bayes": GaussianNB(),
    "logistic": LogisticRegression(tol=1e-8, max_iter=100000),
}

result = {"made_with": f"scikit-learn {sklearn.__version__}", "tables": []}
for name, target in TABLES.items():
    with gzip.open(HERE.parent / f"{name}.csv.gz", "rt") as file:
        header = file.readline().strip().split(",")
        numbers = np.loadtxt(file, delimiter=",")
    at = header.index(target)
    classes = numbers[:, at].astype(int)
    rows = np.delete(numbers, at, axis=1)
    rows = rows - rows.mean(axis=0)
    deviation = rows.std(axis=0)
    rows = np.divide(rows, deviation, out=np.zeros_like(rows), where=deviation > 1e-12)
    test = np.arange(len(classes)) % 3 == 0
    found = {}
    for learner, model in LEARNERS.items():
        predicted = model.fit(rows[~test], classes[~test]).predict(rows[test])
        found[learner] = {"predicted": predicted.tolist(), "error": float(np.mean(predicted != classes[test]))}
        # The logarithms of the probabilities of the first rows.
        logs = model.predict_log_proba(rows[test][:5])
        found[learner]["log_probabilities"] = [[float(f"{value:.6g}") for value in row] for row in logs]
    result["tables"].append({"table": name, "target": target, "learners": found})
(HERE / "learners.json").write_text(json.dumps(result) + "\n")
