"""Nouns and adjectives that rules must know by class: kin, animals, trades, instruments, illnesses and the like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Gender = Literal["f", "m", ""]


@dataclass(frozen=True, slots=True)
class Kin:
    """What a word like `sister` says: the attribute it fills, the person's gender, and whether there is only one."""

    attribute: str
    gender: Gender = ""
    only: bool = False


def _set(text: str) -> frozenset[str]:
    return frozenset(" ".join(word.split("_")) for word in text.split())


def _kin() -> dict[str, Kin]:
    table: dict[str, Kin] = {}
    rows = """
    spouse f wife wifey missus|spouse m husband hubby|spouse - spouse better-half
    partner f girlfriend gf fiancée fiancee|partner m boyfriend bf fiancé fiance|partner - partner
    parent - parent|mother f mother mum mom mama mummy mommy mam|father m father dad papa daddy pop
    sister f sister sis|brother m brother bro|sibling - sibling siblings
    child f daughter|child m son|child - child kid baby toddler teenager stepson stepdaughter stepchild
    grandparent f grandmother grandma gran granny nana nan|grandparent m grandfather grandpa grandad granddad gramps
    grandchild f granddaughter|grandchild m grandson|grandchild - grandchild
    relative f aunt auntie niece mother-in-law sister-in-law stepmother stepmum stepmom stepsister great-aunt
    relative m uncle nephew father-in-law brother-in-law stepfather stepdad stepbrother great-uncle
    relative - cousin godmother godfather goddaughter godson
    friend - friend bestie bff mate buddy pal
    neighbour - neighbour neighbor|flatmate - flatmate roommate housemate
    colleague - colleague coworker co-worker workmate teammate
    manager - boss manager supervisor
    teacher - teacher tutor|coach - coach trainer|mentor - mentor|therapist - therapist counsellor
    dentist - dentist|doctor - doctor gp|landlord - landlord landlady|hairdresser - hairdresser barber
    """
    for row in rows.replace("\n", "|").split("|"):
        if words := row.split():
            attribute, sex, *names = words
            gender: Gender = "f" if sex == "f" else "m" if sex == "m" else ""
            for name in names:
                entry = Kin(attribute, gender, attribute in _ONLY)
                table[name] = entry
                table.setdefault(_PLURALS.get(name, name + "s"), entry)
    return table


_PLURALS: Final = {"wife": "wives", "child": "children", "baby": "babies"}
_ONLY: Final = _set("spouse partner mother father manager dentist doctor therapist landlord hairdresser")
KIN: Final = _kin()
KIN_PLURALS: Final = frozenset(
    _PLURALS.get(name, name + "s") for name in KIN if not name.endswith(("siblings",)) and name + "s" in KIN
) | {"children", "siblings", "babies", "wives"}
KIN_MODIFIERS: Final = _set(
    "older younger little big twin best good old dear late elder eldest youngest oldest baby first "
    "second third "
    "fourth great step half lovely close new only childhood school work lab gym uni college former ex future "
    "long-time longtime amazing wonderful wee dearest adopted foster biological line personal "
    "favourite favorite "
    "beautiful sweet crazy other middle upstairs downstairs next-door"
)
PAST_KIN: Final = _set("ex ex-wife ex-husband ex-boyfriend ex-girlfriend ex-partner former late")

STANDARD_KIN: Final = {
    "mum": "mother", "mom": "mother", "mama": "mother", "mummy": "mother", "mommy": "mother", "mam": "mother",
    "dad": "father", "papa": "father", "daddy": "father", "pop": "father",
    "grandma": "grandmother", "gran": "grandmother", "granny": "grandmother", "nana": "grandmother",
    "nan": "grandmother", "grandpa": "grandfather", "grandad": "grandfather", "granddad": "grandfather",
    "gramps": "grandfather", "sis": "sister", "bro": "brother", "auntie": "aunt",
    "gf": "girlfriend", "bf": "boyfriend", "hubby": "husband", "wifey": "wife", "missus": "wife",
    "fiancee": "fiancée", "fiance": "fiancé", "neighbor": "neighbour", "roommate": "flatmate", "housemate": "flatmate",
    "coworker": "colleague", "co-worker": "colleague", "pup": "puppy", "kitty": "kitten",
}  # fmt: skip
"""The word under which a relative is remembered, whatever they are called: a mum is a mother."""

