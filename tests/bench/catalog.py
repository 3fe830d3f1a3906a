"""Generating a large catalog, and measuring how long searches in it take."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from deckbuilder.catalog.index.indexing import Progress, no_progress
from deckbuilder.catalog.models import Printing
from deckbuilder.catalog.services import rebuild_cards
from deckbuilder.catalog.to_games import facts_of
from games.engine.model.cards import DASH, Attribute, Value
from games.engine.model.cards import Printing as EnginePrinting
from games.engine.model.game import Game
from games.engine.texts.writing import pinyin
from tests.deckbuilder.bare_cards import ensure_cards

BATCH = 5000
TWICE = 0.1
"""The share of cards that get a second printing."""


def several(words: str) -> list[str]:
    return words.split()


FIRST = several("""
    迷途的 沉睡的 燃燒的 無名的 黃昏的 深海的 鏽蝕的 偷笑的 守夜的 第七位 流浪的 被遺忘的 銀色的 失眠的
    說謊的 多雲的 雷鳴的 月下的 倒立的 巨大的 小小的 冰封的 勇敢的 膽小的 貪吃的 透明的 借來的 古老的
    新來的 半夜的 唱歌的 迷路的 盛裝的 安靜的 易怒的 好奇的 落榜的 遲到的 午後的 邊境的
""")
MIDDLE = several("""
    燈塔 花火 山貓 鐵匠 渡船 稻草 玻璃 紙傘 銅鐘 鯨魚 竹林 車站 沙漏 珊瑚 煙囪 琥珀 風箏 書店
    磨坊 觀星 港口 雪原 迷宮 市集 劇場 溫泉 墓園 高塔 果園 運河 鐘樓 驛站 碼頭 廢墟 花園 礦坑
    雲海 古井 石橋 廚房
""")
LAST = several("""
    騎士 商人 學徒 龍 狐狸 巫女 機兵 詩人 守衛 獵人 天狗 廚師 郵差 王 偵探 舞者
    巨人 精靈 武士 船長 占星師 少女 老人 幽靈 魔像 劍士 樂師 術士 童子 管理員 旅人 藥師
    飛龍 傀儡 使者 園丁 石像 盜賊 教授 國王
""")
ENGLISH = several("""
    Lantern Tide Ember Hollow Thorn Glass River Owl Iron Cinder
    Velvet Stone Harbor Moss Falcon Bell Raven Frost Marsh Copper
""")
WHO = several("己方 對方 雙方 相鄰 前排 後排 左側 右側")
DEED = several("""
    抽一張牌 棄一張手牌 攻擊力增加{} 分數增加{} 不能進攻 回到手牌
    被破壞 移動一格 獲得{}點 失去{}點 再次行動 無法成為對象
    洗回牌庫 放到牌庫底
