"""Echo of Legends alone, as games/echo_of_legends/RULES.md has it."""

from __future__ import annotations

from random import Random

from tests.independent.play import Facts, Library, Played, Player, copies, number, ranks

PLACES, HAND_LIMIT, MAX_COST = 5, 8, 5


def player(cards: list[Facts], others: dict[str, list[Facts]], second: bool) -> Player:
    hero = others["hero"][0]["hp"]
    minion = [card["kind"] == "minion" for card in cards]
    unpaid = [not isinstance(card["cost"], (int, float)) for card in cards]
    cost = [max(number(card, "cost"), 0) for card in cards]
    attack = [max(number(card, "attack"), 0) if card["kind"] == "minion" else 0 for card in cards]
    fits = [not unpaid[c] and cost[c] <= MAX_COST for c in range(len(cards))]
    draws, gains, hits = ([card["effects"][name] for card in cards] for name in ("draw", "resource", "score"))

    def rule(c: int) -> tuple[int, int]:
        """Which of the five actions a card in hand is for, and by what it is compared there."""
        if minion[c]:
            return (2, attack[c]) if fits[c] else (5, attack[c])
        if not unpaid[c] and gains[c] >= cost[c] and max(draws[c], gains[c], hits[c]) > 0:
            return 1, gains[c] - cost[c]
        return 4, max(draws[c], gains[c], hits[c])

    def preference(c: int, number: int, first: int) -> tuple[int, ...]:
        return -number, first, -cost[c], hits[c], gains[c], draws[c]

    every = range(len(cards))
    both = ranks([preference(c, *rule(c)) for c in every] + [preference(c, 3, attack[c]) for c in every])
    in_hand, asleep_rank = both[: len(cards)], both[len(cards) :]
    deck = copies(cards)

    def play(random: Random, turns: int) -> Played:  # noqa: PLR0912  in the order of RULES.md
        played, library = Played(), Library(deck, random)
        hand = library.draw(10)
        asleep: list[int] = []
        while placeable := [c for c in hand if minion[c] and len(asleep) < PLACES and (fits[c] or not asleep)]:
            c = max(placeable, key=in_hand.__getitem__)
            hand.remove(c)
            asleep.append(c)
        if not asleep:
            return played.end("over", 0)
        awake: list[int] = []
        life, dealt = hero, 0
        for turn in range(1, turns + 1):
            woken: list[int] = []
            energy = available = 3 if turn == 1 and not second else 5
            used = plays = 0
            drawing = 0 if turn == 1 and not second else 1
            while True:
                drawn = library.draw(drawing)
                hand += drawn
                life -= drawing - len(drawn)
                if life <= 0:
                    return played.end("over", turn)
                best, chosen, waking = -1, -1, False
                minions = len(asleep) + len(awake) + len(woken)
                for c in hand:
                    if in_hand[c] > best:
                        if minion[c]:
                            possible = minions < PLACES and (fits[c] or minions == 0)
                        else:
                            possible = not unpaid[c] and cost[c] <= energy
                        if possible:
                            best, chosen = in_hand[c], c
                for c in asleep:
                    if asleep_rank[c] > best and not unpaid[c] and cost[c] <= energy:
                        best, chosen, waking = asleep_rank[c], c, True
                if chosen < 0:
                    break
                plays += 1
                drawing = 0
                if minion[chosen] and not waking:
                    hand.remove(chosen)
                    asleep.append(chosen)
                    continue
                if waking:
                    asleep.remove(chosen)
                    woken.append(chosen)
                else:
                    hand.remove(chosen)
                energy += gains[chosen] - cost[chosen]
                available += gains[chosen]
                used += cost[chosen]
                dealt += hits[chosen]
                drawing = draws[chosen]
            dealt += sum(attack[c] for c in awake)
            awake += woken
            hand.sort(key=in_hand.__getitem__, reverse=True)
            del hand[HAND_LIMIT:]
            played.rows.append((available, used, plays, 0, 0, 0, dealt, len(hand), energy))
            if dealt >= hero:
                return played.end("won", turn)
        return played

    return play