_SPECIES_TEXT = """
dog puppy pup hound greyhound labrador lab retriever poodle beagle terrier spaniel collie corgi husky dachshund
bulldog pug chihuahua whippet mutt rescue_dog guide_dog sheepdog cat kitten kitty tabby tomcat hamster gerbil
guinea_pig rabbit bunny ferret rat mouse chinchilla hedgehog parrot budgie parakeet cockatiel canary finch cockatoo
chicken hen rooster duck goose goat sheep lamb pony horse mare donkey pig piglet cow llama alpaca tortoise turtle
terrapin snake python lizard gecko iguana bearded_dragon chameleon frog axolotl goldfish fish guppy koi tarantula
german_shepherd golden_retriever border_collie labradoodle cockapoo dalmatian
"""
SPECIES: Final = _set(_SPECIES_TEXT)
_ODD_PLURALS: Final = {
    "mice": "mouse",
    "geese": "goose",
    "puppies": "puppy",
    "kitties": "kitty",
    "ponies": "pony",
    "bunnies": "bunny",
    "huskies": "husky",
    "collies": "collie",
    "tabbies": "tabby",
    "canaries": "canary",
    "guppies": "guppy",
    "finches": "finch",
    "border collies": "border collie",
}


_YOUNG: Final = {
    "puppy": "dog",
    "pup": "dog",
    "kitten": "cat",
    "kitty": "cat",
    "bunny": "rabbit",
    "piglet": "pig",
    "lamb": "sheep",
}


def kind_of_animal(word: str) -> str:
    """The species that a word for an animal means: a puppy is a dog.

    >>> kind_of_animal("pup"), kind_of_animal("hen")
    ('dog', 'hen')
    """
    return _YOUNG.get(word, word)


def species(word: str) -> str | None:
    """The animal that a word names, in the singular; None for what is no usual pet.

    >>> species("geese"), species("hens"), species("idea")
    ('goose', 'hen', None)
    """
    if word in SPECIES:
        return word
    single = _ODD_PLURALS.get(word) or (word[:-1] if word.endswith("s") else "")
    return single if single in SPECIES else None


