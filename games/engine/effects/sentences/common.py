"""The phrases of the words that all games share."""

from __future__ import annotations

from games.engine.effects.sentences.phrases import FlagPhrase, NounPhrase, Phrases, VerbPhrase, ZonePhrase
from games.engine.texts.text import Text

TRIGGERS = {
    "played": Text("when you play {what}", "你打出{what}時", ja="{what}を使ったとき"),
    "played self": Text("", ""),
    "entered": Text(
        "when {what} enters the board{from}{mode}", "{what}{mode}{from}入場時", ja="{what}が{mode}{from}場に出たとき"
    ),
    "destroyed": Text("when {what} is destroyed{mode}", "{what}{mode}被破壞時", ja="{what}が{mode}破壊されたとき"),
    "buried": Text(
        "when {what} goes to your graveyard{from}", "{what}{from}進入墓地時", ja="{what}が{from}墓地に置かれたとき"
    ),
    "left": Text("when {what} leaves the board", "{what}離場時", ja="{what}が場を離れたとき"),
    "returned": Text(
        "when {what} returns to your hand{from}{by}",
        "{what}{by}{from}回手牌時",
        ja="{what}が{by}{from}手札に戻ったとき",
    ),
    "removed": Text("when {what} is removed from the game", "{what}被除外時", ja="{what}が除外されたとき"),
    "shown": Text("when {what} is revealed", "{what}被展示時", ja="{what}が公開されたとき"),
    "showing": Text("when you reveal cards{from}", "你{from}展示牌時", ja="{from}カードを公開するとき"),
    "turned": Text("when {what} is turned sideways", "{what}被橫放時", ja="{what}が横向きになったとき"),
    "righted": Text("when {what} is turned upright", "{what}被轉正時", ja="{what}が縦向きになったとき"),
    "shuffled": Text("when {what} is shuffled into your deck", "{what}被洗回牌庫時", ja="{what}が山札に戻されたとき"),
    "transformed": Text(
        "when a card is transformed into {what}", "有卡被變為{what}時", ja="カードが{what}に変化したとき"
    ),
    "given": Text("when {what} is given to the opponent", "{what}移動至敵方場上時", ja="{what}が相手の場に移ったとき"),
    "summoned": Text("when {what} is summoned{from}", "{what}{from}被召喚時", ja="{what}が{from}召喚されたとき"),
    "brought": Text("when you play {what}", "你打出{what}時", ja="{what}を出したとき"),
    "bringing": Text("when you are about to play {what}", "你將打出{what}時", ja="{what}を出そうとするとき"),
    "discarded": Text("when {what} is discarded", "{what}從手牌進入墓地時", ja="{what}が手札から捨てられたとき"),
    "drawn": Text("when you draw {what}", "你抽到{what}時", ja="{what}を引いたとき"),
    "start": Text("at the start of your turn", "你的回合開始時", ja="自分のターン開始時"),
    "main": Text("in your main phase", "你的主要階段", ja="自分のメインフェイズに"),
    "end": Text("at the end of your turn", "你的回合結束時", ja="自分のターン終了時"),
    "while": Text("", ""),
    "bring": Text("to play this card, ", "打出此卡時，須", ja="このカードを出すには、"),
    "won": Text("when {what} wins a battle{mode}", "{what}{mode}戰鬥成功時", ja="{what}が{mode}戦闘に勝ったとき"),
    "lost": Text("when {what} loses a battle", "{what}戰鬥失敗時", ja="{what}が戦闘に負けたとき"),
    "attacks": Text("when {what} attacks", "{what}進攻時", ja="{what}が攻撃するとき"),
}
"""Behind a word: `self`, of the card itself; a kind, as in `played unit`, of the card itself if it is of that kind."""

