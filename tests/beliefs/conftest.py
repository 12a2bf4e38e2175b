"""How hypothesis runs here: the same examples every time, or with NOUS_EXPLORE=n that many new ones a test."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("nous", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "explore",
    settings.get_profile("nous"),
    derandomize=False,
    max_examples=int(os.environ.get("NOUS_EXPLORE", "100")),
    print_blob=True,
)
settings.load_profile("explore" if "NOUS_EXPLORE" in os.environ else "nous")
