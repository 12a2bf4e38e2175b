"""What the command line prints is what the golden filters give: the same check as for the library, on its own JSON."""

from __future__ import annotations

from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from nous import Observation
from tests.contract import reference
from tests.contract.logs import ENTITY, NOW, logs, one_voice_each

from .calling import nous


def observe(o: Observation, *there: str) -> None:
    """The command that says what an observation says."""
    arguments = ["observe", o.entity, o.attribute, o.value, "--at", o.at, "--kind", o.kind, "--id", o.id]
    arguments += ["--source", o.source, "--stance", o.stance, "--confidence", o.confidence]
    arguments += ["--episode", o.episode] if o.episode else []
    arguments += [part for parent in o.derived_from for part in ("--derived-from", parent)]
    done = nous(*arguments, *there)
    assert (done.code, done.err) == (0, "")


def printed(attribute: str, at: str, *there: str) -> reference.Printed:
    """What `history`, `belief` and `why` print about a dimension."""
    asked = (ENTITY, attribute, *there, "--json")
    history = nous("history", *asked).json
    return reference.Printed(history, nous("belief", *asked, "--at", at).json, nous("why", *asked, "--at", at).json)


def there(location: str, name: str, log: list[Observation]) -> tuple[str, ...]:
    """A space of its own for each log."""
    return "--store", location, "--space", f"{name} {hash(tuple(log))}"


@hypothesis_settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(logs(max_size=6), st.sampled_from([NOW, "2026-01-10"]))
def test_random_logs(shared_location: str, name: str, log: list[Observation], at: str) -> None:
    """Times, reliabilities and parameters that are printed, put into the golden filters."""
    where = there(shared_location, name, log)
    for o in log:
        observe(o, *where)

    reference.check(printed(log[0].attribute, at, *where))


@hypothesis_settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(logs(max_size=5, kinds=("assert", "deny", "end"), derived=False, episodes=False, attribute="employer"))
def test_random_logs_with_one_voice_each(shared_location: str, name: str, log: list[Observation]) -> None:
    """The plain filter."""
    where = there(shared_location, name, log)
    for o in one_voice_each(log):
        observe(o, *where)

    reference.check_plain(printed("employer", NOW, *where))


def test_the_example_of_the_brief(shared_location: str) -> None:
    """An employer, then a change of employer."""
    where = ("--store", shared_location)
    assert nous("observe", "Pranav", "employer", "Sarvam AI", "--at", "2026-01-10", *where).code == 0
    assert nous("observe", "Pranav", "employer", "DeepMind", "--at", "2026-05-02", "--kind", "change", *where).code == 0
    asked = ("Pranav", "employer", *where, "--json")
    found = reference.Printed(
        nous("history", *asked).json,
        nous("belief", *asked, "--at", "2026-05-03").json,
        nous("why", *asked, "--at", "2026-05-03").json,
    )

    reference.check(found)
    assert found.belief["best"] == "DeepMind"