VERBS = {
    "draw": VerbPhrase(
        Text("draw {q:card/cards}", "抽{q:張}牌", ja="カードを{q:枚}引く"),
        noun="card",
    ),
    "resource": VerbPhrase(
        Text("gain {n} of your resource", "獲得{n}點資源", ja="リソースを{n}獲得する"),
        less=Text("pay {n} of your resource", "支付{n}點資源", ja="リソースを{n}支払う"),
    ),
    "score": VerbPhrase(
        Text(
            "{to} {v:gets/get} {signed} score{until}", "使{to}分數{signed}{until}", ja="{until}{to}の得点を{signed}する"
        ),
        lasting=Text("{to} {v:gets/get} {signed} score", "{to}分數{signed}", ja="{to}の得点を{signed}する"),
    ),
    "score alone": VerbPhrase(
        Text("score {n}", "得{n}分", ja="{n}点を獲得する"),
        less=Text("lose {n} points", "失去{n}分", ja="{n}点を失う"),
    ),
    "attack": VerbPhrase(
        Text(
            "{to} {v:gets/get} {signed} attack{until}",
            "使{to}攻擊力{signed}{until}",
            ja="{until}{to}の攻撃力を{signed}する",
        ),
        lasting=Text("{to} {v:gets/get} {signed} attack", "{to}攻擊力{signed}", ja="{to}の攻撃力を{signed}する"),
    ),
    "cost": VerbPhrase(
        Text(
            "{for} {v:costs/cost} {change:less/more}{until}",
            "使{for}的費用{signed}{until}",
            ja="{until}{for}のコストを{signed}する",
        ),
        lasting=Text("{for} {v:costs/cost} {change:less/more}", "{for}費用{signed}", ja="{for}のコストを{signed}する"),
    ),
    "search": VerbPhrase(
        Text(
            "search {place} for {bare} and put {them} {end:into your hand}",
            "從{place}尋找{bare}並{end:加入手牌}",
            ja="{place}から{bare:を}{end:手札に加える}",
        ),
        place="deck",
    ),
    "take": VerbPhrase(
        Text("add {cards} to your hand", "使{cards}加入手牌", ja="{cards:を}手札に加える"),
        place="shown",
    ),
    "recover": VerbPhrase(
        Text("return {bare}{out} to your hand", "使{cards}回手牌", ja="{cards:を}手札に戻す"),
        place="grave",
    ),
    "bounce": VerbPhrase(
        Text("return {cards} to your hand", "使{cards}回手牌", ja="{cards:を}手札に戻す"), place="board"
    ),
    "revive": VerbPhrase(
        Text("summon {bare}{out}{dest}", "召喚{cards}{dest}", ja="{cards:を}{dest}召喚する"),
        place="grave",
        noun="board",
    ),
    "summon": VerbPhrase(
        Text("summon {bare}{out}{dest}", "召喚{cards}{dest}", ja="{cards:を}{dest}召喚する"), noun="board"
    ),
    "play": VerbPhrase(
        Text(
            "play {bare}{out}{dest} as an extra play",
            "從{place}額外打出{bare}{dest}",
            ja="{cards:を}{dest}追加で出す",
        ),
        place="hand",
        noun="board",
    ),
    "discard": VerbPhrase(
        Text("discard {bare}{owner}", "使{cards}進入墓地", ja="{cards:を}捨てる"),
        place="hand",
        noun="card",
    ),
    "bury": VerbPhrase(
        Text("put {cards} into your graveyard", "使{cards}進入墓地", ja="{cards:を}墓地に置く"),
        place="board",
    ),
    "destroy": VerbPhrase(Text("destroy {cards}", "使{cards}被破壞", ja="{cards:を}破壊する"), place="board"),
    "sacrifice": VerbPhrase(Text("sacrifice {cards}", "使{cards}被獻祭", ja="{cards:を}生贄にする"), place="board"),
    "remove": VerbPhrase(
        Text("remove {cards} from the game", "使{cards}被除外", ja="{cards:を}除外する"), place="board"
    ),
    "shuffle": VerbPhrase(
        Text("shuffle {cards} into your deck", "使{cards}洗回牌庫", ja="{cards:を}山札に戻してシャッフルする"),
        place="board",
    ),
    "shuffle deck": VerbPhrase(Text("shuffle your deck", "洗切你的牌庫", ja="山札をシャッフルする")),
    "stack": VerbPhrase(
        Text("put {cards} {end:on top of your deck}", "使{cards}{end:置於牌庫頂}", ja="{cards:を}{end:山札の上に置く}"),
        place="hand",
    ),
    "give": VerbPhrase(
        Text("move {cards} to the opponent’s board", "使{cards}移動至敵方場上", ja="{cards:を}相手の場に移す"),
        place="board",
    ),
    "turn": VerbPhrase(Text("turn {cards} sideways", "使{cards}被橫放", ja="{cards:を}横向きにする"), place="board"),
    "right": VerbPhrase(Text("turn {cards} upright", "使{cards}被轉正", ja="{cards:を}縦向きにする"), place="board"),
    "move": VerbPhrase(
        Text("move {cards}{dest}", "使{cards}移動{dest}", ja="{cards:を}{dest}移動させる"), place="board"
    ),
    "transform": VerbPhrase(
        Text("turn {cards} into {to}", "使{cards}被變為{to}", ja="{cards:を}{to}に変える"), place="board"
    ),
    "swap": VerbPhrase(
        Text("swap {cards} with {to}", "使{cards}與{to}交換", ja="{cards}と{to}を入れ替える"), place="board"
    ),
    "show": VerbPhrase(
        Text(
            "reveal {q:card/cards} {part} {place}",
            "展示{place}{part}{q:張}牌",
            ja="{place}{part}カードを{q:枚}公開する",
        ),
        place="deck",
    ),
    "show cards": VerbPhrase(Text("reveal {cards}", "展示{cards}", ja="{cards:を}公開する"), place="hand"),
    "show hand": VerbPhrase(
        Text("reveal {q:card/cards} from your hand", "展示{q:張}手牌", ja="手札を{q:枚}公開する"), place="hand"
    ),
    "look": VerbPhrase(
        Text(
            "look at {q:card/cards} {part} {place}", "查看{place}{part}{q:張}牌", ja="{place}{part}カードを{q:枚}見る"
        ),
        place="deck",
    ),
    "look cards": VerbPhrase(Text("look at {cards}", "查看{cards}", ja="{cards:を}見る"), place="hand"),
    "trigger": VerbPhrase(
        Text(
            "have the “{event}” effect of {cards} happen",
            "發動{cards}的「{event}」效果",
            ja="{cards}の「{event}」効果を発動する",
        ),
        place="board",
    ),
    "allow": VerbPhrase(
        Text("you can play this card only if {if}", "若{if}，才可打出此卡", ja="{if}場合のみ、このカードを出せる"),
        whole=True,
    ),
    "extra": VerbPhrase(
        Text(
            "if {if}, you may play this card as an extra play",
            "若{if}，可額外打出此卡",
            ja="{if}なら、このカードを追加で出してもよい",
        ),
        whole=True,
    ),
    "never": VerbPhrase(
        Text("you cannot play this card from your hand", "此卡不可從手牌打出", ja="このカードは手札から出せない"),
        whole=True,
    ),
    "forbid use": VerbPhrase(
        Text("{cards} cannot be used", "不可使用{cards}", ja="{cards}は使えない"),
    ),
    "limit use": VerbPhrase(
        Text(
            "no more than {n} {kinds} can be used each turn",
            "每回合最多可使用{n}張{kinds}",
            ja="{kinds}は1ターンに{n}枚までしか使えない",
        ),
    ),
    "silence": VerbPhrase(
        Text("{cards} {v:has/have} no effects", "{cards}的效果無法發動", ja="{cards}は効果を失う"), place="board"
    ),
}

