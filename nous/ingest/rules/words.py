"""The small words of English that hold sentences together, by what they do there."""

from __future__ import annotations

from typing import Final


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES: Final = _set("a an the some any")
DEMONSTRATIVES: Final = _set("this that these those")
POSSESSIVES: Final = _set("my our your his her its their")
NUMBERS: Final = {
    word: i
    for i, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
QUANTIFIERS: Final = _set("both all several many few another each every no half couple dozen more most other others")
DETERMINERS: Final = ARTICLES | DEMONSTRATIVES | POSSESSIVES | QUANTIFIERS | frozenset(NUMBERS)

PRONOUNS: Final = _set(
    "i me myself we us ourselves you yourself yourselves he him himself she herself it itself they "
    "them themselves "
    "mine ours yours hers theirs something anything nothing everything someone somebody anyone "
    "anybody everyone "
    "everybody nobody none one ones such y'all ya u"
)
PREPOSITIONS: Final = _set(
    "about above across after against along alongside amid among around as at before behind below "
    "beneath beside "
    "besides between beyond by despite down during except for from in inside into near of off on onto "
    "out outside "
    "over past per round since than through throughout till to toward towards under until up upon via "
    "with within "
    "without like unlike including aboard"
)
COORDINATORS: Final = _set("and or but & + so then nor yet plus")
SUBORDINATORS: Final = _set(
    "if unless whether because since although though while whereas when whenever where wherever "
    "before after until "
    "till once that as cause 'cause cos 'cos cuz how why what whatever however who whom whose which "
    "than except lest "
    "provided"
)
RELATIVES: Final = _set("who whom whose which that where when")
QUESTION_WORDS: Final = _set("who whom whose what which when where why how")

BE: Final = _set("am is are was were be been being 's 're 'm")
HAVE: Final = _set("have has had having 've")
DO: Final = _set("do does did")
MODALS: Final = _set("will would can could may might must shall should ought 'll 'd")
AUXILIARIES: Final = BE | HAVE | DO | MODALS

FREQUENT: Final = _set("always usually often generally regularly normally typically mostly daily weekly nightly")
RARE: Final = _set("never rarely seldom hardly barely scarcely")
NEARLY: Final = _set("almost nearly practically virtually")
"""An adverb that takes back the verb it stands before."""
FIGURATIVE: Final = _set("basically practically essentially literally virtually technically officially apparently")
ADVERBS: Final = (
    FREQUENT
    | RARE
    | NEARLY
    | FIGURATIVE
    | _set(
        "not n't also too still just now already finally recently lately currently actually really "
        "truly absolutely "
        "totally completely definitely certainly probably maybe perhaps possibly honestly simply only "
        "even ever "
        "sometimes occasionally once twice again soon later today tomorrow yesterday tonight here "
        "there everywhere "
        "somewhere anywhere nowhere together alone apart away back forward home abroad upstairs "
        "downstairs anymore "
        "nowadays meanwhile then so very quite rather pretty super kinda sorta somewhat fairly "
        "extremely incredibly "
        "especially particularly mainly primarily initially originally eventually suddenly "
        "immediately quickly slowly "
        "early late well badly hard though anyway instead otherwise therefore thus hence however "
        "indeed obviously "
        "clearly apparently supposedly allegedly reportedly sadly luckily fortunately unfortunately "
        "hopefully "
        "thankfully happily gladly proudly secretly officially legally seriously genuinely easily "
        "nearly exactly "
        "roughly about newly freshly severely mildly slightly deeply highly partly fully long since "
        "ago someday sometime far near "
        "nearby close maybe either neither else mostly sure yeah yep right btw lol haha tbh"
    )
)
"""Words that may stand between a subject and its verb, and at which a noun phrase is over."""

_NO_ADVERB: Final = _set(
    "family italy july jelly lily fly belly bully holly molly sally emily kelly billy reply supply "
    "assembly ally "
    "anomaly butterfly dragonfly monopoly curly ugly silly lovely friendly elderly lonely early daily "
    "weekly monthly "
    "yearly only holy jolly burly chilly smelly wily rely apply comply multiply imply tally rally "
    "melancholy gully "
    "folly trolley costly deadly lively likely unlikely lowly homely cuddly bubbly wobbly wooly "
    "woolly nightly"
)


def adverb(word: str) -> bool:
    """Whether a word is an adverb: listed, or formed with -ly.

    >>> adverb("just"), adverb("tragically"), adverb("family")
    (True, True, False)
    """
    return word in ADVERBS or (word.endswith("ly") and len(word) > 4 and word not in _NO_ADVERB)


OPENERS: Final = _set(
    "well oh ah aw aww hey hi hello so and but yeah yes yep yup no nope nah ok okay right anyway "
    "actually honestly "
    "btw lol haha hahaha wow ooh hmm um uh er like look listen guess fyi tbh still also plus now then "
    "sure thanks "
    "sorry please frankly basically well-known fun funny big good great exciting little update news"
)
"""Words that open a chatty sentence and say nothing."""

VAGUE: Final = _set(
    "thing things stuff lot lots bit way ways time times one ones idea ideas fact part parts kind "
    "kinds sort sorts "
    "feeling feelings sound look looks point points word words moment moments place places problem "
    "problems question "
    "questions issue issues reason reasons case side matter couple deal day days night nights week "
    "weeks month months "
    "year years minute minutes hour hours second rest end beginning start while chance chances "
    "everything something "
    "anything nothing everyone someone much many more most less it them him her me us you this that "
    "these those "
    "works result results effect vibe vibes energy sense lots tons ton bunch load loads plenty hope "
    "luck faith guts "
    "blast blessing pleasure honor honour joy treat mess disaster nightmare dream dreams mood spirit same"
)
"""Heads of noun phrases that name nothing a memory could use."""

PRAISE: Final = _set(
    "amazing awesome beautiful lovely gorgeous great good nice cool wonderful fantastic incredible "
    "excellent cute "
    "adorable sweet super fabulous brilliant terrible horrible awful delicious yummy perfect stunning "
    "pretty fancy "
    "funny weird crazy tiny little wee dear precious trusty beloved darling silly own favourite "
    "favorite best "
    "actual such quite really very pretty truly so fun neat sick rad dope lil certain particular rather whole"
)
"""Adjectives that are dropped from the front of a value: they judge, they do not tell."""

AGEING: Final = _set("old new brand-new beat-up battered second-hand secondhand used ancient")
"""Adjectives that are dropped from the front of a possession."""

MOODS: Final = _set(
    "happy sad glad sorry proud excited tired exhausted sick fine ok okay good great bad well busy "
    "free late early "
    "ready sure afraid scared nervous anxious worried angry mad upset annoyed jealous lonely bored "
    "curious surprised "
    "shocked amazed impressed grateful thankful lucky blessed honored honoured pleased delighted "
    "thrilled stoked "
    "pumped hungry thirsty full drunk sober broke alive dead dying lost stuck done finished over back "
    "here there in "
    "out up down off on away home alone right wrong serious honest kidding joking better worse best "
    "able unable "
    "aware certain confident hopeful inspired motivated determined obsessed interested overwhelmed "
    "stressed swamped "
    "relieved relaxed calm cold hot warm wet soaked sweaty sore hurt ill poorly unwell dizzy sleepy "
    "awake asleep "
    "crazy insane silly funny weird stupid dumb smart clever brave strong weak rich poor famous new "
    "old young big "
    "small cool awesome amazing fantastic incredible wonderful beautiful gorgeous nice lovely cute "
    "sweet kind helpful "
    "true false real fake possible impossible hard easy tough difficult fun boring interesting worth "
    "broken dirty "
    "clean open closed empty missing gone lost everything nothing something enough terrible horrible "
    "awful perfect"
)
"""What people say they are for a while, and what is no trait to believe."""
