"""What the words of effects are called on the cards of Legions."""

from __future__ import annotations

from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.phrases import NounPhrase, Phrases, VerbPhrase
from games.engine.texts.text import Text

VERBS = {
    "resource": VerbPhrase(Text("gain {n:core/cores}", "獲得{n}個魔法核", ja="コアを{n}個獲得する")),
    "score alone": VerbPhrase(
        Text("deal {n} damage to the enemy master", "對敵方君主造成{n}點傷害", ja="相手のマスターに{n}ダメージを与える")
    ),
}

NOUNS = {
    "master": NounPhrase(Text("master", "君主", ja="マスター"), "masters", Text("", "名", ja="体")),
    "minion": NounPhrase(Text("minion", "小兵", ja="ミニオン"), "minions", Text("", "名", ja="体")),
    "lord": NounPhrase(Text("lord", "領主", ja="ロード"), "lords", Text("", "名", ja="体")),
    "skill": NounPhrase(Text("skill", "技能", ja="スキル"), "skills", Text("", "張", ja="枚")),
    "arts": NounPhrase(Text("Arts card", "Arts", ja="アーツ"), "Arts cards", Text("", "張", ja="枚")),
    "board": NounPhrase(Text("minion", "小兵", ja="ミニオン"), "minions", Text("", "名", ja="体")),
}

PHRASES = COMMON | Phrases(verbs=VERBS, nouns=NOUNS)
