// Made from the Rust types by `BERTHIER_UPDATE=1 cargo test -p server wire`. Do not edit.

/**
 * Feature of a hexside, in the order in which it is drawn; the letter is its character in text maps.
 */
export type Feature = "slope" | "steep_slope" | "cliff" | "ravine" | "ditch" | "crest" | "dike" | "stream" | "canal" | "river" | "ford" | "bridge" | "tree_line" | "fence" | "hedge" | "wall" | "high_wall" | "abatis" | "entrenchment" | "redoubt" | "fortification";

/**
 * Road: a link of a hex with its neighbour, the better first.
 */
export type Road = "highway" | "road" | "causeway" | "trail";

/**
 * A map of flat-topped hexes in columns; even columns (the second, the fourth, ...) stand half a hex lower. Hexes are numbered
 * row by row from the top left, from 0: `number = (row - 1) * columns + (column - 1)`; labels are `CCRR` from 01.
 */
export type GroundData = { 
/**
 * The map's name.
 */
name: string, 
/**
 * Columns.
 */
columns: number, 
/**
 * Rows.
 */
rows: number, 
/**
 * The width of a hex in metres.
 */
hex_meters?: number | null, 
/**
 * The kinds of terrain, for [`GroundData::terrain`].
 */
kinds: Array<NamedItem>, 
/**
 * By hex: the place of its terrain in `kinds`.
 */
terrain: Array<number>, 
/**
 * By hex: its level.
 */
levels: Array<number>, 
/**
 * Hexsides that carry something.
 */
hexsides: Array<HexsideData>, 
/**
 * Roads and trails from hex to hex.
 */
roads: Array<RoadData>, 
/**
 * Names printed on the map.
 */
places: Array<PlaceData>, 
/**
 * Entry hexes with their letters.
 */
entries: Array<PlaceData>, };

/**
 * A direction from a hex to a neighbour, or the hexside towards it: N NE SE S SW NW, 0 to 5, clockwise.
 */
export type Direction = "N" | "NE" | "SE" | "S" | "SW" | "NW";

/**
 * A hexside.
 */
export type HexsideData = { 
/**
 * One of its hexes.
 */
hex: number, 
/**
 * The direction from there.
 */
dir: Direction, 
/**
 * Its features.
 */
features: Array<Feature>, 
/**
 * A slope goes up from `hex` to the neighbour (else down).
 */
uphill: boolean, 
/**
 * A work protects `hex` against the neighbour.
 */
protects_hex: boolean, 
/**
 * A work protects the neighbour against `hex`.
 */
protects_neighbour: boolean, };

/**
 * A piece of road or trail between the middles of two neighbouring hexes.
 */
export type RoadData = { 
/**
 * Its kind.
 */
kind: Road, 
/**
 * From this hex.
 */
from: number, 
/**
 * To this one.
 */
to: number, };

/**
 * A named hex.
 */
export type PlaceData = { 
/**
 * Its hex.
 */
hex: number, 
/**
 * Name, or letter.
 */
name: string, };

/**
 * A side.
 */
export type SideData = { 
/**
 * Id.
 */
id: string, 
/**
 * Name.
 */
name: string, 
/**
 * Counter colour, `#rrggbb`.
 */
colour: string, };

/**
 * Something that has an id for programs and a name for readers.
 */
export type NamedItem = { 
/**
 * Id.
 */
id: string, 
/**
 * For readers.
 */
label: string, };

/**
 * A facing.
 */
export type FacingData = { 
/**
 * Name.
 */
name: string, 
/**
 * The direction on the sheet, in degrees clockwise from the north.
 */
degrees: number, };

/**
 * The symbol of a unit.
 */
export type Symbol = "infantry" | "light_infantry" | "grenadier" | "cavalry" | "light_cavalry" | "heavy_cavalry" | "foot_artillery" | "horse_artillery" | "commander";

/**
 * An arm.
 */
export type ArmData = { 
/**
 * Id.
 */
id: string, 
/**
 * For readers.
 */
label: string, 
/**
 * The symbols of its units.
 */
symbols: Array<Symbol>, };

/**
 * Fitness: what a state means for a counter.
 */
export type Fitness = "steady" | "shaken" | "lost" | "waiting";

/**
 * Looks of a counter: what it looks like in the state of its unit.
 */
export type Look = "plain" | "striped" | "pale";

/**
 * A sign at the edge of a counter.
 */
export type Sign = "square" | "smoke" | "sabres" | "tick" | "plus" | "column" | "line" | "dots" | "scattered" | "road" | "spokes" | "gun" | "low" | "chevron" | "chevrons";

/**
 * A state of counters, as the board declares it.
 */
export type StateData = { 
/**
 * Id.
 */
id: string, 
/**
 * For readers.
 */
label: string, 
/**
 * Fitness of a counter that has it.
 */
fitness: Fitness, 
/**
 * Its look.
 */
look: Look, 
/**
 * Its letter on a map of characters; without one it is only said.
 */
letter?: string, };

/**
 * A badge of counters, as the board declares it.
 */
export type BadgeData = { 
/**
 * Id.
 */
id: string, 
/**
 * For readers.
 */
label: string, 
/**
 * The sign on the counter; without one it is only said.
 */
sign?: Sign, 
/**
 * Such a counter has a front on every side.
 */
all_round: boolean, 
/**
 * Its letter on a map of characters; without one it is only said.
 */
letter?: string, };

/**
 * The fixed part of a counter, as far as its viewer may know it.
 */
export type CounterData = { 
/**
 * Id, as it is typed in answers.
 */
id: string, 
/**
 * Name.
 */
name: string, 
/**
 * The side's number.
 */
side: number, 
/**
 * The formation's number.
 */
formation?: number | null, 
/**
 * The nation in small letters (`france`), for colours.
 */
nation: string, 
/**
 * The symbol.
 */
symbol: Symbol, 
/**
 * Kind of the unit, for readers.
 */
kind: string, 
/**
 * Named figures of the counter's face, in the book's order.
 */
figures: Array<FigureData>, 
/**
 * The same on its reverse, if it has one.
 */
reverse: Array<FigureData>, 
/**
 * The ids of the overlays that can be laid for it.
 */
overlays: Array<string>, };

/**
 * A named figure.
 */
export type FigureData = { 
/**
 * Its name, for readers.
 */
name: string, 
/**
 * Its value as printed.
 */
value: string, };

/**
 * A formation.
 */
export type FormationData = { 
/**
 * Id.
 */
id: string, 
/**
 * Name.
 */
name: string, 
/**
 * The side's number.
 */
side: number, 
/**
 * The number of the formation above it.
 */
under?: number, 
/**
 * Colour of the stripe, `#rrggbb`.
 */
stripe: string, 
/**
 * Its units' numbers.
 */
units: Array<number>, };

