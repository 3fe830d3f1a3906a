"""The labels of races and types in other languages: renderings of this site, as the cards are in Chinese only."""

from games.engine.model.cards import Choice
from games.engine.texts.text import Text


def _label(value: str, english: str, japanese: str) -> Choice:
    return Choice(value, Text(english, value, ja=japanese))


RACES = (
    _label("中立", "Neutral", "中立"),
    _label("勇者公會", "Hero Guild", "勇者ギルド"),
    _label("喵喵賊", "Meow-Meow Thieves", "ニャンニャン盗賊"),
    _label("妖怪村莊", "Yokai Village", "妖怪の村"),
    _label("山羊族", "Goat Tribe", "ヤギ族"),
    _label("歡樂島", "Happy Island", "ハッピー島"),
    _label("獸人", "Orc", "オーク"),
    _label("發電獸", "Power Beast", "発電ビースト"),
    _label("碳碳族", "Carbon Clan", "タンタン族"),
    _label("藝術品", "Artwork", "芸術品"),
    _label("虛擬世界", "Virtual World", "バーチャル世界"),
)

TYPES = (
    _label("不死族", "Undead", "アンデッド"),
    _label("亡靈", "Spectre", "亡霊"),
    _label("人型", "Humanoid", "人型"),
    _label("勇者", "Hero", "勇者"),
    _label("場地", "Field", "フィールド"),
    _label("塑膠", "Plastic", "プラスチック"),
    _label("寶物", "Treasure", "宝物"),
    _label("小旅人", "Little Traveller", "小旅人"),
    _label("山羊", "Goat", "ヤギ"),
    _label("強盜", "Robber", "強盗"),
    _label("最後的", "The Last", "最後の"),
    _label("核廢料", "Nuclear Waste", "核廃棄物"),
    _label("機械", "Machine", "機械"),
    _label("永久", "Permanent", "永続"),
    _label("消耗", "Consumable", "消耗"),
    _label("病毒", "Virus", "ウイルス"),
    _label("碳", "Carbon", "カーボン"),
    _label("神族", "Deity", "神族"),
    _label("胡", "Winning Hand", "アガリ"),
    _label("虛擬", "Virtual", "バーチャル"),
    _label("裝備", "Equipment", "装備"),
    _label("運輸", "Transport", "輸送"),
    _label("酒客", "Drinker", "酔客"),
    _label("野人", "Wild Man", "野生の人"),
    _label("陶俑", "Terracotta", "陶俑"),
    _label("電廠", "Power Plant", "発電所"),
    _label("顏料", "Paint", "絵の具"),
    _label("香蕉", "Banana", "バナナ"),
    _label("魔族", "Demon", "魔族"),
    _label("麻將", "Mahjong", "麻雀"),
)
