"""Flows with labels: put together once, every name resolved or refused."""

import pytest

from kickdoor.engine.data.scripts import Step
from kickdoor.engine.flow import kernel_scripts
from kickdoor.engine.flow.labels import BadLabel, Flow, To, Written, put_together
from kickdoor.engine.steps.control import Jump, Stop


def places(flow: Flow) -> list[int]:
    return [step.to for step in flow.steps if isinstance(step, Jump)]


def test_a_jump_goes_where_its_label_stands():
    def write(to: To) -> Written:
        return [Jump(to("later")), "again", Stop(), "later", Jump(to("again")), Jump(to("over")), "over"]

    flow = put_together(write)
    assert places(flow) == [2, 1, 4]
    assert len(flow.steps) == 4
    assert flow.entries == {}


def test_others_ask_for_entries_only():
    def write(to: To) -> Written:
        return [Stop(), "here", Stop(), Jump(to("there")), "there", Stop()]

    flow = put_together(write, ("here",))
    assert flow.at("here") == 1
    with pytest.raises(KeyError):
        flow.at("there")


@pytest.mark.parametrize(
    ("label", "jump", "entries"),
    [("here", "there", ()), ("here", "", ()), ("here", "here", ("there",)), ("", "here", ())],
)
def test_a_label_unknown_or_unused_is_refused(label: str, jump: str, entries: tuple[str, ...]):
    def write(to: To) -> Written:
        named: Written = [label] if label else []
        return [*named, Jump(to(jump)) if jump else Stop()]

    with pytest.raises(BadLabel):
        put_together(write, entries)


def test_a_label_that_stands_twice_is_refused():
    def write(to: To) -> Written:
        return ["here", Stop(), "here", Jump(to("here"))]

    with pytest.raises(BadLabel, match="twice"):
        put_together(write)


# The fields of steps of flows that are places; what they are called says where it goes.
TARGETS = ("to", "then", "end", "done", "otherwise", "back_to", "lost", "escaped", "caught", "over")


def test_no_step_of_a_flow_leads_out_of_it():
    found = 0
    for script in kernel_scripts():
        for step in script.steps:
            for place in targets(step):
                found += 1
                assert 0 <= place <= len(script.steps), (script.id, step)
    assert found > 15


def targets(step: Step) -> list[int]:
    return [getattr(step, name) for name in TARGETS if hasattr(step, name)]