/**
 * A marker: a counter that is drawn or laid down.
 */
export type MarkerData = { 
/**
 * Id.
 */
id: string, 
/**
 * Name.
 */
name: string, 
/**
 * The side's number; none if it is nobody's, or another side's each time.
 */
side?: number, 
/**
 * Its printed value.
 */
value: string, 
/**
 * Numbers of the formations that it concerns.
 */
formations: Array<number>, };

/**
 * A game turn.
 */
export type TurnData = { 
/**
 * Time of day.
 */
time: string, 
/**
 * The weather, for readers.
 */
weather: string, };

/**
 * A reinforcement.
 */
export type ArrivalData = { 
/**
 * The game turn, from 1.
 */
turn: number, 
/**
 * The side's number.
 */
side: number, 
/**
 * Units' numbers.
 */
units: Array<number>, 
/**
 * Entry hex.
 */
hex: number, };

/**
 * A place worth points.
 */
export type ObjectiveData = { 
/**
 * Its hex.
 */
hex: number, 
/**
 * Name.
 */
name: string, 
/**
 * Points.
 */
points: number, };

/**
 * A verb of answers.
 */
export type VerbData = { 
/**
 * As it is typed.
 */
word: string, 
/**
 * For readers. An answer reads as this followed by the titles of what it points at, unless the label has blanks in braces: then
 * `{unit}`, `{leader}`, `{hex}`, `{facing}`, `{formation}`, `{marker}`, `{side}`, `{number}` or `{0}`, `{1}`, `{2}` are filled, and what no
 * blank has taken follows.
 */
label: string, 
/**
 * Names of the numbers in its answers, from 0 on; none where they are figures.
 */
numbers?: Array<string>, 
/**
 * The kind of overlay that shows where its answers lead, if it is not [`Board::route_overlay`].
 */
route_overlay?: string, };

/**
 * A question that a rulebook can ask.
 */
export type AskData = { 
/**
 * Its key.
 */
key: string, 
/**
 * For readers, with dots where names will stand.
 */
label: string, 
/**
 * The kind of overlay that shows where its answers lead, if it is not [`Board::route_overlay`].
 */
route_overlay?: string, };

/**
 * A state of markers.
 */
export type MarkerStateData = { 
/**
 * Id.
 */
id: string, 
/**
 * For readers.
 */
label: string, 
/**
 * Whether such a marker is in play.
 */
in_play: boolean, };

/**
 * A kind of overlay, as the board declares it.
 */
export type OverlayKind = { 
/**
 * Id, by which it is asked for.
 */
id: string, 
/**
 * On a button.
 */
label: string, 
/**
 * It is asked for with a second place, to which it leads: a line of sight.
 */
aimed?: boolean, 
/**
 * While it lies on the map, the overlay of this id is asked for to wherever is pointed at.
 */
line?: string, };

/**
 * Source of a layer: the counters whose overlays make it.
 */
export type LayerSource = "own_units" | "own_leaders" | "enemy_units" | "enemy_leaders";

/**
 * A layer, as the board declares it: an overlay of each of a side's counters, summed.
 */
export type LayerData = { 
/**
 * Id.
 */
id: string, 
/**
 * In a list.
 */
label: string, 
/**
 * The overlay's id.
 */
overlay: string, 
/**
 * The counters whose overlays make it.
 */
from: LayerSource, 
/**
 * Each hex says how many counters' overlays it belongs to.
 */
counted: boolean, };

/**
 * Board: what stands still in a battle.
 */
export type Board = { 
/**
 * The ground.
 */
ground: GroundData, 
/**
 * The sides, by number.
 */
sides: Array<SideData>, 
/**
 * Units, by number.
 */
units: Array<CounterData>, 
/**
 * Commanders, by number.
 */
leaders: Array<CounterData>, 
/**
 * Formations, by number.
 */
formations: Array<FormationData>, 
/**
 * Markers, by number.
 */
markers: Array<MarkerData>, 
/**
 * Game turns, the first first.
 */
turns: Array<TurnData>, 
/**
 * Reinforcements.
 */
arrivals: Array<ArrivalData>, 
/**
 * Places worth points, by number.
 */
objectives: Array<ObjectiveData>, 
/**
 * The verbs of answers, by number.
 */
verbs: Array<VerbData>, 
/**
 * The facings, by number (`d0`, ...).
 */
facings: Array<FacingData>, 
/**
 * The questions that the rulebook can ask: for standing orders.
 */
questions: Array<AskData>, 
/**
 * The arms, for standing orders.
 */
arms: Array<ArmData>, 
/**
 * The states of counters.
 */
states: Array<StateData>, 
/**
 * Badges that counters can have besides.
 */
badges: Array<BadgeData>, 
/**
 * The phases of a game turn.
 */
phases: Array<NamedItem>, 
/**
 * The steps of phases.
 */
steps: Array<NamedItem>, 
/**
 * Marks that formations can have.
 */
formation_marks: Array<NamedItem>, 
/**
 * The orders of groups.
 */
orders: Array<NamedItem>, 
/**
 * The states of markers.
 */
marker_states: Array<MarkerStateData>, 
/**
 * The kinds of what happens: the first word of an event's key, and its name in filters.
 */
events: Array<NamedItem>, 
/**
 * Overlays that can be laid over the map.
 */
overlays: Array<OverlayKind>, 
/**
 * The ids of the overlays of a place.
 */
place_overlays: Array<string>, 
/**
 * The id of the overlay that shows where answers lead, where neither their verb nor their question names another.
 */
route_overlay?: string, 
/**
 * Layers: overlays of all counters of a side.
 */
layers: Array<LayerData>, };

/**
 * Place in the turn: where the game is.
 */
export type ClockData = { 
/**
 * Game turn, from 1.
 */
turn: number, 
/**
 * Number of the turns.
 */
turns: number, 
/**
 * The phase's id: one of [`Board::phases`](super::Board::phases).
 */
phase: string, 
/**
 * The id of the step of the phase, if it has steps: one of [`Board::steps`](super::Board::steps).
 */
step?: string, 
/**
 * The side whose move it is.
 */
side?: number, 
/**
 * The marker in use.
 */
marker?: number, };

/**
 * A counter's changing part. Fields that are usual are left out: see each.
 */
export type Counter = { 
/**
 * Its id: `u3` or `l0`.
 */
id: string, 
/**
 * Its hexes, the first where it is stacked; none off the map.
 */
at: Array<number>, 
/**
 * Its height in the stack: 0 (absent) at the bottom.
 */
height?: number, 
/**
 * Its facing: the place in [`Board::facings`](super::Board::facings).
 */
facing?: number, 
/**
 * The large number on it, as it is now.
 */
strength: string, 
/**
 * The line under it, as it is now.
 */
ratings: string, 
/**
 * The id of its state: one of [`Board::states`](super::Board::states).
 */
state: string, 
/**
 * The ids of its badges, of [`Board::badges`](super::Board::badges); none if absent.
 */
badges?: Array<string>, };

