"""What the words of effects are called on the cards of 傳說回響."""

from __future__ import annotations

from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.phrases import NounPhrase, Phrases, VerbPhrase
from games.engine.texts.text import Text

VERBS = {
    "resource": VerbPhrase(Text("gain {n} energy", "獲得{n}點能量", ja="エネルギーを{n}獲得する")),
    "score alone": VerbPhrase(
        Text("deal {n} damage to the enemy hero", "對敵方英雄造成{n}點傷害", ja="相手の英雄に{n}ダメージを与える")
    ),
}

NOUNS = {
    "hero": NounPhrase(Text("hero", "英雄", ja="英雄"), "heroes", Text("", "名", ja="人")),
    "minion": NounPhrase(Text("minion", "隨從", ja="従者"), "minions", Text("", "名", ja="体")),
    "item": NounPhrase(Text("item", "道具", ja="道具"), "items", Text("", "張", ja="枚")),
    "board": NounPhrase(Text("minion", "隨從", ja="従者"), "minions", Text("", "名", ja="体")),
}

PHRASES = COMMON | Phrases(verbs=VERBS, nouns=NOUNS)
