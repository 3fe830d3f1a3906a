"""What the words of effects are called on the cards of 零次元."""

from __future__ import annotations

from games.engine.effects.sentences.common import COMMON
from games.engine.effects.sentences.phrases import FlagPhrase, NounPhrase, Phrases, VerbPhrase, ZonePhrase
from games.engine.texts.text import Text

ARRIVES = Text("[登场时]: ", "[登场时]：", ja="[登场时|登場時]：")

TRIGGERS = {
    "played": Text("when you use {what}", "你使用{what}時", ja="{what}を使ったとき"),
    "played character": ARRIVES,
    "played equipment": ARRIVES,
    "played event": ARRIVES,
    "counter": Text("[反击特效]: ", "[反击特效]：", ja="[反击特效|反撃効果]："),
    "attacks": Text("[攻击时]: ", "[攻击时]：", ja="[攻击时|攻撃時]："),
    "defends": Text("[防御时]: ", "[防御时]：", ja="[防御时|防御時]："),
    "won": Text("when {what} wins a battle{mode}", "{what}{mode}戰鬥勝利時", ja="{what}が{mode}戦闘に勝利したとき"),
    "destroyed": Text(
        "when {what} is [破坏|destroyed]{mode}", "{what}{mode}被[破坏]時", ja="{what}が{mode}[破坏|破壊]されたとき"
    ),
    "charged": Text("[聚气]: ", "[聚气]：", ja="[聚气|チャージ]："),
    "active": Text("[启动效果]: ", "[启动效果]：", ja="[启动效果|起動効果]："),
    "start": Text("[我方回合开始时]: ", "[我方回合开始时]：", ja="[我方回合开始时|自分のターン開始時]："),
    "end": Text("[我方回合结束时]: ", "[我方回合结束时]：", ja="[我方回合结束时|自分のターン終了時]："),
    "enemy_start": Text("[对方回合开始时]: ", "[对方回合开始时]：", ja="[对方回合开始时|相手のターン開始時]："),
    "enemy_end": Text("[对方回合结束时]: ", "[对方回合结束时]：", ja="[对方回合结束时|相手のターン終了時]："),
    "while": Text("{mode}", "{mode}", ja="{mode}"),
}

