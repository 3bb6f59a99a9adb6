"""Linear mixed models against R's lme4 on the same data, statsmodels, and a plain likelihood."""

from __future__ import annotations

import json
import os
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf
from scipy import optimize, stats
from support.r import rscript

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.stats.mixed import RandomTerm, fit, interactions, likelihood_ratio, treatment_columns

STORED = Path(__file__).with_name("lme4.json")
"""What lme4 printed for the data below; written anew by ``SGLITE_UPDATE_DOCS=1 pytest tests/stats/test_mixed.py``."""

MODELS = {
    "crossed": ("y ~ x + class + (1 | subject) + (1 | item)", False),
    "crossed, REML": ("y ~ x + class + (1 | subject) + (1 | item)", True),
    "slopes": ("y ~ x * class + (1 + x | subject) + (1 | item)", False),
    "slopes, REML": ("y ~ x * class + (1 + x | subject) + (1 | item)", True),
    "slopes of both": ("y ~ x + (1 + x | subject) + (1 + x | item)", False),
    "one factor": ("y ~ x + (1 + x | subject)", True),
    "nothing varies": ("flat ~ x + (1 | subject)", False),
}

R = """
suppressMessages(library(lme4))
d <- read.csv("data.csv", stringsAsFactors = TRUE)
text <- function(v) paste(sprintf("%.12g", v), collapse = " ")
cat("version", as.character(packageVersion("lme4")), "\n")
for (line in readLines("models.txt")) {
  parts <- strsplit(line, ";")[[1]]
  m <- suppressMessages(lmer(as.formula(parts[2]), data = d, REML = parts[3] == "True",
            control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-9))))
  cat("model", parts[1], "\n")
  cat("logLik", text(as.numeric(logLik(m))), "\n")
  cat("AIC", text(AIC(m)), "\n")
  cat("BIC", text(BIC(m)), "\n")
  cat("df", attr(logLik(m), "df"), "\n")
  cat("fixef", text(fixef(m)), "\n")
  cat("se", text(sqrt(diag(as.matrix(vcov(m))))), "\n")
  cat("sigma", text(sigma(m)), "\n")
  cat("wald", text(confint(m, method = "Wald", parm = "beta_")), "\n")
  for (name in names(VarCorr(m))) {
    cat("sd", name, text(attr(VarCorr(m)[[name]], "stddev")), "\n")
    cat("cor", name, text(attr(VarCorr(m)[[name]], "correlation")), "\n")
    cat("modes", name, text(as.matrix(ranef(m)[[name]])), "\n")
  }
}
"""


def the_data():
    """12 subjects x 10 items, a few cells missing; numbers by a formula, the same in every version of every library."""
    state = 12345

    def draw():
        nonlocal state
        total = 0.0
        for _ in range(12):
            state = (1103515245 * state + 12345) % 2**31
            total += state / 2**31
        return total - 6  # nearly normal

    subjects = [(draw(), 0.4 * draw()) for _ in range(12)]
    items = [0.6 * draw() for _ in range(10)]
    rows = []
    for s, (level, slope) in enumerate(subjects):
        for i, item in enumerate(items):
            x, noise, flat = draw(), draw(), draw()
            if (s * 10 + i) % 17 == 5:
                continue
            kind = ("gru", "lstm", "rnng")[s % 3]
            y = 3 + level + (0.8 + slope) * x + item + {"gru": 0, "lstm": 0.5, "rnng": -1}[kind] + 0.7 * noise
            rows.append((f"s{s:02}", f"i{i}", kind, round(x, 4), round(y, 4), round(flat, 4)))
    return pd.DataFrame(rows, columns=["subject", "item", "class", "x", "y", "flat"])


def ours(formula, reml, data):
    """The model of one of the formulas above, term by term."""
    one, x = {"(Intercept)": np.ones(len(data))}, {"x": data["x"].to_numpy()}
    kinds = treatment_columns("class", data["class"].tolist())
    fixed = formula.split("(")[0]
    columns = one | x
    if "class" in fixed:
        columns |= kinds
    if "*" in fixed:
        columns |= interactions(x, kinds)
    random = []
    for factor in ("subject", "item"):
        if f"1 + x | {factor}" in formula:
            random.append(
                RandomTerm(factor, data[factor].tolist(), np.column_stack([*one.values(), *x.values()]), "1x")
            )
        elif f"1 | {factor}" in formula:
            random.append(RandomTerm(factor, data[factor].tolist()))
    y = data[formula.split(" ~ ")[0]]
    return fit(y, np.column_stack(list(columns.values())), list(columns), random=random, reml=reml)


