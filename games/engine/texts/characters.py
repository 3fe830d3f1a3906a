"""Which characters are the same to a reader: look-alike punctuation, variants of a Chinese character, and the
traditional characters that simplified writing joins."""

from __future__ import annotations


def _alike(*groups: str) -> dict[int, str]:
    """The first character of each group for each of the others."""
    return {ord(each): group[0] for group in groups for each in group[1:]}


INVISIBLE: dict[int, str | None] = {
    code: None
    for low, high in (
        (0xAD, 0xAD),
        (0x34F, 0x34F),
        (0x61C, 0x61C),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x200B, 0x200F),
        (0x202A, 0x202E),
        (0x2060, 0x206F),
        (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF),
        (0xFFF0, 0xFFF8),
        (0x1BCA0, 0x1BCA3),
        (0x1D173, 0x1D17A),
        (0xE0000, 0xE0FFF),
    )
    for code in range(low, high + 1)
} | dict.fromkeys((0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0), " ")
"""Unicode's Default_Ignorable_Code_Point, which leave nothing, and fillers and the empty Braille sign, which leave a
blank."""

UNSTABLE = _alike("'`´΄", '"″〃', "~˜", "…‥⋯︙")
"""Look-alikes that Unicode normalization would turn into something else."""

PUNCTUATION = _alike(
    "-‐‑‒–—―⁃−─━╌╍┄┅╴╶⸺⸻➖˗",
    "~〜∼∽〰⁓",
    "·・‧•⋅∙⸱⸳᛫ᐧ⦁",
    '"「」『』“”„‟〝〞〟',
    "'`‘’‚‛′ʹʼʻˈ",
    ",、",
    ".。",
    "[【〔〖〘〚",
    "]】〕〗〙〛",
    "=゠═",
    ":∶꞉",
    "/∕⁄⧸╱",
    "|∣│┃❘",
    "!❗❕",
    "?❓❔",
    "+➕",
    "×✕✖╳⨯⨉❌",
    "○◯〇⭕",
) | {ord("⋯"): "...", ord("…"): "..."}
"""Punctuation that looks alike, after Unicode normalization."""

_VARIANTS = """
着著 沉沈 炮砲礟 裡裏 麵麪麫 鬥鬭鬪 幹榦 準凖 鬱鬰 乾亁 妝粧 叙敍 鄰隣 槍鎗 懶嬾 斂歛 出岀
户戸 吴呉 姬姫 鐵銕 島嶋嶌 劍劒釼剱 尚尙 清淸 青靑 值値 鄉鄕 國囯圀 窗窓窻牕 冰氷 寫冩 富冨
咒呪 回囘囬 野埜 婿壻 壽夀 妒妬 娛娯 冗宂 冤寃 寇冦 寶寳 屏屛 往徃 遍徧 怪恠 德悳 憩憇
携擕 昵暱 朵朶 杉杦 柏栢 柳栁桺 棕椶 凳櫈 污汚 澀澁渋 照炤 焰熖焔燄 箋牋 犁犂 琉瑠璢 磚甎
耕畊 略畧 疏疎 皋皐 鼓皷鼔 年秊 稿稾 稚穉 秋穐 簷檐 藤籐 緒緖 綿緜 罰罸 翠翆 剪翦 鋤耡
聰聡聦 胸胷 腸膓 臘臈 蓋葢 蕊蘂 蛇虵 蜂蠭 蝶蜨 蟆蟇 蟹蠏 解觧 讚讃 讎讐 陰隂 隸隷 雁鴈
雜襍 靈霛 韌靭 韭韮 頰頬 餅餠 髯髥 鬢鬂 鱉鼈 鶯鴬 礦鑛鉱 擧挙 厩廐 慚慙 賤賎 嚙噛囓 垂埀
劫刧刼 飆飇 槁槀
"""
VARIANTS = _alike(*_VARIANTS.split())
"""Forms of one Chinese or Japanese character in which a name may be printed, besides those that simplified writing
joins anyway."""

DISTINCT = frozenset("乾幹係繫曆複徵後捨衝準髮禦穀裡製鍾闇隻鬆鬚餘麵薑")
"""Traditional characters that simplified writing replaces by one that is a word of its own in names, or stands for
another: 麵 is written 面, and 髮, like 發, is written 发. The other of each two is not listed: it is what the
simplified one is taken for."""

SIMPLER = _alike("你妳", "它牠", "什甚", "借藉") | {
    ord(letter): plain
    for letter, plain in zip("øđðłħıæœþ", ("o", "d", "d", "l", "h", "i", "ae", "oe", "th"), strict=True)
}
"""What somebody may type instead of a character that is another one in print."""
