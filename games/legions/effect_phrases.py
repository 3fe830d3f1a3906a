"""What the words of effects are called on the cards of LEGIONS!."""

from __future__ import annotations

from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.phrases import FlagPhrase, NounPhrase, Phrases, VerbPhrase, ZonePhrase
from games.engine.texts.text import Text

ENTERS = Text("when {what} enters the board{from}", "{what}{from}上場時", ja="{what}が{from}場に出たとき")

TRIGGERS = {
    "played": Text("when you use {what}{from}", "你{from}使用{what}時", ja="{from}{what}を使用したとき"),
    "played minion": ENTERS,
    "played lord": ENTERS,
    "destroyed": Text("when {what} is [ブロック|defeated]", "{what}被[ブロック]時", ja="{what}が[ブロック]されたとき"),
    "defeats": Text(
        "when {what} [ブロック|defeats] an enemy unit",
        "{what}[ブロック]敵方單位時",
        ja="{what}が敵ユニットを[ブロック]したとき",
    ),
    "attacks": Text("when {what} [アタック|attacks]", "{what}[アタック]時", ja="{what}が[アタック]したとき"),
    "unlocking": Text(
        "when you [アンロック|unlock] {what}", "你要[アンロック]{what}時", ja="{what}を[アンロック]するとき"
    ),
    "unlocked": Text(
        "when {what} is [アンロック|unlocked]", "{what}被[アンロック]時", ja="{what}を[アンロック]したとき"
    ),
    "exchanged": Text("when you [入れ替え|exchange] a card", "你[入れ替え]時", ja="[入れ替え]をしたとき"),
    "opened": Text(
        "when {what} is turned [オープン状態|face up]",
        "{what}轉為[オープン状態]時",
        ja="{what}が[オープン状態]になったとき",
    ),
    "delayed": Text("when {what} gets [WT+1]", "{what}被[WT+1]時", ja="{what}が[WT+1]されたとき"),
    "removed": Text(
        "when {what} is put into the [除外ゾーン|removed zone]",
        "{what}被放到[除外ゾーン]時",
        ja="{what}が[除外ゾーン]に置かれたとき",
    ),
    "cores": Text("in your [コアフェイズ|core phase]", "你的[コアフェイズ]", ja="自分の[コアフェイズ]に"),
    "end": Text("in your [エンドフェイズ|end phase]", "你的[エンドフェイズ]", ja="自分の[エンドフェイズ]に"),
}

VERBS = {
    "resource": VerbPhrase(Text("gain {n:core/cores}", "獲得{n}枚魔法核", ja="コアを{n}個獲得する")),
    "score alone": VerbPhrase(
        Text("deal {n} damage to the enemy master", "對敵方君主造成{n}點傷害", ja="敵マスターに{n}ダメージを与える")
    ),
    "life": VerbPhrase(
        Text("gain {n} [ライフ|life]", "[ライフ]回復{n}點", ja="[ライフ]を{n}回復する"),
        less=Text("lose {n} [ライフ|life]", "失去{n}點[ライフ]", ja="[ライフ]を{n}失う"),
    ),
    "damage": VerbPhrase(Text("deal {n} damage to {to}", "對{to}造成{n}點傷害", ja="{to}に{n}ダメージを与える")),
    "attack": VerbPhrase(
        Text(
            "{to} {v:gets/get} {signed} [ATK]{until}",
            "使{to}[ATK]{signed}{until}",
            ja="{until}{to}の[ATK]を{signed}する",
        ),
        lasting=Text("{to} {v:gets/get} {signed} [ATK]", "{to}[ATK]{signed}", ja="{to}の[ATK]を{signed}する"),
    ),
    "hp": VerbPhrase(
        Text(
            "{to} {v:gets/get} {signed} [HP]{until}", "使{to}[HP]{signed}{until}", ja="{until}{to}の[HP]を{signed}する"
        ),
        lasting=Text("{to} {v:gets/get} {signed} [HP]", "{to}[HP]{signed}", ja="{to}の[HP]を{signed}する"),
    ),
    "assault": VerbPhrase(
        Text("{cards} {v:gains/gain} [強襲]{until}", "使{cards}獲得[強襲]{until}", ja="{until}{cards}に[強襲]を与える"),
        lasting=Text("{cards} {v:has/have} [強襲]", "{cards}擁有[強襲]", ja="{cards}は[強襲]を持つ"),
        place="board",
    ),
    "roam": VerbPhrase(
        Text(
            "{cards} can [移動|move] without becoming [疲労状態|exhausted]{until}",
            "{cards}[移動]後不會轉為[疲労状態]{until}",
            ja="{until}{cards}は[移動]しても[疲労状態]にならない",
        ),
        lasting=Text(
            "{cards} can [移動|move] without becoming [疲労状態|exhausted]",
            "{cards}[移動]後不會轉為[疲労状態]",
            ja="{cards}は[移動]しても[疲労状態]にならない",
        ),
        place="board",
    ),
    "cover": VerbPhrase(
        Text(
            "turn {cards} [リバース状態|face down]", "使{cards}轉為[リバース状態]", ja="{cards:を}[リバース状態]にする"
        ),
        place="board",
    ),
    "open": VerbPhrase(
        Text("turn {cards} [オープン状態|face up]", "使{cards}轉為[オープン状態]", ja="{cards:を}[オープン状態]にする"),
        place="board",
    ),
    "turn": VerbPhrase(
        Text("[疲労状態|exhaust] {cards}", "使{cards}轉為[疲労状態]", ja="{cards:を}[疲労状態]にする"), place="board"
    ),
    "right": VerbPhrase(
        Text("[活性状態|ready] {cards}", "使{cards}轉為[活性状態]", ja="{cards:を}[活性状態]にする"), place="board"
    ),
    "freeze": VerbPhrase(
        Text(
            "{cards} {v:does/do} not become [活性状態|ready] in the next [スタートフェイズ|start phase]",
            "{cards}在下一個[スタートフェイズ]不會轉為[活性状態]",
            ja="{cards}は次の[スタートフェイズ]に[活性状態]にならない",
        ),
        place="board",
    ),
    "hasten": VerbPhrase(Text("give {cards} [WT-1]", "使{cards}[WT-1]", ja="{cards:を}[WT-1]する"), place="wait"),
    "delay": VerbPhrase(Text("give {cards} [WT+1]", "使{cards}[WT+1]", ja="{cards:を}[WT+1]する"), place="wait"),
    "wait": VerbPhrase(
        Text("put {cards} on {dest}", "將{cards}放到{dest}", ja="{cards:を}{dest}に置く"), place="board"
    ),
    "standby": VerbPhrase(
        Text(
            "put {cards} on [スタンバイゾーン|standby]",
            "將{cards}放到[スタンバイゾーン]",
            ja="{cards:を}[スタンバイゾーン]に置く",
        ),
        place="wait",
    ),
    "destroy": VerbPhrase(
        Text("[ブロック|defeat] {cards}", "[ブロック]{cards}", ja="{cards:を}[ブロック]する"), place="board"
    ),
    "remove": VerbPhrase(
        Text(
            "put {cards} into the [除外ゾーン|removed zone]",
            "將{cards}放到[除外ゾーン]",
            ja="{cards:を}[除外ゾーン]に置く",
        ),
        place="board",
    ),
    "forbid delay": VerbPhrase(
        Text(
            "{cards} {v:is/are} not affected by [WT+1]", "{cards}不受[WT+1]影響", ja="{cards}は[WT+1]の効果を受けない"
        ),
    ),
}