def read_r(printed):
    models, current = {}, {}
    version = ""
    for line in printed.splitlines():
        key, *words = line.split()
        if key == "version":
            [version] = words
        elif key == "model":
            current = models[" ".join(words)] = {}
        elif key in ("sd", "cor", "modes"):
            current[f"{key} {words[0]}"] = [float(word) for word in words[1:]]
        else:
            current[key] = [float(word) for word in words]
    return {"lme4": version, "models": models}


def of_lme4(folder):
    the_data().to_csv(folder / "data.csv", index=False)
    lines = [f"{name};{formula};{reml}" for name, (formula, reml) in MODELS.items()]
    (folder / "models.txt").write_text("\n".join(lines) + "\n")
    return read_r(rscript(R, folder))


def assert_equal(fitted, theirs):
    """Within the tolerance at which two optimisers stop."""
    assert fitted.converged
    assert fitted.df == theirs["df"][0]
    for key, value in (("logLik", fitted.log_likelihood), ("AIC", fitted.aic), ("BIC", fitted.bic)):
        assert value == pytest.approx(theirs[key][0], abs=2e-6), key
    np.testing.assert_allclose(fitted.coefficients, theirs["fixef"], atol=2e-5)
    np.testing.assert_allclose(fitted.standard_errors, theirs["se"], rtol=2e-4)
    np.testing.assert_allclose(np.transpose(fitted.wald_intervals()).ravel(), theirs["wald"], atol=5e-4)
    assert fitted.residual_sd == pytest.approx(theirs["sigma"][0], rel=1e-4)
    for term in fitted.random:
        np.testing.assert_allclose(term.sd, theirs[f"sd {term.name}"], rtol=1e-3, atol=1e-4)
        if not fitted.singular:
            np.testing.assert_allclose(term.correlations.ravel(), theirs[f"cor {term.name}"], atol=2e-3)
        np.testing.assert_allclose(term.modes.T.ravel(), theirs[f"modes {term.name}"], atol=1e-3)


def test_fits_are_those_of_lme4(tmp_path):
    theirs = of_lme4(tmp_path)
    if os.environ.get("SGLITE_UPDATE_DOCS") == "1":
        STORED.write_text(json.dumps(theirs, indent=1) + "\n")
    data = the_data()
    assert set(theirs["models"]) == set(MODELS)
    for name, (formula, reml) in MODELS.items():
        assert_equal(ours(formula, reml, data), theirs["models"][name])


@pytest.mark.parametrize("name", MODELS)
def test_fits_are_those_that_lme4_once_printed(name):
    assert_equal(ours(*MODELS[name], the_data()), json.loads(STORED.read_text())["models"][name])


def test_a_factor_that_does_not_vary_makes_the_fit_singular():
    flat = ours(*MODELS["nothing varies"], the_data())
    assert flat.singular
    assert flat.random[0].sd == (0.0,)
    assert flat.theta == (0.0,)
    assert not ours(*MODELS["crossed"], the_data()).singular