""")
WHEN = several("入場時 離場時 進攻時 被攻擊時 回合開始時 回合結束時 主要階段中 抽牌時 獻祭時 勝利時")
WORDS = several("立即 掩護 貫穿 遠程 劇毒 阻擋 消耗 永久 場地 尋找 復活 飛行 潛行 再動")
KINDS_OF = several("人型 獸形 機械 植物 靈體 龍族 水族 昆蟲 元素 巨獸 都市 森林 海洋 天空")


def fill(game: Game, cards: int, *, seed: int = 1, progress: Progress = no_progress) -> None:
    """Fill an empty catalog with `cards` invented cards and index them."""
    filled_rows: list[Printing] = []
    for batch in _batches(printings(game, cards, seed)):
        ids = ensure_cards(game, batch)
        rows = [_row(game, each, len(filled_rows) + at, ids[game.key(each)]) for at, each in enumerate(batch)]
        Printing.objects.bulk_create(rows)
        filled_rows += rows
    rebuild_cards(game, progress=progress)


def _row(game: Game, printing: EnginePrinting, position: int, card: int) -> Printing:
    return Printing(
        game=game.slug,
        code=printing.code,
        name=printing.name,
        facts=facts_of(printing),
        released=printing.released,
        position=position,
        card_id=card,
    )


def printings(game: Game, cards: int, seed: int = 1) -> Iterator[EnginePrinting]:
    """Printings of `cards` cards with distinct names; the same for the same seed."""
    chance = random.Random(seed)
    names: dict[str, None] = {}
    while len(names) < cards:
        names[_name(chance, len(names))] = None
    for number, name in enumerate(names):
        first = _printing(game, chance, f"B{number:06}", name)
        yield first
        if chance.random() < TWICE:
            yield _printing(game, chance, f"B{number:06}P", name, first)


def _name(chance: random.Random, number: int) -> str:
    first, middle, last = (chance.choice(words) for words in (FIRST, MIDDLE, LAST))
    return f"{first}{middle}{last}{chance.choice(KINDS_OF) if number > 30_000 else ''}"


def _printing(
    game: Game, chance: random.Random, code: str, name: str, like: EnginePrinting | None = None
) -> EnginePrinting:
    kind = like.kind if like else chance.choice(game.kinds).value
    values = {each.name: _value(each, chance) for each in game.attributes if each.has(kind)}
    return EnginePrinting(
        code=f"{game.slug[:3].upper()}-{code}",
        name=name,
        kind=kind,
        values=like.values if like else {name: value for name, value in values.items() if value not in (None, ())},
        rarity=chance.choice(("C", "C", "C", "U", "U", "R", "SR", "SSR")),
        set=f"S{chance.randrange(40):02}",
        text="".join(_sentence(chance) for _ in range(chance.randrange(4))),
        keywords=tuple(chance.sample(WORDS, chance.randrange(3))),
        alt_names=(" ".join(chance.sample(ENGLISH, 3)),),
        released=date(2020, 1, 3) + timedelta(days=7 * chance.randrange(400)),
    )


def _sentence(chance: random.Random) -> str:
    when, who, deed = (chance.choice(words) for words in (WHEN, WHO, DEED))
    return f"{when}：{who}的{chance.choice(KINDS_OF)}{deed.format(chance.randrange(1, 6))}。"


def _value(attribute: Attribute, chance: random.Random) -> Value:
    if attribute.dash and chance.random() < 0.05:
        return DASH
    return None if chance.random() < 0.03 else _random_value(attribute, chance)


def _random_value(attribute: Attribute, chance: random.Random) -> Value:
    words = [choice.value for choice in attribute.choices] or KINDS_OF
    makers: dict[str, Callable[[], Value]] = {
        "integer": lambda: chance.randrange(9),
        "decimal": lambda: chance.randrange(2, 11) / 2,
        "date": lambda: date(2020, 1, 3) + timedelta(days=chance.randrange(2000)),
        "flag": lambda: chance.choice(("yes", "no")),
        "list": lambda: tuple(chance.sample(words, chance.randrange(min(3, len(words))))),
        "choice": lambda: chance.choice(words),
        "text": lambda: _sentence(chance),
    }
    return makers[attribute.type]()


def _batches(printings: Iterator[EnginePrinting]) -> Iterator[list[EnginePrinting]]:
    batch: list[EnginePrinting] = []
    for each in printings:
        batch.append(each)
        if len(batch) == BATCH:
            yield batch
            batch = []
    yield batch


# Measuring ------------------------------------------------------------------------------------------------------------


def queries(game: Game, number: int = 200, seed: int = 2) -> Iterator[tuple[str, str]]:
    """Realistic searches, each with a sort order: parts of names, pinyin, words of card texts, filters,
    combinations."""
    chance = random.Random(seed)
    words = _words(chance)
    conditions = _conditions(game, chance)
    orders = ["", "", "", "name", "-released", *(each.name for each in game.attributes if each.numeric)]
    for _ in range(number):
        parts = [next(words)] if chance.random() < 0.7 else []
        parts += [next(conditions) for _ in range(chance.randrange(0 if parts else 1, 4))]
        yield " ".join(parts), chance.choice(orders)


def _words(chance: random.Random) -> Iterator[str]:
    """Words of one to eight characters, from rare ones to ones that occur on every fifth card."""
    while True:
        name, text = _name(chance, 0), _sentence(chance).strip("。")
        start = chance.randrange(len(text) - 4)
        yield chance.choice(
            (
                name[-1],
                name[-2:],
                name[2:6],
                name,
                pinyin(name[-3:])[0],
                pinyin(name)[1],
                pinyin(name)[0][:7],
                f'"{text[start : start + 2]}"',
                f'"{text[start : start + 4]}"',
                chance.choice(ENGLISH).lower(),
                chance.choice(ENGLISH)[:4].lower(),
                f"-{name[-1]}",
            )
        )


def _conditions(game: Game, chance: random.Random) -> Iterator[str]:
    """Conditions on one attribute each."""
    attributes = [each for each in game.fields.values() if each.filter]
    while True:
        each = chance.choice(attributes)
        sign = chance.choice((":", ">=", "<=", "!=")) if each.numeric else ":"
        yield f"{chance.choice(('', '', '', '-'))}{each.name}{sign}{_random_query(game, each, chance)}"


def _random_query(game: Game, attribute: Attribute, chance: random.Random) -> str:
    if attribute.numeric:
        return str(chance.randrange(9))
    common = {
        "kind": chance.choice(game.kinds).value,
        "rarity": "SR",
        "set": f"S{chance.randrange(40):02}",
        "keywords": chance.choice(WORDS),
    }
    words = [choice.value for choice in attribute.choices] or KINDS_OF
    return common.get(attribute.name) or ("yes" if attribute.type == "flag" else chance.choice(words))


def measure(
    game: Game, run: Callable[[str, str], object], number: int = 200, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """The time `run` took for each search, in milliseconds, ascending."""
    seconds = []
    for text, order in queries(game, number):
        start = clock()
        run(text, order)
        seconds.append(1000 * (clock() - start))
    return sorted(seconds)