ZONES = {
    "wait": ZonePhrase(
        Text("your [ウェイトゾーン|wait zone]", "你[ウェイトゾーン]", ja="自分の[ウェイトゾーン]"),
        Text(" in your [ウェイトゾーン|wait zone]", "", ja=""),
    ),
    "standby": ZonePhrase(
        Text("your [スタンバイゾーン|standby zone]", "你[スタンバイゾーン]", ja="自分の[スタンバイゾーン]"),
        Text(" in your [スタンバイゾーン|standby zone]", "", ja=""),
    ),
    "removed": ZonePhrase(
        Text("your [除外ゾーン|removed zone]", "你[除外ゾーン]", ja="自分の[除外ゾーン]"),
        Text(" in your [除外ゾーン|removed zone]", "", ja=""),
    ),
}

FLAGS = {
    "awake": FlagPhrase(
        Text("[覚醒|awakened]", "[覚醒]的", ja="[覚醒]している"),
        Text("not yet [覚醒|awakened]", "尚未[覚醒]的", ja="[覚醒]していない"),
        Text("is [覚醒|awakened]", "已[覚醒]", ja="[覚醒]している"),
    ),
    "turned": FlagPhrase(
        Text("[疲労状態|exhausted]", "[疲労状態]的", ja="[疲労状態]の"),
        Text("[活性状態|ready]", "[活性状態]的", ja="[活性状態]の"),
        Text("is [疲労状態|exhausted]", "處於[疲労状態]", ja="[疲労状態]である"),
    ),
    "facedown": FlagPhrase(
        Text("[リバース状態|face-down]", "[リバース状態]的", ja="[リバース状態]の"),
        Text("[オープン状態|face-up]", "[オープン状態]的", ja="[オープン状態]の"),
        Text("is [リバース状態|face down]", "處於[リバース状態]", ja="[リバース状態]である"),
    ),
    "beside": FlagPhrase(
        Text("on an adjacent [戦線|front]", "相鄰[戦線]的", ja="隣の[戦線]の"),
        Text("not on an adjacent [戦線|front]", "不在相鄰[戦線]的", ja="隣の[戦線]以外の"),
        Text("is on an adjacent [戦線|front]", "位於相鄰[戦線]", ja="隣の[戦線]にいる"),
        behind=True,
    ),
}

ENDS = {
    "lane": Text(" to an adjacent [戦線|front]", "到相鄰[戦線|戰線]", ja="隣の[戦線]に"),
    "wt1": Text("WT-I", "WT-I", ja="WT-I"),
    "wt2": Text("WT-II", "WT-II", ja="WT-II"),
    "wt3": Text("WT-III", "WT-III", ja="WT-III"),
    "wt4": Text("WT-IV", "WT-IV", ja="WT-IV"),
}

NOUNS = {
    "master": NounPhrase(Text("master", "君主", ja="マスター"), "masters", Text("", "名", ja="体")),
    "minion": NounPhrase(Text("minion", "小兵", ja="ミニオン"), "minions", Text("", "名", ja="体")),
    "lord": NounPhrase(Text("lord", "領主", ja="ロード"), "lords", Text("", "名", ja="体")),
    "skill": NounPhrase(Text("skill", "技能", ja="スキル"), "skills", Text("", "張", ja="枚")),
    "arts": NounPhrase(Text("Arts card", "Arts", ja="アーツ"), "Arts cards", Text("", "張", ja="枚")),
    "board": NounPhrase(Text("unit", "單位", ja="ユニット"), "units", Text("", "名", ja="体")),
}

PHRASES = COMMON | Phrases(triggers=TRIGGERS, verbs=VERBS, zones=ZONES, flags=FLAGS, nouns=NOUNS, ends=ENDS)
