"""The six mixed models: as printed in the authors' analysis, to the printed digits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.hu_files import expected, published, small_publication

from syntaxgym_lite.errors import InputError
from syntaxgym_lite.ports.published.hu_results import read_hu_results
from syntaxgym_lite.stats.hu2020.mixed_models import fit_mixed_models
from syntaxgym_lite.stats.hu2020.study import study_of_publication


def digits(value, printed):
    """Round to as many significant digits as R printed."""
    n = len(f"{abs(printed):.12g}".replace(".", "").lstrip("0").split("e")[0])
    return float(f"{value:.{n}g}")


def test_the_published_fits_come_out_to_the_printed_digits():
    printed = expected()["lme"]["printed"]
    models = {one.name: one for one in fit_mixed_models(study_of_publication(read_hu_results(published()), {}))}
    known = {key.split(" ")[0]: own for key, own in printed.items() if "logLik" in own}
    assert set(models) == set(known)
    for name, own in known.items():
        found, model = models[name], models[name].fit
        assert model.converged
        assert digits(model.aic, own["AIC"]) == own["AIC"]
        assert digits(model.log_likelihood, own["logLik"]) == own["logLik"]
        assert model.df == own["df"]
        if "BIC" in own:
            assert digits(model.bic, own["BIC"]) == own["BIC"]
        if "chisq" in own:
            assert digits(found.chi_square, own["chisq"]) == own["chisq"]
            assert digits(found.p, own["p"]) == own["p"]
            assert found.df == models[found.against].fit.df - model.df
    assert models["m"].fit.singular  # as they note
    largest = models["m.log"].fit
    assert dict(zip(largest.names, largest.coefficients, strict=True)) == pytest.approx(
        printed["m.log fixed effects"], abs=1e-6
    )
    sd = printed["m.log sd"]
    by_suite, by_instance = largest.random
    assert by_instance.sd[0] == pytest.approx(sd["instance"], abs=5e-6)
    assert by_suite.sd[0] == pytest.approx(sd["suite (Intercept)"], abs=5e-6)
    assert largest.residual_sd == pytest.approx(sd["residual"], abs=5e-6)


def test_words_and_classes_are_asked_for(tmp_path):
    study = study_of_publication(read_hu_results(small_publication(tmp_path)), {})
    unknown = replace(study, instances=tuple(replace(one, words=None) for one in study.instances))
    with pytest.raises(InputError, match=r"the words of .*rnng_bllip-lg_7.* are not known"):
        fit_mixed_models(unknown)
    with pytest.raises(InputError, match="models of two classes at least"):
        fit_mixed_models(replace(study, instances=tuple(one for one in study.instances if one.model == "LSTM")))


def test_data_that_cannot_tell_are_refused_with_what_it_takes(tmp_path):
    study = study_of_publication(read_hu_results(small_publication(tmp_path)), {})
    alike = tuple(replace(one, words=1e6) for one in study.instances)
    with pytest.raises(InputError, match="It takes a class of two sizes or more"):
        fit_mixed_models(replace(study, instances=alike))
    with pytest.raises(InputError, match="share one: it takes two or more"):
        fit_mixed_models(replace(study, circuits={"npz_obj": study.circuits["npz_obj"]}))