OCCUPATIONS: Final = _set("""
accountant actor actress actuary administrator advisor adviser agent aide analyst anaesthetist animator apprentice
archaeologist architect archivist artist assistant astronaut astronomer astrophysicist athlete attorney auctioneer
auditor author baker banker barber barista barrister bartender beekeeper biologist blacksmith blogger boatbuilder
bookbinder bookkeeper bookseller botanist bouncer brewer bricklayer broker builder butcher butler cameraman captain
cardiologist caregiver carer caretaker carpenter cartographer cartoonist cashier cellist ceo cfo chef chemist
chiropractor choreographer cleaner clerk coach cobbler comedian composer conductor consultant contractor cook
coordinator copywriter coroner cto curator dancer decorator dentist dermatologist designer detective developer
dietician dietitian diplomat director diver dj doctor doorman dramatist dressmaker driver drummer ecologist economist
editor electrician engineer entomologist entrepreneur epidemiologist estate_agent farmer filmmaker firefighter
fisherman fishmonger florist forester founder co-founder freelancer gamer gardener geneticist geographer geologist
geophysicist glassblower goldsmith governess graduate_student guard guide guitarist gynaecologist hairdresser handyman
head headmaster headmistress headteacher herbalist historian hydrologist illustrator inspector instructor intern
interpreter inventor investor jeweller jeweler jockey joiner journalist judge laborer labourer landscaper lawyer lead
lecturer librarian lifeguard linguist locksmith logistician machinist magician maid mailman maintainer manager marine
mason mathematician mayor mechanic mediator meteorologist microbiologist midwife miller miner minister model mortician
musician nanny neurologist neuroscientist neurosurgeon novelist nurse nutritionist oboist officer operator optician
optometrist orderly organist orthodontist osteopath paediatrician painter palaeontologist paralegal paramedic
parasitologist pastor pathologist pediatrician pharmacist philosopher photographer physicist physio physiotherapist
pianist pilot planner plasterer plumber podcaster poet policeman policewoman politician porter postman postdoc potter
president priest principal printer producer professor programmer psychiatrist psychologist psychotherapist publicist
publisher rabbi radiographer radiologist ranger realtor receptionist recruiter referee reporter researcher roofer
saddler sailor salesman salesperson saleswoman scaffolder scientist sculptor seamstress secretary seismologist
shepherd shipwright shoemaker singer social_worker sociologist soldier solicitor songwriter statistician steward
stewardess stonemason streamer student_nurse stylist superintendent supervisor surgeon surveyor tailor tattooist
taxidermist teacher technician tester therapist tiler toolmaker translator treasurer trainer trader trombonist
trumpeter tutor typist undertaker upholsterer vet veterinarian vicar violinist vlogger volcanologist waiter waitress
warden watchmaker weaver welder winemaker woodworker worker writer yoga_teacher youtuber zookeeper zoologist sommelier
dispatcher conservator glazier registrar stagehand stuntman tour_guide sysadmin screenwriter playwright sound_engineer
wholesaler ombudsman oncologist obstetrician organiser organizer specialist strategist executive vp associate partner
buyer merchandiser underwriter negotiator estimator postmaster shopkeeper restaurateur restorer luthier milliner
cooper farrier ferryman flautist harpist percussionist keyboardist bassist saxophonist conservationist
environmentalist activist campaigner counsellor counselor hypnotherapist acupuncturist masseuse masseur beautician
cosmetologist hygienist audiologist phlebotomist immunologist virologist pharmacologist chairman chairwoman
chairperson councillor councilor senator ambassador attache consul magistrate prosecutor bailiff caterer housekeeper
babysitter childminder au_pair courier cyclist footballer boxer wrestler goalkeeper swimmer
""")
ROLE_ONLY_AFTER_ARTICLE: Final = _set("head lead model partner agent guard guide judge cook marine associate")
"""Words for trades that mean something else more often than not where no article stands before them."""
STUDENT: Final = _set("student undergrad undergraduate pupil freshman sophomore postgraduate trainee")

ORGANISATIONS: Final = _set("""
academy agency airline airport aquarium archive archives army association bakery bank bar bookshop bookstore boutique
brewery business butcher cafe café canteen care_home castle charity cinema circus city_council clinic co-op
coast_guard college company consultancy coop council courthouse dairy daycare department distillery embassy factory
farm firm fire_department florist foundation gallery garage garden_centre gym harbour harbor hospice hospital hostel
hotel institute kindergarten kitchen lab laboratory law_firm library mall marina market mill mine ministry mosque
museum navy newspaper ngo nonprofit non-profit nursery nursing_home observatory office opera orchestra orchard
parliament pharmacy planetarium plant police port post_office practice prison pub publisher publishing_house quarry
radio railway refinery resort restaurant salon sanctuary school shelter shipyard shop start-up startup station store
studio supermarket theater theatre town_hall trust university vineyard warehouse winery workshop zoo deli diner bistro
pizzeria church monastery municipality city_hall logistics_firm bureau unit organization organisation corporation
group club magazine paper channel animal_shelter food_bank homeless_shelter soup_kitchen community_centre
community_center youth_centre youth_center hospital_ward
""")

