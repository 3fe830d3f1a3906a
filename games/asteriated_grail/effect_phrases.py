"""What the words of effects are called on the cards of 星杯傳說."""

from __future__ import annotations

from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.phrases import NounPhrase, Phrases, VerbPhrase, ZonePhrase
from games.engine.texts.text import Text

TRIGGERS = {
    "attacked": Text(
        "when the role is attacked, by a [魔彈|Magic Bullet] too",
        "角色遭到攻擊或[魔彈]時",
        ja="役が攻撃または[魔彈|魔弾]を受けるとき",
    ),
    "acting": Text("before the role’s next action", "該角色下次行動之前", ja="その役の次の行動の前に"),
}

VERBS = {
    "resource": VerbPhrase(
        Text("add {n:gem/gems} to your record area", "戰績區+{n}寶石", ja="戦績エリアに宝石を{n}個加える")
    ),
    "score alone": VerbPhrase(Text("form {n:grail/grails}", "合成{n}個星杯", ja="星杯を{n}個合成する")),
    "play": VerbPhrase(Text("play {bare}", "打出{cards}", ja="{cards:を}出す"), place="hand"),
    "bury": VerbPhrase(Text("discard {bare}", "棄掉{cards}", ja="{cards:を}捨てる"), place="seat"),
    "answer": VerbPhrase(
        Text("this card can [應戰|answer] {bare}", "此卡可[應戰]{bare}", ja="このカードは{bare}に[應戰|応戦]できる")
    ),
    "block": VerbPhrase(
        Text(
            "the attack or [魔彈|Magic Bullet] does not hit",
            "該次攻擊或[魔彈]視為未命中",
            ja="その攻撃または[魔彈|魔弾]を防ぐ",
        )
    ),
    "bullet": VerbPhrase(
        Text(
            "the nearest opponent on your right takes {n} [法術傷害|magic damage] or passes on a [魔彈] for 1 more",
            "右手邊最近的對手受到{n}點[法術傷害]，或打出[魔彈]傳下去，傷害多1點",
            ja="右側でいちばん近い相手は[法術傷害|魔法ダメージ]を{n}受けるか、ダメージが1多い[魔彈|魔弾]を次に渡す",
        )
    ),
    "damage": VerbPhrase(
        Text(
            "the role takes {n} [法術傷害|magic damage]",
            "該角色受到{n}點[法術傷害]",
            ja="その役は[法術傷害|魔法ダメージ]を{n}受ける",
        )
    ),
    "skip": VerbPhrase(Text("skip the action", "跳過行動", ja="行動を飛ばす")),
    "place": VerbPhrase(
        Text("put {cards} in front of a role", "將{cards}放在一名角色面前", ja="{cards:を}役ひとりの前に置く"),
        place="hand",
    ),
    "forbid answer": VerbPhrase(
        Text("{cards} cannot be [應戰|answered]", "{cards}不能被[應戰]", ja="{cards}には[應戰|応戦]できない")
    ),
}

ZONES = {
    "grave": ZonePhrase(Text("the discard pile", "棄牌堆", ja="捨て札"), Text(" in the discard pile", "", ja="")),
    "seat": ZonePhrase(
        Text("front of a role", "角色面前", ja="役の前"), Text(" in front of a role", "角色面前的", ja="役の前の")
    ),
}

NOUNS = {
    "role": NounPhrase(Text("role", "角色", ja="役"), "roles", Text("", "名", ja="人")),
    "attack": NounPhrase(Text("attack card", "攻擊牌", ja="攻撃カード"), "attack cards", Text("", "張", ja="枚")),
    "magic": NounPhrase(Text("magic card", "法術牌", ja="魔法カード"), "magic cards", Text("", "張", ja="枚")),
}

PHRASES = COMMON | Phrases(triggers=TRIGGERS, verbs=VERBS, zones=ZONES, nouns=NOUNS)