/**
 * A marker's changing part.
 */
export type MarkerState = { 
/**
 * The marker's number.
 */
marker: number, 
/**
 * The id of its state: one of [`Board::marker_states`](super::Board::marker_states).
 */
state: string, 
/**
 * The side's number, where it has one only for the time being.
 */
side?: number, 
/**
 * Its commander for the time being, as the viewer knows (`l3`).
 */
of?: string, };

/**
 * A formation's changing part.
 */
export type FormationState = { 
/**
 * The formation's number.
 */
formation: number, 
/**
 * The ids of what is to be shown, of [`Board::formation_marks`](super::Board::formation_marks).
 */
marks: Array<string>, };

/**
 * A group of units that act together.
 */
export type GroupState = { 
/**
 * Its number.
 */
group: number, 
/**
 * Its units' numbers.
 */
units: Array<number>, 
/**
 * The id of its order: one of [`Board::orders`](super::Board::orders); absent where the viewer does not know it.
 */
order?: string, 
/**
 * Whether everybody knows it.
 */
revealed: boolean, };

/**
 * Position: what changes, as one viewer knows it.
 */
export type Position = { 
/**
 * Clock of the game.
 */
clock: ClockData, 
/**
 * Units and commanders, also those off the map and lost.
 */
counters: Array<Counter>, 
/**
 * Markers.
 */
markers: Array<MarkerState>, 
/**
 * Formations.
 */
formations: Array<FormationState>, 
/**
 * Groups of units that act together, with their orders as far as the viewer knows them.
 */
groups: Array<GroupState>, 
/**
 * Holder of each objective, by number: a side's number, or nobody.
 */
holders: Array<number | null>, 
/**
 * Points by side as they stand, in halves of a point.
 */
half_points: Array<number>, 
/**
 * Strength lost for good, by the side that lost it.
 */
losses: Array<number>, 
/**
 * Attacks that are announced and still to be fought.
 */
announced?: Array<AnnouncedAttack>, };

/**
 * An attack that is announced and still to be fought: an assault, a shock, a charge.
 */
export type AnnouncedAttack = { 
/**
 * The side that attacks.
 */
side: number, 
/**
 * The attacker on top of the stack (`u3`).
 */
by: string, 
/**
 * The hexes of its way so far, the last where it stands.
 */
way: Array<number>, 
/**
 * The hexes at which it aims; none while it has named none.
 */
at: Array<number>, };

/**
 * The difference between two positions of one viewer. What is absent has not changed.
 */
export type Patch = { 
/**
 * The new clock.
 */
clock?: ClockData, 
/**
 * Counters that changed, whole, by `id`.
 */
counters?: Array<Counter>, 
/**
 * Markers that changed, by `marker`.
 */
markers?: Array<MarkerState>, 
/**
 * Formations that changed, by `formation`.
 */
formations?: Array<FormationState>, 
/**
 * Groups that are new or changed, by `group`.
 */
groups?: Array<GroupState>, 
/**
 * Numbers of groups that are no more.
 */
groups_gone?: Array<number>, 
/**
 * The new holders, all of them.
 */
holders?: Array<number | null>, 
/**
 * The new points.
 */
half_points?: Array<number>, 
/**
 * The new losses.
 */
losses?: Array<number>, 
/**
 * The attacks that are announced now, all of them.
 */
announced?: Array<AnnouncedAttack>, };

/**
 * A hex of an overlay.
 */
export type OverlayHex = { 
/**
 * The hex.
 */
hex: number, 
/**
 * Its label.
 */
label: string, 
/**
 * The hex before it on the cheapest route, where the overlay shows routes.
 */
from?: number, 
/**
 * A thing to be pointed at before the step from there, by an answer that points at nothing else: a facing (`d3`), if the unit looks another way.
 */
via?: string, };

/**
 * Something to be laid over the map on demand: where a unit can go, what it sees, who reaches whom.
 */
export type OverlayData = { 
/**
 * Hexes, each with a short text (a cost, a modifier; may be empty).
 */
hexes: Array<OverlayHex>, 
/**
 * A line for readers.
 */
text: string, 
/**
 * The rule that bars a line of sight, if one does.
 */
rule?: string, };

/**
 * Code of a problem: the kind of thing that went wrong, for programs.
 */
export type ProblemCode = "bad_request" | "refused" | "stale" | "not_asked" | "not_yours" | "not_found" | "conflict" | "too_large" | "too_many" | "too_slow" | "unauthorized" | "forbidden_origin" | "other_version" | "not_stored" | "no_room" | "unsure" | "internal";

/**
 * Problem: what went wrong, for readers and programs.
 */
export type Problem = { 
/**
 * Code of the kind of problem.
 */
code: ProblemCode, 
/**
 * A sentence.
 */
message: string, 
/**
 * The rule that stands in the way, if one does.
 */
rule?: string, };

/**
 * Every answer of the server that is no success: `{"error": {...}}` with a fitting HTTP status.
 */
export type ErrorBody = { 
/**
 * The problem.
 */
error: Problem, };

/**
 * A side of a battle.
 */
export type SideCard = { 
/**
 * Id.
 */
id: string, 
/**
 * Name.
 */
name: string, 
/**
 * Counter colour, `#rrggbb`.
 */
colour: string, };

/**
 * Size of a battle, for the chooser.
 */
export type BattleSize = "tutorial" | "small" | "medium" | "large";

/**
 * A battle in the chooser.
 */
export type BattleCard = { 
/**
 * The rulebook's id.
 */
rulebook: string, 
/**
 * The rulebook's title.
 */
rulebook_title: string, 
/**
 * The battle's id.
 */
id: string, 
/**
 * Title.
 */
title: string, 
/**
 * Date.
 */
date: string, 
/**
 * Place.
 */
place: string, 
/**
 * Size.
 */
size: BattleSize, 
/**
 * Typical playing time in minutes.
 */
minutes: number, 
/**
 * 1 to 5.
 */
difficulty: number, 
/**
 * A sentence or two.
 */
blurb: string, 
/**
 * Game turns.
 */
turns: number, 
/**
 * Units by side.
 */
units: Array<number>, 
/**
 * The sides.
 */
sides: Array<SideCard>, 
/**
 * Computer players that know the rulebook, the weakest first.
 */
players: Array<string>, 
/**
 * The one of them for those who learn: weak, but never absurd.
 */
beginner: string, 
/**
 * Address of its picture.
 */
picture: string, 
/**
 * Whether it has lessons.
 */
lessons: boolean, 
/**
 * The clocks that the rulebook sets where a game's maker chooses none.
 */
clock?: ClockRule, 
/**
 * Options that the rulebook leaves to the players to settle.
 */
options?: Array<OptionCard>, };