INSTRUMENTS: Final = _set("""
accordion bagpipes banjo bass bassoon bass_guitar cello clarinet double_bass drums drum dulcimer euphonium fiddle
flute french_horn glockenspiel guitar harmonica harp harpsichord horn keyboard keyboards lute lyre mandolin marimba
oboe organ piano piccolo recorder sax saxophone sitar tabla theremin trombone trumpet tuba ukulele viola violin
vibraphone xylophone zither percussion electric_guitar acoustic_guitar
""")
SPORTS: Final = _set("""
badminton baseball basketball billiards bowls boules bridge chess cricket croquet darts dodgeball dungeons_and_dragons
football futsal golf handball hockey field_hockey ice_hockey hurling lacrosse netball paintball pickleball padel
ping-pong ping_pong poker polo pool rugby scrabble snooker soccer softball squash table_tennis tennis volleyball
beach_volleyball water_polo video_games videogames board_games d&d ultimate_frisbee ultimate frisbee mahjong
backgammon
""")
LANGUAGES: Final = _set("""
afrikaans albanian amharic arabic armenian azerbaijani basque belarusian bengali bosnian breton bulgarian burmese
cantonese catalan cornish croatian czech danish dari dutch english estonian faroese farsi filipino finnish flemish
french frisian gaelic galician georgian german greek greenlandic guarani gujarati hausa hawaiian hebrew hindi
hungarian icelandic igbo indonesian inuktitut irish italian japanese javanese kannada kazakh khmer kikuyu kinyarwanda
korean kurdish kyrgyz lao latin latvian lingala lithuanian luganda luxembourgish macedonian malagasy malay malayalam
maltese mandarin maori māori marathi mongolian nepali norwegian oromo pashto persian polish portuguese punjabi quechua
romanian romansh russian samoan sanskrit scots serbian sesotho shona sicilian sign_language sindhi sinhala slovak
slovene slovenian somali spanish swahili swedish tagalog tamil tatar telugu thai tibetan tigrinya turkish twi
ukrainian urdu uyghur uzbek vietnamese welsh wolof xhosa yiddish yoruba zulu esperanto bsl asl american_sign_language
british_sign_language chinese
""")
NATIONALITIES: Final = _set("""
afghan albanian algerian american angolan argentinian argentine armenian australian austrian azerbaijani bangladeshi
belarusian belgian bolivian bosnian brazilian british bulgarian burmese cambodian cameroonian canadian chilean chinese
colombian congolese croatian cuban cypriot czech danish dominican dutch ecuadorian egyptian english eritrean estonian
ethiopian filipino finnish french gambian georgian german ghanaian greek guatemalan haitian honduran hungarian
icelandic indian indonesian iranian iraqi irish israeli italian ivorian jamaican japanese jordanian kazakh kenyan
korean kosovan kurdish kuwaiti latvian lebanese liberian libyan lithuanian macedonian malaysian maltese mexican
moldovan mongolian moroccan mozambican namibian nepalese nicaraguan nigerian norwegian pakistani palestinian
panamanian peruvian polish portuguese puerto_rican romanian russian rwandan salvadoran samoan saudi scottish
senegalese serbian singaporean slovak slovenian somali south_african south_korean spanish sri_lankan sudanese swedish
swiss syrian taiwanese tanzanian thai tunisian turkish ugandan ukrainian uruguayan venezuelan vietnamese welsh yemeni
zambian zimbabwean catalan basque
""")
CONDITIONS: Final = _set("""
adhd add anaemia anemia anxiety arthritis asperger's asthma autism bipolar bipolar_disorder bronchitis cancer
celiac_disease coeliac_disease crohn's crohn's_disease depression diabetes dyslexia dyspraxia eczema emphysema
endometriosis epilepsy fibromyalgia glaucoma gout hay_fever hayfever hemophilia hepatitis hypertension hypothyroidism
insomnia ibs leukaemia leukemia long_covid lupus lyme_disease me meningitis migraine migraines ms multiple_sclerosis
narcolepsy ocd osteoporosis parkinson's pcos pneumonia psoriasis ptsd rheumatism rosacea scoliosis shingles
sleep_apnea sleep_apnoea tinnitus tuberculosis ulcerative_colitis vertigo vitiligo high_blood_pressure arrhythmia
heart_condition type_1_diabetes type_2_diabetes gastritis dermatitis sciatica tendonitis
""") - {"me", "add"}
DIETS: Final = _set(
    "vegan vegetarian pescatarian pescetarian flexitarian veggie keto paleo gluten-free dairy-free "
    "plant-based halal "
    "kosher fruitarian omnivore carnivore teetotal"
)
COLOURS: Final = _set("""
red orange yellow green blue purple violet pink brown black white grey gray silver gold golden beige turquoise teal
navy maroon magenta cyan lilac lavender crimson scarlet burgundy cream ivory khaki olive indigo charcoal
""")
LOOKS: Final = COLOURS | _set("""
plaid striped spotted chequered checkered tartan transparent wooden leather metal plastic wool woollen cotton silk
electric diesel hybrid waterproof round square oval paisley floral polka-dot curly straight wavy blond blonde brunette
left-handed right-handed ambidextrous colour-blind color-blind
""")
SHADES: Final = _set("bright dark light pale deep navy royal forest sky lime hot baby off olive blue green yellow red")

