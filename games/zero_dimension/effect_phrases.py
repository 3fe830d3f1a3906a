"""What the words of effects are called on the cards of 零次元."""

from __future__ import annotations

from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.phrases import NounPhrase, Phrases, VerbPhrase
from games.engine.texts.text import Text

VERBS = {
    "resource": VerbPhrase(Text("gain {n:resource/resources}", "獲得{n}張資源", ja="リソースを{n}獲得する")),
    "score alone": VerbPhrase(
        Text("deal {n} damage to the opponent", "對對手造成{n}點傷害", ja="相手に{n}ダメージを与える")
    ),
}

NOUNS = {
    "character": NounPhrase(Text("character", "角色", ja="キャラクター"), "characters", Text("", "名", ja="体")),
    "equipment": NounPhrase(Text("equipment card", "裝備", ja="装備"), "equipment cards", Text("", "張", ja="枚")),
    "tactic": NounPhrase(Text("tactic", "戰術", ja="戦術"), "tactics", Text("", "張", ja="枚")),
    "event": NounPhrase(Text("event", "事件", ja="イベント"), "events", Text("", "張", ja="枚")),
    "board": NounPhrase(Text("character", "角色", ja="キャラクター"), "characters", Text("", "名", ja="体")),
}

PHRASES = COMMON | Phrases(verbs=VERBS, nouns=NOUNS)