@pytest.mark.parametrize("reml", [False, True])
@pytest.mark.parametrize("slopes", [False, True])
def test_fits_of_one_factor_are_those_of_statsmodels(reml, slopes):
    data = the_data()
    fitted = ours("y ~ x + (1 + x | subject)" if slopes else "y ~ x + (1 | subject)", reml, data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = smf.mixedlm("y ~ x", data, groups="subject", re_formula="~ x" if slopes else "~ 1")
        theirs = model.fit(reml=reml, method=["lbfgs", "bfgs", "cg"])
    np.testing.assert_allclose(fitted.coefficients, theirs.fe_params, atol=1e-4)
    assert fitted.log_likelihood == pytest.approx(theirs.llf, abs=1e-4)
    [term] = fitted.random
    covariance = np.outer(term.sd, term.sd) * term.correlations
    np.testing.assert_allclose(covariance, theirs.cov_re, atol=1e-3)
    np.testing.assert_allclose(fitted.standard_errors, np.asarray(theirs.bse_fe), rtol=1e-2)


def test_a_fit_maximises_the_plain_likelihood():
    """All parameters at once, by the density of a multivariate normal distribution and a search without derivatives."""
    data = the_data().head(40)
    fitted = ours("y ~ x + (1 | subject) + (1 | item)", False, data)
    y, x = data["y"].to_numpy(), data["x"].to_numpy()
    same = [(data[key].to_numpy()[:, None] == data[key].to_numpy()).astype(float) for key in ("subject", "item")]

    def deviance(values):
        a, b, subject, item, noise = values
        covariance = np.exp(2 * subject) * same[0] + np.exp(2 * item) * same[1] + np.exp(2 * noise) * np.eye(len(y))
        return -2 * stats.multivariate_normal(a + b * x, covariance).logpdf(y)

    at_fit = [*fitted.coefficients, *np.log([fitted.random[0].sd[0], fitted.random[1].sd[0], fitted.residual_sd])]
    assert deviance(at_fit) == pytest.approx(fitted.deviance, abs=1e-8)
    options = {"maxiter": 20000, "maxfev": 20000, "xatol": 1e-9, "fatol": 1e-9, "adaptive": True}
    searched = optimize.minimize(deviance, [0.0, 0.0, 0.0, 0.0, 0.0], method="Nelder-Mead", options=options)
    assert searched.fun == pytest.approx(fitted.deviance, abs=1e-5)
    np.testing.assert_allclose(searched.x, at_fit, atol=1e-2)


def test_units_of_columns_do_not_matter():
    """A slope by milliseconds is a thousandth of one by seconds; lme4 warns of such columns."""
    data = the_data()
    plain = ours(*MODELS["slopes"], data)
    scaled = ours(*MODELS["slopes"], data.assign(x=data["x"] * 1e5))
    assert scaled.converged
    assert scaled.log_likelihood == pytest.approx(plain.log_likelihood, abs=1e-6)
    assert scaled.coefficient("x") * 1e5 == pytest.approx(plain.coefficient("x"), rel=1e-4)
    assert scaled.random[0].sd[1] * 1e5 == pytest.approx(plain.random[0].sd[1], rel=1e-3)
    assert scaled.theta[2] * 1e5 == pytest.approx(plain.theta[2], rel=1e-3)


def test_likelihood_ratio_is_twice_the_difference():
    data = the_data()
    smaller, larger = (ours(f"y ~ {fixed} + (1 | subject)", False, data) for fixed in ("x", "x + class"))
    test = likelihood_ratio(smaller, larger)
    assert test.df == 2
    assert test.chi_square == pytest.approx(2 * (larger.log_likelihood - smaller.log_likelihood), abs=1e-10)
    assert test.p == pytest.approx(stats.chi2(2).sf(test.chi_square), rel=1e-12)
    with pytest.raises(InputError, match="The larger model has 4 parameters, the smaller one 6"):
        likelihood_ratio(larger, smaller)
    with pytest.raises(InputError, match="Fits by REML with other fixed effects do not compare"):
        likelihood_ratio(ours("y ~ x + (1 | subject)", True, data), larger)
    with pytest.raises(InputError, match="fitted to 50 and"):
        likelihood_ratio(ours("y ~ x + (1 | subject)", False, data.head(50)), larger)


def test_what_cannot_be_fitted_is_refused_in_words():
    ones, groups = np.ones((6, 1)), list("aabbcc")
    y = [1.0, 2, 3, 4, 5, 7]
    names = ["(Intercept)"]

    def refused(*, y=y, x=ones, names=names, groups=groups, columns=None, of=("(Intercept)",)):
        with pytest.raises(InputError) as caught:
            fit(y, x, names, random=[RandomTerm("suite", groups, columns, of)])
        return str(caught.value)

    assert "takes no missing or infinite values" in refused(y=[1, 2, 3, 4, 5, np.nan])
    assert "suite has one level only" in refused(groups=["a"] * 6)
    assert "6 effects for 6 observations" in refused(groups=list("abcdef"))
    assert "What twice would say is said by the columns before" in refused(
        x=np.ones((6, 2)) * [1, 2], names=["(Intercept)", "twice"]
    )
    assert "6 observations and 2 names of columns" in refused(names=["a", "b"])
    assert "has 5 groups" in refused(groups=list("aabbc"))
    assert "column of zeros" in refused(columns=np.zeros((6, 1)))
    assert "explain all values" in refused(y=[2.0] * 6)
    with pytest.raises(InputError, match="at least one random term"):
        fit(y, ones, names, random=[])
    with pytest.raises(InputError, match=r"There is no coefficient 'x'; there are \(Intercept\)"):
        fit(y, ones, names, random=[RandomTerm("suite", groups)]).coefficient("x")


def test_columns_of_factors_are_named_as_in_r():
    columns = treatment_columns("class", ["b", "a", "c"], levels=["c", "a", "b"])
    assert {name: column.tolist() for name, column in columns.items()} == {"classa": [0, 1, 0], "classb": [1, 0, 0]}
    both = interactions({"x": np.array([2.0, 3.0, 4.0])}, columns)
    assert {name: column.tolist() for name, column in both.items()} == {
        "x:classa": [0, 3, 0],
        "x:classb": [2, 0, 0],
    }
