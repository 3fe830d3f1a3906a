"""Common goals for the first four cards in 星杯傳說."""

from games.engine.model.presets import Preset
from games.engine.texts.text import Text

PRESETS = (
    Preset(
        "not-stuck",
        Text("A card to act with", "有牌可以行動", ja="行動できるカードがある"),
        ">=1 of (-name:聖光)",
        Text(
            "Four Holy Lights: no attack, no magic, and with four cards in hand no buying and no synthesising: stuck.",
            "四張聖光：不能攻擊也不能使用法術，四張手牌又不能購買或合成，無法行動。",
            ja="聖光が4枚：攻撃も魔法も使えず、手札が4枚なので購入も合成もできない。行動不能になる。",
        ),
        note=Text(
            "With stones, refining is possible, but you may be stuck all the same. Role skills are not counted.",
            "有星石時可以提煉，但也可以宣告無法行動。角色技能不計在內。",
            ja="星石があれば精錬できるが、行動不能を選ぶこともできる。役のスキルは数えない。",
        ),
        rule="四.十",
    ),
    Preset(
        "attack",
        Text("An attack card", "有攻擊牌", ja="攻撃カードがある"),
        ">=1 of (kind:attack)",
        Text(
            "No attack on the first turn, unless cards are drawn before it.",
            "第一回合不能攻擊，除非在那之前摸了牌。",
            ja="それまでにカードを引かない限り、最初のターンに攻撃できない。",
        ),
        rule="三.三, 四.二",
    ),
    Preset(
        "defence",
        Text("Holy Light or Holy Shield to defend with", "有聖光或聖盾可以防守", ja="聖光か聖盾で防御できる"),
        ">=1 of (name:聖光 or name:聖盾)",
        Text(
            "With these four cards, only an answering attack can stop an attack.",
            "這四張牌裡，只能靠應戰擋下攻擊。",
            ja="この4枚では、応戦でしか攻撃を防げない。",
        ),
        note=Text(
            "A Holy Shield has to be placed in your own turn before; Holy Light is played when attacked.",
            "聖盾要在自己的回合先放置；聖光在被攻擊時打出。",
            ja="聖盾は前もって自分のターンに置いておく必要がある。聖光は攻撃されたときに出す。",
        ),
        rule="二.八, 四.二",
    ),
)