/**
 * An option of a rulebook.
 */
export type OptionCard = { 
/**
 * Its name, for [`Options::rules`](super::Options::rules).
 */
name: string, 
/**
 * Its label.
 */
label: string, 
/**
 * The rule that leaves it open.
 */
rule: string, 
/**
 * Its values: the first is the default.
 */
values: Array<OptionValue>, };

/**
 * Value of an option: what it can be.
 */
export type OptionValue = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its label.
 */
label: string, };

/**
 * A lesson, shown once, when a question with its key and an answer of its verb is asked in its turn or later.
 */
export type Lesson = { 
/**
 * The game turn from which it may come up.
 */
turn: number, 
/**
 * The question's key.
 */
key: string, 
/**
 * The verb that must be among the answers, if it waits until something can be done.
 */
verb?: string, 
/**
 * Title.
 */
title: string, 
/**
 * Text; blank lines part paragraphs.
 */
text: string, };

/**
 * A battle in full: its card, its board, and the position at the start as an onlooker sees it.
 */
export type BattleDetail = { 
/**
 * The card.
 */
card: BattleCard, 
/**
 * Board: all that stands still.
 */
board: Board, 
/**
 * The position at the start.
 */
position: Position, 
/**
 * Lessons, in order.
 */
lessons: Array<Lesson>, };

/**
 * Status of a rule: how far a rule is enforced.
 */
export type RuleStatus = "done" | "partly" | "not yet" | "optional" | "definition";

/**
 * A rule, in our own words.
 */
export type RuleCard = { 
/**
 * Its number.
 */
id: string, 
/**
 * Title.
 */
title: string, 
/**
 * Summary.
 */
summary: string, 
/**
 * Its status: how far it is enforced.
 */
status: RuleStatus, 
/**
 * Numbers of the rules directly below.
 */
below: Array<string>, };

/**
 * Address of notices: where a player is told that it is their turn. Empty: nowhere.
 */
export type Notify = { 
/**
 * An e-mail address. Its owner is asked by one mail whether it is right; nothing else is sent there before they have said so.
 */
email: string, 
/**
 * A web address to which a JSON message is posted.
 */
webhook: string, };

/**
 * State of a mail address: what is known of a player's mail address.
 */
export type MailState = "none" | "asked" | "unconfirmed" | "confirmed" | "stopped";

/**
 * The secret of the link in a mail that asks whether an address is right.
 */
export type MailProof = { 
/**
 * 64 hexadecimal digits.
 */
secret: string, };

/**
 * A mail address that was confirmed.
 */
export type MailCard = { 
/**
 * The address.
 */
email: string, };

/**
 * Wish of the owner of a mail address, with the secret of the link that stands in every mail.
 */
export type MailStop = { 
/**
 * 64 hexadecimal digits.
 */
secret: string, 
/**
 * Whether no more mails are to be sent there; if not, they may be sent again.
 */
stop: boolean, };

/**
 * Person at the browser: who it is to the server.
 */
export type Me = { 
/**
 * The account's name, if signed in.
 */
account?: string, 
/**
 * Place to be told of one's turn, if anywhere.
 */
notify: Notify, 
/**
 * State of the mail address, as far as it is known.
 */
mail: MailState, 
/**
 * Whether the server can send e-mail.
 */
can_mail: boolean, 
/**
 * Whether the server may call webhooks.
 */
can_webhook: boolean, };

/**
 * Name and password, to make an account or to sign in.
 */
export type Credentials = { 
/**
 * 3 to 32 letters, digits, `-` or `_`.
 */
name: string, 
/**
 * 8 to 200 characters.
 */
password: string, 
/**
 * Whether all other browsers that are signed in to the account are signed out.
 */
alone: boolean, };

/**
 * A browser that is signed in to one's account.
 */
export type SessionCard = { 
/**
 * Name by which it is to be signed out.
 */
id: string, 
/**
 * Its device, as far as it says so.
 */
device: string, 
/**
 * Time at which it was last seen, to the hour, in seconds since 1970.
 */
seen: number, 
/**
 * Whether it is this one.
 */
here: boolean, };

/**
 * Wish for a seat: who is to sit at a side.
 */
export type SeatWish = { "who": "me" } | { "who": "invited" } | { "who": "computer", 
/**
 * Its name, one of [`BattleCard::players`](super::BattleCard::players).
 */
player: string, };

/**
 * Cause of an early end: why a game ended before its end.
 */
export type EarlyEnd = "resigned" | "time";

/**
 * Taking back.
 */
export type UndoRule = "free" | "ask" | "practice" | "never";

/**
 * Dice rule: where dice fall.
 */
export type DiceRule = "screen" | "typed";

/**
 * Watching rule: who may watch.
 */
export type WatchRule = "nobody" | "public";

/**
 * Rule of the flag: what happens when a side's clock is at zero.
 */
export type FlagRule = "nothing" | "computer" | "lose";

/**
 * A budget of time for each side.
 */
export type ClockRule = { 
/**
 * Seconds at the start.
 */
budget_s: number, 
/**
 * Seconds added for each section of a turn that is the side's.
 */
increment_s: number, 
/**
 * Rule for the clock at zero.
 */
at_zero: FlagRule, };

/**
 * Options of a game: how it is played.
 */
export type Options = { 
/**
 * Taking back.
 */
undo: UndoRule, 
/**
 * Dice.
 */
dice: DiceRule, 
/**
 * Rule for those who watch.
 */
watch: WatchRule, 
/**
 * Whether free seats can be taken from the lobby, without the link.
 */
open: boolean, 
/**
 * Delay where both sides show their views ([`SeatCard::shows`](super::SeatCard::shows)): after how many seconds, at least 60; 600 if absent.
 */
delay_s?: number, 
/**
 * Clocks, if there are any.
 */
clock?: ClockRule, 
/**
 * Options of the rulebook ([`BattleCard::options`](super::BattleCard::options)), by name; what is not named has its default.
 */
rules?: { [key in string]?: string }, };

/**
 * A new game.
 */
export type NewGame = { 
/**
 * The rulebook.
 */
rulebook: string, 
/**
 * The battle.
 */
battle: string, 
/**
 * Wishes for the seats, by side.
 */
seats: Array<SeatWish>, 
/**
 * Name that one bears in it.
 */
name: string, 
/**
 * Options under which it is played.
 */
options: Options, 
/**
 * Contribution that one mixes into the dice before anything is promised: up to 64 hexadecimal digits, or nothing.
 */
contribution: string, 
/**
 * Whether one will contribute to the dice once the server has promised a seed (`POST .../contribute`). Nothing is decided before.
 */
contributes: boolean, };

