"""Pairs of nodes: the same numbers as the command, and refusals."""

import numpy as np
import pytest

import wats

TITLE = "links: the probabilities of the command, priors, other pairs, refusals"


def links(seed=0, nodes=100, count=800):
    random = np.random.default_rng(seed)
    source = random.integers(0, nodes, 400)
    graph = np.stack([source, (source + random.integers(1, 4, 400)) % nodes])
    a = random.integers(0, nodes, count)
    far = np.where(random.random(count) < 0.5, random.integers(1, 4, count), random.integers(1, nodes, count))
    scores = random.normal(1, 1, count) + (far < 4)
    y = (random.random(count) < 1 / (1 + np.exp(2 - scores - 2 * (far < 4)))).astype(int)
    return graph, np.stack([a, (a + far) % nodes], 1), scores, y


@pytest.mark.filterwarnings("ignore::wats.Note")
def test_fits_and_predicts():
    graph, pairs, scores, y = links()
    test = np.arange(len(y)) % 2 == 0
    one = wats.PairCalibrator().fit(graph, pairs, scores, y, val_mask=~test, test_mask=test)
    assert one.metrics_["after"]["nll"] < one.metrics_["before"]["nll"]
    assert one.probabilities_.shape == (len(y),)
    again = one.predict_proba(graph, pairs, scores)
    np.testing.assert_array_equal(again, one.probabilities_)
    turned = one.predict_proba(graph, pairs[:, ::-1], scores)
    np.testing.assert_array_equal(turned, one.probabilities_)


@pytest.mark.filterwarnings("ignore::wats.Note")
def test_a_stored_calibrator_is_loaded_by_its_class(tmp_path):
    graph, pairs, scores, y = links()
    one = wats.PairCalibrator().fit(graph, pairs, scores, y)
    one.save(tmp_path / "m.json")
    again = wats.PairCalibrator.load(tmp_path / "m.json")
    np.testing.assert_array_equal(again.predict_proba(graph, pairs, scores), one.probabilities_)
    with pytest.raises(wats.UsageError, match="wats.PairCalibrator.load reads it"):
        wats.load(tmp_path / "m.json")
    with pytest.raises(wats.UsageError, match="wats.PairCalibrator.load reads it"):
        wats.MultiLabelCalibrator.load(tmp_path / "m.json")


@pytest.mark.filterwarnings("ignore::wats.Note")
def test_prior_is_the_difference_of_log_odds():
    graph, pairs, scores, y = links()
    plain = wats.PairCalibrator("platt").fit(None, pairs, scores, y).probabilities_
    given = wats.PairCalibrator("platt", prior=0.01).fit(None, pairs, scores, y).probabilities_
    ratio = wats.PairCalibrator("platt", negatives_per_positive=99).fit(None, pairs, scores, y)
    np.testing.assert_allclose(ratio.probabilities_, given, rtol=1e-9)
    moved = np.log(given / (1 - given)) - np.log(plain / (1 - plain))
    share = y.mean()
    np.testing.assert_allclose(moved, np.log(0.01 / 0.99) - np.log(share / (1 - share)), rtol=1e-6)


@pytest.mark.filterwarnings("ignore::wats.Note")
def test_refuses_what_is_no_pair():
    graph, pairs, scores, y = links()
    with pytest.raises(wats.DataError, match="the ends of a pair must differ"):
        wats.PairCalibrator().fit(graph, np.stack([pairs[:, 0]] * 2, 1), scores, y)
    with pytest.raises(wats.NotFittedError):
        wats.PairCalibrator().predict_proba(graph, pairs, scores)
    with pytest.raises(wats.Error, match="these are pairs of nodes"):
        wats.PairCalibrator("wats").fit(graph, pairs, scores, y)