THINGS: Final = _set("""
allotment aquarium armchair attic bakery barge barn bass bbq bicycle bike boat boathouse bookcase bookshelf bus
business cabin cabin_cruiser camera camper campervan camper_van camcorder canoe car caravan cargo_bike cello chainsaw
chalet clarinet company computer console cottage couch dinghy drone drum_kit drums e-bike electric_bike electric_car
espresso_machine farm farmhouse fiddle fireplace flat apartment flute fridge garage garden greenhouse guitar harmonica
harp hot_tub house houseboat hybrid ipad iphone jeep jet_ski kayak keyboard kiln kindle lake_house laptop lathe
library loom macbook mandolin minivan moped motorbike motorcycle motorhome oboe organ orchard piano ps4 ps5
playstation pickup pool printer projector record_player rowing_boat rowboat sailboat sailing_boat sauna saxophone
scooter sewing_machine shed shop skateboard skis sledge snowboard sofa speedboat studio surfboard suv switch synth
synthesiser synthesizer tablet tandem tandem_bike telescope tent tesla tractor trailer trampoline treadmill trombone
trumpet truck tuba turntable tv typewriter ukulele unicycle van vespa vinyl_collection viola violin wetsuit wood_stove
workshop xbox yacht record_collection stamp_collection 3d_printer air_fryer bread_maker microscope metal_detector
paddleboard rowing_machine exercise_bike longboard hammock wardrobe desk bed watch phone smartphone fairphone
chromebook smartwatch kettle
toaster rice_cooker vineyard island castle mansion bungalow duplex condo penthouse plant plants pendant cookbook
necklace bracelet tattoo trophy external_drive hard_drive microphone controller headset gaming_console gaming_setup
monitor ring chess_set dollhouse dvd vinyl cookbook_collection toolbox grill barbecue oven mixer easel pottery_wheel
spinning_wheel weights dumbbells punching_bag bean_bag rug bench swing holiday_home summer_house summerhouse
beach_house tree_house treehouse pond
""")
VEHICLES: Final = _set(
    "car van truck suv jeep minivan pickup hatchback saloon sedan estate convertible camper campervan"
)
MAKES: Final = _set("""
audi bmw chevrolet chevy citroën citroen dacia fiat ford honda hyundai jaguar jeep kia lada lexus mazda mercedes mini
mitsubishi nissan opel peugeot porsche prius renault saab seat skoda škoda subaru suzuki tesla toyota vauxhall
volkswagen volvo vw polestar rivian cupra alfa bentley bugatti ferrari lamborghini maserati rover mustang corolla
civic golf beetle
""")

GENERIC_THE: Final = _set("""
sea ocean beach mountains mountain woods forest outdoors countryside rain snow sun cold heat summer winter spring
autumn theatre theater opera ballet cinema movies gym piano guitar violin cello drums city night north south desert
sky stars arts blues circus radio internet news zoo library seaside coast hills water wilderness quiet dark
""")
"""Nouns that keep their article where a whole kind is meant: the sea, the opera."""