/**
 * A game that was made.
 */
export type CreatedGame = { 
/**
 * Its id.
 */
id: string, 
/**
 * By side: the code with which a free seat is taken, if it is free. The link to send is `/#/join/{id}/{side}/{code}`.
 */
codes: Array<string | null>, 
/**
 * The published hash of the seed to which one is to contribute now.
 */
promise?: string, };

/**
 * Taking a seat.
 */
export type Join = { 
/**
 * The side's number.
 */
side: number, 
/**
 * The code of the link; none for open games.
 */
code?: string, 
/**
 * Name that one bears.
 */
name: string, 
/**
 * Whether one will contribute to the dice: see `NewGame`.
 */
contributes: boolean, };

/**
 * Handing a seat to a computer player.
 */
export type ComputerWish = { 
/**
 * The side's number.
 */
side: number, 
/**
 * The computer player's name.
 */
player: string, };

/**
 * A code that takes a seat: for a friend, or for one's own other device.
 */
export type SeatCode = { 
/**
 * The side's number.
 */
side: number, 
/**
 * The code. It works once.
 */
code: string, };

/**
 * A saved game to be gone on with.
 */
export type Upload = { 
/**
 * The journal's text.
 */
journal: string, 
/**
 * The seed of the dice, 64 hexadecimal digits, if the game is to be played on and the journal does not reveal it.
 */
seed?: string, 
/**
 * Wishes for the seats, by side.
 */
seats: Array<SeatWish>, 
/**
 * Name that one bears in it.
 */
name: string, 
/**
 * Options under which it is played on.
 */
options: Options, 
/**
 * Whether one will contribute to the dice: see `NewGame`.
 */
contributes: boolean, };

/**
 * Status of a game: where a game stands.
 */
export type GameStatus = "gathering" | "playing" | "over";

/**
 * Kind of seat: what sits at a side.
 */
export type SeatKind = "free" | "person" | "computer";

/**
 * A seat as everybody sees it.
 */
export type SeatCard = { 
/**
 * The side.
 */
side: SideCard, 
/**
 * Kind of the sitter.
 */
kind: SeatKind, 
/**
 * The name of who sits there.
 */
name: string, 
/**
 * Whether somebody there is connected now.
 */
here: boolean, 
/**
 * Whether they let onlookers see their view after a delay. Onlookers see it if both sides do.
 */
shows: boolean, 
/**
 * Former sitters, the last at the end, at most four: they know what that side knew then.
 */
before: Array<string>, 
/**
 * A free seat that holds the secrets of who left it: only they can take it again, or whom they have sent a link, or a computer player.
 */
closed: boolean, };

/**
 * Outcome of a game: how it ended.
 */
export type OutcomeCard = { 
/**
 * The number of the side that won; none for a draw.
 */
winner?: number, 
/**
 * In words.
 */
text: string, 
/**
 * Reason why it ended before its end, if it did: the loser gave it up, or ran out of time.
 */
broken_off?: EarlyEnd, 
/**
 * Points by side, in halves.
 */
half_points: Array<number>, 
/**
 * The game turn, from 1.
 */
turn: number, };

/**
 * A game in a list.
 */
export type GameCard = { 
/**
 * Its id.
 */
id: string, 
/**
 * The rulebook.
 */
rulebook: string, 
/**
 * The battle's id.
 */
battle: string, 
/**
 * The battle's title.
 */
title: string, 
/**
 * Status of the game.
 */
status: GameStatus, 
/**
 * Game turn, from 1.
 */
turn: number, 
/**
 * Number of the turns.
 */
turns: number, 
/**
 * Seats, by side.
 */
seats: Array<SeatCard>, 
/**
 * Sides' numbers that are asked something now.
 */
waiting: Array<number>, 
/**
 * Sides' numbers that are mine.
 */
mine: Array<number>, 
/**
 * Whether I am waited for.
 */
my_turn: boolean, 
/**
 * Time of the last change, in seconds since 1970.
 */
changed: number, 
/**
 * Outcome of the game.
 */
outcome?: OutcomeCard, 
/**
 * Whether it goes on from a saved game: who saved it may have known the dice.
 */
continued: boolean, 
/**
 * Options under which it is played.
 */
options: Options, };

/**
 * A kind of [`Point`]. The API writes it as its letter, with which short texts begin (`u3`).
 */
export type PointKind = "-" | "u" | "l" | "h" | "d" | "f" | "m" | "s" | "n" | "p" | "t" | "g";

/**
 * Legal answers with the same verb that point at things of the same kinds. With `kinds` = `["u", "h"]` and `at` = `[3, 45, 3, 46]`
 * there are two: `u3 h45` and `u3 h46`. With no kinds there is one, a button.
 */
export type ChoiceGroup = { 
/**
 * The number of the first answer; the others follow.
 */
first: number, 
/**
 * The verb's number in the board's `verbs`.
 */
verb: number, 
/**
 * The kind of each thing that an answer points at.
 */
kinds: Array<PointKind>, 
/**
 * Their numbers, answer by answer.
 */
at: Array<number>, };

/**
 * A decision that the viewer is asked for.
 */
export type Question = { 
/**
 * Its id. An answer names it, so that a late answer is not taken for the answer to another question.
 */
id: number, 
/**
 * The side that decides.
 */
side: number, 
/**
 * The rule that asks.
 */
rule: string, 
/**
 * Its key: for lessons and standing orders.
 */
key: string, 
/**
 * Points it is about.
 */
about: Array<string>, 
/**
 * In words.
 */
text: string, 
/**
 * Whether it asks what fell on a real table, instead of for a decision.
 */
fallen?: boolean, 
/**
 * The number of legal answers; they are numbered from 0.
 */
count: number, 
/**
 * The legal answers, in groups, in the order of their numbers.
 */
groups: Array<ChoiceGroup>, 
/**
 * The answer that ends what is asked for, if there is one: it has a name of its own.
 */
ending?: Ending, };

/**
 * The answer that ends something: movement, attacks.
 */
export type Ending = { 
/**
 * Its number.
 */
choice: number, 
/**
 * Its name in this question.
 */
label: string, };

/**
 * An answer: by number, or as text (`move leger-1-1`).
 */
export type Answer = { 
/**
 * The question.
 */
question: number, 
/**
 * The answer's number.
 */
choice?: number, 
/**
 * The answer's text, where there is no number.
 */
text?: string, 
/**
 * The side that answers; needed only by those who sit at both.
 */
side?: number, };

/**
 * An answer was taken, and is stored.
 */
