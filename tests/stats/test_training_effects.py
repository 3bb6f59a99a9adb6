"""The mixed model of training words and class, against R's lme4, and what it cannot tell."""

from __future__ import annotations

import math

import numpy as np
import pytest
from support.r import rscript

import syntaxgym_lite as sgl
from syntaxgym_lite.stats.model_table import ModelRow, ModelTable
from syntaxgym_lite.stats.training_effects import training_effects

KNOWN = ("model_class", "words", "instance")
CLASSES = {"lstm": 0.15, "n-gram": -0.2, "rnng": 0.2}
SIZES = (1e6, 4.8e6, 14e6)


def table(rows, known=KNOWN):
    return ModelTable("models.csv", tuple(rows), known)


def simulated(seed=1, n_suites=12):
    """Scores of two seeds of each class and size; the effects are known: 0.04 for one more of log words."""
    random = np.random.default_rng(seed)
    suites = {f"suite{number}": random.normal(0, 0.15) for number in range(n_suites)}
    rows, scores = [], {}
    for name, of_class in CLASSES.items():
        for words in SIZES:
            for instance in ("1", "2"):
                model = f"{name}-{words:.0f}-{instance}"
                rows.append(ModelRow(model, name, words=words, instance=instance))
                own = random.normal(0, 0.05)
                scores[model] = {
                    suite: 0.4 + of_class + 0.04 * math.log(words / 1e6) + effect + own + random.normal(0, 0.08)
                    for suite, effect in suites.items()
                }
    return scores, table(rows)


def test_the_mixed_model_is_that_of_lme4(tmp_path):
    scores, models = simulated()
    found = training_effects(scores, models)
    lines = ["score,suite,class,words,instance"]
    for row in models.rows:
        instance = f"{row.model_class}:{row.words}:{row.instance}"
        lines += [
            f"{score!r},{suite},{row.model_class},{row.words!r},{instance}"
            for suite, score in scores[row.model].items()
        ]
    (tmp_path / "scores.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    printed = rscript(
        """
        suppressMessages(library(lme4))
        d <- read.csv("scores.csv", stringsAsFactors = TRUE)
        m <- lmer(score ~ log(words) + class + (1 | suite) + (1 | instance), d, REML = FALSE)
        w <- update(m, . ~ . - log(words)); k <- update(m, . ~ . - class)
        v <- as.data.frame(VarCorr(m))
        cat(format(c(fixef(m), sqrt(diag(as.matrix(vcov(m)))), v$sdcor[match(c("suite", "instance", "Residual"), v$grp)],
            logLik(m), AIC(m), BIC(m), anova(m, w)$Chisq[2], anova(m, k)$Chisq[2], AIC(w)), digits = 12))
        """,
        tmp_path,
    )
    theirs = [float(number) for number in printed.split()]
    mine = [
        *(one.estimate for one in found.coefficients),
        *(one.standard_error for one in found.coefficients),
        *(found.sd_suite, found.sd_instance, found.sd_residual),
        *(found.log_likelihood, found.aic, found.bic),
        *(test.chi_square for test in found.tests),
        found.tests[0].aic_without,
    ]
    assert mine == pytest.approx(theirs, rel=1e-4)
    assert [one.name for one in found.coefficients] == ["(Intercept)", "log(words)", "classn-gram", "classrnng"]
    assert (found.n_scores, found.n_models, found.n_suites, found.n_instances) == (216, 18, 12, 18)
    assert (found.n_parameters, found.first_class, found.converged) == (7, "lstm", True)


def test_what_was_put_in_is_found():
    found = training_effects(*simulated(seed=3, n_suites=30))
    by_name = {one.name: one for one in found.coefficients}
    for name, truth in (("log(words)", 0.04), ("classn-gram", -0.35), ("classrnng", 0.05)):
        assert by_name[name].ci_low < truth < by_name[name].ci_high
    assert found.tests[1].df == 2
    assert found.tests[1].p < 1e-6


def test_a_seed_that_was_used_twice_makes_no_instance_of_two_models():
    rows = [
        ModelRow("a", "x", words=1.0, instance="1"), ModelRow("b", "x", words=2.0, instance="1"),
        ModelRow("c", "y", words=1.0, instance="1"), ModelRow("d", "y", words=2.0),
        ModelRow("e", "y", words=1.0, instance="1"),
    ]  # fmt: skip
    random = np.random.default_rng(2)
    scores = {row.model: {suite: float(random.random()) for suite in "pqrst"} for row in rows}
    assert training_effects(scores, table(rows)).n_instances == 4  # c and e are of one class, size and seed


def refusal(rows, *, suites="pq", known=KNOWN):
    scores = {row.model: dict.fromkeys(suites, 0.5) for row in rows}
    with pytest.raises(sgl.InputError) as refused:
        training_effects(scores, table(rows, known))
    return str(refused.value)


def test_what_cannot_be_told_is_refused_in_words():
    one_class = [ModelRow("a", "x", words=1.0), ModelRow("b", "x", words=2.0)]
    assert "all models are of one class, x; the mixed model" in refusal(one_class)
    one_size = [ModelRow("a", "x", words=1.0), ModelRow("b", "y", words=1.0)]
    assert "as many training words" in refusal(one_size)
    apart = [ModelRow("a", "x", words=1.0), ModelRow("b", "y", words=2.0)]
    assert "each class has one number of training words" in refusal(apart, suites="pqrstuvw")
    four = [ModelRow(f"{name}{words}", name, words=words) for name in "xy" for words in (1.0, 2.0)]
    assert "share one suite" in refusal(four, suites="p")
    assert "6 scores are too few for the 6 parameters" in refusal(four[:3], suites="pq")
    assert "no suite is shared by all models" in refusal(four, suites="")
    assert "has no column 'words'" in refusal(four, known=("model_class",))
    assert "column 'class' is empty for b" in refusal([four[0], ModelRow("b", words=2.0)])
