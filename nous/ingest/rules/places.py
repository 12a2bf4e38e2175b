"""Countries and well-known cities, so that a country is not taken for a city nor a city for an employer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .phrases import breaks, joined, proper_name
from .text import Token
from .words import ADVERBS


def _names(text: str) -> frozenset[str]:
    return frozenset(name.strip() for name in text.replace("\n", " ").split(",") if name.strip())


COUNTRIES: Final = _names("""
afghanistan, albania, algeria, andorra, angola, argentina, armenia, australia, austria, azerbaijan, bahamas, bahrain,
bangladesh, barbados, belarus, belgium, belize, benin, bhutan, bolivia, bosnia, botswana, brazil, brunei, bulgaria,
burkina faso, burundi, cambodia, cameroon, canada, cape verde, chad, chile, china, colombia, congo, costa rica,
croatia, cuba, cyprus, czechia, czech republic, denmark, djibouti, dominica, dominican republic, ecuador, egypt, el
england, eritrea, estonia, eswatini, ethiopia, fiji, finland, france, gabon, gambia, georgia, germany,
ghana, greece, greenland, grenada, guatemala, guinea, guyana, haiti, holland, honduras, hungary, iceland, india,
indonesia, iran, iraq, ireland, israel, italy, ivory coast, jamaica, japan, jordan, kazakhstan, kenya, kosovo, kuwait,
kyrgyzstan, laos, latvia, lebanon, lesotho, liberia, libya, liechtenstein, lithuania, luxembourg, madagascar, malawi,
malaysia, maldives, mali, malta, mauritania, mauritius, mexico, moldova, monaco, mongolia, montenegro, morocco,
mozambique, myanmar, namibia, nepal, netherlands, new zealand, nicaragua, niger, nigeria, north korea, north
macedonia, northern ireland, norway, oman, pakistan, palestine, panama, papua new guinea, paraguay, peru, philippines,
poland, portugal, puerto rico, qatar, romania, russia, rwanda, samoa, saudi arabia, scotland, senegal, serbia,
seychelles, sierra leone, singapore, slovakia, slovenia, somalia, south africa, south korea, south sudan, spain, sri
lanka, sudan, suriname, sweden, switzerland, syria, taiwan, tajikistan, tanzania, thailand, togo, tonga, trinidad,
tunisia, turkey, türkiye, turkmenistan, uganda, ukraine, uk, united kingdom, uae, united arab emirates, us, usa,
united states, america, uruguay, uzbekistan, vanuatu, vatican, venezuela, vietnam, wales, yemen, zambia, zimbabwe
""")
CITIES: Final = _names("""
aachen, aberdeen, accra, adelaide, amman, amsterdam, ankara, antwerp, athens, atlanta, auckland, austin, baghdad,
baku, bangalore, bangkok, barcelona, bari, basel, beijing, beirut, belfast, belgrade, bergen, berlin, bern, bilbao,
birmingham, bogotá, bogota, bologna, bombay, bonn, bordeaux, boston, bratislava, bremen, brighton, brisbane, bristol,
bruges, brussels, bucharest, budapest, buenos aires, busan, cairo, calgary, cambridge, cape town, caracas, cardiff,
casablanca, chennai, chicago, cologne, copenhagen, cork, dakar, dallas, damascus, darwin, delhi, denver, detroit,
dhaka, dover, dresden, dubai, dublin, durban, düsseldorf, edinburgh, eindhoven, exeter, faro, florence, frankfurt,
freiburg, galway, geneva, genoa, ghent, glasgow, gothenburg, granada, graz, groningen, hamburg, hanoi, havana,
helsinki, hong kong, honolulu, houston, innsbruck, istanbul, izmir, jakarta, jerusalem, johannesburg, kampala,
karachi, kathmandu, kiev, kyiv, kingston, kolkata, kraków, krakow, kuala lumpur, kyoto, lagos, lahore, las vegas,
lausanne, leeds, leicester, leiden, leipzig, lille, lima, limerick, lisbon, liverpool, ljubljana, london, los angeles,
la, lyon, madrid, malaga, malmö, manchester, manila, marrakesh, marrakech, marseille, melbourne, memphis, mexico city,
miami, milan, minneapolis, minsk, montevideo, montreal, moscow, mumbai, munich, nairobi, naples, new delhi, new
orleans, new york, newcastle, nice, nottingham, nuremberg, nyc, osaka, oslo, ottawa, oxford, palermo, paris, perth,
philadelphia, phoenix, pisa, portland, porto, prague, quito, reykjavik, riga, rio, rio de janeiro, rome, rotterdam,
salzburg, san
diego, san francisco, san jose, santiago, sao paulo, são paulo, sarajevo, seattle, seoul, seville, shanghai, essen,
dortmund, bochum, duisburg, mannheim, karlsruhe, hannover, hanover, bielefeld, münster, kiel, lübeck, rostock, erfurt,
mainz, augsburg, ulm, kassel, potsdam, magdeburg, linz, klagenfurt, bath, bradford, coventry, dundee, hull, inverness,
ipswich, luton, middlesbrough, norwich, plymouth, portsmouth, reading, southampton, stirling, sunderland, swansea,
wolverhampton, worcester, aarhus, odense, aalborg, malmo, uppsala, lund, västerås, örebro, linköping, umeå, stavanger,
espoo, oulu, tartu, kaunas, gdańsk, gdansk, sopot, gdynia, poznań, poznan, wrocław, wroclaw, łódź, lodz, lublin,
katowice, szczecin, białystok, brno, ostrava, plzeň, košice, debrecen, szeged, cluj, timișoara, iași, brașov, plovdiv,
varna, split, dubrovnik, rijeka, zadar, novi sad, podgorica, tirana, pristina, patras, heraklion, antalya, bursa,
adana, odessa, odesa, kharkiv, lviv, dnipro, kazan, novosibirsk, samara, st petersburg, saint petersburg, yerevan,
almaty, astana, bishkek, bremerhaven, nantes, rennes, montpellier, grenoble, dijon, reims, brest, angers, biarritz,
antibes, cannes, avignon, liège, liege, namur, leuven, haarlem, delft, arnhem, nijmegen, maastricht, tilburg, breda,
aveiro, braga, coimbra, évora, sintra, zaragoza, córdoba, cordoba, cádiz, cadiz, murcia, alicante, salamanca, san
sebastián, san sebastian, vigo, a coruña, santander, pamplona, girona, genova, trieste, parma, modena, padua, perugia,
catania, cagliari, bergamo, brescia, rimini, ravenna, lecce, matera, kandy, colombo, pune, hyderabad, jaipur, kochi,
surat, lucknow, islamabad, rawalpindi, chittagong, yangon, phnom penh, saigon, ho chi minh city, da nang, chiang mai,
phuket, cebu, davao, bandung, surabaya, penang, guangzhou, shenzhen, chengdu, wuhan, hangzhou, nanjing, xi'an, harbin,
kaohsiung, nagoya, sapporo, fukuoka, hiroshima, yokohama, incheon, daegu, daejeon, canberra, hobart, cairns, gold
coast, christchurch, dunedin, suva, abuja, ibadan, kano, enugu, port harcourt, kumasi, abidjan, bamako, addis ababa,
mombasa, kisumu, dar es salaam, kigali, lusaka, harare, maputo, windhoek, pretoria, algiers, oran, rabat, fez,
tripoli, alexandria, doha, abu dhabi, riyadh, jeddah, muscat, manama, haifa, aleppo, shiraz, isfahan, tabriz, herat,
medellín, medellin, cartagena, guayaquil, cusco, arequipa, la paz, asunción, asuncion, valparaíso, valparaiso, recife,
fortaleza, curitiba, brasília, brasilia, porto alegre, belo horizonte, guadalajara, monterrey, puebla, oaxaca, mérida,
tijuana, san managua, tegucigalpa, santo domingo, baltimore, buffalo, cincinnati, cleveland, columbus, el paso,
fresno, indianapolis, jacksonville, kansas city, long beach, louisville, milwaukee, nashville, oakland, oklahoma city,
omaha, orlando, pittsburgh, raleigh, sacramento, salt lake city, san antonio, spokane, st louis, saint louis, tampa,
tucson, tulsa, edmonton, halifax, saskatoon, winnipeg, quebec city, québec, nebraska, ohio, oregon, michigan, arizona,
utah, kansas, iowa, idaho, maine, vermont, nevada, minnesota, wisconsin, illinois, indiana, kentucky, tennessee,
alabama, louisiana, massachusetts, connecticut, pennsylvania, new jersey, maryland, delaware, ontario, quebec,
alberta, manitoba, nova scotia, queensland, tasmania, new south wales, calabria, lombardy, puglia, umbria, saxony,
brittany, normandy, burgundy, galicia, mallorca, ibiza, tenerife, madeira, azores, sheffield, skopje, sofia,
stockholm, strasbourg, stuttgart, sydney, taipei, tallinn, tampere, tashkent, tbilisi, tehran, tel aviv, the hague,
thessaloniki, tokyo, toronto, toulouse, tromsø, trondheim, tunis, turin, turku, utrecht, valencia, vancouver, venice,
verona, vienna, vilnius, warsaw, washington, wellington, york, zagreb, zurich, zürich, hawaii, california, texas,
florida, alaska, bali, tuscany, sicily, provence, cornwall, yorkshire, bavaria, catalonia, andalusia, crete, corsica,
sardinia
""")
REGIONS: Final = _names("europe, asia, africa, america, north america, south america, scandinavia, antarctica, oceania")


def is_place(name: str) -> bool:
    """Whether a name is a country, city or region that everybody knows.

    >>> is_place("Peru"), is_place("the Netherlands"), is_place("Brightwater")
    (True, True, False)
    """
    low = name.lower().removeprefix("the ")
    return low in COUNTRIES or low in CITIES or low in REGIONS


_BY_THE_PLACE = frozenset(
    "outside near downtown central north south east west northern southern eastern western".split()
)


_SETTLEMENTS = frozenset(
    "town city village suburb suburbs outskirts island hamlet neighbourhood neighborhood place area part heart centre "
    "center middle edge district".split()
)


def place(tokens: Sequence[Token], i: int, stop: int) -> tuple[str, int, str] | None:
    """A place by name from `i` on: its name, where it ends, and the country that follows after a comma ("")."""
    j = i
    while j < stop and (
        tokens[j].low in ADVERBS
        or tokens[j].low in _BY_THE_PLACE
        or tokens[j].low in ("the", "of")
        or (tokens[j].low in ("a", "an") and _settlement(tokens, j, stop) > j)
    ):
        j = _settlement(tokens, j, stop) if tokens[j].low in ("a", "an", "the") else j + 1
    end = proper_name(tokens, j, stop)
    if end == j:
        for length in (2, 1):
            if j + length <= stop and is_place(joined(tokens[j : j + length])):
                end = j + length
                break
    if end == j or (end < stop and tokens[end].low == "'s"):
        return None
    country = ""
    if end + 1 < stop and tokens[end].low == "," and tokens[end + 1].capital:
        second = proper_name(tokens, end + 1, stop)
        if joined(tokens[end + 1 : second]).lower() in COUNTRIES:
            country = joined(tokens[end + 1 : second])
    return joined(tokens[j:end]), end, country


def _settlement(tokens: Sequence[Token], i: int, stop: int) -> int:
    """Past "a small town called" or "the suburbs of": where the name would begin; else `i`, past "the" in any case."""
    j = i + 1
    i = j if tokens[i].low == "the" else i
    while j < stop and j - i < 6:
        if tokens[j].low in ("called", "named"):
            return j + 1
        if (
            tokens[j].low in _SETTLEMENTS
            and j + 1 < stop
            and tokens[j + 1].low in ("near", "outside", "in", "of", "called")
        ):
            return j + 2
        if breaks(tokens[j]):
            break
        j += 1
    return i
