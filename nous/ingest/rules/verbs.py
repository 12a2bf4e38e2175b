"""Verbs and their forms, so that a finite verb can be told from a noun and led back to its base."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

Form = Literal["base", "s", "past", "part", "ing"]

_IRREGULAR: Final = """
be was been;become became become;begin began begun;bite bit bitten;bleed bled bled;blow blew blown
break broke broken;breed bred bred;bring brought brought;build built built;burn burnt burnt;buy bought bought
catch caught caught;choose chose chosen;come came come;cost cost cost;cut cut cut;deal dealt dealt;dig dug dug
do did done;draw drew drawn;dream dreamt dreamt;drink drank drunk;drive drove driven;eat ate eaten;fall fell fallen
feed fed fed;feel felt felt;fight fought fought;find found found;fly flew flown;forget forgot forgotten
forgive forgave forgiven;freeze froze frozen;get got got;give gave given;go went gone;grow grew grown;hang hung hung
have had had;hear heard heard;hide hid hidden;hit hit hit;hold held held;hurt hurt hurt;keep kept kept
know knew known;lay laid laid;lead led led;learn learnt learnt;leave left left;lend lent lent;let let let
lie lay lain;lose lost lost;make made made;mean meant meant;meet met met;outgrow outgrew outgrown
overcome overcame overcome;pay paid paid;put put put;quit quit quit;read read read;rebuild rebuilt rebuilt
redo redid redone;ride rode ridden;ring rang rung;rise rose risen;retake retook retaken;run ran run;say said said
see saw seen;sell sold sold;send sent sent;set set set;shake shook shaken;shoot shot shot;show showed shown
shut shut shut;sing sang sung;sit sat sat;sleep slept slept;speak spoke spoken;spend spent spent;split split split
stand stood stood;steal stole stolen;stick stuck stuck;swear swore sworn;swim swam swum;take took taken
teach taught taught;tear tore torn;tell told told;think thought thought;throw threw thrown
undergo underwent undergone;understand understood understood;wake woke woken;wear wore worn;win won won
withdraw withdrew withdrawn;write wrote written
"""
_REGULAR: Final = """
accept achieve act add admire admit adopt adore advocate afford agree aim allow amplify announce answer apologise
apply appreciate argue arrange arrive ask aspire assist attempt attend audition avoid babysit back backpack bandage
barbecue bargain bathe bury bake
balance bark bartend base battle beat beg believe belong bike binge blame blog board boil bond book borrow bounce bowl
box brainstorm breathe brew browse brush bump campaign cancel care carry cause celebrate chair challenge change chase
chat check cheer chill chop claim clean climb close co-found co-own coach collect commute compete complain complete
compose confess confirm congratulate connect consider construct contact contemplate continue cook cool cope copy
correct count cover craft crash crave crochet crowdfund cry cuddle cure cycle dabble dance date daydream decide
declare decorate dedicate defend deliver depend describe deserve design despise detest develop devote die diet direct
disappear discover discuss dislike dismiss divorce donate doubt download drag dress drop dry dye earn edit embrace
emigrate
employ empower encourage end engage enjoy enrol enroll enter entertain escape exercise expect experience experiment
explain explore express face fail fancy farm fear fill film finalise finalize finish fire fish fit fix focus follow
foster found freelance fundraise game garden gather generate graduate grill grind groom guess guide handle hang happen
hate head heal heat help hike hire hit hope host housesit hug hunt hurry imagine immerse immigrate improve include
injure insist inspire install intend introduce invent invest invite iron jam jog join joke journal judge juggle jump
kayak kick kill kiss knit knock lack land last laugh launch lecture lift like link list listen live loathe lock look
lounge love lower maintain major manage march mark marry master match matter mention mentor mind miss mix mod
moonlight move mow name nap need network nickname note notice nurture obtain offer open operate order organise
organize outline owe own pack paddle paint park participate pass pat pedal perform pet photograph pick pitch place
plan plant play plead polish post practice practise praise prefer prepare present preserve pretend print produce
programme project promise proofread propose protect prove publish pull purchase push qualify question race rain raise
rap reach react realise realize recall receive recharge recommend record recover recycle reflect refuse regret
rehearse relax release relocate rely remain remember remind remove renovate rent repair repeat replace reply report
represent rescue research reside resign respect rest restart restore retire retrain requalify rebook rehome rewatch
reread reorganise reorganize return reunite review revise roast rock
row ruin rush sack sail save score scuba scuba-dive sculpt search seem serve settle sew share shift ship shop shout
shred
sign skate skateboard sketch ski skip slip smell smile smoke snow snowboard soak sort sound specialise specialize
splash sprain spread stage start state stay stop store stream stress stretch strive stroll struggle strum study suffer
suggest supervise support suppose surf surprise survive swap switch talk taste tend test text thank thrive tinker
toast touch tour track trade train transfer translate travel treat try tune turn tutor tweak twist type unpack unwind
update upgrade use visit vlog volunteer vote wait walk wander want warn wash waste watch water weave welcome whip
whisper wish witness wonder work worry wrap yell motivate soothe energise energize rejuvenate capture expand bond adjust
adapt collaborate combine conduct convince demonstrate enhance ensure establish highlight identify incorporate inherit
interact interview investigate involve observe pursue redecorate refurbish relate remodel resolve reveal simplify solve
sponsor strengthen submit succeed surround tackle separate part transform unite venture visualise declutter calm
"""
_DOUBLING: Final = frozenset(
    "admit beg chat chop control crochet drag drop enrol fit hug jog knit knot nap plan program quit refer regret "
    "rob scan ship shop skip slip snap split stop swap swim tap trip upset wrap babysit bet cut get hit let put "
    "run set shut sit win begin forget dig whip submit strum".split()
)
ING_NOUNS: Final = frozenset(
    "wedding building evening morning meeting feeling ceiling clothing painting drawing housing king ring thing "
    "nothing something anything everything during string spring wing sibling darling bring sing sting offspring "
    "pudding stocking".split()
)
ING_ADJECTIVES: Final = frozenset(
    "amazing interesting boring exciting inspiring loving caring charming outgoing stunning annoying exhausting "
    "relaxing tiring willing missing lacking convincing encouraging fascinating frustrating heartwarming "
    "overwhelming rewarding surprising terrifying thrilling touching understanding refreshing fulfilling "
    "challenging calming comforting demanding disappointing entertaining confusing hardworking hard-working".split()
)


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return base + base[-1] + "ed" if base in _DOUBLING else base + "ed"


def _third(base: str) -> str:
    if base in ("be", "have"):
        return {"be": "is", "have": "has"}[base]
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else base + "s"


def _ing(base: str) -> str:
    if base in ("lie", "die"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return base[:-1] + "ing"
    return base + base[-1] + "ing" if base in _DOUBLING else base + "ing"


@cache
def _table() -> dict[str, dict[Form, str]]:
    table: dict[str, dict[Form, str]] = {}

    def add(word: str, form: Form, base: str) -> None:
        table.setdefault(word, {}).setdefault(form, base)

    irregular = [entry.split() for line in _IRREGULAR.split("\n") for entry in line.split(";") if entry]
    for base, past, part in irregular:
        add(past, "past", base)
        add(part, "part", base)
    regular = _REGULAR.split()
    for base in [*regular, "learn", "burn", "dream"]:
        add(_past(base), "past", base)
        add(_past(base), "part", base)
    for base in [entry[0] for entry in irregular] + regular:
        add(base, "base", base)
        add(_third(base), "s", base)
        add(_ing(base), "ing", base)
    del table["found"]["base"]  # "I found it" is of find
    for word in ("am", "are"):
        add(word, "base", "be")
    add("were", "past", "be")
    return table


def lemma(word: str, form: Form) -> str | None:
    """The base of `word` where it can be that form of a known verb.

    >>> lemma("moved", "past"), lemma("left", "part"), lemma("swims", "s"), lemma("library", "base")
    ('move', 'leave', 'swim', None)
    """
    return _table().get(word, {}).get(form)


def ing(base: str) -> str:
    """The -ing form of a verb.

    >>> ing("make"), ing("run")
    ('making', 'running')
    """
    return _ing(base)


def past(base: str) -> str:
    """The past of a verb.

    >>> past("meet"), past("stop")
    ('met', 'stopped')
    """
    return next((word for word, forms in _table().items() if forms.get("past") == base and word != base), _past(base))


def known(word: str) -> bool:
    """Whether `word` is any form of a known verb.

    >>> known("sold"), known("umbrella")
    (True, False)
    """
    return word in _table()


def gerund(word: str) -> str | None:
    """The verb that an -ing form belongs to, guessed where it is not in the table; None for nouns in -ing.

    >>> gerund("climbing"), gerund("evening"), gerund("vlogging")
    ('climb', None, 'vlogg')
    """
    found = lemma(word, "ing")
    if found:
        return found
    if word.endswith("ing") and len(word) > 5 and word not in ING_NOUNS and word not in ING_ADJECTIVES:
        return word[:-3]
    return None