VERBS = {
    "resource": VerbPhrase(Text("gain {n:resource/resources}", "獲得{n}張資源", ja="リソースを{n}獲得する")),
    "score alone": VerbPhrase(
        Text("deal {n} damage to the opponent", "對對手造成{n}點傷害", ja="相手に{n}ダメージを与える")
    ),
    "defence": VerbPhrase(
        Text(
            "{to} {v:gets/get} {signed} defence{until}",
            "使{to}防禦力{signed}{until}",
            ja="{until}{to}の防御力を{signed}する",
        ),
        lasting=Text("{to} {v:gets/get} {signed} defence", "{to}防禦力{signed}", ja="{to}の防御力を{signed}する"),
    ),
    "damage": VerbPhrase(
        Text("deal {n} damage to {to}", "對{to}造成{n}點[伤害]", ja="{to}に{n}の[伤害|ダメージ]を与える")
    ),
    "heal": VerbPhrase(
        Text("[回复|take] {n} damage off {to}", "[回复]{to}{n}點傷害", ja="{to}のダメージを{n}[回复|回復]する")
    ),
    "prevent": VerbPhrase(
        Text(
            "[防止伤害|prevent] the next {n} damage to {to}{until}",
            "[防止伤害|防止]{to}將要受到的{n}點傷害{until}",
            ja="{until}{to}が受けるダメージを{n}[防止伤害|防止]する",
        )
    ),
    "rush": VerbPhrase(
        Text(
            "{cards} {v:gains/gain} [突袭]{until}",
            "使{cards}獲得[突袭]{until}",
            ja="{until}{cards}に[突袭|突撃]を与える",
        ),
        lasting=Text("{cards} {v:has/have} [突袭]", "{cards}擁有[突袭]", ja="{cards}は[突袭|突撃]を持つ"),
        place="board",
    ),
    "slow": VerbPhrase(
        Text(
            "{cards} {v:gains/gain} [迟缓]{until}",
            "使{cards}獲得[迟缓]{until}",
            ja="{until}{cards}に[迟缓|遅延]を与える",
        ),
        lasting=Text("{cards} {v:has/have} [迟缓]", "{cards}擁有[迟缓]", ja="{cards}は[迟缓|遅延]を持つ"),
        place="board",
    ),
    "guard": VerbPhrase(
        Text(
            "{cards} {v:gains/gain} [守备]{until}",
            "使{cards}獲得[守备]{until}",
            ja="{until}{cards}に[守备|守備]を与える",
        ),
        lasting=Text("{cards} {v:has/have} [守备]", "{cards}擁有[守备]", ja="{cards}は[守备|守備]を持つ"),
        place="board",
    ),
    "link": VerbPhrase(
        Text(
            "this card has [战斗连协] with {cards}",
            "此卡與{cards}[战斗连协]",
            ja="このカードは{cards}と[战斗连协|連携]する",
        )
    ),
    "freeze": VerbPhrase(
        Text(
            "{cards} {v:is/are} not [重置|refreshed] in the next refresh step",
            "{cards}在下一個重置步驟中不會[重置]",
            ja="{cards}は次のリセットステップに[重置|リセット]されない",
        ),
        place="board",
    ),
    "turn": VerbPhrase(
        Text("[横置|exhaust] {cards}", "[横置]{cards}", ja="{cards:を}[横置|横向きに]する"), place="board"
    ),
    "right": VerbPhrase(
        Text("[重置|refresh] {cards}", "[重置]{cards}", ja="{cards:を}[重置|リセット]する"), place="board"
    ),
    "destroy": VerbPhrase(
        Text("[破坏|destroy] {cards}", "[破坏]{cards}", ja="{cards:を}[破坏|破壊]する"), place="board"
    ),
    "bounce": VerbPhrase(
        Text("return {cards} to the owner’s hand", "將{cards}返回持有者的手牌", ja="{cards:を}持ち主の手札に戻す"),
        place="board",
    ),
    "discard": VerbPhrase(
        Text("[舍弃|discard] {bare}{owner}", "[舍弃]{cards}", ja="{cards:を}[舍弃|捨て札に]する"),
        place="hand",
        noun="card",
    ),
    "abandon": VerbPhrase(
        Text("[废弃|abandon] {cards}", "[废弃]{cards}", ja="{cards:を}[废弃|廃棄]する"), place="board"
    ),
    "lay": VerbPhrase(
        Text(
            "put {cards} on top of your life zone",
            "將{cards}放到你生命區頂",
            ja="{cards:を}自分のライフゾーンの上に置く",
        ),
        place="grave",
    ),
    "refill": VerbPhrase(
        Text(
            "put the top {n:card/cards} of your deck on top of your life zone",
            "將你牌庫頂{n}張牌放到你生命區頂",
            ja="山札の上から{n}枚を自分のライフゾーンの上に置く",
        )
    ),
    "invest": VerbPhrase(
        Text(
            "put {cards} face down into your resource zone",
            "將{cards}面朝下放入你資源區",
            ja="{cards:を}裏向きで自分のリソースゾーンに置く",
        ),
        place="board",
    ),
    "stack": VerbPhrase(
        Text("put {cards} {end:on top of your deck}", "將{cards}{end:置於牌庫頂}", ja="{cards:を}{end:山札の上に置く}"),
        place="hand",
    ),
    "finish": VerbPhrase(Text("end this turn", "結束本回合", ja="このターンを終了する")),
    "forbid attack": VerbPhrase(
        Text("{cards} cannot attack{until}", "{cards}不能攻擊{until}", ja="{until}{cards}は攻撃できない"), place="board"
    ),
    "forbid target": VerbPhrase(
        Text(
            "{cards} cannot be [对象|targets] of the opponent’s effects{until}",
            "{cards}不能成為對方效果的[对象]{until}",
            ja="{until}{cards}は相手の効果の[对象|対象]にならない",
        ),
        place="board",
    ),
    "forbid level": VerbPhrase(
        Text(
            "{cards} cannot [升级|level up]{until}",
            "{cards}不能[升级]{until}",
            ja="{until}{cards}は[升级|レベルアップ]できない",
        ),
        place="board",
    ),
}

