"""零次元 alone, as games/zero_dimension/RULES.md has it."""

from __future__ import annotations

import re
from random import Random

from tests.independent.play import Facts, Library, Played, Player, copies, number, ranks

KINDS = ("character", "equipment", "tactic", "event")
COLOURS = ("red", "yellow", "blue", "green", "white", "black")
NONE = len(COLOURS)
LIFE, HAND, HAND_LIMIT = 6, 6, 6


def has(card: Facts, keyword: str) -> bool:
    """Whether the column has a keyword, and the text, if there is one, states it in a sentence of its own."""
    text = (card["text"] or "").split("LV2")[0]
    return keyword in card["keywords"] and (not card["text"] or keyword in re.split(r"[。\n]", text))


def player(cards: list[Facts], others: dict[str, list[Facts]], second: bool) -> Player:
    every = range(len(cards))
    kind = [KINDS.index(card["kind"]) for card in cards]
    colour = [COLOURS.index(card["colour"]) if card["colour"] else NONE for card in cards]
    own = [number(card, "colour_cost") for card in cards]
    cost = [max(number(card, "cost"), own[c]) for c, card in enumerate(cards)]
    priced = [isinstance(card["cost"], (int, float)) for card in cards]
    strikes = [card["kind"] == "character" and number(card, "attack") > 0 and not has(card, "守备") for card in cards]
    rush = [strikes[c] and has(card, "突袭") and not has(card, "迟缓") for c, card in enumerate(cards)]
    names = [frozenset(card["character_names"] or ()) for card in cards]
    draws, gains, hits = ([card["effects"][name] for card in cards] for name in ("draw", "resource", "score"))

    def group(c: int) -> tuple[int, int]:
        if gains[c] > 0:
            return 3, 0
        if strikes[c]:
            return 2, rush[c]
        return (1, draws[c] + hits[c]) if draws[c] + hits[c] > 0 else (0, 0)

    rank = ranks(
        [(*group(c), -cost[c], -own[c], gains[c], draws[c], hits[c], -kind[c], -colour[c]) for c in every],
    )
    deck = copies(cards)

    def any_of(random: Random, choice: list[int], best: int) -> int:
        """Any copy of that rank, each equally likely."""
        equal = [c for c in choice if rank[c] == best]
        return equal[0] if len(equal) == 1 else equal[int(random.random() * len(equal))]

    def play(random: Random, turns: int) -> Played:
        played, library = Played(), Library(deck, random)
        library.draw(LIFE)
        hand = library.draw(HAND)
        laid_hidden = 0
        resources = [0] * (NONE + 1)
        standing: set[str] = set()
        attackers = characters = equipment = turned = 0
        for turn in range(1, turns + 1):
            if not library:
                return played.end("over", turn)
            hand += library.draw(1)
            laid = used = plays = rushing = arrived = 0
            short = [0] * (NONE + 1)
            for c in hand:
                short[colour[c]] += own[c] > resources[colour[c]]
            together = sum(cost[c] for c in hand)

            def need(c: int) -> int:
                return short[colour[c]] - (own[c] > resources[colour[c]])  # noqa: B023  asked at once

            if hand:
                most = max(need(c) for c in hand)
                choice = [c for c in hand if need(c) == most]
                c = any_of(random, choice, min(rank[c] for c in choice))
                if together - cost[c] > sum(resources):
                    hand.remove(c)
                    resources[colour[c]] += 1
                    laid = 1
            ready = list(resources)
            while True:
                total, left = sum(ready), len(library)
                choice = [
                    c
                    for c in hand
                    if priced[c]
                    and cost[c] <= total
                    and own[c] <= ready[colour[c]]
                    and draws[c] + gains[c] <= left
                    and (equipment < characters if kind[c] == 1 else not names[c] & standing)
                ]
                if not choice:
                    break
                c = any_of(random, choice, max(rank[c] for c in choice))
                hand.remove(c)
                plays += 1
                used += cost[c]
                ready[colour[c]] -= own[c]
                for _ in range(cost[c] - own[c]):
                    source = NONE if ready[NONE] else max(range(NONE), key=lambda each: (ready[each], -each))
                    ready[source] -= 1
                if kind[c] == 0:
                    characters += 1
                    standing |= names[c]
                    arrived += strikes[c]
                    rushing += rush[c]
                elif kind[c] == 1:
                    equipment += 1
                turned = max(turned, min(turned + hits[c], LIFE))
                hidden = len(library.draw(gains[c]))
                laid_hidden += hidden
                resources[NONE] += hidden
                ready[NONE] += hidden
                hand += library.draw(draws[c])
            turned = min(turned + attackers + rushing, LIFE + 1)
            attackers += arrived
            while len(hand) > HAND_LIMIT:
                hand.remove(min(hand, key=rank.__getitem__))
            seen = len(deck) - len(library) - LIFE - laid_hidden
            played.rows.append((sum(resources), used, plays, 0, 0, laid, turned, len(hand), seen))
            if turned > LIFE:
                return played.end("won", turn)
        return played

    return play