export type AcceptedAnswer = { 
/**
 * The game's revision after it.
 */
revision: number, };

/**
 * A candidate: a legal answer by number, or any answer as text: a verb and points, by ids (`go 0304`) or short texts (`go h45`).
 */
export type Candidate = { 
/**
 * The question that it would answer; if another one is asked by now, that is `stale`. None: whichever is asked.
 */
question?: number, 
/**
 * The answer's number.
 */
choice?: number, 
/**
 * Or its text.
 */
text?: string, 
/**
 * The side, for those who sit at both.
 */
side?: number, };

/**
 * Verdict on a candidate: whether it is allowed, and if not, why.
 */
export type WhyNot = { 
/**
 * Whether it is allowed.
 */
allowed: boolean, 
/**
 * Reasons why not, in words: a reason a line.
 */
text: string, 
/**
 * The rule of the first reason.
 */
rule?: string, };

/**
 * An end and its chance.
 */
export type Chance = { 
/**
 * In words.
 */
text: string, 
/**
 * In tenths of a percent, rounded.
 */
permille: number, 
/**
 * The exact chance, as `5/18`.
 */
exact: string, };

/**
 * The chances of one thing.
 */
export type ThingChances = { 
/**
 * Its name.
 */
name: string, 
/**
 * The chances of its states.
 */
chances: Array<Chance>, };

/**
 * Sum behind a result: what has made it, or will.
 */
export type Sum = { 
/**
 * Its name, where an event has several.
 */
name?: string, 
/**
 * Its parts, in their order: what multiplies, multiplies what stands before it.
 */
parts: Array<Part>, 
/**
 * Total of it, for readers: `+3`, `7/2`, and `→` or `←` with the columns that are shifted.
 */
total: string, };

/**
 * A named part of a sum.
 */
export type Part = { 
/**
 * Its effect.
 */
effect: Effect, 
/**
 * Its name.
 */
label: string, 
/**
 * The rule.
 */
rule: string, };

/**
 * Effect of a part: what a part of a sum does.
 */
export type Effect = { "base": number } | { "add": number } | { "times": [number, number] } | { "shift": number };

/**
 * Preview of an answer: what can come of it at once, as far as the side can know.
 */
export type Preview = { 
/**
 * The answer in words.
 */
label: string, 
/**
 * Every end: those that change something, the likeliest first, then the one that changes nothing.
 */
ends: Array<Chance>, 
/**
 * By thing concerned: the chance of each of its states.
 */
things: Array<ThingChances>, 
/**
 * Whether all cases were looked at; if not, the chances are lower bounds.
 */
complete: boolean, 
/**
 * The share of all cases that was looked at, in tenths of a percent, rounded down: 1000 only if that is all of them.
 */
covered: number, 
/**
 * The sums that make the result, where they are known before the throw.
 */
sums: Array<Sum>, 
/**
 * The two who contend, and their odds, where they are known before the throw.
 */
contest?: string, 
/**
 * Changes by the time that somebody decides again, in the same order. The ends go on from there: they take each further
 * decision for the least, until what was begun is finished.
 */
near: Array<Chance>, 
/**
 * Decisions then, and their sides.
 */
decides: Array<Chance>, 
/**
 * Draws meanwhile that come next.
 */
drawn: Array<Chance>, 
/**
 * Throws that may come before anybody decides. Where it is empty, the answer throws nothing.
 */
throws: Array<string>, 
/**
 * Throws that may come after further decisions.
 */
later: Array<string>, 
/**
 * Whether the look ahead ends where something comes to light that the side does not know.
 */
veiled: boolean, 
/**
 * Whether the ends take a further decision for the least.
 */
assumed: boolean, 
/**
 * Whether the ends are those of what is announced, fought at once as everything stands.
 */
rehearsed: boolean, };

/**
 * Hint: what the best computer player would answer.
 */
export type Hint = { 
/**
 * The answer's number.
 */
choice: number, 
/**
 * The answer in words.
 */
label: string, 
/**
 * The reason.
 */
why: string, };

/**
 * Asking for an overlay of the map.
 */
export type OverlayWish = { 
/**
 * Of what: `u3`, `l0`, `h45`.
 */
of: string, 
/**
 * The id of one of the board's overlays.
 */
kind: string, 
/**
 * End of it, for one that is aimed: `h45`.
 */
to?: string, };

/**
 * An overlay of the map.
 */
export type Overlay = { 
/**
 * The overlay.
 */
overlay: OverlayData, };

/**
 * A value in a log entry.
 */
export type Fact = { "number": number } | { "point": string } | { "word": string };

/**
 * Heading: what an entry of the log opens.
 */
export type Heading = "turn" | "section" | "end";

/**
 * Something that happened.
 */
export type LogEntry = { 
/**
 * Its place in the log. After something is taken back the log is shorter, and places are used again.
 */
at: number, 
/**
 * The rule.
 */
rule: string, 
/**
 * Its key, for filters (`fire.result`).
 */
key: string, 
/**
 * Heading that it opens, if it is no mere line.
 */
opens?: Heading, 
/**
 * A sentence, without the modifiers.
 */
text: string, 
/**
 * Named values: what it concerns, dice, sums.
 */
facts: { [key in string]?: Fact }, 
/**
 * The sums that made the result.
 */
sums?: Array<Sum>, };

/**
 * A piece of the log.
 */
export type LogPage = { 
/**
 * The log's length, entries that the viewer may not see included.
 */
length: number, 
/**
 * The entries that they may see.
 */
entries: Array<LogEntry>, };

/**
 * A decision in a step of a replay.
 */
export type ReplayAnswer = { 
/**
 * Side that took it.
 */
side: number, 
/**
 * The answer in words.
 */
label: string, };

/**
 * A step of a replay.
 */
export type ReplayStep = { 
/**
 * The game turn, from 1.
 */
turn: number, 
/**
 * The decisions taken in it, in their order, as far as the viewer may know them.
 */
answers?: Array<ReplayAnswer>, 
/**
 * The log's length after it.
 */
log: number, };

/**
 * The steps of a game for replay.
 */
export type ReplayIndex = { 
/**
 * The steps, in order. Step 0 is the position before the first answer.
 */
steps: Array<ReplayStep>, 
/**
 * Points by side after each step, in halves.
 */
half_points: Array<Array<number>>, 
/**
 * Strength lost for good by side after each step.
 */
losses: Array<Array<number>>, 
/**
 * Units on the map in their usual state, by side after each step, as far as the viewer sees them.
 */
steady: Array<Array<number>>, 
/**
 * Units on the map in a worse one.
 */
shaken: Array<Array<number>>, };

/**
 * The position after a step.
 */
