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
from games.engine.play.trials.table import SCORE
from games.engine.texts.text import Text
from games.xing_ling_wang.goldfish import CORRECTION, LEFT, PLACES, REWARD, TRAVELLERS, count_score

BOARD = Board(
    zones=(
        BoardZone("board", Text("Battle lanes", "戰線", ja="戦線"), ("board",), "lanes", slots=PLACES, rule="四.9"),
        hand_zone(),
        library_zone(),
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
    ),
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
    recount=count_score,
)