ZONES = {
    "board": ZonePhrase(Text("your board", "你場上", ja="自分の場"), Text(" you control", "", ja=""), units=True),
    "grave": ZonePhrase(Text("your graveyard", "你墓地", ja="墓地"), Text(" in your graveyard", "", ja="")),
    "hand": ZonePhrase(Text("your hand", "你手牌", ja="手札"), Text(" in your hand", "", ja="")),
    "deck": ZonePhrase(Text("your deck", "你牌庫", ja="山札"), Text(" in your deck", "", ja="")),
    "extra": ZonePhrase(Text("your extra area", "你額外區", ja="エクストラ"), Text(" in your extra area", "", ja="")),
    "removed": ZonePhrase(
        Text("your removed cards", "你除外區", ja="除外されたカード"), Text(" among your removed cards", "", ja="")
    ),
    "field": ZonePhrase(
        Text("the field", "場地區", ja="フィールド"), Text(" on the field", "場地區", ja="フィールドの")
    ),
    "shown": ZonePhrase(Text("those cards", "其中", ja="その中"), Text(" among them", "", ja="")),
    "under": ZonePhrase(
        Text("the cards under this one", "此卡下方", ja="このカードの下"),
        Text(" under this card", "", ja=""),
        kept=Text(" under {by}", "{by}下方的", ja="{by}の下の"),
        own=Text("under a unit", "單位下方", ja="ユニットの下"),
    ),
}