export type ReplayPosition = { 
/**
 * The step's number.
 */
step: number, 
/**
 * The position.
 */
position: Position, };

/**
 * The positions after several steps.
 */
export type ReplayRun = { 
/**
 * The number of the first step.
 */
first: number, 
/**
 * The position after it.
 */
position: Position, 
/**
 * For each of the steps that follow, what changes.
 */
patches: Array<Patch>, };

/**
 * A throw, weighed. Worths are in hundredths of a strength point, those of the first side over the second, compared with the moment
 * before the step: a unit counts whole in its usual state, less in a worse one, and nothing when it is lost.
 */
export type FortuneThrow = { 
/**
 * The step in which it fell, as in [`ReplayIndex::steps`].
 */
step: number, 
/**
 * The place in the log of what was told next, as the viewer may see the log.
 */
log: number, 
/**
 * The rule that called for it.
 */
rule: string, 
/**
 * Purpose of the throw, in words.
 */
what: string, 
/**
 * Subjects of the throw.
 */
about: Array<string>, 
/**
 * The side that threw, where one did.
 */
side?: number, 
/**
 * Number of its outcomes.
 */
faces: number, 
/**
 * Outcome that fell, as it reads.
 */
shows: string, 
/**
 * The mean value over all outcomes: what could be expected.
 */
expected: number, 
/**
 * The mean value after what fell. The luck of the first side is `actual` - `expected`.
 */
actual: number, 
/**
 * The value after the outcome that is worst for the first side.
 */
least: number, 
/**
 * The value after the outcome that is best for it.
 */
most: number, 
/**
 * Number of the outcomes that are better for the first side than what fell.
 */
better: number, 
/**
 * Number of the outcomes that are worse for it.
 */
worse: number, };

/**
 * Fortune of a game: where its dice were kind and unkind, weighed by what they decided at once.
 */
export type Fortune = { 
/**
 * The throws, in their order.
 */
throws: Array<FortuneThrow>, 
/**
 * Whether all throws were weighed; if not, the later ones are missing.
 */
whole: boolean, };

/**
 * A chat message.
 */
export type ChatMessage = { 
/**
 * Its number, from 1.
 */
id: number, 
/**
 * The writer's side; none for onlookers.
 */
side?: number, 
/**
 * The writer's name.
 */
name: string, 
/**
 * The text: one paragraph, at most 500 characters.
 */
text: string, 
/**
 * Its time, in seconds since 1970.
 */
when: number, };

/**
 * A message to be sent.
 */
export type Say = { 
/**
 * The text.
 */
text: string, 
/**
 * The side, for those who sit at both.
 */
side?: number, };

/**
 * One's own notes in a game; nobody else sees them.
 */
export type Notes = { 
/**
 * Free text, at most 10,000 characters.
 */
text: string, 
/**
 * Notes on hexes: at most 200, each of at most 200 characters.
 */
hexes: { [key in number]?: string }, };

/**
 * Choice of a standing order: which of the legal answers it gives.
 */
export type OrderChoice = "first" | "least" | "most" | "nearest" | "farthest";

/**
 * A condition: what must hold of a question, looked up in what the side sees. A number must lie between two bounds, both included; distances
 * are in hexes, from the thing that the question is about (the first on the map); a number that there is none of fulfils no condition.
 */
export type OrderCondition = { "what": "enemy", 
/**
 * The id of one of the board's arms: only its units count; absent: all.
 */
arm?: string, 
/**
 * At least.
 */
least: number, 
/**
 * At most.
 */
most: number, } | { "what": "friend", 
/**
 * The id of one of the board's arms: only its units count; absent: all.
 */
arm?: string, 
/**
 * At least.
 */
least: number, 
/**
 * At most.
 */
most: number, } | { "what": "between", 
/**
 * At least.
 */
least: number, 
/**
 * At most.
 */
most: number, } | { "what": "number", 
/**
 * At least.
 */
least: number, 
/**
 * At most.
 */
most: number, } | { "what": "answers", 
/**
 * At least.
 */
least: number, 
/**
 * At most.
 */
most: number, } | { "what": "turn", 
/**
 * At least.
 */
least: number, 
/**
 * At most.
 */
most: number, } | { "what": "strength", 
/**
 * At least.
 */
least: number, 
/**
 * At most.
 */
most: number, } | { "what": "is", 
/**
 * The thing: `u3`, `h45`, `f1`.
 */
thing: string, 
/**
 * It is about anything else.
 */
not?: boolean, } | { "what": "state", 
/**
 * The id of one of the board's states.
 */
state: string, 
/**
 * It is in any other.
 */
not?: boolean, };

/**
 * A standing order: when a question with this key is asked of this side and all conditions hold, an answer is given at once. The side's
 * log says which order answered (an entry with the key `order.answered`); nobody else is told.
 */
export type StandingOrder = { 
/**
 * The question's key.
 */
key: string, 
/**
 * The verb of the answer, as it is typed.
 */
verb: string, 
/**
 * Choice among the legal answers with this verb.
 */
choice: OrderChoice, 
/**
 * Only answers that point at this (`u3`, `h45`).
 */
at?: string, 
/**
 * Only if all of these hold.
 */
only_if?: Array<OrderCondition>, };

/**
 * Standing orders, all of one's own.
 */
export type StandingOrders = { 
/**
 * The orders; the first that fits answers. At most 50.
 */
orders: Array<StandingOrder>, 
/**
 * The side, for those who sit at both.
 */
side?: number, };

/**
 * Clocks.
 */
export type Clocks = { 
/**
 * Milliseconds left, by side, at `at`.
 */
left_ms: Array<number>, 
/**
 * Sides' numbers whose clocks run.
 */
running: Array<number>, 
/**
 * Time at which this was true, in milliseconds since 1970.
 */
at_ms: number, 
/**
 * Whether the clocks are stopped by consent.
 */
paused: boolean, 
/**
 * The side that proposes to stop the clocks (or to go on).
 */
pause_proposed_by?: number, };

/**
 * A proposal to take back.
 */
export type UndoProposal = { 
/**
 * Its number. Consent names it; another proposal has another.
 */
id: number, 
/**
 * Side that proposes it.
 */
by: number, 
/**
 * Number of the entries of the viewer's log that would be left: those from this number on would be undone.
 */
log: number, 
/**
 * The viewer's own decisions that would be undone, in words, the earliest first.
 */
own: Array<string>, 
/**
 * Number of the throws that would be undone of those they were told of.
 */
throws: number, };

/**
 * Yes or no to a proposal to take back.
 */
export type UndoConsent = { 
/**
 * Yes.
 */
agree: boolean, 
/**
 * The proposal's number.
 */
id: number, 
/**
 * The side, for those who sit at both.
 */
side?: number, };

