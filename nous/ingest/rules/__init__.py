"""The rule extractor: reads what people plainly say, without any model.

Where things are, from the talk down to the word:

- `conversation` reads message by message, `message` sentence by sentence; `answers` makes short answers whole,
  `corrections` and `repairs` put slips right, `order` puts ends after what they end, `speech` tells whose words a
  quotation holds, `lasting` what goes on.
- `text` makes sentences of tokens, `casing` mends what is typed without capitals, `when` finds times.
- `people` and `names` find who is spoken of (`mention`), `context` knows who "she" is, `subjects`, `verbgroup`,
  `chains`, `ellipsis`, `clauses` and `finishing` make clauses (`clause`) of a sentence, `phrases` finds noun phrases.
- `modality`, `idioms` and `commands` say what is no evidence, or less of it: questions, conditions, fiction, jokes,
  hedges, and what listeners are bidden to believe.
- `readers` asks the fact readers about each clause (`reading`); each yields `facts`. One subject a file: `work`,
  `careers`, `livelihood`, `employment`; `home`, `places`, `travels`; `people` at `relations`, `having`, `presupposed`;
  `belongings`, `gains`; `age`, `person` (health and diet); `learning`; `tastes`, `pastimes`, `values`, `effects`;
  `deeds` (habits), `deed` (how a deed is put), `events`, `occasions`, `pursuits`, `plans`; `endings` (what is over);
  `generic` (what no table knows), `impersonal` ("it's my birthday").
- `lexicon`, `words` and `verbs` are the word lists.

A new kind of statement is a reader in the file of its subject, a few statements in `nous/evaluation/statements.jsonl`,
and a row in `tests/ingest/test_rules_facts.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo

from nous.graph.model import Message

from ..statement import Statement
from .conversation import Conversation
from .message import CONFIDENCE
from .text import MAX_READ

__all__ = ["CONFIDENCE", "MAX_READ", "extract"]


def extract(messages: Sequence[Message], zone: tzinfo = UTC) -> list[Statement]:
    """The statements that fixed rules find in English messages; an `Extractor`.

    A message is read up to `MAX_READ` characters. Precision is put before recall: what is asked, supposed, wished,
    joked or told in a story is no evidence. It never raises, whatever the text.

    >>> from datetime import datetime
    >>> message = Message("m1", "Ana", "I quit Initech yesterday.", datetime(2026, 3, 2, 9, tzinfo=UTC))
    >>> [(s.observation.kind, s.observation.value, s.observation.at) for s in extract([message])][0]
    ('end', 'Initech', '2026-03-01')
    """
    return Conversation(zone).read(messages)