POSITIONS = {
    "front": FlagPhrase(
        Text("in the front row", "前排", ja="前列の"),
        Text("outside the front row", "非前排", ja="前列以外の"),
        Text("is in the front row", "位於前排", ja="前列にいる"),
        behind=True,
    ),
    "back": FlagPhrase(
        Text("in the back row", "後排", ja="後列の"),
        Text("outside the back row", "非後排", ja="後列以外の"),
        Text("is in the back row", "位於後排", ja="後列にいる"),
        behind=True,
    ),
    "beside": FlagPhrase(
        Text("beside this card", "此卡左右的", ja="このカードの両隣の"),
        Text("not beside this card", "不在此卡左右的", ja="このカードの両隣以外の"),
        Text("is beside this card", "位於此卡左右", ja="このカードの隣にいる"),
        full=Text(
            "there are units on both sides of this card", "此卡左右皆有單位", ja="このカードの両隣にユニットがいる"
        ),
        behind=True,
    ),
    "left": FlagPhrase(
        Text("to the left of this card", "此卡左邊的", ja="このカードの左の"),
        Text("not to the left of this card", "不在此卡左邊的", ja="このカードの左以外の"),
        Text("is to the left of this card", "位於此卡左邊", ja="このカードの左にいる"),
        behind=True,
    ),
    "right": FlagPhrase(
        Text("to the right of this card", "此卡右邊的", ja="このカードの右の"),
        Text("not to the right of this card", "不在此卡右邊的", ja="このカードの右以外の"),
        Text("is to the right of this card", "位於此卡右邊", ja="このカードの右にいる"),
        behind=True,
    ),
    "behind": FlagPhrase(
        Text("behind this card", "此卡後方的", ja="このカードの後ろの"),
        Text("not behind this card", "不在此卡後方的", ja="このカードの後ろ以外の"),
        Text("is behind this card", "位於此卡後方", ja="このカードの後ろにいる"),
        full=Text("there is a unit behind this card", "此卡後方有單位", ja="このカードの後ろにユニットがいる"),
        behind=True,
    ),
    "ahead": FlagPhrase(
        Text("in front of this card", "此卡前方的", ja="このカードの前の"),
        Text("not in front of this card", "不在此卡前方的", ja="このカードの前以外の"),
        Text("is in front of this card", "位於此卡前方", ja="このカードの前にいる"),
        full=Text("there is a unit in front of this card", "此卡前方有單位", ja="このカードの前にユニットがいる"),
        behind=True,
    ),
    "row": FlagPhrase(
        Text("in the same row as this card", "與此卡同排的", ja="このカードと同じ列の"),
        Text("outside this card’s row", "不與此卡同排的", ja="このカードと違う列の"),
        Text("is in the same row as this card", "與此卡同排", ja="このカードと同じ列にいる"),
        behind=True,
    ),
}

FLAGS = POSITIONS | {
    "turned": FlagPhrase(
        Text("sideways", "橫放的", ja="横向きの"),
        Text("upright", "直立的", ja="縦向きの"),
        Text("is sideways", "處於橫放", ja="横向きである"),
    ),
    "other": FlagPhrase(Text("other", "其他", ja="他の"), Text("own", "自己的", ja="自身の")),
    "token": FlagPhrase(
        Text("token", "衍生物", ja="トークン"),
        Text("non-token", "非衍生物", ja="トークン以外の"),
        Text("is a token", "是衍生物", ja="トークンである"),
    ),
    "random": FlagPhrase(Text("random", "隨機", ja="無作為に選んだ"), Text("chosen", "指定的", ja="選んだ")),
    "mine": FlagPhrase(
        Text("of yours", "你的", ja="自分の"), Text("of your opponent", "敵方的", ja="相手の"), behind=True
    ),
    "that": FlagPhrase(
        Text("among those", "其中", ja="その中の"),
        Text("other than that card", "該卡以外的", ja="そのカード以外の"),
        behind=True,
    ),
    "distinct": FlagPhrase(
        Text("with different names", "不同名的", ja="名前の異なる"),
        Text("with one name", "同名的", ja="同名の"),
        behind=True,
    ),
}

COUNTERS = {
    "library": Text("the number of cards in your deck", "你牌庫的張數", ja="山札の枚数"),
}

NOUNS = {
    "card": NounPhrase(Text("card", "牌", ja="カード"), "cards", Text("", "張", ja="枚")),
    "board": NounPhrase(Text("card", "卡", ja="カード"), "cards", Text("", "張", ja="枚")),
    "token": NounPhrase(Text("token", "衍生物", ja="トークン"), "tokens", Text("", "個", ja="体")),
}
"""By kind of card; `card` of any kind, `board` of any kind on the board, and `token`."""

ENDS = {
    "top": Text("on top of your deck", "置於牌庫頂", ja="山札の上に置く"),
    "bottom": Text("on the bottom of your deck", "置於牌庫底", ja="山札の下に置く"),
    "enemy": Text(" onto the opponent’s board", "至敵方場上", ja="相手の場に"),
    "back": Text(" to the back row", "至後排", ja="後列に"),
    "front": Text(" to the front row", "至前排", ja="前列に"),
    "hand": Text("into your hand", "加入手牌", ja="手札に加える"),
}
"""Where something goes: behind a verb, or as a part of it."""

FACTS = {"unread": Text("it does more, which is not stated here", "其餘效果未列出", ja="ほかの効果は記載していない")}

MODES = {"attacking": Text(" while attacking", "進攻並", ja="攻撃して")}

COMMON = Phrases(TRIGGERS, VERBS, ZONES, FLAGS, {}, COUNTERS, NOUNS, ENDS, FACTS, MODES)