/**
 * Taking back one's last answers.
 */
export type UndoWish = { 
/**
 * Number of one's own answers, at least 1.
 */
back: number, 
/**
 * Whether to ask the other side, where it cannot be done alone.
 */
ask: boolean, 
/**
 * The side, for those who sit at both.
 */
side?: number, };

/**
 * Result of a wish to take back.
 */
export type UndoResult = { 
/**
 * Whether it is done; else the other side is asked.
 */
done: boolean, 
/**
 * The game's revision.
 */
revision: number, };

/**
 * Yes or no, to a proposal.
 */
export type Consent = { 
/**
 * Yes.
 */
agree: boolean, 
/**
 * The side, for those who sit at both.
 */
side?: number, };

/**
 * The side as which something is done, for those who sit at both.
 */
export type AsSide = { 
/**
 * The side.
 */
side?: number, };

/**
 * A seed that was promised under play.
 */
export type PromiseCard = { 
/**
 * Its published hash, 64 hexadecimal digits.
 */
commitment: string, 
/**
 * Contribution of each side to it, hexadecimal, by side.
 */
contributions: Array<string | null>, 
/**
 * Whether the dice follow from it already.
 */
mixed: boolean, };

/**
 * State of the dice: what is known of them while they are played with.
 */
export type DiceCard = { 
/**
 * The seeds promised under play, in their order. The last may wait for contributions.
 */
promises: Array<PromiseCard>, 
/**
 * Sides that are waited for: nothing is decided until they have contributed.
 */
waits: Array<number>, };

/**
 * A contribution to the dice.
 */
export type Contribution = { 
/**
 * The published hash of the seed to which it is made.
 */
promise: string, 
/**
 * Random bytes: 32 to 128 hexadecimal digits.
 */
bytes: string, 
/**
 * The side, for those who sit at both.
 */
side?: number, };

/**
 * A throw.
 */
export type ThrowData = { 
/**
 * Its number.
 */
n: number, 
/**
 * Faces.
 */
faces: number, 
/**
 * Outcome that fell, from 0.
 */
outcome: number, };

/**
 * Evidence of the dice: what the page of dice needs to verify a game by itself: see `docs/api.md` for the bytes.
 */
export type VerifyData = { 
/**
 * The published hash of the seed, 64 hexadecimal digits.
 */
commitment: string, 
/**
 * Contribution of each side, hexadecimal, by side.
 */
contributions: Array<string>, 
/**
 * Promises made under play, in their order.
 */
promises: Array<PromiseCard>, 
/**
 * The seed, once the game is over.
 */
seed?: string, 
/**
 * All throws, also those that were taken back.
 */
throws: Array<ThrowData>, 
/**
 * The journal's text, line by line chained, once the game is over.
 */
journal?: string, };

/**
 * A game as one of its viewers sees it: everything but the board, which stands still (`GET /api/games/{id}/board`).
 */
export type GameView = { 
/**
 * The card.
 */
card: GameCard, 
/**
 * A number that grows with every change.
 */
revision: number, 
/**
 * The side as which this is seen; none for an onlooker.
 */
side?: number, 
/**
 * An onlooker sees the side's view as it was at this time, in seconds since 1970. Nothing can be done in it, and no changes are sent:
 * ask again after a while.
 */
delayed?: number, 
/**
 * Position as the viewer knows it.
 */
position: Position, 
/**
 * Question to the viewer, if anything.
 */
question?: Question, 
/**
 * The number of entries in the log, and the last of them (at most 50) as the viewer may see them. Earlier ones: `GET .../log`.
 */
log_length: number, 
/**
 * The last entries.
 */
log: Array<LogEntry>, 
/**
 * The last chat messages, at most 50.
 */
chat: Array<ChatMessage>, 
/**
 * One's own notes.
 */
notes: Notes, 
/**
 * One's standing orders.
 */
orders: Array<StandingOrder>, 
/**
 * Clocks, if there are any.
 */
clocks?: Clocks, 
/**
 * A proposal to take back, if one lies on the table.
 */
undo?: UndoProposal, 
/**
 * Whether the viewer could take their last answer back alone.
 */
can_undo: boolean, 
/**
 * The published hash of the dice's seed.
 */
commitment: string, 
/**
 * The seeds promised since.
 */
dice: DiceCard, };

/**
 * Change of a game: what an answer (or something taken back) has changed for one viewer. Whatever is absent has not changed.
 */
export type Change = { 
/**
 * The revision to which this applies.
 */
from: number, 
/**
 * The revision after it.
 */
revision: number, 
/**
 * The changed part of the position.
 */
patch?: Patch, 
/**
 * The log is cut to this length first, where something was taken back.
 */
log_cut?: number, 
/**
 * New entries of the log.
 */
log?: Array<LogEntry>, 
/**
 * The log's length.
 */
log_length: number, 
/**
 * Sides' numbers that are asked something now.
 */
waiting: Array<number>, 
/**
 * The viewer's question is another one now (or gone, if `question` is absent).
 */
asked?: boolean, 
/**
 * The viewer's new question.
 */
question?: Question, 
/**
 * Clocks, if there are any.
 */
clocks?: Clocks, 
/**
 * A proposal to take back lies on the table.
 */
undo?: UndoProposal, 
/**
 * Card of the dice, if that has changed.
 */
dice?: DiceCard, 
/**
 * Whether the viewer could take their last answer back alone.
 */
can_undo?: boolean, 
/**
 * The game is over.
 */
outcome?: OutcomeCard, };

/**
 * Message of the browser: what the browser sends over the game's WebSocket.
 */
export type ClientMessage = { "t": "answer", 
/**
 * Any number, given back with the reply.
 */
ref: number, 
/**
 * The answer.
 */
answer: Answer, } | { "t": "say", 
/**
 * The text.
 */
text: string, } | { "t": "ping" };

/**
 * Message of the server: what the server sends over the game's WebSocket.
 */
export type ServerMessage = { "t": "full", 
/**
 * The view.
 */
view: GameView, } | { "t": "synced", 
/**
 * The revision.
 */
revision: number, } | { "t": "change", 
/**
 * The change.
 */
change: Change, } | { "t": "ack", 
/**
 * The number that came with it.
 */
ref: number, 
/**
 * The game's revision after it.
 */
revision: number, } | { "t": "error", 
/**
 * The number that came with it; 0 if none did.
 */
ref: number, 
/**
 * The cause.
 */
error: Problem, } | { "t": "chat", 
/**
 * The message.
 */
message: ChatMessage, } | { "t": "seats", 
/**
 * All seats.
 */
seats: Array<SeatCard>, } | { "t": "clocks", 
/**
 * The clocks.
 */
clocks: Clocks, } | { "t": "pong" } | { "t": "goodbye" };
