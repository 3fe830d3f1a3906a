"""What the words of effects are called on the cards of 星杯傳說."""

from __future__ import annotations

from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.phrases import NounPhrase, Phrases, VerbPhrase
from games.engine.texts.text import Text

VERBS = {
    "resource": VerbPhrase(
        Text("add {n:gem/gems} to your record area", "戰績區+{n}寶石", ja="戦績エリアに宝石を{n}個加える")
    ),
    "score alone": VerbPhrase(Text("form {n:grail/grails}", "合成{n}個星杯", ja="星杯を{n}個合成する")),
}

NOUNS = {
    "role": NounPhrase(Text("role", "角色", ja="役"), "roles", Text("", "名", ja="人")),
    "attack": NounPhrase(Text("attack card", "攻擊牌", ja="攻撃カード"), "attack cards", Text("", "張", ja="枚")),
    "magic": NounPhrase(Text("magic card", "法術牌", ja="魔法カード"), "magic cards", Text("", "張", ja="枚")),
}

PHRASES = COMMON | Phrases(verbs=VERBS, nouns=NOUNS)
