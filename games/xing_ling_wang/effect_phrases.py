"""What the words of effects are called on the cards of 星靈王. Terms of the glossary stand in brackets."""

from __future__ import annotations

from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.phrases import FlagPhrase, NounPhrase, Phrases, VerbPhrase, ZonePhrase
from games.engine.texts.text import Text

TRIGGERS = {
    "played unit": Text("[立即|Immediate]: ", "[立即]：", ja="[立即|即時]："),
    "played spell": Text("", ""),
    "start": Text("at the start of your main phase", "你的主要階段開始時", ja="自分のメインフェイズ開始時"),
    "summoning": Text("in your summoning phase", "你的召喚階段", ja="自分の召喚フェイズに"),
    "tactics": Text("at the start of your tactics phase", "你的戰術階段開始時", ja="自分の戦術フェイズ開始時"),
    "end": Text("at the end of your turn", "你的結束階段時", ja="自分のエンドフェイズに"),
    "brought": Text("when {what} is played or summoned", "{what}被打出或召喚時", ja="{what}が出たとき"),
    "sacrificed": Text("when {what} is sacrificed", "{what}被[獻祭]時", ja="{what}が生贄になったとき"),
    "upgraded": Text("when {what} is upgraded", "{what}升級時", ja="{what}がアップグレードしたとき"),
    "upgraded self": Text(
        "when a unit is upgraded into this card", "升級為此卡時", ja="ユニットがこのカードにアップグレードしたとき"
    ),
    "merging": Text("in your summoning phase", "你的召喚階段", ja="自分の召喚フェイズに"),
    "unloaded": Text("when passengers of {what} [下車|alight]", "{what}發動[下車]時", ja="{what}の乗客が降りたとき"),
    "loaded": Text("when passengers [上車|board] {what}", "{what}發動[上車]時", ja="{what}に乗客が乗ったとき"),
    "forest": Text("when {what} returns to the forest", "{what}回森林時", ja="{what}が森に戻ったとき"),
    "wraith": Text(
        "when this card is used to [還魂|return wraiths]", "選擇此卡[還魂]時", ja="このカードで[還魂]するとき"
    ),
    "sneaked": Text(
        "when {what} [偷襲|ambushes] successfully", "{what}[偷襲]成功時", ja="{what}が[偷襲|奇襲]に成功したとき"
    ),
    "shown": Text("when {what} is [展示|revealed]", "{what}被[展示]時", ja="{what}が公開されたとき"),
    "turned": Text("when {what} is [橫放|turned sideways]", "{what}被[橫放]時", ja="{what}が[橫放|横向き]になったとき"),
}

