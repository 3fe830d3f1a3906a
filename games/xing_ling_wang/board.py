"""星靈王's table: five battle lanes with a front and a back row, and the Little Travellers of the forest."""

from games.engine.play.playtest.boards import (
    MAX_COUNTER,
    Board,
    BoardCounter,
    BoardToken,
    BoardVerb,
    BoardZone,
    PlayerChoice,
    hand_zone,
    library_zone,
)
from games.engine.play.trials.effects.program import MAIN
from games.engine.play.trials.table import SCORE
from games.engine.texts.text import Text
from games.xing_ling_wang.deciding import decisions
from games.xing_ling_wang.goldfish import CORRECTION, LEFT, PLACES, REWARD, TRAVELLERS, count_score
from games.xing_ling_wang.table import TRIGGER, TURNED_TRAVELLERS, Table


def has_effects(t: Table) -> bool:
    """Whether the deck has effects, so that spells may stay in play."""
    return len(t.code) > 0


def is_unwilling_at_the_table(t: Table, gain: int) -> bool:
    """As the pilot, but an effect that the player uses is done whatever it costs."""
    return gain < 0 and t.fx[TRIGGER] != MAIN


def recount(t: Table) -> None:
    """Count the score after a move by hand; what left the board by hand is no longer turned sideways there."""
    for c in range(len(t.board)):
        t.turned[c] = min(t.turned[c], t.board[c])
    t.var[TURNED_TRAVELLERS] = min(t.var[TURNED_TRAVELLERS], t.var[TRAVELLERS])
    count_score(t)


BOARD = Board(
    zones=(
        BoardZone("board", Text("Battle lanes", "戰線", ja="戦線"), ("board",), "lanes", slots=PLACES, rule="四.9"),
        BoardZone(
            "leaving", Text("Resolving", "結算中", ja="処理中"), ("leaving",), present=has_effects, is_transient=True
        ),
        hand_zone(),
        library_zone(),
        BoardZone("field", Text("Field", "場地區", ja="フィールド"), ("field",), present=has_effects),
        BoardZone("grave", Text("Graveyard", "墓地", ja="墓地"), ("grave",), "stack"),
        BoardZone("removed", Text("Removed from the game", "除外區", ja="除外"), ("removed",), "stack"),
    ),
    verbs=(
        BoardVerb("play", Text("Play", "打出", ja="使う"), "二.3, 二.4"),
        BoardVerb(
            "traveller",
            Text("Summon a Little Traveller", "召喚小旅人", ja="小旅人を出す"),
            "二.3, 二.4",
            place="",
        ),
        BoardVerb(
            "effect",
            Text("Use the effect", "發動效果", ja="効果を使う"),
            "六.1",
            place="board",
            also=("field", "grave", "hand"),
        ),
        BoardVerb("resolve", Text("Resolve effects", "結算效果", ja="効果を処理する"), "六.2", place=""),
        BoardVerb("close", Text("Effects of the end phase", "結束階段效果", ja="終了時の効果"), "十四.1", place=""),
    ),
    unaided={"is_unwilling": is_unwilling_at_the_table},
    decisions=decisions,
    counters=(
        BoardCounter("score", Text("Score", "分數", ja="得点"), SCORE, by_hand=CORRECTION, low=-MAX_COUNTER),
        BoardCounter("rewards", Text("Rewards", "獎勵", ja="報酬"), REWARD),
        BoardCounter("countdown", Text("Your turns left", "我方剩餘回合", ja="残りの自分のターン"), LEFT),
    ),
    tokens=(BoardToken("traveller", Text("Little Traveller", "小旅人", ja="小旅人"), "board", TRAVELLERS),),
    choices=(
        PlayerChoice("sacrifice", "board", "grave", Text("Tributes", "祭品", ja="生贄"), "十二.3", token="traveller"),
        PlayerChoice("discard", "hand", "removed", Text("Hand limit", "手牌上限", ja="手札の上限"), "十四.2"),
    ),
    recount=recount,
)