ZONES = {
    "grave": ZonePhrase(
        Text("your rest zone", "你休息區", ja="自分の休息ゾーン"), Text(" in your rest zone", "", ja="")
    ),
    "battle": ZonePhrase(
        Text("both battle zones", "雙方戰鬥區", ja="双方のバトルゾーン"),
        Text(" in either battle zone", "雙方戰鬥區的", ja="双方のバトルゾーンの"),
        units=True,
    ),
    "bearer": ZonePhrase(
        Text("the character with this equipment", "裝備此卡的角色", ja="このカードを装備したキャラクター"),
        Text(" with this equipment", "裝備此卡的", ja="このカードを装備した"),
        units=True,
    ),
    "life": ZonePhrase(
        Text("your life zone", "你生命區", ja="自分のライフゾーン"), Text(" in your life zone", "", ja="")
    ),
    "resources": ZonePhrase(
        Text("your resource zone", "你資源區", ja="自分のリソースゾーン"), Text(" in your resource zone", "", ja="")
    ),
}

FLAGS = {
    "turned": FlagPhrase(
        Text("[横置|exhausted]", "[横置]的", ja="[横置|横向き]の"),
        Text("unexhausted", "豎直的", ja="縦向きの"),
        Text("is [横置|exhausted]", "處於[横置]", ja="[横置|横向き]である"),
    ),
    "levelled": FlagPhrase(
        Text("level-2", "LV2的", ja="LV2の"),
        Text("level-1", "未升級的", ja="LV1の"),
        Text("is at LV2", "為LV2", ja="LV2である"),
    ),
    "attacking": FlagPhrase(
        Text("attacking", "攻擊中的", ja="攻撃中の"),
        Text("non-attacking", "沒有攻擊的", ja="攻撃していない"),
        Text("is attacking", "正在攻擊", ja="攻撃中である"),
    ),
}

NOUNS = {
    "character": NounPhrase(Text("character", "角色", ja="キャラクター"), "characters", Text("", "名", ja="体")),
    "equipment": NounPhrase(Text("equipment card", "裝備", ja="装備"), "equipment cards", Text("", "張", ja="枚")),
    "tactic": NounPhrase(Text("tactic", "戰術", ja="戦術"), "tactics", Text("", "張", ja="枚")),
    "event": NounPhrase(Text("event", "事件", ja="イベント"), "events", Text("", "張", ja="枚")),
    "board": NounPhrase(Text("character", "角色", ja="キャラクター"), "characters", Text("", "名", ja="体")),
}

FACTS = {
    "guest": Text(
        "this card can be put on enemy characters",
        "此卡可以裝備給對方的角色",
        ja="このカードは相手のキャラクターに装備できる",
    )
}

MODES = {
    "attacking": Text(" as the attacker", "在攻擊中", ja="攻撃側として"),
    "defending": Text(" as the defender", "在防禦中", ja="防御側として"),
    "fighting": Text(" in battle", "在戰鬥中", ja="戦闘で"),
    "yours": Text("[我方回合中|during your turn]: ", "[我方回合中|我方回合中]：", ja="[我方回合中|自分のターン中]："),
    "theirs": Text(
        "[对方回合中|during the opponent’s turn]: ", "[对方回合中|對方回合中]：", ja="[对方回合中|相手のターン中]："
    ),
}

PHRASES = COMMON | Phrases(
    triggers=TRIGGERS, verbs=VERBS, zones=ZONES, flags=FLAGS, nouns=NOUNS, facts=FACTS, modes=MODES
)