VERBS = {
    "reward": VerbPhrase(
        Text("gain {n} [獎勵|Reward]", "[獎勵]+{n}", ja="[獎勵|報酬]を{n}獲得する"),
        less=Text("lose {n} [獎勵|Reward]", "[獎勵]−{n}", ja="[獎勵|報酬]を{n}失う"),
    ),
    "score alone": VerbPhrase(
        Text("gain {n} [獎勵|Reward]", "[獎勵]+{n}", ja="[獎勵|報酬]を{n}獲得する"),
        less=Text("lose {n} [獎勵|Reward]", "[獎勵]−{n}", ja="[獎勵|報酬]を{n}失う"),
    ),
    "token": VerbPhrase(
        Text(
            "summon {q:Little Traveller/Little Travellers}{dest}",
            "召喚{q:個}小旅人{dest}",
            ja="{dest}小旅人を{q:体}召喚する",
        ),
        noun="token",
    ),
    "load": VerbPhrase(
        Text("let {n:passenger/passengers} [搭乘|board] {to}", "使{to}[搭乘]{n}", ja="{to}に[搭乘|乗客]を{n}人乗せる"),
    ),
    "load from": VerbPhrase(
        Text(
            "let {n:Little Traveller/Little Travellers} from {place} get on {to}",
            "使{place}{n}個小旅人[上車]至{to}",
            ja="{place}の小旅人{n}体を{to}に乗せる",
        ),
    ),
    "unload": VerbPhrase(
        Text(
            "let {n:passenger/passengers} [下車|alight] from this card",
            "使此卡[下車]{n}",
            ja="このカードから[下車|乗客]を{n}人降ろす",
        ),
    ),
    "wraith": VerbPhrase(Text("[還魂|return wraiths] worth {n}", "[還魂]{n}", ja="[還魂]{n}を行う")),
    "kidnap": VerbPhrase(
        Text("[綁架|kidnap] {cards}", "使{cards}被[綁架]", ja="{cards:を}[綁架|誘拐]する"), place="board"
    ),
    "kidnap by": VerbPhrase(
        Text("have {by} [綁架|kidnap] {cards}", "使{cards}被{by}[綁架]", ja="{by}で{cards:を}[綁架|誘拐]する"),
        place="board",
    ),
    "merge": VerbPhrase(
        Text("[合體|combine] {cards} with {to}", "使{cards}與{to}[合體]", ja="{cards}を{to}と[合體|合体]させる"),
    ),
    "upgrade": VerbPhrase(
        Text("upgrade {cards} into {this}", "使{cards}升級為{this}", ja="{cards:を}{this}にアップグレードする"),
        place="board",
    ),
    "jail": VerbPhrase(
        Text("[禁錮|imprison] {cards}{until}", "使{cards}被[禁錮]{until}", ja="{until}{cards:を}[禁錮|監禁]する"),
        lasting=Text("{cards} {v:is/are} [禁錮|imprisoned]", "{cards}受到[禁錮]", ja="{cards}は[禁錮|監禁]される"),
    ),
    "store": VerbPhrase(
        Text("put {cards} under this card", "將{cards}放置於此卡下方", ja="{cards:を}このカードの下に置く"),
        place="board",
    ),
    "formation": VerbPhrase(
        Text(
            "your [佈陣|formation] this turn may be {bare}",
            "本回合[佈陣]可打出{bare}",
            ja="このターンの[佈陣|布陣]で{bare:を}出せる",
        ),
        place="hand",
        noun="board",
    ),
    "tactics": VerbPhrase(
        Text(
            "you skip no tactics phase this game",
            "本次遊戲你的戰術階段不會被跳過",
            ja="このゲーム中、自分の戦術フェイズは飛ばされない",
        )
    ),
    "decline": VerbPhrase(
        Text("give {to} [衰退|Decay]", "使{to}被賦予[衰退]", ja="{to}に[衰退]を与える"),
        lasting=Text("{to} {v:has/have} [衰退|Decay]", "{to}被賦予[衰退]", ja="{to}は[衰退]を持つ"),
    ),
    "cost": VerbPhrase(
        Text(
            "{for} {v:needs/need} {change:fewer/more} tributes{until}",
            "使{for}所需祭品數{signed}{until}",
            ja="{until}{for}に必要な生贄の数を{signed}する",
        ),
        lasting=Text(
            "{for} {v:needs/need} {change:fewer/more} tributes",
            "{for}所需祭品數{signed}",
            ja="{for}に必要な生贄の数を{signed}する",
        ),
    ),
    "tribute": VerbPhrase(
        Text(
            "{by} can count as {n:tribute/tributes} for {for}{until}",
            "{by}可作為{for}的{n}個祭品{until}",
            ja="{until}{by}は{for}の生贄{n}つ分にできる",
        ),
        lasting=Text(
            "{by} can count as {n:tribute/tributes} for {for}",
            "{by}可作為{for}的{n}個祭品",
            ja="{by}は{for}の生贄{n}つ分にできる",
        ),
    ),
    "tributes": VerbPhrase(
        Text(
            "the tributes for this card must be {cards}",
            "此卡的祭品須為{cards}",
            ja="このカードの生贄は{cards}でなければならない",
        ),
        whole=True,
    ),
    "allow back": VerbPhrase(
        Text(
            "{for} can be played to the back row{until}",
            "{for}可直接打出至後排{until}",
            ja="{until}{for}を後列に出せる",
        ),
        place="hand",
    ),
    "forbid decline": VerbPhrase(
        Text("the [衰退|Decay] of {cards} has no effect", "{cards}的[衰退]無效化", ja="{cards}の[衰退]は無効になる"),
        place="board",
    ),
    "forbid destroyed": VerbPhrase(
        Text("{cards} cannot be destroyed", "{cards}不會被破壞", ja="{cards}は破壊されない"), place="board"
    ),
    "forbid sacrificed": VerbPhrase(
        Text("{cards} cannot be sacrificed", "{cards}不可被[獻祭]", ja="{cards}は生贄にできない"), place="board"
    ),
    "forbid finish": VerbPhrase(
        Text("nobody can call an early finish", "雙方不可宣告提早結束", ja="早期終了を宣言できない")
    ),
    "silence": VerbPhrase(
        Text(
            "the [立即|Immediate] effects of {cards} do not happen",
            "{cards}的[立即]效果無法發動",
            ja="{cards}の[立即|即時]効果は発動しない",
        ),
        place="board",
    ),
    "more reward": VerbPhrase(
        Text(
            "{for} {v:gains/gain} {n} more [獎勵|Reward] each time",
            "{for}的[獎勵]額外+{n}",
            ja="{for}の[獎勵|報酬]を{n}増やす",
        )
    ),
    "more tribute": VerbPhrase(
        Text(
            "where {for} {v:counts/count} as several tributes, {v:it counts/they count} as {n} more",
            "{for}作為多個祭品時，額外視為{n}個",
            ja="{for}が複数の生贄になるとき、さらに{n}つ分になる",
        )
    ),
    "type": VerbPhrase(
        Text("{to} {v:is/are} also {value}", "{to}被視為{value}", ja="{to}は{value}でもある"),
    ),
    "rename": VerbPhrase(
        Text(
            "{cards} may go by the name of another unit of its type{until}",
            "{cards}的卡名可視為另一張同類型單位卡的卡名{until}",
            ja="{until}{cards}を同じタイプの他のユニットの名前として扱ってもよい",
        ),
    ),
}

