"""What the words of effects are called on the cards of 傳說回響."""

from __future__ import annotations

from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.phrases import FlagPhrase, NounPhrase, Phrases, VerbPhrase, ZonePhrase
from games.engine.texts.text import Text

WAKES = Text("[唤醒技]: ", "[唤醒技]：", ja="[唤醒技|覚醒スキル]：")

TRIGGERS = {
    "played": Text("when you use {what}", "你使用{what}時", ja="{what}を使ったとき"),
    "played minion": WAKES,
    "woken": Text("when {what} is [唤醒|woken]", "{what}被[唤醒]時", ja="{what}が[唤醒|覚醒]したとき"),
    "woken self": WAKES,
    "destroyed": Text("when {what} is [破坏|destroyed]", "{what}被[破坏]時", ja="{what}が破壊されたとき"),
    "destroyed self": Text("[战死技]: ", "[战死技]：", ja="[战死技|戦死スキル]："),
    "regenerated": Text("when {what} [再生|regenerates]", "{what}觸發[再生]時", ja="{what}が[再生]したとき"),
    "active": Text("[主动技]: ", "[主动技]：", ja="[主动技|アクティブスキル]："),
}

VERBS = {
    "resource": VerbPhrase(Text("gain {n} [能量|energy]", "獲得{n}點[能量]", ja="[能量|エネルギー]を{n}獲得する")),
    "score alone": VerbPhrase(
        Text("deal {n} damage to the enemy hero", "對敵方英雄造成{n}點傷害", ja="相手の英雄に{n}ダメージを与える")
    ),
    "edge": VerbPhrase(
        Text(
            "{to} {v:gets/get} {signed} attack in fights against {for}{until}",
            "使{to}與{for}戰鬥時攻擊力{signed}{until}",
            ja="{until}{for}と戦う{to}の攻撃力を{signed}する",
        ),
        lasting=Text(
            "{to} {v:gets/get} {signed} attack in fights against {for}",
            "{to}與{for}戰鬥時攻擊力{signed}",
            ja="{for}と戦う{to}の攻撃力を{signed}する",
        ),
        place="board",
    ),
    "life": VerbPhrase(
        Text("your hero regains {n} HP", "你的英雄恢復{n}點血量", ja="自分の英雄のHPを{n}回復する"),
        less=Text("your hero loses {n} HP", "你的英雄失去{n}點血量", ja="自分の英雄のHPを{n}失う"),
    ),
    "wake": VerbPhrase(
        Text(
            "[唤醒|wake] {cards} without paying [能量|energy]",
            "[唤醒]{cards}，不消耗[能量]",
            ja="[能量|エネルギー]を払わずに{cards:を}[唤醒|覚醒]させる",
        ),
        place="board",
    ),
    "sleep": VerbPhrase(
        Text("put {cards} to [沉睡|sleep]", "使{cards}變為[沉睡]狀態", ja="{cards:を}[沉睡|睡眠]状態にする"),
        place="board",
    ),
    "doom": VerbPhrase(
        Text("make {cards} [濒死|dying]", "使{cards}進入[濒死]狀態", ja="{cards:を}[濒死|瀕死]状態にする"),
        place="board",
    ),
    "control": VerbPhrase(
        Text("take [心控|control] of {cards}", "[心控]{cards}", ja="{cards}の[心控|コントロール]を得る"), place="board"
    ),
    "display": VerbPhrase(
        Text(
            "put {cards} into your [展示区|display zone]",
            "將{cards}放置於[展示区]",
            ja="{cards:を}[展示区|展示エリア]に置く",
        ),
        place="hand",
        noun="card",
    ),
    "shield": VerbPhrase(
        Text(
            "{cards} {v:gains/gain} [护盾]{until}",
            "使{cards}獲得[护盾]{until}",
            ja="{until}{cards}に[护盾|シールド]を与える",
        ),
        lasting=Text("{cards} {v:has/have} [护盾]", "{cards}擁有[护盾]", ja="{cards}は[护盾|シールド]を持つ"),
        place="board",
    ),
    "regenerate": VerbPhrase(
        Text("{cards} {v:gains/gain} [再生]{until}", "使{cards}獲得[再生]{until}", ja="{until}{cards}に[再生]を与える"),
        lasting=Text("{cards} {v:has/have} [再生]", "{cards}擁有[再生]", ja="{cards}は[再生]を持つ"),
        place="board",
    ),
    "again": VerbPhrase(
        Text(
            "{cards} {v:gains/gain} [再动]{until}",
            "使{cards}獲得[再动]{until}",
            ja="{until}{cards}に[再动|再行動]を与える",
        ),
        lasting=Text("{cards} {v:has/have} [再动]", "{cards}擁有[再动]", ja="{cards}は[再动|再行動]を持つ"),
        place="board",
    ),
}

ZONES = {
    "display": ZonePhrase(
        Text("your [展示区|display zone]", "你[展示区]", ja="自分の[展示区|展示エリア]"),
        Text(" in your [展示区|display zone]", "", ja=""),
    ),
}

FLAGS = {
    "awake": FlagPhrase(
        Text("[唤醒|awake]", "[唤醒]的", ja="[唤醒|覚醒]している"),
        Text("[沉睡|sleeping]", "[沉睡]的", ja="[沉睡|睡眠]状態の"),
        Text("is [唤醒|awake]", "處於[唤醒]狀態", ja="[唤醒|覚醒]している"),
    ),
}

NOUNS = {
    "hero": NounPhrase(Text("hero", "英雄", ja="英雄"), "heroes", Text("", "名", ja="人")),
    "minion": NounPhrase(Text("minion", "隨從", ja="従者"), "minions", Text("", "名", ja="体")),
    "item": NounPhrase(Text("item", "道具", ja="道具"), "items", Text("", "張", ja="枚")),
    "board": NounPhrase(Text("minion", "隨從", ja="従者"), "minions", Text("", "名", ja="体")),
}

PHRASES = COMMON | Phrases(triggers=TRIGGERS, verbs=VERBS, zones=ZONES, flags=FLAGS, nouns=NOUNS)
