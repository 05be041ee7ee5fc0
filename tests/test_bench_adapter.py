"""The adapter by which kickdoor is measured beside other engines."""

import importlib.util
import random
from pathlib import Path

ADAPTER = Path(__file__).resolve().parents[1] / "bench" / "adapter.py"


def test_adapter_plays_copies_and_saves():
    spec = importlib.util.spec_from_file_location("adapter", ADAPTER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    adapter = module.ADAPTERS[0]()
    assert adapter.play(random.Random(1)) > 100
    state = adapter.middle(random.Random(2))
    assert adapter.clone(state).to_bytes() == adapter.dump(state)
    assert adapter.load(adapter.dump(state)).to_bytes() == adapter.dump(state)