ZONES = {
    "field": ZonePhrase(Text("the field", "場地區", ja="場地"), Text(" on the field", "場上", ja="場の")),
    "kidnapped": ZonePhrase(
        Text("the kidnapped cards", "被此卡[綁架]的牌", ja="[綁架|誘拐]したカード"),
        Text(" kidnapped by this card", "被此卡[綁架]的", ja="このカードが[綁架|誘拐]した"),
        kept=Text(" kidnapped by {by}", "被{by}[綁架]的", ja="{by}が[綁架|誘拐]した"),
    ),
    "attached": ZonePhrase(
        Text("the cards on your units", "你場上單位被賦予的牌", ja="ユニットに付いたカード"),
        Text(" on your units", "你場上單位被賦予的", ja="ユニットに付いた"),
        kept=Text(" on {by}", "{by}被賦予的", ja="{by}に付いた"),
    ),
    "tributes": ZonePhrase(
        Text("the tributes for it", "作為祭品的牌", ja="その生贄"),
        Text(" that were its tributes", "作為祭品的", ja="その生贄になった"),
    ),
}

FLAGS = {
    "turned": FlagPhrase(
        Text("[橫放|sideways]", "[橫放]的", ja="[橫放|横向き]の"),
        Text("upright", "直立的", ja="縦向きの"),
        Text("is [橫放|sideways]", "處於[橫放]", ja="[橫放|横向き]である"),
    ),
    "token": FlagPhrase(
        Text("Little Traveller", "小旅人", ja="小旅人"),
        Text("non-token", "非小旅人", ja="小旅人以外の"),
        Text("is a Little Traveller", "是小旅人", ja="小旅人である"),
    ),
    "guest": FlagPhrase(
        Text("that can be played to the opponent’s board", "可打出或召喚至敵方場上的", ja="相手の場に出せる"),
        Text("that cannot be played to the opponent’s board", "不可打出或召喚至敵方場上的", ja="相手の場に出せない"),
        behind=True,
    ),
    "acting": FlagPhrase(
        Text("that then has an effect", "因此有效果的", ja="このとき効果が発動する"),
        Text("that then has no effect", "因此無效果的", ja="このとき効果が発動しない"),
        behind=True,
    ),
}

KEYS = {
    "tribute": Text("tribute", "所需祭品數", ja="必要生贄数"),
    "tribute =0": Text("that need{s} no tributes", "無須祭品的", ja="生贄不要の"),
    "tribute >=1": Text("that need{s} tributes", "需要祭品的", ja="生贄が必要な"),
    "worth": Text("[亡魂|Wraith]", "[亡魂]", ja="[亡魂]"),
}

COUNTERS = {
    "reward": Text("your [獎勵|Reward]", "你的[獎勵]", ja="自分の[獎勵|報酬]"),
    "library": Text("the number of cards in your deck", "你牌庫的張數", ja="山札の枚数"),
    "buried": Text(
        "the number of units put into your graveyard this turn",
        "你本回合進入墓地的單位數量",
        ja="このターン墓地に置かれたユニットの数",
    ),
    "sneaks": Text(
        "the number of successful [偷襲|ambushes] this turn",
        "本回合[偷襲]成功的次數",
        ja="このターンに成功した[偷襲|奇襲]の回数",
    ),
}

NOUNS = {
    "field": NounPhrase(Text("field spell", "場地卡", ja="場地カード"), "field spells", Text("", "張", ja="枚")),
    "card": NounPhrase(Text("card", "牌", ja="カード"), "cards", Text("", "張", ja="枚")),
    "unit": NounPhrase(Text("unit", "單位", ja="ユニット"), "units", Text("", "個", ja="体")),
    "board": NounPhrase(Text("unit", "單位", ja="ユニット"), "units", Text("", "個", ja="体")),
    "spell": NounPhrase(Text("spell", "魔法卡", ja="魔法カード"), "spells", Text("", "張", ja="枚")),
    "token": NounPhrase(Text("Little Traveller", "小旅人", ja="小旅人"), "Little Travellers", Text("", "個", ja="体")),
}

FACTS = {
    "decline": Text("[衰退|Decay]", "[衰退]", ja="[衰退]"),
    "guest": Text(
        "you can play or summon this card to the opponent’s board",
        "你可讓此卡入場到敵方的場上",
        ja="このカードは相手の場に出せる",
    ),
    "worth": Text("[亡魂|Wraith] {values}", "[亡魂]{values}", ja="[亡魂]{values}"),
}

ENDS = {
    "by wraith": Text(" by a [還魂|return of wraiths]", "因[還魂]", ja="[還魂]で"),
}

MODES = {"main": Text(" in your main phase", "於你的主要階段", ja="自分のメインフェイズに")}

UNITS = frozenset(("sacrificed", "upgraded", "transformed", "given", "brought", "bringing", "summoned", "turned"))
UNITS |= {"righted", "unloaded", "loaded", "sneaked", "won", "lost"}
"""Triggers of other cards that are always units."""

PHRASES = COMMON | Phrases(TRIGGERS, VERBS, ZONES, FLAGS, KEYS, COUNTERS, NOUNS, ENDS, FACTS, MODES, UNITS)
